// events.js: the table of events and grazes. Only the rows in sight exist, so a hundred thousand are no more work than ten.

import { byId, element, fillPairs } from "./element.js";
import { alignedTimes, count, number, plural } from "./format.js";
import { shapes } from "./markers.js";

const rowHeight = 27;
const spare = 8; // rows beyond the edges

export class EventTable {
  #found; // indices into run.happenings
  #current = 0; // position in #found

  constructor(run, view) {
    this.run = run;
    this.view = view;
    this.#found = run.happenings.map((_, i) => i);
    this.timeText = alignedTimes(Math.max(Math.abs(run.first), Math.abs(run.last)));
    this.body = element("div", { class: "rows" });
    this.frame = element("div", { class: "frame", tabindex: 0, role: "grid", "aria-label": "Events",
                                  "aria-rowcount": run.happenings.length + 1, "aria-colcount": 4 },
      element("div", { class: "row head", role: "row", "aria-rowindex": 1 },
        ...["t", "kind", "what changed", "mode"].map((name) => element("span", { role: "columnheader" }, name))),
      this.body);
    byId("event-table").append(this.frame);
    byId("event-search").addEventListener("input", (event) => this.#search(event.target.value));
    byId("event-search").addEventListener("keydown", (event) => event.key === "ArrowDown" && this.frame.focus());
    this.frame.addEventListener("scroll", () => this.#draw());
    this.frame.addEventListener("keydown", (event) => this.#key(event));
    this.body.addEventListener("click", (event) => {
      const row = event.target.closest("[data-place]");
      if (row) this.#go(Number(row.dataset.place), true);
    });
    new ResizeObserver(() => this.#draw()).observe(this.frame);
    this.#draw();
  }

  /** Makes a happening the current one; `jump` also moves the charts to it. */
  select(index, jump) {
    let place = this.#found.indexOf(index);
    if (place < 0) {
      byId("event-search").value = "";
      this.#search("");
      place = index;
    }
    this.#go(place, jump);
  }
  next(by) {
    if (this.#found.length === 0) return;
    this.#go(this.view.event === null ? (by > 0 ? 0 : this.#found.length - 1) : this.#current + by, true);
  }

  #search(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = ({ kind, changed, jumped, cause, t }) => {
      const all = `${kind} ${changed} ${cause} ${jumped} ${t}`.toLowerCase();
      return words.every((word) => all.includes(word));
    };
    this.#found = this.run.happenings.filter(matches).map((happening) => happening.index);
    this.#current = Math.max(0, this.#found.indexOf(this.view.event));
    this.frame.scrollTop = 0;
    this.frame.setAttribute("aria-rowcount", this.#found.length + 1);
    this.#draw();
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.frame.clientHeight / rowHeight) - 2);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in moves) this.#go((this.view.event === null ? -1 : this.#current) + moves[event.key], false);
    else if (event.key === "Enter" || event.key === " ") this.#go(this.#current, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #go(place, jump) {
    if (this.#found.length === 0) return;
    this.#current = Math.min(Math.max(place, 0), this.#found.length - 1);
    const index = this.#found[this.#current];
    this.view.event = index;
    const top = this.#current * rowHeight;
    const visible = this.frame.clientHeight - rowHeight; // the heading stays in place
    if (top < this.frame.scrollTop) this.frame.scrollTop = top;
    else if (top + rowHeight > this.frame.scrollTop + visible) this.frame.scrollTop = top + rowHeight - visible;
    this.#draw();
    this.#describe(this.run.happenings[index]);
    if (jump) this.#zoomTo(index);
    else this.#keepInSight(this.run.happenings[index].t);
    this.view.changed();
  }

  /** A window around the event in which its neighbours can be told from it. */
  #zoomTo(index) {
    const times = this.run.happeningTimes;
    const t = times[index];
    let [before, after] = [index, index];
    while (before >= 0 && times[before] === t) --before;
    while (after < times.length && times[after] === t) ++after;
    const gaps = [t - times[before], times[after] - t].filter((gap) => gap > 0);
    const whole = this.view.last - this.view.first;
    const wide = whole / 8;
    const width = Math.min(wide, gaps.length > 0 ? 5 * Math.min(...gaps) : wide);
    this.view.show(t - width / 2, t + width / 2);
    const top = byId("trajectories").getBoundingClientRect();
    if (top.bottom < 80 || top.top > innerHeight - 80) byId("toolbar").scrollIntoView({ block: "start" });
  }
  #keepInSight(t) {
    const { from, to, width } = this.view;
    if (t < from || t > to) this.view.show(t - width / 2, t + width / 2);
  }

  #describe(happening) {
    const pairs = [
      ["time", `${number(happening.t, 16)} ${this.run.timeUnit}`],
      ["bracket", happening.t === happening.left ? "" : `${number(Math.abs(happening.t - happening.left), 2)} ${this.run.timeUnit} wide`],
      ["what changed", happening.changed],
      ["what jumped", happening.jumped],
      ["passes", happening.passes],
    ];
    const table = element("table", { class: "pairs" });
    fillPairs(table, pairs);
    byId("event-detail").replaceChildren(table);
  }

  #draw(all = false) {
    const first = all ? 0 : Math.max(0, Math.floor(this.frame.scrollTop / rowHeight) - spare);
    const inSight = Math.ceil(Math.max(this.frame.clientHeight, 300) / rowHeight) + 2 * spare;
    const rows = this.#found.slice(first, first + (all ? 200 : inSight));
    this.body.style.height = `${this.#found.length * rowHeight}px`;
    this.body.replaceChildren(...rows.map((index, i) => this.#row(index, first + i)));
    this.frame.setAttribute("aria-activedescendant", this.view.event === null ? "" : `event-${this.view.event}`);
    const { happenings, events, grazes } = this.run;
    byId("event-count").textContent = this.#found.length < happenings.length
      ? `${count(this.#found.length)} of ${count(happenings.length)}`
      : plural(events.length, "event") + (grazes.length > 0 ? `, ${plural(grazes.length, "graze")}` : "");
    if (happenings.length === 0) this.body.replaceChildren(element("p", { class: "empty" }, "Nothing happened."));
  }

  #row(index, place) {
    const { t, kind, cause, jumped, before, after } = this.run.happenings[index];
    const modes = before === undefined ? "" : before === after ? String(after) : `${before} \u2192 ${after}`;
    const row = element("div", { class: `row ${kind}`, role: "row", id: `event-${index}`, "data-place": place, "data-t": t,
                                 "aria-rowindex": place + 2, "aria-selected": String(index === this.view.event),
                                 title: [cause, jumped].filter(Boolean).join("; ") },
      element("span", { role: "gridcell", class: "time" }, this.timeText(t)),
      element("span", { role: "gridcell", class: "kind" }, element("b", {}, shapes[kind] ?? shapes.state), ` ${kind}`),
      element("span", { role: "gridcell" }, cause || jumped || "\u2013"),
      element("span", { role: "gridcell", class: "modes" }, modes));
    row.style.top = `${place * rowHeight}px`;
    return row;
  }

  /** On paper the table cannot be scrolled: the first rows are written out. */
  forPrint(printing) {
    this.frame.classList.toggle("printing", printing);
    this.#draw(printing);
    if (printing) this.body.style.height = `${Math.min(200, this.#found.length) * rowHeight}px`;
  }
}
