// timeline.js: which mode when. A lane per mode; of many modes, the longest get lanes and the others share one.

import { clipped, gutter, makeChart } from "./chart.js";
import { byId, element, hideTip, showTip } from "./element.js";
import { number, percent, plural, timeIn } from "./format.js";
import { drawSelected, drawSelectedMode } from "./markers.js";
import { firstIndex } from "./signal.js";
import { canvasFont, colour, seriesColour } from "./theme.js";

const mostLanes = 8;
const firstColour = 2; // others than those of the first lines

export function showTimeline(run, view, onMode) {
  const host = byId("timeline");
  if (run.stays.length === 0) {
    host.append(element("p", { class: "empty" }, "The record has no modes."));
    return;
  }
  const lanes = lanesOf(run);
  const others = run.modes.length - lanes.own.length;
  byId("modes-note").textContent = plural(run.modes.length, "mode") + (others > 0 ? `; the ${lanes.own.length} longest have a lane each` : "");
  const laneOf = (mode) => lanes.index.get(mode) ?? lanes.own.length;
  const lastLane = lanes.own.length + (others > 0 ? 1 : 0);

  const chart = makeChart(host, view, {
    height: 16 + 24 * lastLane,
    label: `Modes over time: ${run.modes.slice(0, mostLanes).map((m) => `${m.name} ${percent(m.time / (run.last - run.first))}`).join(", ")}`,
    timeLabels: false,
    series: [{ stroke: () => "transparent" }],
    scales: { y: { range: () => [0, lastLane] } },
    axes: [{ splits: () => [], grid: { show: false } }],
    drawBehind: (u) => drawSelectedMode(u, run, view),
    drawOver: (u) => {
      drawStays(u, run, view, laneOf, lastLane);
      drawLabels(u, lanes, others, lastLane);
      drawSelected(u, run, view);
    },
    onHover: (u, event) => {
      const stay = event && stayAt(run, u.posToVal(event.offsetX, "x"));
      if (stay) showTip(event.clientX, event.clientY, ...describe(run, stay, view));
      else hideTip();
    },
    onClick: (u, event) => {
      const stay = stayAt(run, u.posToVal(event.offsetX, "x"));
      if (stay) onMode(stay.mode);
    },
  });
  return chart;
}

function lanesOf(run) {
  const byTime = [...run.modes].sort((a, b) => b.time - a.time || a.id - b.id);
  const own = byTime.slice(0, run.modes.length <= mostLanes ? mostLanes : mostLanes - 1).sort((a, b) => a.id - b.id);
  own.forEach((mode, lane) => Object.assign(mode, { lane, colour: lane + firstColour }));
  return { own, index: new Map(own.map((mode, lane) => [mode.id, lane])) };
}

export const modeColour = (mode) => (mode?.colour === undefined ? colour("muted") : seriesColour(mode.colour));

// Where stays are narrower than a pixel, the strength of the colour is their share of it.
function drawStays(u, run, view, laneOf, lanes) {
  clipped(u, (ctx, box) => {
    const begin = Math.max(0, firstIndex(run.stayStarts, view.from) - 1);
    const end = firstIndex(run.stayStarts, view.to, true);
    const scale = box.width / view.width;
    const height = box.height / lanes;
    const colours = Array.from({ length: lanes }, (_, lane) => modeColour(run.modes.find((mode) => mode.lane === lane)));
    const shares = Array.from({ length: lanes }, () => new Float32Array(Math.ceil(box.width) + 1));
    const fill = (lane, left, width, alpha) => {
      ctx.globalAlpha = alpha;
      ctx.fillStyle = colours[lane];
      ctx.fillRect(box.left + left, box.top + lane * height + 0.16 * height, width, 0.68 * height);
    };
    for (let i = begin; i < end; ++i) {
      const { from, to, mode, then } = run.stays[i];
      const left = (Math.max(from, view.from) - view.from) * scale;
      const right = (Math.min(to, view.to) - view.from) * scale;
      for (const one of mode === then ? [mode] : [mode, then]) {
        if (right - left >= 2) fill(laneOf(one), left, right - left, mode === then ? 0.9 : 0.45);
        else shares[laneOf(one)][Math.floor(left)] += Math.max(0, right - left);
      }
    }
    shares.forEach((share, lane) => share.forEach((part, x) => {
      if (part > 0) fill(lane, x, 1, Math.min(0.9, 0.25 + part));
    }));
    ctx.globalAlpha = 1;
  });
}

function drawLabels(u, lanes, others, lastLane) {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = `12px ${canvasFont}`.replace("12px", `${12 * ratio}px`);
  ctx.fillStyle = colour("muted");
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  const names = [...lanes.own.map((mode) => mode.name), ...(others > 0 ? [`${others} others`] : [])];
  names.forEach((name, lane) =>
    ctx.fillText(name, bbox.left - 8 * ratio, bbox.top + ((lane + 0.5) * bbox.height) / lastLane, (gutter.left - 12) * ratio));
  ctx.restore();
}

export function stayAt(run, t) {
  const stay = run.stays[firstIndex(run.stayStarts, t, true) - 1];
  return stay && t <= stay.to ? stay : null;
}

function describe(run, { mode, then, from, to }, view) {
  const { name, full } = run.modes.find((one) => one.id === mode);
  const width = Math.min(view.width, to - from);
  return [mode === then ? name : `${name}, then mode ${then} without an event`, ...full.slice(0, 12),
          full.length > 12 ? `and ${full.length - 12} more conditions` : null,
          `${timeIn(from, width)} to ${timeIn(to, width)} ${run.timeUnit} (${number(to - from, 4)} ${run.timeUnit})`]
    .filter((line) => line !== null);
}
