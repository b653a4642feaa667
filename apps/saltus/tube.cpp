#include "tube.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace saltus::cli {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// Interpolating twice on different grids cannot give the same bits; that is no difference.
constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();

/// The straight line of one stretch, over an interval that lies inside of it; exact at both ends.
struct Line {
  double t0, v0, t1, v1, slope;

  Line(const Curve& c, std::size_t i)  // from row i to row i + 1, at different times
      : t0(c.t[i]), v0(c.v[i]), t1(c.t[i + 1]), v1(c.v[i + 1]), slope((v1 - v0) / (t1 - t0)) {}
  double at(double t) const {
    return t >= t1 ? v1 : std::clamp(v0 + slope * (t - t0), std::min(v0, v1), std::max(v0, v1));
  }
};

/// The largest or smallest value of the rows in a window that only moves forward. Sign +1: largest.
template <int Sign>
class Extremum {
 public:
  explicit Extremum(std::span<const double> v) : v_(v) { rows_.reserve(64); }
  void enter(std::size_t i) {
    while (rows_.size() > head_ && Sign * v_[rows_.back()] <= Sign * v_[i]) rows_.pop_back();
    rows_.push_back(i);
  }
  void leave(std::size_t i) {
    if (head_ < rows_.size() && rows_[head_] == i) ++head_;
    if (head_ == rows_.size()) {
      rows_.clear();
      head_ = 0;
    } else if (head_ > 4096 && 2 * head_ > rows_.size()) {
      rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(head_));
      head_ = 0;
    }
  }
  double value() const { return head_ < rows_.size() ? v_[rows_[head_]] : -Sign * infinite; }

 private:
  std::span<const double>  v_;
  std::vector<std::size_t> rows_;  ///< those that no later row of the window outdoes
  std::size_t              head_ = 0;
};

struct Worst {
  double excess;  ///< in the units of the signal; less does not count
  bool   found = false;
  double t = 0, own = 0, other = 0;

  void consider(double at, double value, double low, double high) {
    const double beyond = value > high ? value - high : low - value;
    if (!(beyond > excess)) return;
    if (std::isfinite(beyond)) *this = {beyond, true, at, value, value > high ? high : low};
  }
};

/// Holds every point of `own` against the tube of `other`.
class Sweep {
 public:
  Sweep(const Curve& own, const Curve& other, double time, double least)
      : own_(own), other_(other), time_(time), largest_(other.v), smallest_(other.v),
        rows_(other.t.size()), worst_{least} {}

  Worst run() {
    const std::size_t n = own_.t.size();
    for (std::size_t i = 0; i < n; ++i) {
      const bool   jump = (i > 0 && own_.t[i] == own_.t[i - 1]) || (i + 1 < n && own_.t[i + 1] == own_.t[i]) || n == 1;
      const double p    = own_.t[i];
      while (enters_ < rows_ && other_.t[enters_] - time_ <= p) enter();
      while (leaves_ < rows_ && other_.t[leaves_] + time_ < p) leave();
      if (jump) at_instant(p, own_.v[i]);
      if (i + 1 == n || own_.t[i + 1] == p) continue;
      while (leaves_ < rows_ && other_.t[leaves_] + time_ <= p) leave();
      between(i, p);
    }
    return worst_;
  }

 private:
  void enter() {
    largest_.enter(enters_);
    smallest_.enter(enters_);
    ++enters_;
  }
  void leave() {
    largest_.leave(leaves_);
    smallest_.leave(leaves_);
    ++leaves_;
  }
  bool left_edge() const { return leaves_ > 0 && leaves_ < rows_; }   // is inside of the other curve's time
  bool right_edge() const { return enters_ > 0 && enters_ < rows_; }  // likewise
  Line line_to(std::size_t i) const { return {other_, i - 1}; }

