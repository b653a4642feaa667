// The benchmark itself: the judge, the clock, the limit, and a foreign solver driven from event to event.

#include <contest.hpp>
#include <solver.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace saltus::bench {
namespace {

const problems::Problem& ball() { return *problems::find("bouncing_ball"); }

Answer exact_ball() {
  Answer a{.finished = true, .t = 3, .event_times = ball().reference.event_times};
  a.x = {ball().reference.final[0].second, ball().reference.final[1].second};
  return a;
}
const std::vector<std::string> names = {"h", "v"};

TEST(Judge, AcceptsTheReferenceItself) {
  const Verdict v = judge(ball(), exact_ball(), names, 1e-8);
  EXPECT_TRUE(v.right) << v.why;
  EXPECT_EQ(v.error, 0);
}

TEST(Judge, RefusesAMissedAndAnInventedEvent) {
  Answer missed = exact_ball(), invented = exact_ball();
  missed.event_times.pop_back();
  invented.event_times.insert(invented.event_times.begin(), 0.1);
  EXPECT_EQ(judge(ball(), missed, names, 1e-8).why, "5 of 6 events");
  EXPECT_EQ(judge(ball(), invented, names, 1e-8).why, "7 of 6 events");
}

TEST(Judge, RefusesNumbersThatAreNotFinite) {
  Answer a = exact_ball();
  a.x[1]   = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(judge(ball(), a, names, 1e-8).right);
}

TEST(Judge, ErrorIsTheWorstOfFinalValuesAndEventTimes) {
  Answer a = exact_ball();
  a.event_times[2] += 1e-6;  // time scale 1
  a.x[0] += 2e-7;
  const Verdict v = judge(ball(), a, names, 1e-6);
  EXPECT_NEAR(v.error, 1e-6, 1e-15);
  EXPECT_NEAR(v.final_error, 2e-7 / (1 + ball().reference.final[0].second), 1e-15);
}

std::vector<Score> scores_of(const Contestants& contestants, double tolerance) {
  std::vector<Score> scores;
  hold(ball(), contestants, {.tolerances = {tolerance}, .rounds = 1}, [&](const Score& s) { scores.push_back(s); });
  return scores;
}

TEST(Contest, SaltusAndItsLimitAreRightAndTimed) {
  Contestants all;
  add_saltus(all);
  add_limits(all);
  const auto scores = scores_of(all, 1e-6);
  EXPECT_EQ(scores.size(), all.size());
  for (const Score& s : scores) {
    EXPECT_TRUE(s.verdict.right) << s.contestant << ": " << s.verdict.why;
    EXPECT_GT(s.timing.median, 0) << s.contestant;
    EXPECT_GT(s.work.evaluations, 0) << s.contestant;
  }
}

TEST(Limit, NeverEvaluatesASwitchingFunction) {
  Contestants limits;
  add_limits(limits);
  for (const Score& s : scores_of(limits, 1e-6)) EXPECT_EQ(s.work.g, 0) << s.contestant;
}

/// Classical Runge-Kutta with a fixed step, which is exact on a parabola, and bisection for roots within a step.
class FixedStep : public Solver {
 public:
  explicit FixedStep(std::size_t n, bool blind) : blind_(blind), x_(n) {
    for (auto& k : k_) k.resize(n);
  }
  void begin(Plant& plant, double t, std::span<const double> x, std::span<const double>, double) override {
    plant_ = &plant;
    work_  = {};
    std::copy(x.begin(), x.end(), x_.begin());
    restart(t);
  }
  void restart(double t) override {
    t_ = t;
    was_.resize(plant_->roots());
    directions_.resize(plant_->roots());
    move(t, 1e-9);  // just beyond a root that the event has left behind
    plant_->g(t, k_[4].data(), nullptr, was_.data());
  }
  Arrival advance(double t_out) override {
    while (t_ < t_out) {
      const double h = std::min(0.01, t_out - t_);
      ++work_.steps;
      if (!blind_ && crossed(h)) {
        double a = 0, b = h;
        for (int i = 0; i < 60; ++i) (crossed((a + b) / 2) ? b : a) = (a + b) / 2;
        crossed(b);
        for (std::size_t k = 0; k < was_.size(); ++k)
          if (directions_[k] != 0) was_[k] = directions_[k];  // the solver goes on from here if nothing comes of it
        x_ = k_[4];
        t_ += b;
        return Arrival::root;
      }
      move(t_, h);
      x_ = k_[4];
      t_ = t_ + h >= t_out ? t_out : t_ + h;
    }
    return Arrival::time;
  }
  double               t() const override { return t_; }
  double               last_step() const override { return 0.01; }
  std::span<double>    x() override { return x_; }
  std::span<double>    dx() override { return {}; }
  std::span<const int> root_directions() override { return directions_; }
  Work                 work() const override { return work_; }
  std::string          trouble() const override { return ""; }

