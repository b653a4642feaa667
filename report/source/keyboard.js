// keyboard.js: everything that the pointer can do.

import { byId, fillPairs } from "./element.js";

const help = [
  ["\u2190 \u2192", "move the window of time"],
  ["+ \u2212", "zoom in and out (also \u2191 \u2193 on a chart)"],
  ["0", "the whole run"],
  ["n p", "next and previous event"],
  ["e", "go to the table of events; there \u2191 \u2193 choose and Enter zooms"],
  ["/", "search events"],
  ["v", "choose variables"],
  ["Esc", "clear what is marked"],
  ["t", "light or dark"],
  ["drag, Ctrl + wheel, pinch", "zoom; after a click on a chart the wheel alone does"],
  ["double click", "the whole run"],
];

export function setUpKeyboard(view, table, switchTheme) {
  fillPairs(byId("key-list"), help);
  const keys = {
    ArrowLeft: () => view.pan(-0.2),
    ArrowRight: () => view.pan(0.2),
    "+": () => view.zoom(0.5),
    "=": () => view.zoom(0.5),
    "-": () => view.zoom(2),
    0: () => view.reset(),
    n: () => table.next(1),
    p: () => table.next(-1),
    e: () => table.frame.focus(),
    "/": () => byId("event-search").focus(),
    v: () => byId("choose").click(),
    t: switchTheme,
    "?": () => byId("keys").showModal(),
    Escape: () => {
      view.event = view.mode = null;
      view.changed();
    },
  };
  const onChart = { ArrowUp: () => view.zoom(0.5), ArrowDown: () => view.zoom(2) };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, dialog")) return;
    const action = keys[event.key] ?? (event.target.closest?.(".chart, #overview") ? onChart[event.key] : undefined);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  byId("zoom-in").addEventListener("click", keys["+"]);
  byId("zoom-out").addEventListener("click", keys["-"]);
  byId("zoom-reset").addEventListener("click", keys[0]);
  byId("help").addEventListener("click", keys["?"]);
}
