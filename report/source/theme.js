// theme.js: light and dark, and the colours that canvases need.
//
// The colours are Okabe and Ito's, which people with any common colour blindness tell apart, made lighter for dark ground.
// Nothing is told by colour alone: lines carry their names, modes have lanes, kinds of events have shapes.

const colours = 7; // --s0 to --s6 of style.css
const listeners = [];
let cache = {};

export const theme = () => document.documentElement.dataset.theme;

export function setTheme(name) {
  if (name === theme()) return;
  document.documentElement.dataset.theme = name;
  cache = {};
  for (const listener of listeners) listener(name);
}

export const onTheme = (listener) => void listeners.push(listener);

/** The same colour for what is not a canvas. */
export const seriesClass = (i) => `s${i % colours}`;

export const seriesColour = (i) => colour(`s${i % colours}`);

/** A colour of style.css by its name there, without the dashes. */
export function colour(name) {
  cache[name] ??= getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  return cache[name];
}

export const canvasFont = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";

export function followSystem() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  setTheme(dark.matches ? "dark" : "light");
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
}