 private:
  void move(double t, double h) {  // from x_, into k_[4]
    const double c[] = {0, 0.5, 0.5, 1};
    k_[4]            = x_;
    for (int j = 0; j < 4; ++j) {
      if (j > 0)
        for (std::size_t i = 0; i < x_.size(); ++i)
          k_[4][i] = x_[i] + c[j] * h * k_[static_cast<std::size_t>(j) - 1][i];
      plant_->equations().rhs(t + c[j] * h, k_[4], k_[static_cast<std::size_t>(j)]);
      ++work_.evaluations;
    }
    for (std::size_t i = 0; i < x_.size(); ++i)
      k_[4][i] = x_[i] + h / 6 * (k_[0][i] + 2 * k_[1][i] + 2 * k_[2][i] + k_[3][i]);
  }
  bool crossed(double h) {
    move(t_, h);
    std::vector<double> now(was_.size());
    plant_->g(t_ + h, k_[4].data(), nullptr, now.data());
    bool any = false;
    for (std::size_t k = 0; k < now.size(); ++k) {
      directions_[k] = was_[k] > 0 && now[k] <= 0 ? -1 : was_[k] < 0 && now[k] >= 0 ? 1 : 0;
      any            = any || directions_[k] != 0;
    }
    return any;
  }

  Plant*                             plant_ = nullptr;
  bool                               blind_;
  double                             t_ = 0;
  std::vector<double>                x_, was_;
  std::array<std::vector<double>, 5> k_;
  std::vector<int>                   directions_;
  Work                               work_;
};

Solver* make_seeing(std::size_t n, bool, const model::Pattern&, double) { return new FixedStep(n, false); }
Solver* make_blind(std::size_t n, bool, const model::Pattern&, double) { return new FixedStep(n, true); }

TEST(Peer, IsDrivenThroughAllEventsAndReplaysThemExactly) {
  Contestants peers;
  peers.push_back(make_peer({"seeing", make_seeing, false, true}, "test"));
  const auto scores = scores_of(peers, 1e-6);
  ASSERT_EQ(scores.size(), 1u);
  EXPECT_TRUE(scores[0].verdict.right) << scores[0].verdict.why;
  EXPECT_LT(scores[0].verdict.error, 1e-9);
  EXPECT_GT(scores[0].timing.rounds, 0);
}

TEST(Peer, ThatMissesEventsIsWrongAndNeverTimed) {
  Contestants peers;
  peers.push_back(make_peer({"blind", make_blind, false, true}, "test"));
  const auto scores = scores_of(peers, 1e-6);
  ASSERT_EQ(scores.size(), 1u);
  EXPECT_FALSE(scores[0].verdict.right);
  EXPECT_EQ(scores[0].verdict.why, "0 of 6 events");
  EXPECT_EQ(scores[0].timing.rounds, 0);
}

}  // namespace
}  // namespace saltus::bench
