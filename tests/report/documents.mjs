// documents.mjs: records of runs for the tests of the page, made here: the page must not depend on what some model gives.

const base = (changes = {}) => ({
  format: "saltus-run",
  format_version: 1,
  saltus: { version: "0.1.0", compiler: "GNU 12.2.0", libraries: { eigen: "3.4.0" } },
  model: { name: "test:made", title: "A made-up run", source: "tests/report/documents.mjs", hash: "0" },
  command: "saltus run test:made --tolerance 1e-6",
  options: { t_start: 0, t_end: 1, rtol: 1e-6, atol: 1e-6, method: "automatic" },
  set: {},
  outcome: { reason: "reached_end", code: "", t: 1, message: "" },
  seconds: 0.0123,
  statistics: { method: "tsit5", choice: "as asked", steps: 0, rejected: 0, certificate: "rigorous" },
  variables: [{ name: "time", unit: "s" }],
  trajectory: [[]],
  steps: { t: [], h: [], order: [], rejected: [], method: [] },
  methods: ["tsit5", "radau"],
  modes: [],
  events: [],
  grazes: [],
  ...changes,
});

const variable = (name, more = {}) => ({ name, unit: "", discrete: false, description: "", ...more });

/** A ball that is dropped from 1 m and keeps 0.8 of its speed: jumps of v, events of all kinds, a graze, two methods. */
export function ball() {
  const g = 9.81;
  const [times, heights, speeds, bounces] = [[], [], [], []];
  const [steps, events] = [{ t: [], h: [], order: [], rejected: [], method: [] }, []];
  let [t, v] = [0, 0];
  let h = 1;
  let number = 0;
  while (t < 2.5) {
    const flight = (v + Math.sqrt(v * v + 2 * g * h)) / g;
    const last = Math.min(flight, 2.5 - t);
    for (let i = 0; i <= 60; ++i) {
      const s = (last * i) / 60;
      times.push(t + s);
      heights.push(h + v * s - (g * s * s) / 2);
      speeds.push(v - g * s);
      bounces.push(number);
      if (i % 10 === 0 && i < 60) {
        steps.t.push(t + s);
        steps.h.push(last / 6);
        steps.order.push(number % 3 === 2 ? 9 : 5);
        steps.rejected.push(i === 20 ? 2 : 0);
        steps.method.push(number % 3 === 2 ? 1 : 0);
      }
    }
    t += last;
    if (last < flight) break;
    const impact = v - g * last;
    v = -0.8 * impact;
    h = 0;
    number += 1;
    events.push({ t, t_left: t - 1e-15, kind: "state", relations: [{ text: "h <= 0", becomes: true }], passes: 2,
                  mode_before: (number + 1) % 2, mode_after: number % 2, resets: [{ name: "v", before: impact, after: v }] });
  }
  events.push({ t: 1.5, t_left: 1.5, kind: "time", relations: [{ text: "t >= 1.5", becomes: true }], passes: 1, mode_before: 0, mode_after: 0, resets: [] });
  events.push({ t: 2.5, t_left: 2.5, kind: "terminal", relations: [], whens: ["enough"], passes: 1, mode_before: 0, mode_after: 0, resets: [] });
  events.sort((a, b) => a.t - b.t);
  return base({
    model: { name: "test:ball", title: "A ball that bounces", source: "closed form", hash: "b" },
    outcome: { reason: "terminal_event", code: "", t: 2.5, message: "" },
    statistics: { method: "tsit5, radau", choice: "as asked", steps: steps.t.length, rejected: 8, certificate: "rigorous" },
    variables: [{ name: "time", unit: "s" }, variable("h", { unit: "m", description: "height above the floor" }), variable("v", { unit: "m/s" }), variable("bounces", { discrete: true })],
    trajectory: [times, heights, speeds, bounces],
    steps,
    events,
    grazes: [{ kind: "near_miss", relation: "h - 1", t: 0.9, depth: 1e-7 }],
    modes: [{ id: 0, conditions: [{ text: "rising", holds: false }, { text: "h <= 0", holds: false }] },
            { id: 1, conditions: [{ text: "rising", holds: true }, { text: "h <= 0", holds: false }] }],
  });
}

/** `rows` rows of four variables, with one spike that is a single row wide; `happened` events; as many steps as rows. */
export function long(rows = 200_000, happened = 5000) {
  const times = Array.from({ length: rows }, (_, i) => (i * 100) / (rows - 1));
  const wave = (speed, noise) => times.map((t, i) => Math.sin(speed * t) + noise * (((i * 2654435761) % 1000) / 1000 - 0.5));
  const spiked = wave(0.3, 0.1);
  spiked[Math.floor(rows * 0.618)] = 5;
  const modes = Array.from({ length: 2 }, (_, id) => ({ id, conditions: [{ text: "u > v", holds: id === 1 }] }));
  const events = Array.from({ length: happened }, (_, i) => ({
    t: ((i + 0.5) * 100) / happened, t_left: ((i + 0.5) * 100) / happened - 1e-12, kind: "state", passes: 1, resets: [],
    relations: [{ text: "u > v", becomes: i % 2 === 0 }], mode_before: i % 2, mode_after: (i + 1) % 2,
  }));
  return base({
    model: { name: "test:long", title: "A long run", source: "", hash: "l" },
    options: { t_start: 0, t_end: 100 },
    outcome: { reason: "reached_end", code: "", t: 100, message: "" },
    variables: [{ name: "time", unit: "s" }, variable("spiked"), variable("b"), variable("fast"), variable("d")],
    trajectory: [times, spiked, wave(0.7, 0.4), wave(13, 0.2), wave(2, 0)],
    steps: { t: times.slice(0, -1), h: times.slice(1).map((t, i) => (t - times[i]) * (1 + (i % 97) / 20)), order: times.slice(1).map(() => 5),
             rejected: times.slice(1).map((_, i) => (i % 1000 === 0 ? 1 : 0)), method: times.slice(1).map(() => 0) },
    modes,
    events,
  });
}

