#include "runs.hpp"

#include "tally.hpp"

#include <cmath>

namespace saltus::papers {

namespace {

Options options(double t_start, double t_end, const Setting& s) {
  return {.t_start         = t_start,
          .t_end           = t_end,
          .rtol            = s.tol,
          .atol            = s.tol,
          .method          = s.method,
          .dense           = true,
          .largest_step    = s.largest_step,
          .most_steps      = 100'000,
          .detection       = s.detection,
          .surface_control = s.control};
}

}  // namespace

Run solve(const std::string& id, const Setting& setting) {
  const auto& p = strategies::problem(id);
  return simulate(p.make(), p.start, options(p.t_start, p.t_end, setting));
}

Run solve_hidden(std::function<double(double, double)> f, double y0, double t_start, double t_end,
                 const Setting& setting) {
  BlackBox box{.variables = {"y"},
               .rhs = [f = std::move(f)](double t, std::span<const double> y, const Frozen&, std::span<double> dy) {
                 dy[0] = f(t, y[0]);
               }};
  return simulate(std::move(box), {y0}, options(t_start, t_end, setting));
}

std::vector<double> event_times(const Run& run) {
  std::vector<double> times;
  for (const Event& e : run.events()) times.push_back(e.t);
  return times;
}

Curve curve(const Run& run, const std::string& name, const std::function<double(double, Side)>& value, int points,
            Curve::Style style) {
  const double        t0 = run.trajectory().times().front(), t1 = run.trajectory().times().back();
  std::vector<double> borders{t0};
  for (const double t : event_times(run))
    if (t > borders.back() && t < t1) borders.push_back(t);
  borders.push_back(t1);
  Curve result{name, {}, style};
  for (std::size_t k = 0; k + 1 < borders.size(); ++k) {
    const double       a = borders[k], b = borders[k + 1];
    std::vector<Point> piece{{a, value(a, Side::right)}};
    const int          inside = static_cast<int>(std::floor(points * (b - a) / (t1 - t0)));
    for (int i = 1; i <= inside; ++i) {
      const double t = a + (b - a) * i / (inside + 1);
      piece.push_back({t, value(t, Side::right)});
    }
    piece.push_back({b, value(b, Side::left)});
    result.pieces.push_back(std::move(piece));
  }
  return result;
}

Curve curve(const Run& run, const std::string& variable, int points, Curve::Style style) {
  return curve(
      run, variable, [&](double t, Side side) { return run(variable, t, side); }, points, style);
}

Curve step_sizes(const Run& run, const std::string& name) {
  const auto times = run.trajectory().times();
  Curve      result{name, {{}}, Curve::Style::dots};
  for (std::size_t k = 1; k < times.size(); ++k)
    if (times[k] > times[k - 1]) result.pieces[0].push_back({times[k], times[k] - times[k - 1]});
  return result;
}

}  // namespace saltus::papers
