// view.js: the window of time that all charts share, the place of the pointer in it, and what is selected.
//
// Changes are told once per frame, however many there were.

export class View {
  #listeners = [];
  #pending = false;
  #pointerListeners = [];

  /** The whole run is [first, last]; a run of no length gets some room around it. */
  constructor(first, last) {
    const room = last > first ? 0 : Math.max(0.5, Math.abs(first) * 1e-3);
    this.first = first - room;
    this.last = last + room;
    this.from = this.first;
    this.to = this.last;
    this.pointer = null;
    this.event = null; // index of the selected event
    this.mode = null; // id of the selected mode
  }

  get width() {
    return this.to - this.from;
  }
  get isWhole() {
    return this.from <= this.first && this.to >= this.last;
  }

  /** Moves the window; it stays inside of the run and wide enough that its ends are different numbers. */
  show(from, to) {
    const whole = this.last - this.first;
    const largest = Math.max(Math.abs(this.first), Math.abs(this.last));
    const width = Math.min(whole, Math.max(to - from, whole * 1e-12, largest * 1e-14));
    const middle = (from + to) / 2;
    const start = Math.min(Math.max(middle - width / 2, this.first), this.last - width);
    this.from = width === whole ? this.first : start;
    this.to = width === whole ? this.last : start + width;
    this.changed();
  }
  reset() {
    this.show(this.first, this.last);
  }
  /** factor < 1 zooms in; what is at t stays where it is. */
  zoom(factor, t = (this.from + this.to) / 2) {
    this.show(t - (t - this.from) * factor, t + (this.to - t) * factor);
  }
  /** By a part of the width. */
  pan(part) {
    const shift = Math.min(Math.max(part * this.width, this.first - this.from), this.last - this.to);
    this.show(this.from + shift, this.to + shift);
  }

  point(t) {
    if (this.pointer === t) return;
    this.pointer = t;
    for (const listener of this.#pointerListeners) listener(t);
  }
  onPointer(listener) {
    this.#pointerListeners.push(listener);
  }

  onChange(listener) {
    this.#listeners.push(listener);
  }
  changed() {
    if (this.#pending) return;
    this.#pending = true;
    requestAnimationFrame(() => {
      this.#pending = false;
      for (const listener of this.#listeners) listener(this);
    });
  }
}
