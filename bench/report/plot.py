"""Draws a work-precision diagram per problem: plot.py RESULTS_DIRECTORY [PROBLEM...]"""

import json
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

from curves import SMALLEST, Contest

STYLES = {"saltus": ("-", "o"), "limit": (":", "."), "CVODE": ("--", "s"), "ARKODE": ("--", "^"), "IDA": ("--", "d"),
          "SciPy": ("-.", "x")}


def draw(contest, problem, target):
    figure, (by_time, by_work) = plt.subplots(1, 2, figsize=(11, 4.5), sharey=True)
    for i, name in enumerate(contest.contestants):
        curve = contest.curves.get((problem, name))
        if curve is None or not curve.right or name.endswith("(debian)") or name == "saltus automatic":
            continue
        line, marker = STYLES.get(name.split()[0], ("-", "."))
        errors = [max(s["error"], SMALLEST) for s in curve.right]
        label = name if curve.correct else name + ", wrong at " + str(len(curve.wrong))
        for axes, key in ((by_time, "seconds"), (by_work, "evaluations")):
            axes.loglog(curve.costs(key), errors, line, marker=marker, ms=4, lw=1, label=label, color=f"C{i % 10}")
    by_time.set(xlabel="CPU seconds", ylabel="error", title=problem)
    by_work.set(xlabel="evaluations", title=contest.problems[problem]["title"])
    if by_work.lines:
        by_work.legend(fontsize=6, loc="center left", bbox_to_anchor=(1, 0.5))
    for axes in (by_time, by_work):
        axes.grid(True, which="major", lw=0.3)
    figure.subplots_adjust(left=0.08, right=0.8, wspace=0.05)
    figure.savefig(target)
    plt.close(figure)


def main(results, chosen):
    gallery = json.loads((results / "gallery.json").read_text())
    scipy = results / "scipy.json"
    scores = gallery["scores"] + (json.loads(scipy.read_text())["scores"] if scipy.exists() else [])
    contest = Contest(gallery["problems"], scores)
    (results / "plots").mkdir(exist_ok=True)
    for problem in chosen or contest.problems:
        draw(contest, problem, results / "plots" / f"{problem}.svg")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
