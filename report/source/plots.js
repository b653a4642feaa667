// plots.js: the trajectories, one chart per group of variables, and the list to choose from.

import { gutter, makeChart } from "./chart.js";
import { byId, element } from "./element.js";
import { number, plural, shortened } from "./format.js";
import { groupsOf } from "./groups.js";
import { drawMarkers, drawSelected, drawSelectedMode, nearestHappening, shapes } from "./markers.js";
import { canvasFont, seriesClass, seriesColour } from "./theme.js";

const mostListed = 400; // of the list of variables; who looks for one types a part of its name

export function showTrajectories(run, view, onEvent) {
  const groups = groupsOf(run.variables);
  const host = byId("trajectories");
  if (run.variables.length === 0) host.append(element("p", { class: "empty" }, "The record has no variables."));
  showMarkerLegend(run);

  const refresh = () => {
    const visible = groups.filter((group) => group.variables.some((variable) => variable.shown));
    for (const group of groups) {
      if (!visible.includes(group)) {
        group.panel?.remove();
      } else {
        group.panel ??= makePanel(run, view, group, visible.length, onEvent, refresh);
        if (!group.panel.isConnected) insertInOrder(host, groups, group);
        group.update();
      }
    }
    byId("choose").textContent = `Variables ${run.variables.filter((v) => v.shown).length}/${run.variables.length}`;
    view.changed();
  };
  refresh();
  view.onPointer(() => groups.forEach((group) => group.panel?.isConnected && group.readOut()));
  setUpChooser(run, refresh);
}

function insertInOrder(host, groups, group) {
  const later = groups.slice(groups.indexOf(group) + 1).find((other) => other.panel?.isConnected);
  host.insertBefore(group.panel, later?.panel ?? null);
  group.chart.redraw();
}

function makePanel(run, view, group, panels, onEvent, refresh) {
  const names = group.variables.map((variable) => variable.name).join(", ");
  const legend = element("div", { class: "legend" });
  const panel = element("div", { class: "panel" }, legend);
  byId("trajectories").append(panel); // the chart measures its width
  const readings = new Map();

  group.update = () => {
    readings.clear();
    legend.replaceChildren(...group.variables.filter((v) => v.shown).map((variable) => {
      const reading = element("span", { class: "reading" });
      readings.set(variable, reading);
      const chip = element("button", { class: "chip", title: titleOf(variable) },
        element("i", { class: seriesClass(variable.colour) }), variable.name,
        variable.unit ? element("span", { class: "unit" }, variable.unit) : null, reading);
      chip.addEventListener("click", () => {
        variable.shown = false;
        refresh();
      });
      return chip;
    }));
    group.readOut();
  };
  group.readOut = () => {
    for (const [variable, reading] of readings)
      reading.textContent = view.pointer === null ? "" : number(variable.signal.at(view.pointer), 6);
  };
  group.chart = makeChart(panel, view, {
    height: group.discrete ? 110 : panels <= 2 ? 250 : 190,
    label: `${names}${group.unit ? ` in ${group.unit}` : ""} against time in ${run.timeUnit}. Arrow keys move, plus and minus zoom, 0 shows the whole run.`,
    series: group.variables.map((variable) => ({
      stroke: () => seriesColour(variable.colour),
      hidden: () => !variable.shown,
      solidJumps: variable.discrete,
      signal: variable.signal,
    })),
    scales: { y: { range: () => rangeOf(group, view) } },
    axes: [group.discrete && wholeNumbers(group) ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], space: 18 } : {}],
    drawBehind: (u) => {
      drawSelectedMode(u, run, view);
      drawMarkers(u, run, view);
    },
    drawOver: (u) => {
      drawSelected(u, run, view);
      drawNames(u, group, view);
    },
    onClick: (u, event) => {
      const reach = Math.abs(u.posToVal(6, "x") - u.posToVal(0, "x"));
      const nearest = nearestHappening(run, u.posToVal(event.offsetX, "x"), reach);
      if (nearest >= 0) onEvent(nearest);
    },
  });
  // Elements and not drawn: they can be selected, and a test can read them.
  if (group.unit) group.chart.box.append(element("span", { class: "value-unit" }, group.unit));
  group.chart.box.append(element("span", { class: "time-unit" }, run.timeUnit));
  return panel;
}

