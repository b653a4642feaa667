#include <saltus/problems/families.hpp>
#include <saltus/problems/rectifier.hpp>

#include <fmt/format.h>

#include <string>

namespace saltus::problems {
namespace {

// R_k / L_k = 50 / s everywhere, so v3 = (5/6) v_k while one diode conducts and v3 = 0 while both do. Hence a diode opens
// at multiples of 1 / (2 f), and between events i' = c sin(2 pi f t) - 50 i with c = +-2500 or +-100 / 0.24, whose zeros
// are the other events. At 100 Hz from that closed form with 40 digits, the others from references.json.
const std::vector<double> events_50 = {
    0.01, 0.012262924158401437, 0.02, 0.022783293378775007, 0.03, 0.033015838786381896,
    0.04, 0.043127818892634444, 0.05, 0.05318319147487486,  0.06, 0.06321088673116446,
    0.07, 0.07322481289788288,  0.08, 0.0832318336411374,   0.09, 0.0932353776291481};
const std::vector<double> events_25  = {0.02, 0.023898742878758997, 0.04, 0.04443740355245752};
const std::vector<double> events_100 = {
    0.005, 0.006227298903758606, 0.01, 0.01159401384873803, 0.015, 0.01680133882397619,  0.02, 0.021928093010852363,
    0.025, 0.02700790566611489,  0.03, 0.0320588485035291,  0.035, 0.037091592024764905, 0.04, 0.04211271905218417,
    0.045, 0.04712638122469368,  0.05, 0.05213522795594356, 0.055, 0.05714096125044126};

struct Case {
  std::string         suffix;  // of the ids
  double              frequency, t_end;
  std::vector<double> events;
  double              i1, i2;
  const char*         key;  // in references.json
};

template <class M>
std::vector<Constant<M>> circuit_constants() {
  return {{"frequency", &M::frequency, "of the source, Hz"}, {"R1", &M::R1, "resistance before diode 1, ohm"},
          {"R2", &M::R2, "resistance before diode 2, ohm"},  {"R3", &M::R3, "resistance of the load, ohm"},
          {"L1", &M::L1, "inductance before diode 1, H"},    {"L2", &M::L2, "inductance before diode 2, H"},
          {"L3", &M::L3, "inductance of the load, H"}};
}

}  // namespace

void add_rectifier(std::vector<Problem>& to) {
  const Case cases[] = {
      {"", 50, 0.098, events_50, 4.376703941818511, 0, "rectifier"},
      {"_06", 50, 0.0599, {events_50.begin(), events_50.begin() + 10}, 4.1519076466387785, 0, "rectifier_06"},
      {"_25_06", 25, 0.0599, events_25, 0, 4.63705026307945, "rectifier_25_06"},
      {"_100_06", 100, 0.0599, events_100, 3.336240624187246, 0, "S-06"},
  };
  for (const Case& c : cases) {
    // The current falls through zero with a slope of some 1000 A/s: time errors are 1e-3 of the errors of a current,
    // which is a tenth of the time scale.
    const Reference reference = {.event_times = c.events, .final = {{"i1", c.i1}, {"i2", c.i2}}, .time_scale = 0.01};
    to.push_back({
        .id        = "rectifier" + c.suffix,
        .case_id   = c.key,
        .title     = fmt::format("two-diode rectifier at {} Hz as an ODE", c.frequency),
        .source    = "Carver (1978), 6.3; Mao & Petzold (2002), example 4",
        .make      = maker(Rectifier{{}, c.frequency}, circuit_constants<Rectifier>()),
        .start     = from<Rectifier>({.i1 = 0, .i2 = 0}),
        .t_end     = c.t_end,
        .reference = reference,
    });
    to.push_back({
        .id        = "rectifier_dae" + c.suffix,
        .case_id   = "S-06",
        .title     = fmt::format("two-diode rectifier at {} Hz as an index-1 DAE", c.frequency),
        .source    = "Carver (1978), 6.3; Mao & Petzold (2002), example 4",
        .make      = maker(RectifierDae{{}, c.frequency}, circuit_constants<RectifierDae>()),
        .start     = from<RectifierDae>({.i1 = 0, .i2 = 0, .v3 = 0}),
        .t_end     = c.t_end,
        .reference = reference,
        .implicit  = true,
    });
  }
}

}  // namespace saltus::problems
