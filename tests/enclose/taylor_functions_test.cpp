// Elementary functions of Taylor models against Arb: 10^6 random trials per function, each at D = 1, 4, 7.

#include "model_trials.hpp"

namespace saltus::enclose::test {
namespace {

constexpr std::uint64_t seed = 20240603;

double moderate(Random& r) { return r.chance(10) ? r.anything() : r.uniform(-4, 4); }
double positive(Random& r) { return r.chance(15) ? r.of_size(-1000, 1000) : r.chance(3) ? 0.0 : r.uniform(0.01, 8); }
double around_zero(Random& r) { return r.chance(50) ? r.of_size(-1000, 1000) : r.of_size(-3, 3); }
double unit(Random& r) { return r.chance(90) ? r.signed_unit() : r.below(3) - 1; }
double angle(Random& r) { return r.chance(10) ? r.anything() : r.uniform(-10, 10); }
double steep(Random& r) { return r.chance(10) ? r.anything() : r.uniform(-25, 25); }

constexpr auto nowhere     = [](Ball&) { return false; };
constexpr auto negative    = [](Ball& x) { return arb_is_negative(x) != 0; };
constexpr auto nonpositive = [](Ball& x) { return arb_is_nonpositive(x) != 0; };
constexpr auto beyond_one  = [](Ball& x) {
  static const Ball one(1.0), minus_one(-1.0);
  return arb_gt(x, one) || arb_lt(x, minus_one);
};

template <class F, class Truth, class Outside>
void one(F f, Truth truth, Centre centre, Outside outside) {
  model_encloses(f, truth, centre, outside, seed);
}
template <class F, class Truth>
void two(F f, Truth truth, Centre a, Centre b) {
  model_encloses_two(f, truth, a, b, seed);
}

TEST(TaylorModelSeed20240603, SinEnclosesTheTruth) {
  one([](auto x) { return sin(x); }, [](Ball& y, Ball& x) { arb_sin(y, x, bits); }, angle, nowhere);
}
TEST(TaylorModelSeed20240603, CosEnclosesTheTruth) {
  one([](auto x) { return cos(x); }, [](Ball& y, Ball& x) { arb_cos(y, x, bits); }, angle, nowhere);
}
TEST(TaylorModelSeed20240603, TanEnclosesTheTruth) {
  one([](auto x) { return tan(x); }, [](Ball& y, Ball& x) { arb_tan(y, x, bits); }, angle, nowhere);
}
TEST(TaylorModelSeed20240603, ExpEnclosesTheTruth) {
  one([](auto x) { return exp(x); },
      [](Ball& y, Ball& x) {
        if (x.below_2_to(40)) arb_exp(y, x, bits);
        else arb_indeterminate(y);
      },
      steep, nowhere);
}
TEST(TaylorModelSeed20240603, SinhEnclosesTheTruth) {
  one([](auto x) { return sinh(x); },
      [](Ball& y, Ball& x) {
        if (x.below_2_to(40)) arb_sinh(y, x, bits);
        else arb_indeterminate(y);
      },
      steep, nowhere);
}
TEST(TaylorModelSeed20240603, CoshEnclosesTheTruth) {
  one([](auto x) { return cosh(x); },
      [](Ball& y, Ball& x) {
        if (x.below_2_to(40)) arb_cosh(y, x, bits);
        else arb_indeterminate(y);
      },
      steep, nowhere);
}
TEST(TaylorModelSeed20240603, TanhEnclosesTheTruth) {
  one([](auto x) { return tanh(x); }, [](Ball& y, Ball& x) { arb_tanh(y, x, bits); }, steep, nowhere);
}
TEST(TaylorModelSeed20240603, SqrtEnclosesTheTruthAndRefusesNegativeArguments) {
  one([](auto x) { return sqrt(x); }, [](Ball& y, Ball& x) { arb_sqrt(y, x, bits); }, positive, negative);
}
TEST(TaylorModelSeed20240603, LogEnclosesTheTruthAndRefusesZero) {
  one([](auto x) { return log(x); }, [](Ball& y, Ball& x) { arb_log(y, x, bits); }, positive, nonpositive);
}
TEST(TaylorModelSeed20240603, Log10EnclosesTheTruthAndRefusesZero) {
  one([](auto x) { return log10(x); }, [](Ball& y, Ball& x) { arb_log_base_ui(y, x, 10, bits); }, positive, nonpositive);
}
TEST(TaylorModelSeed20240603, CbrtEnclosesTheTruthOnBothSidesOfZero) {
  one([](auto x) { return cbrt(x); },
      [](Ball& y, Ball& x) {
        if (!arb_is_negative(x)) return arb_root_ui(y, x, 3, bits);
        arb_neg(y, x);
        arb_root_ui(y, y, 3, bits);
        arb_neg(y, y);
      },
      around_zero, nowhere);
}
TEST(TaylorModelSeed20240603, AsinEnclosesTheTruthAndRefusesArgumentsBeyondOne) {
  one([](auto x) { return asin(x); }, [](Ball& y, Ball& x) { arb_asin(y, x, bits); }, unit, beyond_one);
}
TEST(TaylorModelSeed20240603, AcosEnclosesTheTruthAndRefusesArgumentsBeyondOne) {
  one([](auto x) { return acos(x); }, [](Ball& y, Ball& x) { arb_acos(y, x, bits); }, unit, beyond_one);
}
TEST(TaylorModelSeed20240603, AtanEnclosesTheTruth) {
  one([](auto x) { return atan(x); }, [](Ball& y, Ball& x) { arb_atan(y, x, bits); }, moderate, nowhere);
}

// The exponent is drawn anew for each model and remembered for the referee.
TEST(TaylorModelSeed20240603, IntegerPowerEnclosesTheTruth) {
  int n = 0;
  model_encloses([&](Random& random) { n = random.below(23) - 8; }, [&](const auto& x) { return pow(x, n); },
                 [&](Ball& y, Ball& x) {
                   arb_pow_ui(y, x, static_cast<ulong>(std::abs(n)), bits);
                   if (n < 0) arb_inv(y, y, bits);
                 },
                 moderate, nowhere, seed);
}
TEST(TaylorModelSeed20240603, RealPowerEnclosesTheTruth) {
  double e = 0;
  Ball   p;
  model_encloses(
      [&](Random& random) {
        e = random.chance(10) ? random.anything() : random.uniform(-6, 6);
        arb_set_d(p, e);
      },
      [&](const auto& x) { return pow(x, e); },
      [&](Ball& y, Ball& x) {
        if (p.below_2_to(30)) arb_pow(y, x, p, bits);
        else arb_indeterminate(y);
      },
      positive, nowhere, seed);
}
TEST(TaylorModelSeed20240603, PowerOfTwoModelsEnclosesTheTruth) {
  two([](auto x, auto y) { return pow(x, y); },
      [](Ball& y, Ball& a, Ball& b) {
        if (b.below_2_to(30)) arb_pow(y, a, b, bits);
        else arb_indeterminate(y);
      },
      positive, moderate);
}
TEST(TaylorModelSeed20240603, Atan2EnclosesTheTruth) {
  two([](auto y, auto x) { return atan2(y, x); }, [](Ball& y, Ball& a, Ball& b) { arb_atan2(y, a, b, bits); }, moderate,
      moderate);
}
TEST(TaylorModelSeed20240603, HypotEnclosesTheTruth) {
  two([](auto x, auto y) { return hypot(x, y); }, [](Ball& y, Ball& a, Ball& b) { arb_hypot(y, a, b, bits); }, moderate,
      around_zero);
}

}  // namespace
}  // namespace saltus::enclose::test
