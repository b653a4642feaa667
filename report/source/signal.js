// signal.js: a long series of values and its picture at any width.
//
// Problem    draw n values in w columns of pixels in time that depends on w, and never lose a spike.
// Method     extremes of blocks of 64 values and of blocks of blocks, made at first use; a column asks for the extremes of
//            its values and is drawn from the lowest to the highest, and to where the column before it ended.
// Invariant  what is drawn in a column covers the values in it, to within the width of the line: the picture is the one that
//            all n lines would give.
// Cost       O(n) once, then O(w (64 + log n)) per picture.

const block = 64;

/** The first index whose value is not below (or, with `above`, is above) t. */
export function firstIndex(sorted, t, above = false) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < t || (above && sorted[middle] === t)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function extremesOfBlocks(lowest, highest) {
  const n = Math.ceil(lowest.length / block);
  const low = new Float64Array(n).fill(Infinity);
  const high = new Float64Array(n).fill(-Infinity);
  for (let i = 0; i < lowest.length; ++i) {
    const b = (i / block) | 0;
    if (lowest[i] < low[b]) low[b] = lowest[i]; // false for NaN
    if (highest[i] > high[b]) high[b] = highest[i];
  }
  return { low, high };
}

export class Signal {
  #levels = null;

  /** t never decreases; values may be NaN, which is a gap. */
  constructor(t, values) {
    this.t = t;
    this.values = values;
  }

  #prepared() {
    if (this.#levels === null) {
      this.#levels = [{ low: this.values, high: this.values }];
      while (this.#levels.at(-1).low.length > block)
        this.#levels.push(extremesOfBlocks(this.#levels.at(-1).low, this.#levels.at(-1).high));
    }
    return this.#levels;
  }

  /** Lowest and highest of the values [begin, end); Infinity and -Infinity when there are none. */
  extremes(begin, end, found = { low: Infinity, high: -Infinity }, level = 0) {
    const { low, high } = this.#prepared()[level];
    const include = (i) => {
      if (low[i] < found.low) found.low = low[i];
      if (high[i] > found.high) found.high = high[i];
    };
    if (end - begin <= 2 * block) {
      for (let i = begin; i < end; ++i) include(i);
      return found;
    }
    const firstBlock = Math.ceil(begin / block);
    const lastBlock = Math.floor(end / block);
    for (let i = begin; i < firstBlock * block; ++i) include(i);
    for (let i = lastBlock * block; i < end; ++i) include(i);
    return this.extremes(firstBlock, lastBlock, found, level + 1);
  }

  /** The value as drawn: right limit on rows, on the line between them elsewhere. */
  at(t) {
    const after = firstIndex(this.t, t, true);
    if (after === 0) return this.t[0] === t ? this.values[0] : NaN;
    const [t0, y0] = [this.t[after - 1], this.values[after - 1]];
    if (t0 === t) return y0;
    if (after === this.t.length) return NaN;
    const [t1, y1] = [this.t[after], this.values[after]];
    return y0 + ((y1 - y0) * (t - t0)) / (t1 - t0);
  }

  /** Lowest and highest of what a window shows, ends of lines included. */
  extremesBetween(from, to) {
    const found = this.extremes(firstIndex(this.t, from), firstIndex(this.t, to, true));
    for (const edge of [this.at(from), this.at(to)]) {
      if (edge < found.low) found.low = edge;
      if (edge > found.high) found.high = edge;
    }
    return found;
  }

  /**
   * The lines in a window, to be stroked, and apart from them the jumps: vertical lines between two values at one time;
   * where values are closer than pixels, columns to be filled instead. `box` has left and width in pixels; yOf maps a value
   * to a pixel, larger ones further up; `width` is that of the line.
   */
  picture(from, to, box, yOf, width = 1) {
    const [lines, jumps, columns] = [new Path2D(), new Path2D(), new Path2D()];
    const scale = box.width / (to - from);
    const begin = Math.max(0, firstIndex(this.t, from) - 1);
    const end = Math.min(this.t.length, firstIndex(this.t, to, true) + 1);
    const picture = { lines, jumps, columns, begin, end };
    if (end - begin > 3 * box.width) this.#drawColumns(picture, from, scale, box, yOf, width);
    else this.#drawEach(picture, from, to, scale, box, yOf);
    return picture;
  }

  #drawEach({ lines, jumps, begin, end }, from, to, scale, box, yOf) {
    let down = false;
    let [lastX, lastY, lastT] = [0, 0, NaN];
    for (let i = begin; i < end; ++i) {
      // Far zoomed in, a neighbour outside of the window is millions of pixels away: end the line at the border.
      const t = Math.min(Math.max(this.t[i], from), to);
      const y = t === this.t[i] ? this.values[i] : this.at(t);
      if (Number.isNaN(y)) {
        down = false;
        continue;
      }
      const [px, py] = [box.left + (t - from) * scale, yOf(y)];
      if (down && t === lastT && py !== lastY) {
        jumps.moveTo(lastX, lastY);
        jumps.lineTo(px, py);
        lines.moveTo(px, py);
      } else if (down) {
        lines.lineTo(px, py);
      } else {
        lines.moveTo(px, py);
        if (i + 1 === end || Number.isNaN(this.values[i + 1])) lines.lineTo(px + 0.01, py); // a lone value is a dot
      }
      [down, lastX, lastY, lastT] = [true, px, py, t];
    }
  }

  // A column is a rectangle: filling those is several times cheaper than stroking a line with a bend at each value. Columns
  // that are no higher than the line is wide are joined by a line, which looks better.
  #drawColumns({ lines, columns, begin, end }, from, scale, box, yOf, width) {
    let enter = NaN; // where the curve comes from
    let down = false;
    let i = begin;
    while (i < end) {
      const column = Math.max(0, Math.floor((this.t[i] - from) * scale));
      const next = Math.max(i + 1, Math.min(end, firstIndex(this.t, from + (column + 1) / scale)));
      const { low, high } = this.extremes(i, next);
      const [top, bottom] = [yOf(high), yOf(low)];
      if (!(low <= high)) {
        down = false;
      } else if (bottom - top <= width) {
        const [x, y] = [box.left + column + 0.5, (top + bottom) / 2];
        if (down) lines.lineTo(x, y);
        else if (Number.isNaN(enter)) lines.moveTo(x, y);
        else lines.moveTo(x - 1, yOf(enter)), lines.lineTo(x, y);
        down = true;
      } else {
        const [above, below] = [(enter > high ? yOf(enter) : top) - width / 2, (enter < low ? yOf(enter) : bottom) + width / 2];
        columns.rect(box.left + column, above, Math.max(1, width * 0.75), below - above);
        down = false;
      }
      enter = this.values[next - 1];
      i = next;
    }
  }
}
