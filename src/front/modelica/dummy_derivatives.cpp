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
//            Where entries are no constants the choice is listed (StateChoice) and watched during a run. Choosing again
//            begins with what was chosen before and exchanges one state for one dependent variable as long as that
//            gains (exchange.hpp): what is still good stays. Only stateSelect and nominal values count then, since start
//            values have served.
// Departure  a reinit needs a state, so that its variable counts as stateSelect = always.

#include <saltus/front/modelica/differentiate.hpp>
#include <saltus/front/modelica/evaluate.hpp>
#include <saltus/front/modelica/exchange.hpp>
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

// An exchange that gains less is none: whoever watches the choice waits for more (StateChoice::alarm).
constexpr double least_gain = 1.5;

struct Entry {
  Node node  = -1;
  bool fixed = false;  ///< the same number at all times
};

class Selection {
 public:
  /// `states`: as they were chosen before; empty: this is the first time.
  Selection(System& system, double t, std::vector<double> values, std::span<const Variable> states)
      : s_(system), at_values_(system.model, std::move(values), t), at_generic_(system.model, {}) {
    if (!states.empty()) was_state_.assign(system.model.variables.size(), false);
    for (const Variable v : states) was_state_[v] = true;
    at_values_.values.resize(system.model.variables.size(), 0.0);
    // In general position: fixed, different, of order one.
    at_generic_.time = 0.6180339887;
    for (std::size_t v = 0; v < system.model.variables.size(); ++v) {
      at_generic_.values.push_back(0.5 + std::fmod(0.7548776662 * static_cast<double>(v + 1), 1.0));
    }
    for (const FlatVariable& v : system.model.variables) wish_.push_back(v.state_select);
    for (const Reinit& r : system.model.reinits) wish_[r.state] = StateSelect::always;
    for (const FlatEquation& e : system.model.equations) {  // v = der(x): the wish for v is one for der(x)
      const auto &left = system.model.graph[e.left], &right = system.model.graph[e.right];
      if (left.op != Op::variable || right.op != Op::variable) continue;
      for (const auto& [v, d] : {std::pair(left.a, right.a), std::pair(right.a, left.a)}) {
        if (system.model.variables[d].derivative_of >= 0) wish_[d] = std::max(wish_[d], wish_[v]);
      }
    }
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
    const Variable      v        = s_.model.variables[z].derivative_of;
    const FlatVariable& x        = s_.model.variables[v];
    const bool          original = !s_.model.variables[z].hidden;  // the model itself differentiates it
    return {static_cast<int>(wish_[v]), original, varies, x.fixed, x.start_given, !x.hidden};
  }
  // For exchanges: what counts as one, and the larger the less it is wanted as a state.
  double size(Variable z) const {
    constexpr std::array by_wish = {1e12, 10.0, 1.0, 0.1, 1e-12};  // never, avoid, standard, prefer, always
    const Variable       v       = s_.model.variables[z].derivative_of;
    return unit_.at(z) * by_wish[static_cast<std::size_t>(wish_[v])];
  }
  // A gear has two angles, of which one changes a hundred times as much as the other: rows with two numbers say in which
  // units columns are to be compared, the largest of them being its nominal value.
  void find_units(const std::map<Variable, bool>& columns) {
    std::unordered_map<Variable, std::vector<std::pair<Variable, double>>> tied;
    for (const auto& row : rows_) {
      if (row.size() != 2 || !row[0].second.fixed || !row[1].second.fixed) continue;
      const double ratio = std::abs(at_values_(row[0].second.node) / at_values_(row[1].second.node));
      if (!(ratio > 0) || !std::isfinite(ratio)) continue;
      tied[row[0].first].emplace_back(row[1].first, ratio);
      tied[row[1].first].emplace_back(row[0].first, 1 / ratio);
    }
    unit_.clear();
    for (const auto& [root, varies] : columns) {
      if (unit_.contains(root)) continue;
      std::vector<Variable> together{root};
      unit_[root]    = 1;
      double largest = 1, nominal_of_largest = nominal(s_.model, s_.model.variables[root].derivative_of);
      for (std::size_t k = 0; k < together.size(); ++k) {
        for (const auto& [other, ratio] : tied[together[k]]) {
          const auto [at, made] = unit_.try_emplace(other, unit_[together[k]] * ratio);
          if (!made) continue;
          together.push_back(other);
          if (at->second <= largest) continue;
          largest            = at->second;
          nominal_of_largest = nominal(s_.model, s_.model.variables[other].derivative_of);
        }
      }
      for (const Variable z : together) unit_[z] *= nominal_of_largest / largest;
    }
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
    find_units(columns);

    std::vector<Variable> taken;
    if (!was_state_.empty()) {
      for (const auto& [z, varies] : columns)
        if (!was_state_[s_.model.variables[z].derivative_of]) taken.push_back(z);
    }
    if (taken.size() < H.size()) eliminate(order, at_values_, taken);
    if (taken.size() < H.size()) eliminate(order, at_generic_, taken);
    std::vector<bool> is_taken(s_.model.variables.size());
    for (const Variable z : taken) is_taken[z] = true;
    for (const Group& group : groups()) {
      if (!was_state_.empty() && !exchange(group, is_taken)) {  // from scratch
        const std::vector<bool> before = is_taken;
        const std::size_t       needed = marked(columns, is_taken).size();
        for (const Variable z : group.columns) is_taken[z] = false;
        taken = marked(columns, is_taken);
        eliminate(order, at_values_, taken);
        for (const Variable z : taken) is_taken[z] = true;
        if (taken.size() < needed) is_taken = before;  // nothing determines them here, as in a branch without them
        else exchange(group, is_taken);
      }
      list_choice(H, group, is_taken);
    }
    return marked(columns, is_taken);
  }
  static std::vector<Variable> marked(const std::map<Variable, bool>& columns, const std::vector<bool>& is_taken) {
    std::vector<Variable> found;
    for (const auto& [z, varies] : columns)
      if (is_taken[z]) found.push_back(z);
    return found;
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

  // Rows that share columns, and these.
  struct Group {
    std::vector<int>      rows;
    std::vector<Variable> columns;
  };
  std::vector<Group> groups() const {
    std::unordered_map<Variable, std::vector<int>> in_column;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (const auto& [z, entry] : rows_[i]) in_column[z].push_back(static_cast<int>(i));
    }
    std::vector<Group> found;
    std::vector<bool>  seen(rows_.size());
    for (std::size_t root = 0; root < rows_.size(); ++root) {
      if (seen[root]) continue;
      Group            group;
      std::vector<int> stack{static_cast<int>(root)};
      seen[root] = true;
      while (!stack.empty()) {
        const int i = stack.back();
        stack.pop_back();
        group.rows.push_back(i);
        for (const auto& [z, entry] : rows_[i]) {
          group.columns.push_back(z);
          for (const int other : in_column[z]) {
            if (!seen[other]) seen[other] = true, stack.push_back(other);
          }
        }
      }
      std::ranges::sort(group.columns);
      group.columns.erase(std::unique(group.columns.begin(), group.columns.end()), group.columns.end());
      found.push_back(std::move(group));
    }
    return found;
  }
  // Columns of a group as the exchange numbers them: taken ones first.
  static std::vector<Variable> in_order(const Group& group, const std::vector<bool>& is_taken) {
    std::vector<Variable> columns = group.columns;
    std::ranges::stable_partition(columns, [&](Variable z) { return is_taken[z]; });
    return columns;
  }

