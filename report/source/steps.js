// steps.js: what the method did: the size of its steps, its order, and the trials that it threw away.

import { clipped, makeChart } from "./chart.js";
import { byId, element, hideTip, showTip } from "./element.js";
import { count, number, plural } from "./format.js";
import { drawSelected, drawSelectedMode } from "./markers.js";
import { firstIndex, Signal } from "./signal.js";
import { colour, seriesClass, seriesColour } from "./theme.js";

const firstColour = 5; // others than those of the first lines and modes

export function showSteps(run, view) {
  const host = byId("steps");
  const { steps, methods } = run;
  if (steps.left.length === 0) {
    host.append(element("p", { class: "empty" }, "The record has no history of steps."));
    return;
  }
  const used = [...new Set(steps.method)].sort((a, b) => a - b);
  const rejected = steps.rejected.reduce((sum, n) => sum + n, 0);
  byId("steps-note").append(
    plural(steps.left.length, "step"),
    ...used.map((m, i) => element("span", { class: "key" },
      element("i", { class: seriesClass(i + firstColour) }), ` ${methods[m] ?? `method ${m}`}`)),
    ...(rejected > 0 ? [element("span", { class: "key rejected" }, element("b", {}, "\u00d7"), ` ${count(rejected)} rejected`)] : []),
  );
  const chartOf = (values, details) => {
    const signals = used.map((method) => stairs(steps, values, method));
    return makeChart(host, view, {
      series: signals.map((signal, i) => ({
        stroke: () => seriesColour(i + firstColour),
        solidJumps: true,
        signal,
      })),
      drawBehind: (u) => drawSelectedMode(u, run, view),
      onHover: (u, event) => hover(run, u, event),
      ...details(signals),
    });
  };
  chartOf(steps.size, (signals) => ({
    height: 130,
    label: "Step size against time, on a logarithmic scale",
    timeLabels: false,
    scales: { y: { distr: 3, range: () => decades(signals, view) } },
    axes: [{ splits: (u, axis, low, high) => powersOfTen(low, high), filter: (u, ticks) => ticks, values: (u, ticks) => ticks.map(powerOrNumber) }],
    drawOver: (u) => {
      drawRejected(u, steps, view);
      drawSelected(u, run, view);
    },
  }));
  const highest = Math.max(1, ...new Set(steps.order));
  chartOf(steps.order, () => ({
    height: 96,
    label: "Order of the method against time",
    scales: { y: { range: () => [0, highest + 1] } },
    axes: [{ incrs: [1, 2, 5, 10], space: 18, values: (u, ticks) => ticks.map((order) => order.toFixed(0)) }],
    drawOver: (u) => drawSelected(u, run, view),
  }));
}

/** The value over each step of one method; a gap where another one was at work. */
function stairs({ left, size, method }, values, which) {
  const [t, y] = [[], []];
  for (let i = 0; i < left.length; ++i) {
    if (method[i] !== which) {
      if (t.length > 0 && !Number.isNaN(y.at(-1))) t.push(left[i]), y.push(NaN);
      continue;
    }
    const value = values[i] > 0 ? values[i] : NaN;
    t.push(left[i], left[i] + size[i]);
    y.push(value, value);
  }
  return new Signal(Float64Array.from(t), Float64Array.from(y));
}

function decades(signals, view) {
  let [low, high] = [Infinity, 0];
  for (const signal of signals) {
    const extremes = signal.extremesBetween(view.from, view.to);
    low = Math.min(low, extremes.low);
    high = Math.max(high, extremes.high);
  }
  if (low > high) [low, high] = [1e-3, 1];
  return [low / 1.6, high * 1.6];
}

function powersOfTen(low, high) {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const every = Math.max(1, Math.ceil((last - first + 1) / 4));
  const ticks = [];
  for (let power = first; power <= last; power += every) ticks.push(10 ** power);
  if (ticks.length >= 2) return ticks;
  return [-1, 0, 1].flatMap((shift) => [1, 2, 5].map((digit) => digit * 10 ** (Math.floor(Math.log10(low)) + shift)))
    .filter((tick) => tick >= low && tick <= high);
}

const raised = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
const superscript = (power) => String(power).replace(/[-0-9]/g, (c) => (c === "-" ? "\u207b" : raised[c]));
const powerOrNumber = (h) => (Number.isInteger(+Math.log10(h).toFixed(9)) ? `10${superscript(Math.round(Math.log10(h)))}` : number(h));

/** A cross at the step that was taken in the end; one per place, however many there are. */
function drawRejected(u, { left, size, rejected }, view) {
  clipped(u, (ctx, box) => {
    const ratio = devicePixelRatio;
    const arm = 3 * ratio;
    ctx.strokeStyle = colour("bad");
    ctx.lineWidth = 1.5 * ratio;
    ctx.beginPath();
    let last = -Infinity;
    for (let i = firstIndex(left, view.from); i < left.length && left[i] <= view.to; ++i) {
      if (!(rejected[i] > 0)) continue;
      const x = box.left + ((left[i] - view.from) / view.width) * box.width;
      if (x - last < 2 * ratio) continue;
      const y = u.valToPos(size[i], "y", true);
      ctx.moveTo(x - arm, y - arm);
      ctx.lineTo(x + arm, y + arm);
      ctx.moveTo(x - arm, y + arm);
      ctx.lineTo(x + arm, y - arm);
      last = x;
    }
    ctx.stroke();
  });
}

function hover({ steps, methods }, u, event) {
  const i = event ? firstIndex(steps.left, u.posToVal(event.offsetX, "x"), true) - 1 : -1;
  if (i < 0) return hideTip();
  const lines = [`step ${count(i + 1)}`, `h = ${number(steps.size[i], 4)}`, `order ${steps.order[i]}, ${methods[steps.method[i]] ?? ""}`];
  if (steps.rejected[i] > 0) lines.push(`after ${plural(steps.rejected[i], "rejected trial")}`);
  showTip(event.clientX, event.clientY, ...lines);
}
