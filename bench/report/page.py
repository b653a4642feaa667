"""Writes the page of results from the JSON files of a run: page.py RESULTS_DIRECTORY PAGE.md"""

import json
import pathlib
import sys

from curves import LEVELS, Contest, mean

MAIN = "saltus automatic"

# Evaluations at tolerance 1e-5 that the papers report: Carver (1978) with detection; Mao & Petzold (2002).
PAPERS = [
    ("S-09, n = 2", "switched_blow_up_2", "Carver", 293),
    ("S-09, n = 4", "switched_blow_up_4", "Carver", 485),
    ("S-05", "piecewise_damping", "Carver", 387),
    ("S-06, 25 Hz", "rectifier_25_06", "Carver", 237),
    ("S-06, 50 Hz", "rectifier_06", "Carver", 419),
    ("S-06, 100 Hz", "rectifier_100_06", "Carver", 804),
    ("S-07", "saw_tooth", "Carver", 185),
    ("S-08", "sliding_block", "Carver", 298),
    ("S-06 as DAE, 50 Hz", "rectifier_dae_06", "Mao & Petzold", 2778),
]


def table(head, rows):
    if not rows:
        return "(nothing was measured)\n"
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(c) for c in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def number(x, digits=3):
    return "-" if x is None or x != x else f"{x:.{digits}g}"


def seconds(x):
    if x is None:
        return "-"
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if x >= size:
            return f"{x / size:.3g} {unit}"
    return f"{x / 1e-9:.3g} ns"


def limit_section(c):
    rows = []
    for name in c.names("limit"):
        method = name.removeprefix("limit ")
        for equal in ("tolerance", "final_error"):
            for level in LEVELS:
                wall = c.ratios("saltus " + method, name, level, "seconds", equal)
                work = c.ratios("saltus " + method, name, level, "evaluations", equal)
                rows.append([method, f"{equal.replace('_', ' ')} {level:.0e}", len(wall), number(mean(work)), number(mean(wall))])
    worst = []
    for name in c.names("limit"):
        method = name.removeprefix("limit ")
        wall = c.ratios("saltus " + method, name, 1e-5, "seconds", "tolerance")
        work = c.ratios("saltus " + method, name, 1e-5, "evaluations", "tolerance")
        for p in sorted(wall, key=lambda p: -wall[p])[:6]:
            worst.append([method, f"`{p}`", number(work[p]), number(wall[p])])
    return (
        table(["method", "compared at", "problems", "evaluations", "time"], rows)
        + "\nThe largest ratios of time at tolerance 1e-5, per method:\n\n"
        + table(["method", "problem", "evaluations", "time"], worst)
    )


def peers_section(c):
    rows = []
    for peer in c.peers():
        row = [peer, sum(k.correct for (p, n), k in c.curves.items() if n == peer)]
        row.append(sum(not k.correct for (p, n), k in c.curves.items() if n == peer))
        for level in LEVELS:
            ratios = c.ratios(peer, MAIN, level, "seconds")
            row += [number(mean(ratios)), f"{sum(r < 1 for r in ratios.values())} of {len(ratios)}"]
        rows.append(row)
    head = ["peer", "right on", "wrong on", "time at 1e-5", "faster on", "time at 1e-8", "faster on"]
    return table(head, rows)


def best_section(c):
    rows = []
    for kind, implicit in (("ODE", False), ("DAE", True)):
        ids = [p for p, info in c.problems.items() if info["implicit"] == implicit]
        for level in LEVELS:
            ratios, alone = {}, 0
            for p in ids:
                curve = c.curves.get((p, MAIN))
                ours = curve.at_error(level, "seconds") if curve else None
                best = c.best_peer(p, level)
                if ours is not None and best is not None:
                    ratios[p] = best[0] / ours
                peers = [k for n in c.peers() if (k := c.curves.get((p, n))) is not None]
                alone += ours is not None and bool(peers) and not any(k.correct for k in peers)
            faster = sum(r >= 1 for r in ratios.values())
            rows.append([kind, f"{level:.0e}", len(ratios), number(mean(ratios)), faster, len(ratios) - faster, alone])
    head = ["problems", "error", "compared", "time of the best peer", "Saltus is faster", "a peer is faster", "no peer is right"]
    return table(head, rows)


def losses(c):
    rows = []
    for p in c.problems:
        row, lost = [f"`{p}`"], 0
        for level in LEVELS:
            curve = c.curves.get((p, MAIN))
            ours = curve.at_error(level, "seconds") if curve else None
            best = c.best_peer(p, level)
            if ours is None or best is None or best[0] >= ours:
                row.append("")
                continue
            row.append(f"{ours / best[0]:.2g} × {best[1]}")
            lost = max(lost, ours / best[0])
        if lost:
            rows.append((lost, row))
    rows = [r for _, r in sorted(rows, key=lambda r: -r[0])]
    return f"{len(rows)} problems.\n\n" + table(["problem", "at error 1e-5", "at error 1e-8"], rows)


