// main.js: puts the page together.

import { readDocument } from "./document.js";
import { showDiagram } from "./diagram.js";
import { byId } from "./element.js";
import { EventTable } from "./events.js";
import { showFacts, showHeader } from "./facts.js";
import { setUpKeyboard } from "./keyboard.js";
import { showOverview } from "./overview.js";
import { showTrajectories } from "./plots.js";
import { showSteps } from "./steps.js";
import { followSystem, onTheme, setTheme, theme } from "./theme.js";
import { showTimeline } from "./timeline.js";
import { View } from "./view.js";

function start() {
  const run = readDocument(byId("run").textContent);
  const view = new View(run.first, run.last);
  const table = new EventTable(run, view);
  const switchMode = (mode) => {
    view.mode = view.mode === mode ? null : mode;
    view.changed();
  };
  const switchTheme = () => setTheme(theme() === "dark" ? "light" : "dark");

  followSystem();
  nameTheme();
  onTheme(nameTheme);
  byId("theme").addEventListener("click", switchTheme);
  showHeader(run);
  showTrajectories(run, view, (event) => table.select(event, false));
  showTimeline(run, view, switchMode);
  showSteps(run, view);
  showDiagram(run, view, switchMode);
  showFacts(run);
  showOverview(run, view);
  setUpKeyboard(view, table, switchTheme);
  setUpPrint(table);
  document.body.dataset.ready = "yes";
}

function nameTheme() {
  byId("theme").textContent = theme() === "dark" ? "Light" : "Dark";
}

// Paper is white.
function setUpPrint(table) {
  let before = null;
  addEventListener("beforeprint", () => {
    before ??= theme();
    setTheme("light");
    table.forPrint(true);
  });
  addEventListener("afterprint", () => {
    setTheme(before ?? theme());
    before = null;
    table.forPrint(false);
  });
}

try {
  start();
} catch (error) {
  byId("failure").textContent = `This report cannot be shown: ${error.message}`;
  byId("failure").hidden = false;
  throw error;
}
