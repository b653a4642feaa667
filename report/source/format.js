// format.js: numbers, times and relations as a person reads them.

const trimmed = (text) => {
  const [mantissa, exponent] = text.split("e");
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return exponent === undefined ? short : `${short}e${Number(exponent)}`;
};

/** A number with so many significant digits, without zeros that say nothing; a dash where there is none. */
export function number(value, digits = 6) {
  if (value === null || value === undefined || Number.isNaN(value)) return "\u2013";
  if (typeof value !== "number") return String(value);
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : "-\u221e";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e7) return trimmed(value.toExponential(digits - 1));
  return trimmed(value.toPrecision(digits));
}

export const count = (n) => Number(n).toLocaleString("en-US").replaceAll(",", "\u202f");

export const plural = (n, word) => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

export function percent(share) {
  if (share > 0 && share < 0.001) return "< 0.1 %";
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** Wall time. */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) return "\u2013";
  if (seconds < 1e-3) return `${number(seconds * 1e6, 3)} \u00b5s`;
  if (seconds < 1) return `${number(seconds * 1e3, 3)} ms`;
  if (seconds < 120) return `${number(seconds, 3)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** So many digits that two times in a window of this width look different. */
export function timeIn(t, width) {
  if (!Number.isFinite(t)) return "\u2013";
  const digits = Math.ceil(Math.log10(Math.max(Math.abs(t), width) / width)) + 4;
  return number(t, Math.min(Math.max(digits, 4), 16));
}

/** Times of a table, with as many decimals each, so that they stand in line; `largest` is the largest of them. */
export function alignedTimes(largest) {
  const decimals = 9 - Math.ceil(Math.log10(largest || 1));
  return decimals < 0 || decimals > 11 ? (t) => number(t, 9) : (t) => t.toFixed(decimals);
}

/** Labels of an axis whose ticks are `step` apart. Far zoomed in, the first is whole and the others count from it. */
export function tickLabels(ticks, step) {
  const decimals = (trimmed(step.toFixed(12)).split(".")[1] ?? "").length || (step < 1e-11 ? 12 : 0);
  const largest = Math.max(...ticks.map(Math.abs));
  if (largest >= 1e7 || (largest < 1e-3 && largest > 0)) return ticks.map((t) => number(t, 5));
  if (decimals <= 6) return ticks.map((t) => t.toFixed(decimals));
  return ticks.map((t, i) => (i === 0 ? number(t, 14) : `+${number(t - ticks[0], 3)}`));
}

const opposite = { "<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "!=", "!=": "==" };

/** A condition as it holds: "h <= 0" that is false reads "h > 0". What is not one plain relation gets a "not". */
export function asHeld({ text, holds }) {
  if (holds) return text;
  const operators = text.match(/<=|>=|==|!=|<|>/g) ?? [];
  if (operators.length !== 1 || /[&|!]|\b(and|or|not|if)\b/.test(text.replace(operators[0], ""))) return `not (${text})`;
  return text.replace(operators[0], opposite[operators[0]]);
}

export const shortened = (text, most) => (text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`);
