// dummy_derivatives.cpp: which variables remain as states when equations have been differentiated.
//
// Problem    each differentiated equation brings one unknown too few: some derivatives are to be ordinary unknowns (dummies),
//            and the variables that they are derivatives of are no states. They must be such that the differentiated
//            equations determine them.
// Method     from the highest derivatives downwards: of the columns of dH/dz, H the equations that were differentiated, take
//            a basis, by Gaussian elimination that tries columns in the order in which one would rather not have them as
//            states. Entries are numbers at the given values; rows that have no pivot there try again at values in general
//            position. Then the same one derivative lower, with the columns that were taken.
// Reference  Mattsson & Soederlind, SIAM J. Sci. Comput. 14 (1993) 677-692. Letters are theirs.
// Invariant  as many dummies as differentiated equations, at each level.
// Departure  the choice is made once. Where entries are no constants it is listed (StateChoice), and whoever runs the model
//            can sort again at the values where it has become a bad one.

#include <saltus/front/modelica/differentiate.hpp>
#include <saltus/front/modelica/evaluate.hpp>
#include <saltus/front/modelica/system.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

namespace saltus::modelica {
namespace {

// A column of a better class is taken before one of a worse class unless its pivot is this much smaller than what else is in
// the row. Within a class good pivots come first.
constexpr std::array pivot_thresholds = {0.5, 0.05, 1e-3, 1e-6};

struct Entry {
  Node node  = -1;
  bool fixed = false;  ///< the same number at all times
};

class Selection {
 public:
  Selection(System& system, std::vector<double> values)
      : s_(system), at_values_(system.model, std::move(values)), at_generic_(system.model, {}) {
    at_values_.values.resize(system.model.variables.size(), 0.0);
    // In general position: fixed, different, of order one.
    at_generic_.time = 0.6180339887;
    for (std::size_t v = 0; v < system.model.variables.size(); ++v) {
      at_generic_.values.push_back(0.5 + std::fmod(0.7548776662 * static_cast<double>(v + 1), 1.0));
    }
    reset_.assign(system.model.variables.size(), false);
    for (const Reinit& r : system.model.reinits) reset_[r.state] = true;
  }

  std::vector<StateChoice> run() {
    const FlatModel& model = s_.model;
    dummy_.assign(model.variables.size(), false);
    std::vector<int> H;
    for (int e = 0; e < static_cast<int>(model.equations.size()); ++e) {
      if (s_.derivative[e] < 0 && s_.derivative_of[e] >= 0) H.push_back(e);
    }
    std::vector<bool> candidate(model.variables.size());
    for (std::size_t v = 0; v < candidate.size(); ++v) {
      candidate[v] = s_.continuous(static_cast<Variable>(v)) && model.variables[v].derivative < 0 &&
                     model.variables[v].derivative_of >= 0;
    }
    while (!H.empty()) {
      const std::vector<Variable> taken = take(H, candidate);
      candidate.assign(candidate.size(), false);
      for (const Variable z : taken) {
        dummy_[z]            = true;
        const Variable lower = model.variables[z].derivative_of;
        if (model.variables[lower].derivative_of >= 0) candidate[lower] = true;
      }
      std::vector<int> lower;
      for (const int e : H) {
        if (s_.derivative_of[s_.derivative_of[e]] >= 0) lower.push_back(s_.derivative_of[e]);
      }
      H = std::move(lower);
    }
    s_.state.assign(model.variables.size(), false);
    for (std::size_t v = 0; v < s_.state.size(); ++v) {
      const Variable d = model.variables[v].derivative;
      s_.state[v]      = s_.continuous(static_cast<Variable>(v)) && d >= 0 && !dummy_[d];
    }
    return std::move(choices_);
  }

 private:
  // What would be a state if z were no dummy: the smaller, the sooner z is taken.
  std::array<int, 6> reluctance(Variable z, bool varies) const {
    const Variable      v = s_.model.variables[z].derivative_of;
    const FlatVariable& x = s_.model.variables[v];
    const int level = std::max(static_cast<int>(x.state_select), reset_[v] ? static_cast<int>(StateSelect::prefer) : 0);
    const bool original = !s_.model.variables[z].hidden;  // the model itself differentiates it
    return {level, original, varies, x.fixed, x.start_given, !x.hidden};
  }

  std::vector<Variable> take(const std::vector<int>& H, const std::vector<bool>& candidate) {
    // Entries of dH/dz, row by row.
    rows_.assign(H.size(), {});
    std::map<Variable, bool> columns;  // whether an entry varies
    for (std::size_t i = 0; i < H.size(); ++i) {
      const Node residual = s_.residual(H[i]);
      for (const Occurrence& o : s_.occurs[H[i]].variables) {
        if (!candidate[o.variable] || !s_.smooth(o)) continue;
        Entry entry{.node = -1, .fixed = !o.otherwise};
        if (entry.fixed) {
          entry.node = s_.model.graph.constant(o.factor);
        } else if (const auto parts = affine(s_.model.graph, s_.walk, residual, o.variable)) {
          entry = {.node = parts->factor, .fixed = s_.model.graph.is_constant(parts->factor)};
        } else if (const auto d = partial(s_.model, residual, o.variable)) {
          entry = {.node = *d, .fixed = s_.model.graph.is_constant(*d)};
        }
        if (entry.node < 0 || s_.model.graph.is_constant(entry.node, 0)) continue;
        rows_[i].emplace_back(o.variable, entry);
        columns[o.variable] = columns[o.variable] || !entry.fixed;
      }
    }
    std::vector<std::pair<std::array<int, 6>, Variable>> order;
    for (const auto& [z, varies] : columns) order.emplace_back(reluctance(z, varies), z);
    std::ranges::sort(order);

    std::vector<Variable> taken;
    eliminate(order, at_values_, taken);
    if (taken.size() < H.size()) eliminate(order, at_generic_, taken);
    list_choices(H, taken);
    return taken;
  }

