#include <saltus/problems/families.hpp>
#include <saltus/problems/thomsen.hpp>

namespace saltus::problems {

void add_thomsen(std::vector<Problem>& to) {
  to.push_back({
      .id         = "turning_growth",
      .case_id    = "thomsen1",
      .title      = "growth until t = 1, then decay",
      .source     = "Thomsen, example 1; the printed interval [0, 1] should read [0, 2]",
      .make       = maker(TurningGrowth{}),
      .start      = from<TurningGrowth>({.y = 1}),
      .t_end      = 2,
      .reference  = {.event_times = {1}, .final = {{"y", 1}}},
      .reversible = true,
  });
  to.push_back({
      .id        = "set_point",
      .case_id   = "thomsen2",
      .title     = "cooling to a set point, then heating",
      .source    = "Thomsen, (19)-(20)",
      .make      = maker(SetPoint{}),
      .start     = from<SetPoint>({.y = 2}),
      .t_end     = 2,
      .reference = {.event_times = {0.6931471805599453}, .final = {{"y", 1.8646647167633874}}, .condition = 2},
  });
  to.push_back({
      .id        = "tank_heater",
      .case_id   = "tankheater",
      .title     = "tank with heater and two-position thermostat",
      .source    = "after Thomsen; parameters of our own",
      .make      = maker(TankHeater{}, {{"Ch", &TankHeater::Ch, "heat capacity of the element, J/K"},
                                        {"Cw", &TankHeater::Cw, "heat capacity of the water, J/K"},
                                        {"kh", &TankHeater::kh, "heat transfer from element to water, W/K"},
                                        {"ka", &TankHeater::ka, "heat transfer from water to room, W/K"},
                                        {"Ta", &TankHeater::Ta, "room temperature, C"},
                                        {"power", &TankHeater::power, "of the element, W"},
                                        {"low", &TankHeater::low, "temperature at which it goes on, C"},
                                        {"high", &TankHeater::high, "and off, C"}}),
      .start     = from<TankHeater>({.Th = 20, .T = 20}),
      .t_end     = 15000,
      .reference = {.event_times = {3177.2425873078905, 5350.001800361863, 5684.483968605242, 7857.243181659214,
                                    8191.725349902593, 10364.484562956564, 10698.966731199944, 12871.725944253916,
                                    13206.208112497294},
                    .final       = {{"Th", 58.71040723630821}, {"T", 58.69197375087193}},
                    .time_scale  = 1000,
                    // 60 K of which the relative error is controlled, and a slope of 0.0018 K/s: 33 s per unit of
                    // relative error, in units of 1000 s, and again for each of the five cycles.
                    .condition = 200},
  });
}

}  // namespace saltus::problems
