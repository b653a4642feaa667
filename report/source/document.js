// document.js: from the run document (docs/reference/formats.md) to what the charts draw.
//
// Notation   a happening is an event or a graze; a stay is an interval of time in one mode, or, where the record does not say
//            when a mode changed without an event, in `mode` and later in `then`.
// Invariant  all times increase, also of a run backward in time, whose rows are turned round; nothing else is changed.

import { asHeld, number } from "./format.js";
import { Signal } from "./signal.js";

const numbers = (list, turned) => {
  const array = Float64Array.from(list ?? [], (value) => value ?? NaN);
  return turned ? array.reverse() : array;
};

export function readDocument(text) {
  const document = JSON.parse(text);
  if (document.format !== "saltus-run") throw new Error("this is not the record of a run");
  const options = document.options ?? {};
  const outcome = document.outcome ?? {};
  const rows = document.trajectory ?? [];
  const backward = isBackward(rows[0] ?? [], options, outcome);

  const t = numbers(rows[0], backward);
  const variables = (document.variables ?? []).slice(1).map((variable, i) => ({
    name: variable.name,
    unit: variable.unit ?? "",
    discrete: variable.discrete ?? false,
    description: variable.description ?? "",
    signal: new Signal(t, numbers(rows[i + 1], backward)),
  }));
  const events = (document.events ?? []).map(readEvent);
  const grazes = (document.grazes ?? []).map(readGraze);
  const happenings = [...events, ...grazes].sort((a, b) => a.t - b.t || a.order - b.order);
  happenings.forEach((happening, i) => (happening.index = i));

  const ends = [options.t_start, outcome.t, t[0], t[t.length - 1], happenings[0]?.t, happenings.at(-1)?.t];
  const known = ends.filter((end) => Number.isFinite(end));
  const [first, last] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1];

  const stays = staysOf(events, document.modes ?? [], first, last, backward);
  return {
    document,
    title: document.model?.title || document.model?.name || "Run",
    timeUnit: document.variables?.[0]?.unit ?? "s",
    completed: ["reached_end", "terminal_event"].includes(outcome.reason),
    backward,
    first,
    last,
    t,
    variables,
    events,
    grazes,
    happenings,
    happeningTimes: Float64Array.from(happenings, (happening) => happening.t),
    stays,
    stayStarts: Float64Array.from(stays, (stay) => stay.from),
    modes: modesOf(document.modes ?? [], stays),
    transitions: transitionsOf(events, stays, backward),
    steps: stepsOf(document.steps, backward),
    methods: document.methods ?? [],
  };
}

function isBackward(times, options, outcome) {
  if (times.length > 1 && times[0] !== times[times.length - 1]) return times[0] > times[times.length - 1];
  return options.t_start > (outcome.t ?? options.t_end);
}

function readEvent(event, order) {
  const relations = event.relations ?? [];
  const whens = event.whens ?? [];
  const resets = event.resets ?? [];
  const changes = relations.map((relation) => `${relation.text} becomes ${relation.becomes}`);
  return {
    ...{ order, t: event.t, left: event.t_left ?? event.t, kind: event.kind ?? "state", passes: event.passes },
    ...{ before: event.mode_before ?? 0, after: event.mode_after ?? 0, resets },
    // The short form of a change to true is the relation itself.
    cause: (relations.length > 0 ? relations.map(({ text, becomes }) => asHeld({ text, holds: becomes })) : whens).join(", "),
    changed: (changes.length > 0 ? changes : whens).join(", "),
    jumped: resets.map(({ name, before, after }) => `${name}: ${number(before)} \u2192 ${number(after)}`).join(", "),
  };
}

function readGraze(graze, order) {
  const kind = String(graze.kind ?? "touch").replaceAll("_", " ");
  return { order, t: graze.t, left: graze.t, kind: "graze", cause: `${graze.relation}: ${kind}`,
           changed: `${graze.relation}: ${kind}, depth ${number(graze.depth, 3)}`, jumped: "", resets: [] };
}

