#pragma once
// affine.hpp: surfaces that are affine in their inputs, side by side.
//
// Problem    most surfaces of practice compare a variable with a number or with another variable. Everything the engine
//            asks of them has a closed form: value, rounding noise, rate, the polynomial along a step and bounds on it.
// Method     the forms of all surfaces in flat arrays: looking at thousands of them is a sweep over memory.
// Invariant  bounds hold for the exact g of the given inputs, rounding of the table's own sums included.

#include <saltus/integrate/dense_output.hpp>
#include <saltus/model/catalogue.hpp>

#include <cmath>
#include <span>
#include <vector>

namespace saltus::events {

class AffineTable {
 public:
  /// Takes over the surfaces that the catalogue has met since the last call.
  void follow(const model::Catalogue& catalogue);
  void clear();

  std::size_t size() const { return is_affine_.size(); }
  bool        has(model::SurfaceId s) const { return is_affine_[static_cast<std::size_t>(s)] != 0; }

  using Term = model::AffineForm::Term;
  std::span<const Term> terms(model::SurfaceId s) const {
    const auto i = static_cast<std::size_t>(s);
    return {terms_.data() + begin_[i], terms_.data() + begin_[i + 1]};
  }
  double constant(model::SurfaceId s) const { return constant_[static_cast<std::size_t>(s)]; }
  int    roundings(model::SurfaceId s) const { return roundings_[static_cast<std::size_t>(s)]; }

  /// The commonest form, a variable against a number: g = x + constant or -x + constant, for sweeps.
  struct Single {
    double constant;
    int    variable;  ///< negative: some other form
    int    weight;    ///< +1 or -1
  };
  const Single& single(model::SurfaceId s) const { return single_[static_cast<std::size_t>(s)]; }

  /// g and the bound of its noise, given value(input) and noise(input).
  struct Point {
    double value, noise;
  };
  template <class Value, class Noise>
  Point at(model::SurfaceId s, Value&& value, Noise&& noise) const {
    Point  p{0, 0};
    double size = 0;
    for (const auto& [input, weight] : terms(s)) {
      const double v = weight * value(input);
      p.value += v;
      p.noise += std::abs(weight) * noise(input);
      size += std::abs(v);
    }
    const double c = constant(s);
    p.value += c;
    // The sum of one term and a constant is exact where it matters, near zero; longer sums round at each term.
    const auto inexact = static_cast<double>(terms(s).size() - 1 + static_cast<std::size_t>(roundings(s)));
    p.noise += unit * (std::abs(p.value) + inexact * (size + std::abs(c)));
    return p;
  }

  /// The polynomial of g along a step, coefficients 0 to max(degree, 1). Returns a bound of its rounding error on [0, 1].
  double polynomial(model::SurfaceId s, const integrate::DenseOutput& step, std::span<const double> q,
                    std::span<double> c) const;

 private:
  static constexpr double unit = 0x1p-53;

  std::vector<char>        is_affine_;
  std::vector<std::size_t> begin_ = {0};
  std::vector<Term>        terms_;
  std::vector<double>      constant_;
  std::vector<int>         roundings_;
  std::vector<Single>      single_;
};

}  // namespace saltus::events
