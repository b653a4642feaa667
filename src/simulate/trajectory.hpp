#pragma once
// trajectory.hpp: the result of a run as rows in time.
//
//   times never decrease (never increase when time runs backward); an event has two rows at the same time,
//   first the left limit x⁻, then the right limit x⁺.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saltus {

/// Which limit a query at an event time means.
enum class Side { left, right };

class Trajectory {
 public:
  Trajectory() = default;
  Trajectory(std::vector<std::string> names, std::size_t dense_components);

  std::size_t                     size() const { return times_.size(); }
  const std::vector<std::string>& names() const { return names_; }  ///< variables, then discrete variables
  std::span<const double>         times() const { return times_; }
  std::span<const double>         row(std::size_t k) const;
  std::vector<double>             column(std::string_view name) const;

  /// Value at any time between start and end. Exact on rows; between them from the kept polynomials, which need
  /// Options::dense. At an event time `side` chooses the limit.
  double value(std::string_view name, double t, Side side = Side::right) const;
  double front(std::string_view name) const { return existing_row(0)[index(name)]; }
  double back(std::string_view name) const { return existing_row(size() - 1)[index(name)]; }

  std::size_t index(std::string_view name) const;  ///< InputError with the nearest name when there is none

  bool operator==(const Trajectory& other) const;

  // For whoever writes a trajectory.
  void add_row(double t, std::span<const double> x, std::span<const double> q);
  void add_polynomial(double t0, double t1, double h, int degree, std::span<const double> coefficients);
  void clear();

 private:
  std::span<const double> existing_row(std::size_t k) const;  ///< InputError when there are no rows at all
  struct Piece {
    double      t0, t1, h;
    int         degree;
    std::size_t offset;
    std::size_t row;  ///< index of the row that the piece starts from
    bool        operator==(const Piece&) const = default;
  };
  std::vector<std::string> names_;
  std::size_t              n_ = 0;
  std::vector<double>      times_;
  /// Rows in blocks of equal capacity: a long run never moves what it has written.
  std::vector<std::vector<double>> blocks_;
  std::size_t                      rows_per_block_ = 1;
  std::vector<Piece>               pieces_;
  std::vector<double>              coefficients_;
};

}  // namespace saltus