  // Elimination at the values of `at`; columns that were taken already come first.
  void eliminate(const std::vector<std::pair<std::array<int, 6>, Variable>>& order, Evaluation& at,
                 std::vector<Variable>& taken) {
    std::vector<std::unordered_map<Variable, double>> matrix(rows_.size());
    std::unordered_map<Variable, std::vector<int>>    in_column;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (const auto& [z, entry] : rows_[i]) {
        const double value = at(entry.node);
        if (!std::isfinite(value) || value == 0) continue;
        matrix[i].emplace(z, value);
        in_column[z].push_back(static_cast<int>(i));
      }
    }
    std::vector<bool> done(rows_.size());
    // The largest pivot of column z relative to its row, and the row.
    const auto best_row = [&](Variable z) {
      std::pair<double, int> best{0, -1};
      for (const int i : in_column[z]) {
        if (done[i]) continue;
        const auto found = matrix[i].find(z);
        if (found == matrix[i].end()) continue;
        double largest = 0;
        for (const auto& [other, value] : matrix[i]) largest = std::max(largest, std::abs(value));
        best = std::max(best, {std::abs(found->second) / largest, i});
      }
      return best;
    };
    const auto use = [&](Variable z, int pivot) {
      done[pivot]        = true;
      const double value = matrix[pivot].at(z);
      const auto   rows  = in_column[z];
      for (const int i : rows) {
        if (done[i]) continue;
        const auto found = matrix[i].find(z);
        if (found == matrix[i].end()) continue;
        const double factor = found->second / value;
        matrix[i].erase(found);
        for (const auto& [other, entry] : matrix[pivot]) {
          if (other == z) continue;
          const auto [cell, made] = matrix[i].try_emplace(other, 0.0);
          const double before     = cell->second;
          cell->second -= factor * entry;
          // Rounding is no entry.
          if (std::abs(cell->second) <= 1e-12 * (std::abs(before) + std::abs(factor * entry))) {
            matrix[i].erase(cell);
          } else if (made) {
            in_column[other].push_back(i);
          }
        }
      }
    };
    for (const Variable z : taken) {
      if (const auto [size, row] = best_row(z); row >= 0) use(z, row);
    }
    std::vector<bool> is_taken(s_.model.variables.size());
    for (const Variable z : taken) is_taken[z] = true;
    // Class by class; within a class good pivots first.
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
      while (end < order.size() && order[end].first == order[begin].first) ++end;
      for (const double threshold : pivot_thresholds) {
        for (std::size_t k = begin; k < end; ++k) {
          const Variable z = order[k].second;
          if (is_taken[z] || taken.size() == rows_.size()) continue;
          const auto [size, row] = best_row(z);
          if (row < 0 || size < threshold) continue;
          use(z, row);
          is_taken[z] = true;
          taken.push_back(z);
        }
      }
    }
  }

  // Groups of rows that share columns, where an entry varies and a column was left over.
  void list_choices(const std::vector<int>& H, const std::vector<Variable>& taken) {
    std::unordered_map<Variable, std::vector<int>> in_column;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (const auto& [z, entry] : rows_[i]) in_column[z].push_back(static_cast<int>(i));
    }
    std::vector<bool> is_taken(s_.model.variables.size()), seen(rows_.size());
    for (const Variable z : taken) is_taken[z] = true;
    for (std::size_t root = 0; root < rows_.size(); ++root) {
      if (seen[root]) continue;
      StateChoice           group;
      bool                  varies = false;
      std::vector<int>      stack{static_cast<int>(root)};
      std::vector<Variable> columns;
      seen[root] = true;
      while (!stack.empty()) {
        const int i = stack.back();
        stack.pop_back();
        group.constraints.push_back(s_.derivative_of[H[i]]);
        for (const auto& [z, entry] : rows_[i]) {
          varies = varies || !entry.fixed;
          columns.push_back(z);
          for (const int other : in_column[z]) {
            if (!seen[other]) seen[other] = true, stack.push_back(other);
          }
        }
      }
      std::ranges::sort(columns);
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      for (const Variable z : columns) {
        (is_taken[z] ? group.dependent : group.chosen).push_back(s_.model.variables[z].derivative_of);
      }
      if (varies && !group.chosen.empty()) choices_.push_back(std::move(group));
    }
  }

  System&                                              s_;
  Evaluation                                           at_values_, at_generic_;
  std::vector<bool>                                    reset_, dummy_;
  std::vector<std::vector<std::pair<Variable, Entry>>> rows_;
  std::vector<StateChoice>                             choices_;
};

}  // namespace

std::vector<StateChoice> choose_states(System& system, std::vector<double> values) {
  return Selection(system, std::move(values)).run();
}

}  // namespace saltus::modelica
