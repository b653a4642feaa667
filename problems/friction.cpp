#include <saltus/problems/families.hpp>
#include <saltus/problems/friction.hpp>

namespace saltus::problems {

void add_friction(std::vector<Problem>& to) {
  to.push_back({
      .id        = "sliding_block",
      .case_id   = "carver5",
      .title     = "block with stiction under a switched force",
      .source    = "Carver (1978), 6.5",
      .make      = maker(SlidingBlock{}, {{"m", &SlidingBlock::m, "mass"},
                                          {"Fs", &SlidingBlock::Fs, "force up to which the block sticks"},
                                          {"F1", &SlidingBlock::F1, "friction while it slips"},
                                          {"F2", &SlidingBlock::F2, "and per speed"}}),
      .start     = from<SlidingBlock>({.x = 0, .v = 0}),
      .t_end     = 1.5,
      .reference = {.event_times = {0.1, 0.166, 0.5, 0.7051523944895624, 0.83, 1.0, 1.0359883667130265},
                    .final       = {{"x", 0.09666796228720109}, {"v", 0}}},
  });
  to.push_back({
      .id        = "clutch",
      .case_id   = "clutch",
      .title     = "clutch with stick and slip",
      .source    = "after Thomsen and Assimulo; parameters of our own",
      .make      = maker(Clutch{}, {{"J1", &Clutch::J1, "inertia of the engine"},
                                    {"J2", &Clutch::J2, "inertia of the load"},
                                    {"b1", &Clutch::b1, "damping of the engine"},
                                    {"b2", &Clutch::b2, "damping of the load"},
                                    {"TL", &Clutch::TL, "torque of the load"},
                                    {"Cm", &Clutch::Cm, "largest capacity of the clutch"},
                                    {"kr", &Clutch::kr, "ratio of the torques that slip and stick"}}),
      .start     = from<Clutch>({.w1 = 20, .w2 = 0}),
      .t_end     = 20,
      .reference = {.event_times = {3.0004936770305037, 3.7044253238110443, 7.908002340708131, 8.936696379904662,
                                    12.873753494491648, 14.117586865784931, 17.571628046238594, 18.734335972250715},
                    .final       = {{"w1", 32.72860271740991}, {"w2", 17.59329970642762}},
                    .condition   = 10},  // w is some 30, and |w1' - w2'| some 10 where the clutch locks
  });
  to.push_back({
      .id      = "furuta_pendulum",
      .case_id = "furuta",
      .title   = "Furuta pendulum with stiction on the arm",
      .source  = "classic; parameters of our own",
      .make =
          maker(FurutaPendulum{}, {{"al", &FurutaPendulum::al, "inertia of the arm with the pendulum's mass at its end"},
                                   {"be", &FurutaPendulum::be, "inertia of the pendulum"},
                                   {"ga", &FurutaPendulum::ga, "coupling of arm and pendulum"},
                                   {"de", &FurutaPendulum::de, "weight of the pendulum"},
                                   {"tS", &FurutaPendulum::tS, "torque that breaks the arm loose"},
                                   {"tC", &FurutaPendulum::tC, "torque while it slips"},
                                   {"dth", &FurutaPendulum::dth, "viscous friction of the pendulum"}}),
      .start = from<FurutaPendulum>({.ph = 0, .phd = 0, .th = 0.3, .thd = 0}),
      .t_end = 10,
      .reference =
          {.event_times = {0.3930695347194284, 0.8277667678982423, 0.9948579856955964, 1.259052366757434,
                           1.649297685704064, 1.88176843854408, 1.9853720382023639, 2.382861485907488, 3.086568531441245,
                           3.7381160241094737, 4.351424814027475, 4.922059897064315, 5.458606507470284, 5.964753620035127},
           .final = {{"ph", 0.8021136532747335}, {"phd", 0}, {"th", 3.40458743119125}, {"thd", -0.3151054219896472}}},
  });
}

}  // namespace saltus::problems
