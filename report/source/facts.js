// facts.js: what is said in words and numbers: the header, the work, the settings, how to repeat the run.

import { byId, element, fillPairs } from "./element.js";
import { count, duration, number } from "./format.js";

const reasons = { reached_end: "Reached the end", terminal_event: "Ended by a terminal event", cancelled: "Cancelled" };
const sentence = (name) => name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

export function showHeader(run) {
  const { model = {}, outcome = {}, statistics = {}, seconds } = run.document;
  document.title = `${run.title} - Saltus`;
  byId("model-name").textContent = model.name ?? "";
  byId("title").textContent = run.title;
  byId("source").textContent = model.source ?? "";

  const badge = byId("outcome");
  badge.className = run.completed ? "good" : "bad";
  badge.append(element("b", {}, run.completed ? "\u2713" : "\u2717"), ` ${reasons[outcome.reason] ?? sentence(outcome.reason ?? "unknown")} `,
    element("span", {}, `at t = ${number(outcome.t, 8)} ${run.timeUnit}`));
  if (outcome.code) badge.append(element("code", {}, outcome.code));
  if (!run.completed && outcome.message) {
    const message = String(outcome.message);
    byId("outcome-message").textContent = message.startsWith(`${outcome.code}: `) ? message.slice(outcome.code.length + 2) : message;
    byId("outcome-message").hidden = false;
  }

  const figures = [
    ["simulated", `${number(run.last - run.first, 5)} ${run.timeUnit}`],
    ["in", duration(seconds)],
    ["events", count(run.events.length)],
    ["grazes", run.grazes.length > 0 ? count(run.grazes.length) : ""],
    ["modes", run.modes.length > 0 ? count(run.modes.length) : ""],
    ["steps", statistics.steps === undefined ? "" : count(statistics.steps)],
    ["rejected", statistics.rejected === undefined ? "" : count(statistics.rejected)],
    ["method", statistics.method],
    ["certificate", statistics.certificate],
  ];
  byId("figures").append(...figures.filter(([, value]) => value !== undefined && value !== "").map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", { title: value }, value))));
}

const shown = (value) => (typeof value === "number" ? (Number.isInteger(value) && Math.abs(value) < 1e15 ? count(value) : number(value, 12))
  : value === null ? "\u2013" : typeof value !== "object" ? String(value) : Object.keys(value).length > 0 ? JSON.stringify(value) : "");

const words = (name) => name.replaceAll("_", " ");

export function showFacts(run) {
  const { statistics = {}, options = {}, set = {}, saltus = {}, model = {}, command = "", seconds } = run.document;
  fillPairs(byId("statistics"), [...Object.entries(statistics).map(([name, value]) => [words(name), value === "" ? "" : shown(value)]),
                                 ["time taken", Number.isFinite(seconds) ? duration(seconds) : ""]]);
  fillPairs(byId("options"), [...Object.entries(options).map(([name, value]) => [words(name), shown(value)]),
                              ...Object.entries(set).map(([name, value]) => [`set ${name}`, shown(value)])]);
  fillPairs(byId("versions"), [["saltus", saltus.version], ["compiler", saltus.compiler],
                               ...Object.entries(saltus.libraries ?? {}), ["model", model.hash]]);
  byId("command").textContent = command;
  byId("copy").addEventListener("click", copyCommand);
}

// Without a secure context, as in a file, a page may not write to the clipboard but may copy what is selected.
async function copyCommand() {
  const button = byId("copy");
  let copied = true;
  try {
    await navigator.clipboard.writeText(byId("command").textContent);
  } catch {
    getSelection().selectAllChildren(byId("command"));
    copied = document.execCommand("copy");
  }
  button.textContent = copied ? "Copied" : "Select and copy";
  setTimeout(() => (button.textContent = "Copy"), 1500);
}
