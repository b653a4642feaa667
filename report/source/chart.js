// chart.js: what all charts share: the axis of time, the pointer, and zoom by drag, wheel, pinch and double click.
//
// uPlot draws axes and the pointer and measures; the data stays with us (signal.js), so uPlot is given two points.

import uPlot from "uplot";
import { element } from "./element.js";
import { tickLabels } from "./format.js";
import { canvasFont, colour, onTheme } from "./theme.js";

export const gutter = { left: 72, right: 84 };
const pointerKey = "saltus";
const lineWidth = 1.75;
const paperWidth = 700; // fits between the margins of A4 and of letter paper

/**
 * A chart of the window `view` in `host`.
 *   height, label          in pixels; what a screen reader says
 *   series                 [{ signal, stroke(), hidden(), solidJumps }]; a jump is dashed unless it is solid
 *   scales, axes           of uPlot, beside x
 *   timeLabels             whether the axis of time has numbers
 *   drawBehind, drawOver   (u) => void, in device pixels; below and above the lines
 */
export function makeChart(host, view, { height, label, series = [], scales = {}, axes = [], timeLabels = true, ...hooks }) {
  const box = element("div", { class: "chart", tabindex: 0, role: "img", "aria-label": label });
  host.append(box);

  const options = {
    width: Math.max(200, box.clientWidth),
    height,
    padding: [8, gutter.right, timeLabels ? 0 : 4, 0],
    legend: { show: false },
    scales: { x: { time: false, range: () => [view.from, view.to] }, ...scales },
    axes: [timeAxis(timeLabels), ...axes.map((axis) => ({ ...valueAxis(), ...axis }))],
    series: [{}, ...series.map(uplotSeries)],
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false, dist: 4 },
      sync: { key: pointerKey, setSeries: false, scales: ["x", null], filters: onlyMoves },
      bind: { dblclick: () => () => (view.reset(), null) },
    },
    hooks: {
      drawAxes: [(u) => hooks.drawBehind?.(u)],
      draw: [(u) => {
        drawJumps(u, series);
        hooks.drawOver?.(u);
      }],
      setSelect: [(u) => zoomToSelection(u, view)],
      setCursor: [(u) => followPointer(u, view)],
    },
  };
  for (const one of series) one.view = view;
  // Two points without values: they span the run and leave every drawing to us.
  const nothing = [[view.first, view.last], ...series.map(() => [null, null])];
  const u = new uPlot(options, nothing, box);
  const chart = { u, box, redraw: () => showWindow(u, box, view), resize: (width) => u.setSize({ width, height }) };

  addWheel(u, box, view);
  addTouch(u, view);
  if (hooks.onHover) addHover(u, hooks.onHover);
  if (hooks.onClick) addClick(u, hooks.onClick);
  new ResizeObserver(() => {
    if (box.clientWidth > 0 && box.clientWidth !== u.width) chart.resize(box.clientWidth);
  }).observe(box);
  addEventListener("beforeprint", () => chart.resize(paperWidth));
  addEventListener("afterprint", () => chart.resize(box.clientWidth));
  view.onChange(() => box.isConnected && chart.redraw());
  onTheme(() => u.redraw(true, false));
  chart.redraw();
  return chart;
}

const moves = (type) => type === "mousemove" || type === "mouseleave";
const onlyMoves = { pub: moves, sub: moves };

function timeAxis(labels) {
  return {
    scale: "x",
    font: `12px ${canvasFont}`,
    stroke: () => colour("muted"),
    grid: { stroke: () => colour("grid"), width: 1 },
    ticks: { show: false },
    size: labels ? 26 : 0,
    gap: 6,
    space: 90,
    values: (u, ticks, axis, space, step) => (labels ? tickLabels(ticks, step) : ticks.map(() => "")),
  };
}

function valueAxis() {
  return {
    scale: "y",
    font: `12px ${canvasFont}`,
    stroke: () => colour("muted"),
    grid: { stroke: () => colour("grid"), width: 1 },
    ticks: { show: false },
    size: gutter.left,
    gap: 8,
    space: 32,
    values: (u, ticks, axis, space, step) => tickLabels(ticks, step),
  };
}

