#include <saltus/simulate/trajectory.hpp>

#include <saltus/core/error.hpp>
#include <saltus/core/nearest_name.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus {

namespace {
constexpr std::size_t block_size = std::size_t(1) << 16;  // numbers per block
}

Trajectory::Trajectory(std::vector<std::string> names, std::size_t dense_components)
    : names_(std::move(names)), n_(dense_components),
      rows_per_block_(std::max<std::size_t>(1, block_size / std::max<std::size_t>(1, names_.size()))) {}

std::span<const double> Trajectory::row(std::size_t k) const {
  const std::size_t width = names_.size();
  return {blocks_[k / rows_per_block_].data() + k % rows_per_block_ * width, width};
}

bool Trajectory::operator==(const Trajectory& other) const {
  if (names_ != other.names_ || times_ != other.times_ || pieces_ != other.pieces_ || coefficients_ != other.coefficients_)
    return false;
  for (std::size_t k = 0; k < size(); ++k)
    if (!std::equal(row(k).begin(), row(k).end(), other.row(k).begin())) return false;
  return true;
}

void Trajectory::clear() {
  times_.clear();
  for (auto& block : blocks_) block.clear();
  pieces_.clear();
  coefficients_.clear();
}

void Trajectory::add_row(double t, std::span<const double> x, std::span<const double> q) {
  const std::size_t b = times_.size() / rows_per_block_;
  if (b == blocks_.size()) blocks_.emplace_back().reserve(b == 0 ? 0 : rows_per_block_ * names_.size());
  auto& block = blocks_[b];
  times_.push_back(t);
  block.insert(block.end(), x.begin(), x.end());
  block.insert(block.end(), q.begin(), q.end());
}

void Trajectory::add_polynomial(double t0, double t1, double h, int degree, std::span<const double> coefficients) {
  pieces_.push_back({t0, t1, h, degree, coefficients_.size(), size() - 1});
  coefficients_.insert(coefficients_.end(), coefficients.begin(), coefficients.end());
}

std::size_t Trajectory::index(std::string_view name) const {
  const auto at = std::find(names_.begin(), names_.end(), name);
  if (at != names_.end()) return static_cast<std::size_t>(at - names_.begin());
  throw InputError(fmt::format("S0201: the result has no variable \"{}\".{}", name, did_you_mean(name, names_)));
}

std::vector<double> Trajectory::column(std::string_view name) const {
  const std::size_t   i = index(name);
  std::vector<double> values(size());
  for (std::size_t k = 0; k < size(); ++k) values[k] = row(k)[i];
  return values;
}

std::span<const double> Trajectory::existing_row(std::size_t k) const {
  if (times_.empty()) throw InputError("S0202: the run has no rows, so there is no value to ask for.");
  return row(k);
}

double Trajectory::value(std::string_view name, double t, Side side) const {
  const std::size_t i = index(name);
  existing_row(0);
  const bool forward = times_.back() >= times_.front();
  const auto before  = [&](double a, double b) { return forward ? a < b : a > b; };
  if (std::isnan(t) || before(t, times_.front()) || before(times_.back(), t))
    throw InputError(
        fmt::format("S0203: t = {} lies outside of the run, which covers {} to {}.", t, times_.front(), times_.back()));

  const auto [first, last] = std::equal_range(times_.begin(), times_.end(), t, before);
  if (first != last) {
    const auto k = side == Side::left ? first : last - 1;
    return row(static_cast<std::size_t>(k - times_.begin()))[i];
  }
  const auto above =
      std::upper_bound(pieces_.begin(), pieces_.end(), t, [&](double a, const Piece& p) { return before(a, p.t0); });
  if (above != pieces_.begin()) {
    const Piece& p = *(above - 1);
    if (!before(p.t1, t)) {
      if (i >= n_) return row(p.row)[i];  // a discrete variable does not change within a step
      const double  theta = (t - p.t0) / p.h;
      const double* c     = coefficients_.data() + p.offset + i;
      double        v     = 0;
      for (int k = p.degree; k >= 0; --k) v = v * theta + c[static_cast<std::size_t>(k) * n_];
      return v;
    }
  }
  throw InputError(
      fmt::format("S0204: t = {} lies between two rows. Set Options::dense = true to keep the polynomials, "
                  "or ask at a row (Trajectory::times).",
                  t));
}

}  // namespace saltus
