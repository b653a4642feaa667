// howto_checkpoint: stop, keep, go on; and what would have happened otherwise.

// [region:example]
#include <saltus/saltus.hpp>
#include <fmt/core.h>

struct Room {
  template <class Real> struct State { Real T; };
  template <class Real> struct Memory { bool heating = true; };
  template <class Real> State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    return {(q.heating ? 30 : 10) - s.T};
  }
  template <class Real> void events(saltus::Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.T >= 21, [&] { q.heating = false; });
    on.when(s.T <= 19, [&] { q.heating = true; });
  }
};

int main() {
  saltus::Simulation room(saltus::make_model(Room{}), {.x = {15}}, {.t_end = 2});
  if (!room.run_until(1).ok()) return 1;                            // look at the outcome of every part
  fmt::print("at t = {}: T = {:.4f}, {} events so far\n", room.t(), room.x()[0], room.result().events().size());

  const saltus::Simulation kept = room;                             // everything: state, modes, trajectory, counts
  room.run();
  fmt::print("at t = {}: T = {:.4f}\n", room.t(), room.x()[0]);

  saltus::Simulation once_more = kept;                              // from the same place, with the same result
  once_more.run();
  fmt::print("the same rows: {}\n", once_more.result().trajectory() == room.result().trajectory());

  // Another future: the state and the discrete variables are the start of another run.
  const std::vector<double> x(kept.x().begin(), kept.x().end()), q(kept.discrete().begin(), kept.discrete().end());
  const auto hotter = saltus::simulate(saltus::make_model(Room{}), {.x = {x[0] + 1}, .discrete = q}, {.t_start = 1, .t_end = 2});
  fmt::print("a degree warmer at t = 1: {} events until t = 2\n", hotter.events().size());
}
// [endregion:example]
