// diagram.js: modes as nodes, events as arrows between them, laid out by dagre.
//
// Many modes make no picture: the most visited and the most frequent ways between them are shown, and the heading says what
// is left out.

import dagre from "@dagrejs/dagre";
import { byId, element, hideTip, showTip, svg } from "./element.js";
import { count, percent, plural, shortened } from "./format.js";
import { canvasFont } from "./theme.js";

const mostNodes = 10;
const mostArrows = 24;
const mostLabels = 3;
const lineHeight = 17;
const loopSize = 44; // how far the arrow from a mode to itself goes

export function showDiagram(run, view, onMode) {
  const host = byId("diagram");
  if (run.modes.length === 0) {
    host.append(element("p", { class: "empty" }, "The record has no modes."));
    return;
  }
  const modes = run.modes.slice(0, mostNodes);
  const shown = new Set(modes.map((mode) => mode.id));
  const transitions = run.transitions.filter(({ from, to }) => shown.has(from) && shown.has(to)).slice(0, mostArrows);
  byId("diagram-note").textContent = noteOf(run, modes, transitions);

  const layout = bestLayout(host, run, modes, transitions);
  const { width, height } = layout.graph();
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": "State-transition diagram" },
    svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8,
                                    markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { d: "M0 0.6 L7.5 4 L0 7.4 z" }))));
  for (const node of modes.map((mode) => layout.node(String(mode.id)))) {
    node.x -= (node.width - node.frame.width) / 2;
    node.y -= (node.height - node.frame.height) / 2;
    Object.assign(node, node.frame);
    if (node.own) picture.append(arrowOf(loopOf(node, layout.graph().rankdir), run));
  }
  for (const edge of layout.edges()) {
    const { points } = layout.edge(edge);
    points[0] = borderOf(layout.node(edge.v), points[1]);
    points[points.length - 1] = borderOf(layout.node(edge.w), points[points.length - 2]);
    picture.append(arrowOf(layout.edge(edge), run));
  }
  const nodes = new Map(modes.map((mode) => [mode.id, nodeOf(mode, layout.node(String(mode.id)), run, onMode)]));
  picture.append(...nodes.values());
  host.append(picture);
  if (width > 1.5 * host.clientWidth) picture.style.maxWidth = "none"; // rather scrolled than too small to read

  view.onChange(() => {
    for (const [id, node] of nodes) node.setAttribute("aria-pressed", String(id === view.mode));
  });
}

function noteOf(run, modes, transitions) {
  const parts = [];
  const events = (list) => list.reduce((sum, { count: n, silent }) => sum + (silent ? 0 : n), 0);
  if (modes.length < run.modes.length) parts.push(`the ${modes.length} most visited of ${count(run.modes.length)} modes`);
  if (transitions.length < run.transitions.length)
    parts.push(`${count(events(transitions))} of ${plural(events(run.transitions), "event")}`);
  if (run.transitions.length === 0) parts.push("no event happened");
  else parts.push("a click on a mode marks its time in the charts");
  return parts.join("; ");
}

function linesOf(mode, run) {
  const labels = mode.labels.slice(0, mostLabels).flatMap((label) => wrapped(label, 38));
  if (mode.labels.length > mostLabels) labels.push(`and ${mode.labels.length - mostLabels} more`);
  const [least, most] = [mode.time, mode.most].map((time) => percent(time / (run.last - run.first || 1)));
  return [...labels, `${least === most ? most : `${least} to ${most}`} of the time, ${plural(mode.visits, "visit")}`];
}

/** To the right or down, whichever can be read at a larger size. */
function bestLayout(host, run, modes, transitions) {
  const size = (layout) => Math.min(1, host.clientWidth / layout.graph().width, 640 / layout.graph().height);
  const [right, down] = ["LR", "TB"].map((rankdir) => layOut(run, modes, transitions, rankdir));
  return size(right) >= size(down) ? right : down;
}

function layOut(run, modes, transitions, rankdir) {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir, nodesep: 34, ranksep: rankdir === "LR" ? 84 : 56, edgesep: 22, marginx: 14, marginy: 14 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const mode of modes) {
    const lines = linesOf(mode, run);
    const width = 34 + Math.max(textWidth(mode.name, 600), ...lines.map((line) => textWidth(line, 400)));
    const own = transitions.find(({ from, to }) => from === mode.id && to === mode.id);
    const frame = { width, height: 30 + lineHeight * lines.length };
    // dagre gets a node that is larger by the loop, which is where arrows to other modes are not.
    const beside = own && rankdir === "TB" ? loopSize + labelOf(own).width : 0;
    const below = own && rankdir === "LR" ? loopSize + 24 : 0;
    graph.setNode(String(mode.id), { lines, own, frame, width: width + beside, height: frame.height + below });
  }
  for (const transition of transitions) {
    if (transition.from === transition.to) continue;
    graph.setEdge(String(transition.from), String(transition.to), { transition, ...labelOf(transition), labelpos: "c" }, String(transition.silent));
  }
  dagre.layout(graph);
  return graph;
}

/** In at most two lines, broken between words. */
function wrapped(text, most) {
  if (text.length <= most) return [text];
  const at = text.lastIndexOf(" ", most);
  return at < most / 2 ? [shortened(text, most)] : [text.slice(0, at), shortened(text.slice(at + 1), most)];
}

