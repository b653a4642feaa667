"""The claims of bench/report/curves.py."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench" / "report"))
from curves import Contest, Curve, mean, monotone  # noqa: E402


def score(tolerance, error, seconds, right=True, who="a"):
    return dict(problem="p", contestant=who, tolerance=tolerance, right=right, why="", error=error, final_error=error / 10,
                evaluations=int(1e6 * seconds), seconds=dict(median=seconds))


class Monotone(unittest.TestCase):
    def test_keeps_what_rises_and_averages_what_falls(self):
        self.assertEqual(monotone([1, 2, 3]), [1, 2, 3])
        self.assertEqual(monotone([3, 1, 2]), [2, 2, 2])
        self.assertEqual(monotone([1, 4, 2, 5]), [1, 3, 3, 5])


class AtError(unittest.TestCase):
    # Error = tolerance, cost = tolerance^(-1/4): straight in logarithms.
    curve = Curve([score(10.0**-k, 10.0**-k, 10 ** (k / 4 - 6)) for k in (3, 5, 7, 9)])

    def test_interpolates_logarithms(self):
        self.assertAlmostEqual(self.curve.at_error(1e-6, "seconds") / 10 ** (6 / 4 - 6), 1, 12)

    def test_the_coarsest_answer_is_the_cheapest_on_offer(self):
        self.assertAlmostEqual(self.curve.at_error(1e-2, "seconds") / 10 ** (3 / 4 - 6), 1, 12)

    def test_says_nothing_about_errors_that_were_not_reached(self):
        self.assertIsNone(self.curve.at_error(1e-10, "seconds"))

    def test_final_error_is_a_curve_of_its_own(self):
        self.assertAlmostEqual(self.curve.at_error(1e-6, "seconds", "final_error") / 10 ** (5 / 4 - 6), 1, 12)


class Wrong(unittest.TestCase):
    def test_one_wrong_answer_at_a_fine_tolerance_takes_the_contestant_out(self):
        curve = Curve([score(1e-3, 1e-3, 1), score(1e-5, 0, 1, right=False), score(1e-7, 1e-7, 2)])
        self.assertFalse(curve.correct)
        self.assertIsNone(curve.at_error(1e-5, "seconds"))

    def test_a_wrong_answer_at_a_coarse_tolerance_is_only_left_out(self):
        curve = Curve([score(1e-3, 0, 1, right=False), score(1e-5, 1e-5, 1), score(1e-7, 1e-7, 2)])
        self.assertAlmostEqual(curve.at_error(1e-7, "seconds"), 2)

    def test_the_best_peer_is_a_correct_one(self):
        scores = [score(1e-5, 1e-9, 5, who="slow and right"), score(1e-5, 0, 1, right=False, who="fast and wrong"),
                  score(1e-5, 1e-9, 3, who="saltus tsit5")]
        self.assertEqual(Contest([dict(id="p")], scores).best_peer("p", 1e-5)[1], "slow and right")


class Mean(unittest.TestCase):
    def test_is_geometric(self):
        self.assertAlmostEqual(mean({"a": 2, "b": 8}), 4)


if __name__ == "__main__":
    unittest.main()
