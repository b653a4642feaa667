#pragma once
// jacobian_plan.hpp: which derivatives to ask for in which run of the model, and where they go.
//
// Problem    the entries of F_x and F_x' by forward differentiation in `lanes` directions at a time, few runs.
// Method     columns that share no row share a direction (colours); F_x and F_x' are coloured by themselves, since F_x' is
//            thin as a rule, and their colours then share the runs. What to seed and what to pick up is a list per run.
// Reference  Curtis, Powell & Reid, J. Inst. Math. Appl. 13 (1974) 117-119.
// Cost       runs: (colours of F_x + colours of F_x') / lanes, rounded up; per entry one copy.

#include <saltus/model/sparsity.hpp>

#include <vector>

namespace saltus::model {

struct JacobianPlan {
  struct Seed {
    int column, lane;
  };
  struct Pick {
    int row, lane, entry;  ///< entry: in the order of the joint pattern
  };
  struct Run {
    std::vector<Seed> seeds_x, seeds_dx;
    std::vector<Pick> picks_x, picks_dx;
  };
  std::vector<Run> runs;

  /// `joint` holds all entries of x and dx; dx may be empty (explicit form).
  void make(const Pattern& joint, const Pattern& x, const Pattern& dx, int lanes) {
    runs.clear();
    const int first = add(joint, x, 0, lanes, &Run::seeds_x, &Run::picks_x);
    if (dx.n > 0) add(joint, dx, first, lanes, &Run::seeds_dx, &Run::picks_dx);
  }

 private:
  /// Colours from `first` on; returns the next that is free.
  int add(const Pattern& joint, const Pattern& part, int first, int lanes, std::vector<Seed> Run::*seeds,
          std::vector<Pick> Run::*picks) {
    std::vector<int> colour;
    const int        end = first + colour_columns(part, colour);
    runs.resize(static_cast<std::size_t>((end + lanes - 1) / lanes));
    for (std::size_t j = 0; j < part.n; ++j) {
      if (part.column_begin[j] == part.column_begin[j + 1]) continue;
      const int c = first + colour[j], lane = c % lanes;
      Run&      run = runs[static_cast<std::size_t>(c / lanes)];
      (run.*seeds).push_back({static_cast<int>(j), lane});
      int entry = joint.column_begin[j];
      for (int k = part.column_begin[j]; k < part.column_begin[j + 1]; ++k) {
        const int row = part.row[static_cast<std::size_t>(k)];
        while (joint.row[static_cast<std::size_t>(entry)] != row) ++entry;
        (run.*picks).push_back({row, lane, entry});
      }
    }
    return end;
  }
};

}  // namespace saltus::model
