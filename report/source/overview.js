// overview.js: the whole run as a strip, with the window that the charts show.

import { gutter } from "./chart.js";
import { byId } from "./element.js";
import { number, timeIn } from "./format.js";
import { colour, onTheme, seriesColour } from "./theme.js";

export function showOverview(run, view) {
  const canvas = byId("overview");
  const ctx = canvas.getContext("2d");
  const signal = run.variables.find((variable) => variable.shown)?.signal;
  const left = gutter.left + 13; // so that times are above those of the charts, which have a frame
  const right = gutter.right + 5;

  let picture = null; // stays the same while the window moves
  const draw = () => {
    const ratio = devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.max(1, Math.round(size * ratio)));
    if (canvas.width !== width || canvas.height !== height) {
      [canvas.width, canvas.height] = [width, height];
      picture = null;
    }
    ctx.clearRect(0, 0, width, height);
    const box = { left: left * ratio, width: Math.max(1, canvas.width - (left + right) * ratio) };
    ctx.fillStyle = colour("sunken");
    ctx.fillRect(box.left, 0, box.width, canvas.height);
    if (signal) {
      const { low, high } = signal.extremes(0, signal.values.length);
      const range = high - low || 1;
      ctx.strokeStyle = ctx.fillStyle = seriesColour(run.variables.find((variable) => variable.shown)?.colour ?? 0);
      ctx.lineWidth = ratio;
      ctx.globalAlpha = 0.75;
      picture ??= signal.picture(view.first, view.last, box, (y) => canvas.height * (0.88 - (0.76 * (y - low)) / range), ratio);
      ctx.stroke(picture.lines);
      ctx.fill(picture.columns);
      ctx.globalAlpha = 1;
    }
    const xOf = (t) => box.left + ((t - view.first) / (view.last - view.first)) * box.width;
    const [from, to] = [xOf(view.from), Math.max(xOf(view.to), xOf(view.from) + 3 * ratio)];
    ctx.fillStyle = colour("veil");
    ctx.fillRect(box.left, 0, from - box.left, canvas.height);
    ctx.fillRect(to, 0, box.left + box.width - to, canvas.height);
    ctx.strokeStyle = colour("accent");
    ctx.lineWidth = 2 * ratio;
    if (!view.isWhole) ctx.strokeRect(from, ratio, to - from, canvas.height - 2 * ratio);

    const text = `${timeIn(view.from, view.width)} to ${timeIn(view.to, view.width)} ${run.timeUnit}`;
    byId("window").textContent = text;
    canvas.setAttribute("aria-valuetext", text);
    canvas.setAttribute("aria-valuemin", view.first);
    canvas.setAttribute("aria-valuemax", view.last);
    canvas.setAttribute("aria-valuenow", (view.from + view.to) / 2);
  };

  const timeAt = (event) => {
    const width = Math.max(1, canvas.clientWidth - left - right);
    return view.first + ((event.offsetX - left) / width) * (view.last - view.first);
  };
  let grip = null; // a drag inside the window moves it, one outside of it makes a new one
  canvas.addEventListener("pointerdown", (event) => {
    const t = timeAt(event);
    const inside = !view.isWhole && t >= view.from && t <= view.to;
    grip = { t, from: view.from, to: view.to, inside };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (grip === null) return;
    const t = timeAt(event);
    if (grip.inside) view.show(grip.from + t - grip.t, grip.to + t - grip.t);
    else if (t !== grip.t) view.show(Math.min(t, grip.t), Math.max(t, grip.t));
  });
  canvas.addEventListener("pointerup", () => (grip = null));
  canvas.addEventListener("dblclick", () => view.reset());
  new ResizeObserver(draw).observe(canvas);
  view.onChange(draw);
  onTheme(draw);
  view.onPointer((t) => (byId("pointer-time").textContent = t === null ? "" : `t = ${number(t, 8)} ${run.timeUnit}`));
  draw();
}
