#include <saltus/events/affine.hpp>

#include <algorithm>

namespace saltus::events {

using model::Op;

void AffineTable::follow(const model::Catalogue& catalogue) {
  for (std::size_t s = size(); s < catalogue.surfaces().size(); ++s) {
    const auto& form = catalogue.surfaces()[s].affine;
    is_affine_.push_back(form && !form->terms.empty() ? 1 : 0);
    if (form) terms_.insert(terms_.end(), form->terms.begin(), form->terms.end());
    begin_.push_back(terms_.size());
    constant_.push_back(form ? form->constant : 0.0);
    roundings_.push_back(form ? form->roundings : 0);
    const bool single = form && form->terms.size() == 1 && form->terms[0].input.kind == Op::variable &&
                        std::abs(form->terms[0].weight) == 1 && form->roundings == 0;
    single_.push_back(single ? Single{form->constant, form->terms[0].input.index, form->terms[0].weight > 0 ? 1 : -1}
                             : Single{0, -1, 0});
  }
}

void AffineTable::clear() { *this = {}; }

double AffineTable::polynomial(model::SurfaceId s, const integrate::DenseOutput& step, std::span<const double> q,
                               std::span<double> c) const {
  std::fill(c.begin(), c.end(), 0.0);
  c[0]            = constant(s);
  double     size = std::abs(c[0]);
  const auto add  = [&](std::size_t k, double v) {
    c[k] += v;
    size += std::abs(v);
  };
  for (const auto& [in, w] : terms(s)) {
    const auto i = static_cast<std::size_t>(in.index);
    switch (in.kind) {
      case Op::time: add(0, w * step.t0), add(1, w * step.h); break;
      case Op::variable:
        for (int k = 0; k <= step.degree; ++k) add(static_cast<std::size_t>(k), w * step.coefficient(k, i));
        break;
      case Op::derivative:
        for (int k = 1; k <= step.degree; ++k)
          add(static_cast<std::size_t>(k) - 1, w * k * step.coefficient(k, i) / step.h);
        break;
      default: add(0, w * q[i]);
    }
  }
  // Each term passes through at most three roundings of its own and one sum per term; the weights carry a few more.
  return static_cast<double>(2 * terms(s).size() + 8 + static_cast<std::size_t>(roundings(s))) * unit * size;
}

}  // namespace saltus::events