/** Like u.valToPos, which looks up the scale at every call. */
function yOfScale(u) {
  const { min, max, distr } = u.scales.y;
  const { top, height } = u.bbox;
  const of = distr === 3 ? Math.log : (y) => y;
  const [low, factor] = [of(min), height / (of(max) - of(min))];
  return (y) => top + height - (of(y) - low) * factor;
}

function uplotSeries(one) {
  return {
    scale: "y",
    stroke: one.stroke,
    width: lineWidth,
    pxAlign: 0,
    points: { show: false },
    paths: (u) => {
      if (one.hidden?.() || !one.signal) return null;
      const { view, signal } = one;
      const yOf = yOfScale(u);
      one.drawn = signal.picture(view.from, view.to, u.bbox, yOf, lineWidth * devicePixelRatio);
      return { stroke: one.drawn.lines, fill: one.drawn.columns, _fill: one.stroke(), clip: null, band: null, gaps: null, flags: 0 };
    },
  };
}

function drawJumps(u, series) {
  const { ctx } = u;
  clipped(u, () => {
    for (const one of series) {
      if (!one.drawn || one.hidden?.()) continue;
      ctx.strokeStyle = one.stroke();
      ctx.lineWidth = (one.solidJumps ? lineWidth : 1) * devicePixelRatio;
      ctx.setLineDash(one.solidJumps ? [] : [3 * devicePixelRatio, 3 * devicePixelRatio]);
      ctx.stroke(one.drawn.jumps);
    }
  });
}

/** Draws inside of the plotting area only, and leaves the canvas as it was. */
export function clipped(u, draw) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw(ctx, bbox);
  ctx.restore();
}

function showWindow(u, box, view) {
  u.setScale("x", { min: view.from, max: view.to });
  box.dataset.from = view.from;
  box.dataset.to = view.to;
}

function zoomToSelection(u, view) {
  const { left, width } = u.select;
  if (width < 4) return;
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  view.show(u.posToVal(left, "x"), u.posToVal(left + width, "x"));
}

function followPointer(u, view) {
  const { left } = u.cursor;
  view.point(left === null || left === undefined || left < 0 ? null : u.posToVal(left, "x"));
}

// The wheel belongs to the page until the chart has been clicked; with Ctrl, and by pinching a touch pad, it always zooms.
function addWheel(u, box, view) {
  u.over.addEventListener("mousedown", () => box.focus({ preventScroll: true }));
  u.over.addEventListener("wheel", (event) => {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!sideways && !event.ctrlKey && document.activeElement !== box) return;
    event.preventDefault();
    if (sideways) view.pan(event.deltaX / u.over.clientWidth);
    else view.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 100) * 0.002), u.posToVal(event.offsetX, "x"));
  }, { passive: false });
}

function addTouch(u, view) {
  let before = null;
  const places = (event) => {
    const left = u.over.getBoundingClientRect().left;
    return [...event.touches].slice(0, 2).map((touch) => touch.clientX - left);
  };
  u.over.addEventListener("touchstart", (event) => (before = places(event)), { passive: true });
  u.over.addEventListener("touchend", (event) => (before = places(event)), { passive: true });
  u.over.addEventListener("touchmove", (event) => {
    const now = places(event);
    if (before === null || before.length !== now.length) before = now;
    if (now.length === 2) {
      event.preventDefault();
      const spread = ([a, b]) => Math.max(8, Math.abs(b - a));
      view.zoom(spread(before) / spread(now), u.posToVal((now[0] + now[1]) / 2, "x"));
    } else if (now.length === 1) {
      view.pan((before[0] - now[0]) / u.over.clientWidth);
    }
    before = now;
  }, { passive: false });
}

function addHover(u, onHover) {
  u.over.addEventListener("mousemove", (event) => onHover(u, event));
  u.over.addEventListener("mouseleave", () => onHover(u, null));
}

// A drag ends with a click, too; it is none when the pointer has moved.
function addClick(u, onClick) {
  let down = 0;
  u.over.addEventListener("mousedown", (event) => (down = event.clientX));
  u.over.addEventListener("click", (event) => Math.abs(event.clientX - down) < 4 && onClick(u, event));
}
