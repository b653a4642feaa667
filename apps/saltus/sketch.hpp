#pragma once
// sketch.hpp: the shape of a solution, small however long the run is.
//
// Problem    draw a run whose length, number of steps and range of values are known only at its end, without keeping it,
//            and never leave out a spike.
// Method     time is cut into bins; each keeps the values that a variable takes in it as a few intervals: one where it is
//            continuous, one more after each jump. The bins are short at first and double when the run outgrows them.
// Invariant  every point that was given lies in an interval of its bin, and so does the straight line from the point
//            before, unless there was a jump. Intervals are joined, nearest first, when a bin has too many of them.
// Cost       bins * variables * 72 bytes; for a step of the method two points per bin, and at least three in all.

#include <saltus/simulate/simulation.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace saltus::cli {

struct Extent {
  double low, high;
};

class Sketch {
 public:
  /// Of these variables, by their index in Piece. Discrete ones are steps: the way to their next value is a part of them.
  struct Variable {
    std::size_t index;
    bool        discrete;
  };

  Sketch(std::vector<Variable> variables, double t_start, double t_end, std::size_t bins);

  void follow(const Piece& step);
  /// A whole run by its rows, for a model whose rows are more than its state.
  void follow(const Trajectory& rows);
  /// The last row of the run: the right limit of an event at its end.
  void finish(const Trajectory& trajectory);
  void line_to(double t, std::span<const double> values);
  void jump_to(double t, std::span<const double> values);  ///< at the same time as the last point

  const std::vector<Variable>& variables() const { return variables_; }

  bool                    empty() const { return !begun_; }
  double                  t_first() const { return t_start_; }
  double                  t_last() const { return t_start_ + direction_ * s_; }
  std::size_t             bins() const;            ///< in use
  double                  bin_of(double t) const;  ///< as a fraction of the bins in use, 0 to 1
  std::span<const Extent> extents(std::size_t bin, std::size_t variable) const;
  Extent                  range(std::size_t variable) const;  ///< over all bins

 private:
  struct Cell {
    std::array<Extent, 4> extents;
    std::uint8_t          count = 0, current = 0;

    void extend(double a, double b);  ///< the current interval
    void begin(double a, double b);   ///< another one
  };

  Cell&       cell(std::size_t bin, std::size_t variable) { return cells_[bin * variables_.size() + variable]; }
  std::size_t index(double s) const;
  void        make_room(double s);
  void        join_pairs();  ///< of bins: half as many, twice as long

  std::vector<Variable> variables_;
  std::size_t           most_bins_;
  double                t_start_, direction_;
  double                width_;      ///< of a bin
  double                s_     = 0;  ///< |t - t_start| of the last point
  bool                  begun_ = false;
  std::vector<double>   last_, next_;  ///< values of the last point; room for another
  std::vector<Cell>     cells_;
};

}  // namespace saltus::cli