def wrong(c):
    rows = []
    for (p, n), curve in c.curves.items():
        if curve.correct or (n.endswith("(debian)")):
            continue
        of = len([s for s in curve.scores if s["tolerance"] <= 1.0001e-4])
        if curve.wrong:
            rows.append([f"`{p}`", n, f"{len(curve.wrong)} of {of}", curve.wrong[0]["why"]])
    return table(["problem", "who", "tolerances", "first answer"], sorted(rows))


def papers_section(c):
    rows = []
    for case, problem, who, count in PAPERS:
        row = [case, f"{who} {count}"]
        for method in ("tsit5", "dop853", "radau"):
            curve = c.curves.get((problem, "saltus " + method))
            point = next((s for s in curve.right if abs(s["tolerance"] / 1e-5 - 1) < 1e-6), None) if curve else None
            row.append(f"{point['evaluations']} ({point['error']:.0e})" if point else "-")
        rows.append(row)
    return table(["case", "paper", "tsit5", "dop853", "radau"], rows)


def restart_section(c):
    rows = []
    for n in c.contestants:
        curve = c.curves.get(("disturbed_stiff_pair", n))
        for s in curve.scores if curve else []:
            if abs(s["tolerance"] / 1e-6 - 1) < 1e-6:
                time = seconds(s["seconds"]["median"]) if "seconds" in s else s["why"]
                rows.append([n, s["steps"], s["evaluations"], s["jacobians"], f"{s['error']:.0e}", time])
    return table(["who", "steps", "evaluations", "Jacobians", "error", "time"], rows)


def fixed_sections(f):
    small = [
        [r["contestant"], r["relations"], r["events"], r["evaluations"], number(r["seconds"] / r["evaluations"] * 1e9),
         seconds(r["seconds"]), r["allocations"]]
        for r in f.get("small", [])
    ]
    chain = [
        [r["contestant"], r["n"], r["steps"], seconds(r["seconds_without"]), seconds(r["seconds"]),
         f"{100 * (r['seconds'] / r['seconds_without'] - 1):.0f} %"]
        for r in f.get("chain", [])
    ]
    park = [
        [r["contestant"], r["n"], r["expected"], r["switches"], r["wrong_units"], seconds(r["seconds"]),
         seconds(r["seconds"] / r["expected"])]
        if "seconds" in r else [r["contestant"], r["n"], r["expected"], r["trouble"], "-", "-", "-"]
        for r in f.get("park", [])
    ]
    rod = [
        [r["contestant"], r["n"], r["events"], r["steps"], r["evaluations"], seconds(r["seconds"]),
         f"{r['peak_megabytes']:.0f} MB", number(r.get("error") or None, 2), f"{r['last_event']:.7f}"]
        if "seconds" in r else [r["contestant"], r["n"], r["trouble"]] + ["-"] * 6
        for r in f.get("rod", [])
    ]
    return {
        "small": table(["who", "relations", "events", "evaluations", "ns per evaluation", "time", "allocations"], small),
        "chain": table(["who", "components", "steps", "without relations", "with", "more"], chain),
        "park": table(["who", "units", "events", "seen", "units wrong", "time", "per event"], park),
        "rod": table(["who", "points", "events", "steps", "evaluations", "time", "peak memory", "error", "last event"], rod),
    }


def spread(c):
    widths = sorted(
        (s["seconds"]["slowest"] - s["seconds"]["quickest"]) / s["seconds"]["median"]
        for s in c.scores if s.get("seconds", {}).get("rounds", 0) > 1
    )
    return (widths[len(widths) // 2], widths[len(widths) * 9 // 10]) if widths else (float("nan"),) * 2


def main(results, page):
    load = lambda name: json.loads(p.read_text()) if (p := results / name).exists() else None
    gallery, fixed, scipy, machine = (load(n) for n in ("gallery.json", "fixed.json", "scipy.json", "machine.json"))
    c = Contest(gallery["problems"], gallery["scores"] + (scipy or {"scores": []})["scores"])
    half, most = spread(c)
    sections = {
        "limit": limit_section(c), "peers": peers_section(c), "best": best_section(c), "losses": losses(c),
        "wrong": wrong(c), "papers": papers_section(c), "restart": restart_section(c), **fixed_sections(fixed or {}),
        "machine": table(["what", "which"], list(machine.items())),
        "problems": len(c.problems), "spread_half": f"{100 * half:.0f}", "spread_most": f"{100 * most:.0f}",
        "not_right": ", ".join(f"`{p}` {n}" for (p, n), k in c.curves.items()
                               if n.startswith(("saltus", "limit")) and not k.correct) or "none",
    }
    template = (pathlib.Path(__file__).parent / "page.md.in").read_text()
    for name, text in sections.items():
        template = template.replace("{{" + name + "}}", str(text).rstrip("\n"))
    page.write_text(template)
    for title in ("limit", "peers", "best", "losses"):
        print(f"\n{title}\n\n{sections[title]}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