  /// The whole closed window counts, with all rows on its borders.
  void at_instant(double t, double value) {
    double     low = smallest_.value(), high = largest_.value();
    const auto include = [&](double v) {
      low  = std::min(low, v);
      high = std::max(high, v);
    };
    if (left_edge() && other_.t[leaves_] > other_.t[leaves_ - 1]) include(line_to(leaves_).at(t - time_));
    if (right_edge() && other_.t[enters_] > other_.t[enters_ - 1]) include(line_to(enters_).at(t + time_));
    worst_.consider(t, value, low, high);
  }

  /// From row i to row i + 1: between two changes of the window, its borders are straight lines or constant.
  void between(std::size_t i, double p) {
    const Line   own(own_, i);
    const double end = own_.t[i + 1];
    double       vp  = own_.v[i];
    while (p < end) {
      double q = end;
      if (enters_ < rows_) q = std::min(q, other_.t[enters_] - time_);
      if (leaves_ < rows_) q = std::min(q, other_.t[leaves_] + time_);
      const double vq = q == end ? own_.v[i + 1] : own.at(q);
      piece(own, p, vp, q, vq);
      p  = q;
      vp = vq;
      if (p == end) return;
      while (enters_ < rows_ && other_.t[enters_] - time_ <= p) enter();
      while (leaves_ < rows_ && other_.t[leaves_] + time_ <= p) leave();
    }
  }

  void piece(const Line& own, double p, double vp, double q, double vq) {
    const double high = largest_.value(), low = smallest_.value();
    // Rows of the window alone decide most pieces.
    if (std::max(vp, vq) - high <= worst_.excess && low - std::min(vp, vq) <= worst_.excess) return;

    const bool left = left_edge(), right = time_ > 0 && right_edge();  // without a width, both edges are one
    double     ap = 0, aq = 0, bp = 0, bq = 0;
    if (left) {
      const Line line = line_to(leaves_);
      ap              = line.at(p - time_);
      aq              = line.at(q - time_);
    }
    if (right) {
      const Line line = line_to(enters_);
      bp              = line.at(p + time_);
      bq              = line.at(q + time_);
    }
    const auto consider = [&](double t, double v, double a, double b) {
      double lowest = low, highest = high;
      if (left) lowest = std::min(lowest, a), highest = std::max(highest, a);
      if (right) lowest = std::min(lowest, b), highest = std::max(highest, b);
      worst_.consider(t, v, lowest, highest);
    };
    consider(p, vp, ap, bp);
    consider(q, vq, aq, bq);
    // v - max(a, b, high) is concave and may be largest where two of them cross; likewise below.
    const auto crossing = [&](double dp, double dq) {
      if (!(dp * dq < 0)) return;
      const double s = dp / (dp - dq), t = p + s * (q - p);
      if (t > p && t < q) consider(t, own.at(t), std::lerp(ap, aq, s), std::lerp(bp, bq, s));
    };
    if (left && right) crossing(ap - bp, aq - bq);
    for (const double border : {high, low}) {
      if (!std::isfinite(border)) continue;
      if (left) crossing(ap - border, aq - border);
      if (right) crossing(bp - border, bq - border);
    }
  }

  Curve        own_, other_;
  double       time_;
  Extremum<+1> largest_;
  Extremum<-1> smallest_;
  std::size_t  rows_;
  std::size_t  enters_ = 0, leaves_ = 0;  ///< the next row to enter and to leave the window
  Worst        worst_;
};

}  // namespace

Distance distance(const Curve& a, const Curve& b, const Tube& tube) {
  if (a.t.empty() || b.t.empty()) return {};
  double size = 0;
  for (const auto* c : {&a, &b})
    for (const double v : c->v) size = std::max(size, std::abs(v));
  const Worst of_a = Sweep(a, b, tube.time, rounding * size).run();
  const Worst of_b = Sweep(b, a, tube.time, of_a.excess).run();
  if (of_b.found) return {.size = of_b.excess / tube.value, .t = of_b.t, .a = of_b.other, .b = of_b.own};
  if (of_a.found) return {.size = of_a.excess / tube.value, .t = of_a.t, .a = of_a.own, .b = of_a.other};
  return {.t = a.t[0], .a = a.v[0], .b = b.v[0]};
}

}  // namespace saltus::cli
