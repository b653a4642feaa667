"""SciPy's solve_ivp with events= on the models that saltus_bench_emit has written: scipy_peer.py RESULTS [--budget SECONDS]

A stretch from event to event is one call of solve_ivp. Every function that ends some stretch of a mode is a terminal event
with the direction in which it can only go; all others are watched too, because Saltus and the other peers watch them. The
answer is wrong as soon as another function ends a stretch, or none does.
"""

import argparse
import json
import math
import pathlib
import time
import warnings

import numpy as np
from scipy.integrate import solve_ivp

METHODS = ("RK45", "DOP853", "Radau", "BDF", "LSODA")
TOLERANCES = (1e-4, 1e-6, 1e-8)
FAR_OFF = 1e4   # as in contest/judge.cpp
TOO_LONG = 2.0  # seconds: a method that needs longer is not asked for more accuracy


def compiled(source, name):
    scope = {k: getattr(math, k) for k in dir(math) if not k.startswith("_")}
    exec(source, scope)
    return scope[name]


def with_memory(function, q):
    return lambda t, x: function(t, x, q)


class Model:
    def __init__(self, data):
        self.data = data
        rhs = {k: compiled(s, "rhs") for k, s in data["modes"].items()}
        g = {k: compiled(s, "g") for k, s in data["surfaces"].items()}
        self.stretches = []
        for s in data["stretches"]:
            events = []
            for w in s["watch"]:
                event = with_memory(g[str(w["surface"])], s["q"])
                event.terminal, event.direction = w["terminal"], float(w["direction"])
                events.append(event)
            reset = [(i, np.array(row), b) for i, row, b in s["reset"]] if "reset" in s else None
            self.stretches.append({
                "rhs": with_memory(rhs[str(s["mode"])], s["q"]), "events": events, "to": s["to"],
                "surfaces": [w["surface"] for w in s["watch"]], "ends": s["ends"],
                "reset": reset,
            })

    def solve(self, method, tolerance):
        """(why it is wrong or "", x, event times, work)"""
        d, t, x = self.data, self.data["t_start"], np.array(self.data["x"], float)
        times, work = [], dict(steps=0, rejected=0, evaluations=0, jacobians=0, g=0)
        for s in self.stretches:
            # Where a function ends the stretch, nobody tells SciPy when.
            t_to = d["t_end"] if s["ends"] else s["to"]
            r = solve_ivp(s["rhs"], (t, t_to), x, method, rtol=tolerance, atol=tolerance, events=s["events"] or None)
            work["steps"] += len(r.t) - 1
            work["evaluations"] += r.nfev
            work["jacobians"] += r.njev
            if r.status < 0:
                return r.message, x, times, work
            stopped = [k for k, at in zip(s["surfaces"], r.t_events or []) if len(at) and at[-1] == r.t[-1]] \
                if r.status == 1 else []
            if bool(s["ends"]) != (r.status == 1) or (s["ends"] and not set(stopped) & set(s["ends"])):
                seen = "another one" if r.status == 1 else "none"
                return f"{len(times)} of {d['expected']} events, then {seen}", x, times, work
            t, x = r.t[-1], r.y[:, -1]
            if s["reset"] is not None:
                times.append(t)
                before = x.copy()
                for i, row, b in s["reset"]:
                    x[i] = row @ before + b
        return "", x, times, work

    def judge(self, why, x, times, tolerance):
        d, error, final = self.data, 0.0, 0.0
        if why:
            return dict(right=False, why=why, error=0.0, final_error=0.0)
        exact = [s["to"] for s in d["stretches"] if "reset" in s]
        if d["events_known"]:
            error = max([abs(a - b) / d["time_scale"] for a, b in zip(times, exact)], default=0.0)
        final = max([abs(x[i] - v) / (1 + abs(v)) for i, v in d["final"]], default=0.0)
        error = max(error, final)
        right = bool(error <= min(0.1, FAR_OFF * tolerance) * d["condition"])
        return dict(right=right, why="" if right else f"error {error:.1e}", error=float(error), final_error=float(final))


def timed(model, method, tolerance, first):
    times = [first]
    while len(times) < 3 and sum(times) < 0.3:
        start = time.process_time()
        model.solve(method, tolerance)
        times.append(time.process_time() - start)
    times.sort()
    return dict(median=times[len(times) // 2], quickest=times[0], slowest=times[-1], rounds=len(times), runs=1)


def contest(data):
    model, scores = Model(data), []
    for method in METHODS:
        for tolerance in TOLERANCES:
            if 10 * tolerance > data["pair_depth"]:
                continue
            start = time.process_time()
            try:
                why, x, times, work = model.solve(method, tolerance)
            except (ValueError, OverflowError, ZeroDivisionError) as e:
                why, x, times, work = f"gave up: {e}", [], [], dict(steps=0, rejected=0, evaluations=0, jacobians=0, g=0)
            first = time.process_time() - start
            score = dict(problem=data["id"], contestant="SciPy " + method, tolerance=tolerance, **work,
                         expected=data["expected"], found=len(times), **model.judge(why, x, times, tolerance))
            if score["right"]:
                score["seconds"] = timed(model, method, tolerance, first)
            scores.append(score)
            if first > TOO_LONG:
                break
    return scores


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("results", type=pathlib.Path)
    arguments.add_argument("--budget", type=float, default=600, help="seconds after which no further problem is begun")
    arguments = arguments.parse_args()
    warnings.filterwarnings("ignore")
    np.seterr(all="ignore")
    models = json.loads((arguments.results / "models.json").read_text())
    chosen = {p["id"] for p in json.loads((arguments.results / "gallery.json").read_text())["problems"]}
    models = [m for m in models if m["id"] in chosen]
    scores, begin = [], time.monotonic()
    for k, data in enumerate(models):
        if time.monotonic() - begin > arguments.budget:
            print(f"[{k}/{len(models)}] out of time, {len(models) - k} problems left out", flush=True)
            break
        print(f"[{k + 1}/{len(models)}] {data['id']}", flush=True)
        scores += contest(data)
    (arguments.results / "scipy.json").write_text(json.dumps(dict(scores=scores), indent=1, default=lambda v: v.item()) + "\n")


if __name__ == "__main__":
    main()