function labelOf({ count: n, causes }) {
  const more = causes.length > 1 ? ` +${causes.length - 1}` : "";
  const cause = wrapped(causes[0]?.[0] || "", 34);
  const lines = [`${count(n)} \u00d7`, ...cause.slice(0, -1), cause.at(-1) + more].filter(Boolean);
  return { lines, width: Math.max(...lines.map((line) => textWidth(line, 500))) + 12, height: lineHeight * lines.length + 4 };
}

let measure = null;
function textWidth(text, weight) {
  measure ??= document.createElement("canvas").getContext("2d");
  measure.font = `${weight} 13px ${canvasFont}`;
  return measure.measureText(text).width;
}

function nodeOf(mode, { x, y, width, height, lines }, run, onMode) {
  const left = x - width / 2;
  const top = y - height / 2;
  const initial = run.stays[run.backward ? run.stays.length - 1 : 0]?.mode === mode.id;
  const node = svg("g", { class: "node", tabindex: 0, role: "button", "aria-pressed": "false",
                          "aria-label": `${mode.name}: ${mode.full.join(", ")}; ${lines.at(-1)}` },
    svg("rect", { x: left, y: top, width, height, rx: 7 }),
    svg("rect", { class: `stripe ${mode.colour === undefined ? "none" : `s${mode.colour % 7}`}`, x: left, y: top, width: 6, height, rx: 3 }),
    svg("text", { class: "name", x: left + 18, y: top + 20 }, mode.name + (initial ? " (start)" : "")),
    ...lines.map((line, i) =>
      svg("text", { class: i === lines.length - 1 ? "faint" : "", x: left + 18, y: top + 20 + lineHeight * (i + 1) }, line)));
  const choose = () => onMode(mode.id);
  node.addEventListener("click", choose);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  });
  node.addEventListener("mousemove", (event) => showTip(event.clientX, event.clientY, mode.name, ...mode.full.slice(0, 16)));
  node.addEventListener("mouseleave", hideTip);
  return node;
}

function arrowOf({ points, transition, lines, x, y, width, height }, run) {
  const most = run.transitions[0].count;
  const weight = 1.2 + 2.2 * (Math.log1p(transition.count) / Math.log1p(Math.max(most, 2)));
  const group = svg("g", { class: transition.silent ? "edge silent" : "edge" },
    svg("path", { d: smooth(points), "stroke-width": weight.toFixed(2), "marker-end": "url(#arrow)" }));
  group.append(svg("rect", { class: "plate", x: x - width / 2, y: y - height / 2, width, height, rx: 4 }));
  lines.forEach((line, i) =>
    group.append(svg("text", { class: i === 0 ? "count" : "faint", x, y: y - height / 2 + 14 + lineHeight * i, "text-anchor": "middle" }, line)));
  const often = transition.silent ? `${count(transition.count)} times` : plural(transition.count, "event");
  group.addEventListener("mousemove", (event) =>
    showTip(event.clientX, event.clientY, `mode ${transition.from} \u2192 mode ${transition.to}, ${often}`,
      ...transition.causes.slice(0, 10).map(([cause, n]) => `${count(n)} \u00d7 ${cause}`)));
  group.addEventListener("mouseleave", hideTip);
  return group;
}

/** Where the line from the middle of a node to a point leaves the node. */
function borderOf({ x, y, width, height }, point) {
  const [dx, dy] = [point.x - x, point.y - y];
  const part = Math.min(width / 2 / Math.abs(dx || 1e-9), height / 2 / Math.abs(dy || 1e-9));
  return { x: x + dx * part, y: y + dy * part };
}

/** From a mode to itself: below it where ranks go to the right, at its right where they go down. */
function loopOf({ own, x, y, width, height }, rankdir) {
  const label = labelOf(own);
  if (rankdir === "LR") {
    const [bottom, reach] = [y + height / 2, Math.min(width / 2 - 12, label.width / 2 + 12)];
    const at = (dx, dy) => ({ x: x + dx, y: bottom + dy });
    const deep = loopSize * 0.75;
    return { transition: own, ...label, x, y: bottom + loopSize,
             points: [at(-reach, 0), at(-reach, deep), at(0, loopSize), at(reach, deep), at(reach, 1)] };
  }
  const right = x + width / 2;
  const at = (dx, dy) => ({ x: right + dx, y: y + dy });
  return { transition: own, ...label, x: right + 30 + label.width / 2, y, points: [at(0, -12), at(18, -14), at(26, 0), at(18, 14), at(1, 12)] };
}

/** A curve through all points (Catmull and Rom), so that an arrow passes under its label. */
function smooth(points) {
  const at = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const toward = (from, a, b, part) => ({ x: from.x + (b.x - a.x) * part, y: from.y + (b.y - a.y) * part });
  let path = `M${at(points[0])}`;
  for (let i = 0; i + 1 < points.length; ++i) {
    const [before, from, to, after] = [points[Math.max(i - 1, 0)], points[i], points[i + 1], points[Math.min(i + 2, points.length - 1)]];
    path += ` C${at(toward(from, before, to, 1 / 6))} ${at(toward(to, after, from, 1 / 6))} ${at(to)}`;
  }
  return path;
}
