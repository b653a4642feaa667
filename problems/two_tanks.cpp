#include <saltus/problems/families.hpp>
#include <saltus/problems/two_tanks.hpp>

namespace saltus::problems {
namespace {

template <class M>
std::vector<Constant<M>> tank_constants() {
  return {{"A1", &M::A1, "area of the upper tank"},
          {"A2", &M::A2, "area of the lower tank"},
          {"c1", &M::c1, "outlet of the upper tank"},
          {"c2", &M::c2, "outlet of the lower tank"},
          {"q0", &M::q0, "mean inflow"},
          {"H", &M::H, "height of the upper tank"}};
}

}  // namespace

void add_two_tanks(std::vector<Problem>& to) {
  const Reference reference = {
      .event_times = {10.680187798813206, 31.41592653589793, 73.00598958924402, 94.2477796076938, 135.8378426610399,
                      157.07963267948966, 198.66969573283575, 219.91148575128554, 261.5015488046316, 282.7433388230814},
      .final       = {{"h1", 0.5300392750500565}, {"h2", 1.458582374531384}},
      .time_scale  = 10,
      // The surplus falls through zero with slope 0.006: an error of h1 becomes 10 times that of time in units of 10.
      .condition = 20};
  to.push_back({
      .id        = "two_tanks",
      .case_id   = "twotank",
      .title     = "two tanks with overflow as an ODE",
      .source    = "classic; parameters of our own",
      .make      = maker(TwoTanks{}, tank_constants<TwoTanks>()),
      .start     = from<TwoTanks>({.h1 = 0.5, .h2 = 0.2}),
      .t_end     = 300,
      .reference = reference,
  });
  to.push_back({
      .id        = "two_tanks_dae",
      .case_id   = "S-11",
      .title     = "two tanks with overflow as an index-1 DAE",
      .source    = "classic; parameters of our own",
      .make      = maker(TwoTanksDae{}, tank_constants<TwoTanksDae>()),
      .start     = from<TwoTanksDae>({.h1 = 0.5, .h2 = 0.2, .q12 = 0.085, .q2 = 0.045, .qov = 0}),
      .t_end     = 300,
      .reference = reference,
      .implicit  = true,
  });
}

}  // namespace saltus::problems