/** Everything a person can name tries to be markup. */
export function hostile() {
  const evil = "</script><script>window.pwned=1</script><img src=x onerror='window.pwned=2'><!--<script>&amp;\u2028${1}";
  const run = ball();
  run.model = { name: evil, title: evil, source: evil, hash: evil };
  run.command = evil;
  run.set = { [evil]: 1 };
  run.outcome = { reason: "not_finite", code: "S0303", t: 2.5, message: evil };
  run.statistics.choice = evil;
  run.variables[1] = { name: evil, unit: evil, discrete: false, description: evil };
  run.modes[0].conditions[0].text = evil;
  run.events[0].relations[0].text = evil;
  run.events[0].resets[0].name = evil;
  run.grazes[0].relation = evil;
  run.methods[0] = evil;
  return run;
}

export const nothing = () => base();

export const oneRow = () => base({
  outcome: { reason: "newton_failed", code: "S0302", t: 0, message: "S0302: the equations could not be solved." },
  variables: [{ name: "time", unit: "s" }, variable("x")],
  trajectory: [[0], [1]],
  modes: [{ id: 0, conditions: [] }],
});

/** Values that are not numbers are gaps; one whole variable is. */
export const gaps = () => base({
  variables: [{ name: "time", unit: "s" }, variable("half"), variable("none")],
  trajectory: [[0, 0.25, 0.5, 0.75, 1], [0, 1, null, 1, 0], [null, null, null, null, null]],
});

export const backward = () => base({
  options: { t_start: 2, t_end: 1 },
  outcome: { reason: "reached_end", code: "", t: 1, message: "" },
  variables: [{ name: "time", unit: "s" }, variable("x")],
  trajectory: [[2, 1.5, 1.5, 1], [0, 1, 5, 6]],
  steps: { t: [2, 1.5], h: [-0.5, -0.5], order: [5, 5], rejected: [0, 0], method: [0, 0] },
  modes: [{ id: 0, conditions: [{ text: "x > 1", holds: false }] }, { id: 1, conditions: [{ text: "x > 1", holds: true }] }],
  events: [{ t: 1.5, t_left: 1.5, kind: "state", relations: [{ text: "x > 1", becomes: true }], passes: 1, mode_before: 0, mode_after: 1,
             resets: [{ name: "x", before: 1, after: 5 }] }],
});

/** At the second event the mode is another than after the first: it changed in between, and the record does not say when. */
export const silent = () => base({
  variables: [{ name: "time", unit: "s" }, variable("x")],
  trajectory: [[0, 0.25, 0.25, 0.75, 0.75, 1], [0, 1, 1, 0, 0, 1]],
  modes: [0, 1, 2].map((id) => ({ id, conditions: [{ text: "x > 0", holds: id > 0 }, { text: "x > 2", holds: id > 1 }] })),
  events: [
    { t: 0.25, t_left: 0.25, kind: "state", relations: [{ text: "x > 0", becomes: true }], passes: 1, mode_before: 0, mode_after: 1, resets: [] },
    { t: 0.75, t_left: 0.75, kind: "state", relations: [{ text: "x > 0", becomes: false }], passes: 1, mode_before: 2, mode_after: 0, resets: [] },
  ],
});

/** 500 variables, 300 modes of 12 conditions, 100 000 events. */
export function wide(variables = 500, modes = 300, happened = 100_000) {
  const rows = 101;
  const times = Array.from({ length: rows }, (_, i) => i / (rows - 1));
  // Each mode is met, the low ones most often, and neighbours follow each other.
  const mode = (i) => (i % 100 < 90 ? i % 10 : Math.floor(i / 100) % modes);
  return base({
    model: { name: "test:wide", title: "Many variables, modes and events", source: "", hash: "w" },
    variables: [{ name: "time", unit: "s" }, ...Array.from({ length: variables }, (_, i) => variable(`cell[${i + 1}].p`, { unit: i % 2 ? "Pa" : "K" }))],
    trajectory: [times, ...Array.from({ length: variables }, (_, i) => times.map((t) => (1 + i) * Math.cos(7 * t + i)))],
    modes: Array.from({ length: modes }, (_, id) => ({ id, conditions: Array.from({ length: 12 }, (_, bit) => ({ text: `valve[${bit}].p > 0`, holds: ((id >> bit) & 1) === 1 })) })),
    events: Array.from({ length: happened }, (_, i) => ({
      t: (i + 1) / (happened + 1), t_left: (i + 1) / (happened + 1), kind: i % 10 === 0 ? "time" : "state", passes: 1, resets: [],
      relations: [{ text: `valve[${i % 12}].p > 0`, becomes: i % 2 === 0 }], mode_before: mode(i), mode_after: mode(i + 1) })),
  });
}
