"""Work-precision curves: what a contestant's cost is at a given error, and who was right at all."""

import math

LEVELS = (1e-5, 1e-8)  # errors at which contestants are compared
FINE = 1.0001e-4       # wrong at this tolerance or a finer one means wrong on the problem
SMALLEST = 1e-16       # below this an error is rounding


def monotone(values):
    """The non-decreasing sequence nearest to the given one in least squares (pool adjacent violators)."""
    pools = []
    for v in values:
        pools.append([v, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            v, n = pools.pop()
            w, m = pools.pop()
            pools.append([(v * n + w * m) / (n + m), n + m])
    return [v for v, n in pools for _ in range(n)]


class Curve:
    """The right answers of one contestant on one problem, from coarse to fine tolerances.

    Errors fall and costs rise with the tolerance only on the whole: single points are lucky or unlucky. Both are made
    monotone over the tolerances before anything is read off, so that luck is averaged, for every contestant alike.
    """

    def __init__(self, scores):
        self.scores = sorted(scores, key=lambda s: -s["tolerance"])
        self.right = [s for s in self.scores if s["right"]]
        self.wrong = [s for s in self.scores if not s["right"] and s["tolerance"] <= FINE]
        self.correct = bool(self.right) and not self.wrong

    def digits(self, error):
        return monotone([-math.log10(max(s[error], SMALLEST)) for s in self.right])

    def costs(self, key):
        if key == "seconds":
            return [s["seconds"]["median"] for s in self.right]
        return [max(1, s[key]) for s in self.right]

    def at_error(self, level, key, error="error"):
        """Cost of an answer with this error, or None where the curve does not reach it. A contestant whose coarsest
        answer is better than that pays what the coarsest answer costs."""
        if not self.correct:
            return None
        wanted, digits = -math.log10(level), self.digits(error)
        costs = monotone([math.log(c) for c in self.costs(key)])
        for i, d in enumerate(digits):
            if d < wanted:
                continue
            if i == 0:
                return math.exp(costs[0])
            part = (wanted - digits[i - 1]) / (d - digits[i - 1])
            return math.exp(costs[i - 1] + part * (costs[i] - costs[i - 1]))
        return None

    def at_tolerance(self, tolerance, key):
        if not self.correct:
            return None
        for s, cost in zip(self.right, self.costs(key)):
            if abs(s["tolerance"] / tolerance - 1) < 1e-6:
                return cost
        return None


class Contest:
    def __init__(self, problems, scores):
        self.problems = {p["id"]: p for p in problems}
        by = {}
        for s in scores:
            by.setdefault((s["problem"], s["contestant"]), []).append(s)
        self.curves = {k: Curve(v) for k, v in by.items()}
        self.contestants = list(dict.fromkeys(s["contestant"] for s in scores))
        self.scores = scores

    def names(self, *beginnings):
        return [n for n in self.contestants if n.startswith(beginnings)]

    def peers(self):
        return [n for n in self.contestants if not n.startswith(("saltus", "limit"))]

    def ratios(self, above, below, level, key, equal="error"):
        """Cost of one contestant over that of another, by problem, where both are correct: at equal "error",
        "final_error" or "tolerance"."""
        found = {}
        for p in self.problems:
            a, b = self.curves.get((p, above)), self.curves.get((p, below))
            if a is None or b is None:
                continue
            if equal == "tolerance":
                x, y = a.at_tolerance(level, key), b.at_tolerance(level, key)
            else:
                x, y = a.at_error(level, key, equal), b.at_error(level, key, equal)
            if x is not None and y is not None:
                found[p] = x / y
        return found

    def best_peer(self, problem, level):
        """(seconds, name) of the fastest correct peer, or None."""
        costs = [(c.at_error(level, "seconds"), n) for n in self.peers() if (c := self.curves.get((problem, n)))]
        return min(((s, n) for s, n in costs if s is not None), default=None)


def mean(ratios):
    """Geometric mean."""
    values = list(ratios.values() if isinstance(ratios, dict) else ratios)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")
