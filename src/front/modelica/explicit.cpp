// explicit.cpp: torn blocks that can be solved once and for all.
//
// Problem    coupled masses, gears and resistors give blocks that are linear with constant coefficients. As iteration
//            variables their unknowns would make a differential-algebraic system of what is an ordinary one.
// Method     put the assignments into the residuals: A z + b = 0 in the iteration variables z alone. If A is a matrix of
//            numbers, z = -inv(A) b, and b is the residual at z = 0. A single z may also have a coefficient that is an
//            expression, if it is never zero.
// Reference  Skeel, J. ACM 26 (1979) 494-526, for the condition.
// Invariant  the assignments of the block stay as they are, after those of z.

#include <saltus/front/modelica/system.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace saltus::modelica {
namespace {

constexpr std::size_t most_together  = 20;   ///< iteration variables: the inverse is dense
constexpr double      most_condition = 1e4;  ///< of A in units that make its rows and columns alike

using Matrix = std::vector<std::vector<double>>;

// Divides rows, then columns by their largest entries, so that units do not matter. False: a row or column is zero.
bool equilibrate(Matrix& a, std::vector<double>& row_scale, std::vector<double>& column_scale) {
  const std::size_t n = a.size();
  row_scale.assign(n, 0), column_scale.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (const double v : a[i]) row_scale[i] = std::max(row_scale[i], std::abs(v));
    if (!(row_scale[i] > 0) || !std::isfinite(row_scale[i])) return false;
    for (double& v : a[i]) v /= row_scale[i];
  }
  for (std::size_t j = 0; j < n; ++j) {
    for (const auto& row : a) column_scale[j] = std::max(column_scale[j], std::abs(row[j]));
    if (!(column_scale[j] > 0)) return false;
    for (auto& row : a) row[j] /= column_scale[j];
  }
  return true;
}

// By Gauss and Jordan with partial pivoting; empty: singular.
Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  Matrix            out(n, std::vector<double>(n));
  for (std::size_t k = 0; k < n; ++k) out[k][k] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    if (a[pivot][k] == 0) return {};
    std::swap(a[k], a[pivot]);
    std::swap(out[k], out[pivot]);
    const double scale = 1 / a[k][k];
    for (std::size_t j = 0; j < n; ++j) a[k][j] *= scale, out[k][j] *= scale;
    for (std::size_t i = 0; i < n; ++i) {
      const double f = a[i][k];
      if (i == k || f == 0) continue;
      for (std::size_t j = 0; j < n; ++j) a[i][j] -= f * a[k][j], out[i][j] -= f * out[k][j];
    }
  }
  return out;
}

// Skeel's condition number: the largest row sum of |inv(A)| |A|.
double condition(const Matrix& a, const Matrix& inverted) {
  double largest = 0;
  for (const auto& row : inverted) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      for (const double v : a[k]) sum += std::abs(row[k] * v);
    }
    largest = std::max(largest, sum);
  }
  return largest;
}

// The inverse of A, unless it is so badly conditioned that Newton's iteration during a run is more exact: then empty.
Matrix safe_inverse(Matrix a) {
  std::vector<double> row_scale, column_scale;
  if (!equilibrate(a, row_scale, column_scale)) return {};
  Matrix out = inverse(a);
  if (out.empty() || !(condition(a, out) <= most_condition)) return {};
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t j = 0; j < out.size(); ++j) out[i][j] /= column_scale[i] * row_scale[j];
  }
  return out;
}

}  // namespace

void make_explicit(System& s, Block& block) {
  const std::size_t n = block.iteration.size();
  if (!block.linear || n > most_together) return;
  Graph& g = s.model.graph;

  // Residuals in terms of what is known and z.
  std::unordered_map<Variable, Node> value_of;
  const auto                         put_in = [&](Node leaf) {
    if (g[leaf].op != Op::variable) return leaf;
    const auto found = value_of.find(g[leaf].a);
    return found == value_of.end() ? leaf : found->second;
  };
  std::vector<Node> memo;
  for (const auto& a : block.assignments) {
    const Node value     = g.rebuild(a.value, memo, put_in);
    value_of[a.variable] = value;
    memo.resize(g.size(), -1);
    memo[g.variable(a.variable)] = value;
  }
  std::vector<Node> residuals;
  for (const auto& r : block.residuals) residuals.push_back(g.rebuild(r.value, memo, put_in));

  std::vector<Node> values;
  if (n == 1) {
    const auto parts = affine(g, s.walk, residuals[0], block.iteration[0]);
    if (!parts || !never_zero(g, parts->factor)) return;
    values = {g.binary(Op::divide, g.unary(Op::negate, parts->rest), parts->factor)};
  } else {
    Matrix a(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (const Occurrence& o : s.occurring(residuals[i]).variables) {
        const auto at = std::ranges::find(block.iteration, o.variable);
        if (at == block.iteration.end()) continue;
        if (o.otherwise) return;
        a[i][static_cast<std::size_t>(at - block.iteration.begin())] = o.factor;
      }
    }
    const Matrix inverted = safe_inverse(std::move(a));
    if (inverted.empty()) return;
    const Node zero    = g.constant(0);
    const auto without = [&](Node leaf) {
      const bool own = g[leaf].op == Op::variable && std::ranges::count(block.iteration, g[leaf].a) > 0;
      return own ? zero : leaf;
    };
    std::vector<Node> at_zero;
    for (Node& b : residuals) b = g.rebuild(b, at_zero, without);
    for (std::size_t j = 0; j < n; ++j) {
      Node sum = zero;
      for (std::size_t i = 0; i < n; ++i) {
        if (inverted[j][i] == 0) continue;
        sum = g.binary(Op::add, sum, g.binary(Op::multiply, g.constant(-inverted[j][i]), residuals[i]));
      }
      values.push_back(sum);
    }
  }
  std::vector<Block::Assignment> assignments;
  for (std::size_t j = 0; j < n; ++j)
    assignments.push_back({block.iteration[j], values[j], block.residuals[j].equation});
  assignments.insert(assignments.end(), block.assignments.begin(), block.assignments.end());
  block.assignments = std::move(assignments);
  block.iteration.clear();
  block.residuals.clear();
  block.linear = false;
}

}  // namespace saltus::modelica