/** What a variable is, for who points at its name. */
function titleOf({ name, description, unit }) {
  return `${name}${unit ? ` in ${unit}` : ""}${description ? `: ${description}` : ""} (click to hide)`;
}

const wholeNumbers = (group) => group.variables.every(({ signal }) =>
  signal.values.every((value) => Number.isInteger(value)) && group.high - group.low <= 4000);

/** What is visible, with a little room above and below. */
function rangeOf(group, view) {
  let [low, high] = [Infinity, -Infinity];
  for (const variable of group.variables) {
    if (!variable.shown) continue;
    const extremes = variable.signal.extremesBetween(view.from, view.to);
    low = Math.min(low, extremes.low);
    high = Math.max(high, extremes.high);
  }
  if (low > high) return [0, 1];
  const height = high - low;
  const room = height > Math.abs(high) * 1e-12 ? height * 0.07 : Math.max(Math.abs(high) * 0.05, 1e-9, group.discrete ? 0.5 : 0);
  return [low - room, high + (group.discrete ? 4 : 2) * room]; // the shapes of the events are above
}

/** The names of the lines at their right ends, moved apart where they would overlap. */
function drawNames(u, group, view) {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const line = 14 * ratio;
  const labels = group.variables
    .filter((variable) => variable.shown)
    .map((variable) => ({ variable, value: lastValue(variable.signal, view) }))
    .filter(({ value }) => Number.isFinite(value))
    .map(({ variable, value }) => ({ variable, y: u.valToPos(value, "y", true) }))
    .sort((a, b) => a.y - b.y);
  for (let i = 1; i < labels.length; ++i) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + line);
  let limit = bbox.top + bbox.height;
  for (let i = labels.length - 1; i >= 0; --i) limit = (labels[i].y = Math.min(labels[i].y, limit)) - line;

  ctx.save();
  ctx.font = `600 ${12 * ratio}px ${canvasFont}`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  for (const { variable, y } of labels) {
    ctx.fillStyle = seriesColour(variable.colour);
    ctx.fillText(shortened(variable.name, 12), bbox.left + bbox.width + 8 * ratio, y, (gutter.right - 12) * ratio);
  }
  ctx.restore();
}

function lastValue(signal, view) {
  const value = signal.at(view.to);
  return Number.isFinite(value) ? value : signal.at(Math.min(view.to, signal.t[signal.t.length - 1]));
}

function showMarkerLegend(run) {
  const present = Object.keys(shapes).filter((kind) => run.happenings.some((happening) => happening.kind === kind));
  byId("legend-of-markers").append(...present.map((kind) =>
    element("span", { class: `key ${kind}` }, element("b", {}, shapes[kind]), kind === "graze" ? " graze" : ` ${kind} event`)));
}

function setUpChooser(run, refresh) {
  const panel = byId("variables");
  const search = byId("variable-search");
  const list = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = run.variables.filter(({ name, description }) =>
      words.every((word) => `${name} ${description}`.toLowerCase().includes(word)));
    byId("variable-count").textContent = found.length > mostListed
      ? `the first ${mostListed} of ${plural(found.length, "variable")}; type a part of the name`
      : plural(found.length, "variable");
    byId("variable-list").replaceChildren(...found.slice(0, mostListed).map((variable) => {
      const box = element("input", { type: "checkbox", checked: variable.shown });
      box.addEventListener("change", () => {
        variable.shown = box.checked;
        refresh();
      });
      return element("li", {}, element("label", { title: variable.description },
        box, ` ${variable.name}`, element("span", { class: "unit" }, variable.unit)));
    }));
  };
  search.addEventListener("input", list);
  byId("choose").addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    byId("choose").setAttribute("aria-expanded", String(!panel.hidden));
    if (panel.hidden) return;
    list();
    search.focus();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    panel.hidden = true;
    byId("choose").setAttribute("aria-expanded", "false");
    byId("choose").focus();
  });
}
