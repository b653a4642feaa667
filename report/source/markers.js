// markers.js: where events are. Each kind has a line and a shape of its own; when they come too close to be told apart,
// they become a row of ticks along the top.

import { clipped } from "./chart.js";
import { firstIndex } from "./signal.js";
import { colour } from "./theme.js";

const kinds = {
  state: { dash: [], alpha: 0.55, colour: "marker" },
  time: { dash: [5, 4], alpha: 0.6, colour: "marker" },
  initial: { dash: [1, 3], alpha: 0.7, colour: "marker" },
  terminal: { dash: [], alpha: 0.9, colour: "marker", width: 2.5 },
  graze: { dash: [1, 4], alpha: 0.9, colour: "graze" },
};
export const shapes = { state: "\u25cf", time: "\u25a0", initial: "\u25b8", terminal: "\u25bc", graze: "\u25c7" };

const closest = 7; // pixels per marker, on the average; below that they are ticks

export function drawMarkers(u, run, view) {
  clipped(u, (ctx, box) => {
    const ratio = devicePixelRatio;
    const begin = firstIndex(run.happeningTimes, view.from);
    const end = firstIndex(run.happeningTimes, view.to, true);
    const xOf = (t) => Math.round(box.left + ((t - view.from) / view.width) * box.width) + 0.5;
    const dense = (end - begin) * closest * ratio > box.width;
    if (dense) drawTicks(ctx, box, run, begin, end, xOf, ratio);
    else for (let i = begin; i < end; ++i) drawMarker(ctx, box, run.happenings[i].kind, xOf(run.happenings[i].t), ratio);
  });
}

function drawTicks(ctx, box, run, begin, end, xOf, ratio) {
  ctx.fillStyle = colour("marker");
  ctx.globalAlpha = 0.4;
  let last = -1;
  for (let i = begin; i < end; ++i) {
    const x = Math.floor(xOf(run.happenings[i].t));
    if (x === last) continue;
    ctx.fillRect(x, box.top, Math.max(1, ratio), 7 * ratio);
    last = x;
  }
}

function drawMarker(ctx, box, kind, x, ratio) {
  const style = kinds[kind] ?? kinds.state;
  ctx.globalAlpha = style.alpha;
  ctx.strokeStyle = ctx.fillStyle = colour(style.colour);
  ctx.lineWidth = (style.width ?? 1) * ratio;
  ctx.setLineDash(style.dash.map((part) => part * ratio));
  ctx.beginPath();
  ctx.moveTo(x, box.top);
  ctx.lineTo(x, box.top + box.height);
  ctx.stroke();
  ctx.setLineDash([]);
  drawShape(ctx, kind, x, box.top + 5 * ratio, 3.2 * ratio);
}

function drawShape(ctx, kind, x, y, r) {
  ctx.globalAlpha = 1;
  ctx.beginPath();
  if (kind === "time") ctx.rect(x - r * 0.85, y - r * 0.85, 1.7 * r, 1.7 * r);
  else if (kind === "terminal") polygon(ctx, [x - 1.3 * r, y - r], [x + 1.3 * r, y - r], [x, y + 1.3 * r]);
  else if (kind === "initial") polygon(ctx, [x, y - r], [x + 1.6 * r, y], [x, y + r]);
  else if (kind === "graze") polygon(ctx, [x, y - 1.3 * r], [x + 1.3 * r, y], [x, y + 1.3 * r], [x - 1.3 * r, y]);
  else ctx.arc(x, y, r * 0.9, 0, 2 * Math.PI);
  if (kind === "graze") {
    ctx.fillStyle = colour("panel");
    ctx.fill();
    ctx.stroke();
  } else {
    ctx.fill();
  }
}

function polygon(ctx, ...points) {
  points.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
  ctx.closePath();
}

/** The selected event, in every chart. */
export function drawSelected(u, run, view) {
  const happening = run.happenings[view.event];
  if (happening === undefined) return;
  clipped(u, (ctx, box) => {
    const x = Math.round(box.left + ((happening.t - view.from) / view.width) * box.width);
    ctx.strokeStyle = colour("accent");
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, box.top);
    ctx.lineTo(x, box.top + box.height);
    ctx.stroke();
  });
}

/** The stays in the selected mode, as a tint behind the lines. */
export function drawSelectedMode(u, run, view) {
  if (view.mode === null) return;
  clipped(u, (ctx, box) => {
    ctx.fillStyle = colour("tint");
    let last = -Infinity;
    for (let i = Math.max(0, firstIndex(run.stayStarts, view.from) - 1); i < run.stays.length && run.stays[i].from <= view.to; ++i) {
      const { from, to, mode, then } = run.stays[i];
      if (mode !== view.mode && then !== view.mode) continue;
      const left = Math.max(last, box.left + ((Math.max(from, view.from) - view.from) / view.width) * box.width);
      const right = Math.max(left + 1, box.left + ((Math.min(to, view.to) - view.from) / view.width) * box.width);
      ctx.fillRect(left, box.top, right - left, box.height);
      last = right;
    }
  });
}

/** Index of the happening nearest to t, if it is within `reach`; -1 otherwise. */
export function nearestHappening(run, t, reach) {
  const after = firstIndex(run.happeningTimes, t);
  let best = -1;
  for (const i of [after - 1, after])
    if (i >= 0 && i < run.happenings.length && Math.abs(run.happeningTimes[i] - t) <= reach) {
      best = i;
      reach = Math.abs(run.happeningTimes[i] - t);
    }
  return best;
}