  // Exchanges taken columns for others, as long as that gains. False: the taken ones do not determine anything.
  bool exchange(const Group& group, std::vector<bool>& is_taken) {
    const auto m =
        static_cast<std::size_t>(std::ranges::count_if(group.columns, [&](Variable z) { return is_taken[z]; }));
    if (m != group.rows.size()) return true;  // rows without a pivot
    for (std::size_t turn = 0; turn < 10 * group.columns.size(); ++turn) {
      const std::vector<Variable>               columns = in_order(group, is_taken);
      std::unordered_map<Variable, std::size_t> place;
      std::vector<double>                       sizes;
      for (const Variable z : columns) {
        place.emplace(z, place.size());
        sizes.push_back(size(z));
      }
      exchange_.begin(m, columns.size() - m);
      for (std::size_t i = 0; i < group.rows.size(); ++i) {
        for (const auto& [z, entry] : rows_[group.rows[i]]) {
          const double value           = at_values_(entry.node);
          exchange_.at(i, place.at(z)) = std::isfinite(value) ? value : 0.0;
        }
      }
      const auto best = exchange_.best(sizes);
      if (std::isinf(best.gain)) return false;
      if (!(best.gain > least_gain)) return true;
      is_taken[columns[best.dependent]]  = false;
      is_taken[columns[m + best.chosen]] = true;
    }
    return true;
  }

  // Where an entry varies and a column was left over.
  void list_choice(const std::vector<int>& H, const Group& group, const std::vector<bool>& is_taken) {
    StateChoice                       choice;
    bool                              varies  = false;
    const std::vector<Variable>       columns = in_order(group, is_taken);
    std::unordered_map<Variable, int> place;
    for (const Variable z : columns) {
      place.emplace(z, static_cast<int>(place.size()));
      (is_taken[z] ? choice.dependent : choice.chosen).push_back(s_.model.variables[z].derivative_of);
      choice.sizes.push_back(size(z));
    }
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      choice.constraints.push_back(s_.derivative_of[H[group.rows[i]]]);
      for (const auto& [z, entry] : rows_[group.rows[i]]) {
        varies = varies || !entry.fixed;
        choice.entries.push_back({static_cast<int>(i), place.at(z), entry.node});
      }
    }
    if (varies && !choice.chosen.empty() && choice.dependent.size() == group.rows.size())
      choices_.push_back(std::move(choice));
  }

  System&                                              s_;
  Evaluation                                           at_values_, at_generic_;
  std::vector<StateSelect>                             wish_;  ///< by variable
  std::vector<bool>                                    dummy_, was_state_;
  std::unordered_map<Variable, double>                 unit_;  ///< by column: what counts as one
  std::vector<std::vector<std::pair<Variable, Entry>>> rows_;
  std::vector<StateChoice>                             choices_;
  Exchange                                             exchange_;
};

}  // namespace

std::vector<StateChoice> choose_states(System& system, double t, std::vector<double> values,
                                       std::span<const Variable> states) {
  return Selection(system, t, std::move(values), states).run();
}

}  // namespace saltus::modelica
