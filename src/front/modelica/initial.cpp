#include <saltus/front/modelica/initial.hpp>

#include <saltus/core/error.hpp>

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace saltus::modelica {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr int    most_modes = 30, most_iterations = 60;
constexpr double enough = 1e-11;  // of the scaled Newton correction

class InitialProblem {
 public:
  InitialProblem(HybridModel& model, double t) : model_(model), t_(t) {
    const auto& variables = model.sorted().flat.variables;
    for (const Variable v : model.layout().of_component) {
      const bool clock = v < 0;
      const auto i     = static_cast<std::size_t>(std::max(v, 0));
      point_.x.push_back(clock ? 0.0 : variables[i].start);
      scale_.push_back(clock ? 1.0 : std::max(std::abs(variables[i].nominal), 1e-3 * std::abs(variables[i].start)));
      held_.push_back(clock || (variables[i].fixed && static_cast<int>(held_.size()) < model.layout().states));
    }
    point_.q = model.initial_discrete();
  }

  InitialPoint solve() {
    std::vector<std::vector<int>> seen;
    for (int k = 0; k < most_modes; ++k) {
      system_ = model_.initial_system(t_, point_.x, point_.q);
      if (!seen.empty() && seen.back() == system_.key) return finish();
      seen.push_back(system_.key);
      if (k == 0) choose();
      newton();
    }
    throw InputError(
        fmt::format("S0609: the initial problem does not settle: {} sets of truth values were tried, and "
                    "each solution demands another.\nhelp: give start values nearer to the solution.",
                    most_modes));
  }

 private:
  std::size_t rows() const { return system_.residuals.outputs(); }

  Vector residual() {
    const auto r = numbers_.all(system_.residuals, t_, point_.x, {}, point_.q);
    return Eigen::Map<const Vector>(r.data(), static_cast<Eigen::Index>(r.size()));
  }

  /// Columns of the unknowns, scaled.
  Matrix jacobian(const std::vector<int>& columns) {
    using T           = Dual<double, 4>;
    const auto& p     = system_.residuals;
    const auto  width = static_cast<int>(columns.size());
    Matrix      j(static_cast<Eigen::Index>(rows()), width);
    work_.resize(p.registers() + 1);
    std::vector<int> lane(point_.x.size());
    for (int first = 0; first < width; first += 4) {
      std::fill(lane.begin(), lane.end(), -1);
      for (int k = first; k < std::min(first + 4, width); ++k)
        lane[static_cast<std::size_t>(columns[static_cast<std::size_t>(k)])] = k - first;
      p.run<T>(
          [&](const model::Program::Input& in) -> T {
            const auto i = static_cast<std::size_t>(in.index);
            if (in.kind == model::Op::time) return T(t_);
            if (in.kind != model::Op::variable) return T(in.kind == model::Op::discrete ? point_.q[i] : 0.0);
            T v(point_.x[i]);
            if (lane[i] >= 0) v.d[static_cast<std::size_t>(lane[i])] = scale_[i];
            return v;
          },
          std::span<T>(work_));
      for (std::size_t r = 0; r < rows(); ++r) {
        const T value = p.output<T>(r, std::span<const T>(work_));
        for (int k = first; k < std::min(first + 4, width); ++k)
          j(static_cast<Eigen::Index>(r), k) = value.d[static_cast<std::size_t>(k - first)];
      }
    }
    return j;
  }

  /// Which components are solved for: as many as there are equations, iteration variables before states, states without a
  /// start value before those with one, and each only if it adds to what is determined.
  void choose() {
    const auto&      variables = model_.sorted().flat.variables;
    const int        states    = model_.layout().states;
    std::vector<int> order;
    for (std::size_t i = 0; i < held_.size(); ++i)
      if (!held_[i]) order.push_back(static_cast<int>(i));
    const auto rank = [&](int c) {
      if (c >= states) return 0;
      const auto& v = variables[static_cast<std::size_t>(model_.layout().of_component[static_cast<std::size_t>(c)])];
      return (v.free_parameter ? 1 : v.start_given ? 3 : 2);
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
    if (order.size() <= rows()) {
      unknowns_ = order;
      return;
    }
    Matrix j = jacobian(order);
    for (Eigen::Index r = 0; r < j.rows(); ++r)
      if (const double size = j.row(r).cwiseAbs().maxCoeff(); size > 0 && std::isfinite(size)) j.row(r) /= size;
    // Gaussian elimination, column by column in that order.
    std::vector<char> used(rows(), 0);
    for (std::size_t k = 0; k < order.size() && unknowns_.size() < rows(); ++k) {
      const auto   c     = static_cast<Eigen::Index>(k);
      Eigen::Index pivot = -1;
      for (Eigen::Index r = 0; r < j.rows(); ++r)
        if (used[static_cast<std::size_t>(r)] == 0 && std::abs(j(r, c)) > 1e-9 &&
            (pivot < 0 || std::abs(j(r, c)) > std::abs(j(pivot, c))))
          pivot = r;
      const bool iteration = order[k] >= states;
      if (pivot < 0 && !iteration) continue;
      unknowns_.push_back(order[k]);
      if (pivot < 0) continue;
      used[static_cast<std::size_t>(pivot)] = 1;
      for (Eigen::Index r = 0; r < j.rows(); ++r)
        if (used[static_cast<std::size_t>(r)] == 0 && j(r, c) != 0) j.row(r) -= j(r, c) / j(pivot, c) * j.row(pivot);
    }
    for (const int c : order)
      if (c < states && std::find(unknowns_.begin(), unknowns_.end(), c) == unknowns_.end())
        point_.assumed.push_back(model_.catalogue().names.variables[static_cast<std::size_t>(c)]);
  }

  void newton() {
    if (unknowns_.empty()) return;
    Vector r = residual();
    for (int k = 0; k < most_iterations; ++k) {
      if (!r.allFinite()) fail("the equations are not finite at the start values", r);
      Matrix j = jacobian(unknowns_);
      if (!j.allFinite()) fail("the derivatives of the equations are not finite", r);
      // Rows to the same size, so that one residual in bars and one in pascals count the same.
      Vector weight(j.rows());
      for (Eigen::Index i = 0; i < j.rows(); ++i) {
        const double size = j.row(i).cwiseAbs().maxCoeff();
        weight(i)         = size > 0 ? 1 / size : 1;
        j.row(i) *= weight(i);
      }
      const Vector step = j.colPivHouseholderQr().solve(Vector(-(weight.array() * r.array())));
      const double size = step.cwiseAbs().maxCoeff();
      const double norm = (weight.array() * r.array()).matrix().norm();
      if (norm == 0 || size <= enough) return apply(step, 1);
      double length = 1;
      for (;; length *= 0.5) {
        const auto before = point_.x;
        apply(step, length);
        const Vector tried = residual();
        const double now   = (weight.array() * tried.array()).matrix().norm();
        if (tried.allFinite() && (now <= (1 - 0.1 * length) * norm || (length == 1 && now <= 1e-12 * (1 + norm)))) {
          r = tried;
          break;
        }
        point_.x = before;
        if (length < 1e-6) {
          if (size < 1e-8) return;  // at the limit of rounding
          fail("the initial problem cannot be solved from these start values", r);
        }
      }
    }
    fail("the initial problem does not converge", r);
  }

  void apply(const Vector& step, double length) {
    for (std::size_t k = 0; k < unknowns_.size(); ++k) {
      const auto i = static_cast<std::size_t>(unknowns_[k]);
      point_.x[i] += length * step(static_cast<Eigen::Index>(k)) * scale_[i];
    }
  }

  InitialPoint finish() {
    const Vector r = residual();
    if (rows() > 0 && !(r.cwiseAbs().maxCoeff() <= 1e-6 * (1 + largest())))
      fail("the initial equations contradict each other", r);
    return point_;
  }
  double largest() const {
    double size = 0;
    for (const double v : point_.x) size = std::max(size, std::abs(v));
    return size;
  }

  [[noreturn]] void fail(std::string_view what, const Vector& r) {
    // The equations that are farthest from being true, by their place in the text.
    std::string               text   = fmt::format("S0609: {}.", what);
    const auto&               sorted = model_.sorted();
    std::vector<Node>         left, right;
    std::vector<Eigen::Index> order(static_cast<std::size_t>(r.size()));
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return !(std::abs(r(a)) <= std::abs(r(b))); });
    std::vector<int> equation;
    for (const Block& b : sorted.blocks)
      for (const auto& residual : b.residuals) equation.push_back(residual.equation);
    for (std::size_t k = 0; k < std::min<std::size_t>(3, order.size()); ++k) {
      const auto          i = static_cast<std::size_t>(order[k]);
      const FlatEquation& e = i < equation.size() ? sorted.flat.equations[static_cast<std::size_t>(equation[i])]
                                                  : sorted.initial[i - equation.size()];
      text += fmt::format("\n  = residual {:.3g} in {} = {}", r(order[k]), sorted.flat.text(e.left).substr(0, 80),
                          sorted.flat.text(e.right).substr(0, 80));
    }
    throw InputError(text + "\nhelp: give start values nearer to the solution, or fix other variables.");
  }

  HybridModel&                 model_;
  double                       t_;
  InitialPoint                 point_;
  std::vector<double>          scale_;
  std::vector<char>            held_;
  std::vector<int>             unknowns_;
  HybridModel::InitialSystem   system_;
  NodeValues                   numbers_;
  std::vector<Dual<double, 4>> work_;
};

}  // namespace

InitialPoint find_initial(HybridModel& model, double t) { return InitialProblem(model, t).solve(); }

}  // namespace saltus::modelica