/** Where the run was in which mode. */
function staysOf(events, modes, first, last, backward) {
  const ordered = backward ? [...events].reverse() : events;
  const stays = [];
  let from = first;
  let mode = ordered.length === 0 ? modes[0]?.id : backward ? ordered[0].after : ordered[0].before;
  const end = (to, next) => {
    if (to > from && mode !== undefined) {
      const same = next === mode && stays.at(-1)?.mode === mode && stays.at(-1).then === mode;
      if (same) stays.at(-1).to = to;
      else stays.push({ from, to, mode, then: next });
    }
    from = to;
  };
  for (const event of ordered) {
    end(event.t, backward ? event.after : event.before);
    mode = backward ? event.before : event.after;
  }
  end(last, mode);
  return stays;
}

/** Every mode that was met, with the time in it (at least, at most), the most visited first. */
function modesOf(listed, stays) {
  const modes = new Map(listed.map(({ id, conditions }) => [id, { id, conditions: conditions ?? [], time: 0, most: 0, visits: 0 }]));
  for (const { from, to, mode, then } of stays)
    for (const id of new Set([mode, then])) {
      if (!modes.has(id)) modes.set(id, { id, conditions: [], time: 0, most: 0, visits: 0 });
      modes.get(id).time += mode === then ? to - from : 0;
      modes.get(id).most += to - from; // it may have been all of the time
      modes.get(id).visits += 1;
    }
  const all = [...modes.values()].sort((a, b) => b.visits - a.visits || b.time - a.time || a.id - b.id);
  distinguish(all);
  return all;
}

/**
 * What tells the modes apart: as few conditions as possible, short ones first, such that no two modes agree in all of them.
 * When these are many, a mode is named by those in which it differs from most modes.
 */
function distinguish(modes) {
  const values = new Map(); // text -> mode -> holds
  for (const mode of modes)
    for (const { text, holds } of mode.conditions) {
      if (!values.has(text)) values.set(text, new Map());
      values.get(text).set(mode, holds);
    }
  const telling = [];
  let groups = [modes];
  for (const text of [...values.keys()].sort((a, b) => a.length - b.length)) {
    const split = groups.flatMap((group) => [true, false, undefined]
      .map((holds) => group.filter((mode) => values.get(text).get(mode) === holds))
      .filter((part) => part.length > 0));
    if (split.length > groups.length) telling.push(text);
    groups = split;
  }
  const usual = (text) => [...values.get(text).values()].filter(Boolean).length * 2 > modes.length;
  for (const mode of modes) {
    const known = telling.filter((text) => values.get(text).has(mode));
    const named = telling.length > 3 ? known.filter((text) => values.get(text).get(mode) !== usual(text)) : known;
    mode.labels = named.map((text) => asHeld({ text, holds: values.get(text).get(mode) }));
    mode.name = `mode ${mode.id}`;
    mode.full = mode.conditions.map(asHeld);
  }
}

function transitionsOf(events, stays, backward) {
  const transitions = new Map();
  const add = (from, to, cause, silent) => {
    const key = `${from} ${to} ${silent}`;
    if (!transitions.has(key)) transitions.set(key, { from, to, silent, count: 0, causes: new Map() });
    const transition = transitions.get(key);
    transition.count += 1;
    transition.causes.set(cause, (transition.causes.get(cause) ?? 0) + 1);
  };
  for (const { kind, before, after, cause } of events) if (kind !== "initial") add(before, after, cause, false);
  for (const { mode, then } of stays)
    if (mode !== then) add(backward ? then : mode, backward ? mode : then, "without an event", true);
  for (const transition of transitions.values())
    transition.causes = [...transition.causes].sort((a, b) => b[1] - a[1]);
  return [...transitions.values()].sort((a, b) => b.count - a.count);
}

/** Steps as [left, left + size], whichever way time ran. */
function stepsOf(steps, backward) {
  const begin = numbers(steps?.t, backward);
  const h = numbers(steps?.h, backward);
  return {
    left: begin.map((t, i) => Math.min(t, t + h[i])),
    size: h.map(Math.abs),
    order: numbers(steps?.order, backward),
    rejected: numbers(steps?.rejected, backward),
    method: numbers(steps?.method, backward),
  };
}
