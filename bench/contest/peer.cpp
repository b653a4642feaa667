// peer.cpp: drives a foreign solver from event to event, as its user would.

#include "plant.hpp"

#include <fmt/format.h>

#include <dlfcn.h>

#include <algorithm>
#include <cmath>

namespace saltus::bench {
namespace {

/// A solver that reports roots at the same place again and again makes no progress.
constexpr int most_arrivals_at_once = 100;

class PeerEntry final : public Entry {
 public:
  PeerEntry(const problems::Problem& p, double tolerance, const SolverMaker& maker)
      : plant_(p, tolerance), tolerance_(tolerance), maker_(maker), implicit_(p.implicit) {}

  Answer check() override {
    if (!plant_.record()) return {.trouble = plant_.trouble()};
    solver_.reset(maker_.make(plant_.opening().x.size(), implicit_, plant_.equations().pattern(), tolerance_));
    const bool ok = drive();
    if (!ok) return answer(false);
    // The answer is that of the replay, because that is what the clock sees.
    const std::vector<double> x(solver_->x().begin(), solver_->x().end());
    run();
    Answer replayed = answer(replay_ok_);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!(std::abs(replayed.x[i] - x[i]) <= 1e-3 * tolerance_ * (1 + std::abs(x[i])) + 1e-12 * std::abs(x[i]))) {
        replayed.finished = false;
        replayed.trouble  = fmt::format("replay ends elsewhere: {} instead of {}", replayed.x[i], x[i]);
      }
    return replayed;
  }
  void run() override {
    plant_.replay();
    replay_ok_ = drive();
  }
  std::span<const double> x() const override { return solver_->x(); }

 private:
  bool drive() {
    using Next          = GalleryPlant::Next;
    const Opening& from = plant_.opening();
    solver_->begin(plant_, from.t, from.x, from.dx, plant_.t_end());
    double failed_at = NAN, here = NAN;
    for (int arrivals_here = 0;;) {
      const Solver::Arrival how = solver_->advance(plant_.next_stop());
      if (how == Solver::Arrival::failed) {  // such as "root found at and very near t": one fresh start may help
        if (solver_->t() == failed_at) return false;
        solver_->restart(failed_at = solver_->t());
        continue;
      }
      arrivals_here = solver_->t() == here ? arrivals_here + 1 : 0;
      here          = solver_->t();
      if (arrivals_here > most_arrivals_at_once) return false;
      const auto roots = how == Solver::Arrival::root ? solver_->root_directions() : std::span<const int>{};
      switch (plant_.arrived(solver_->t(), solver_->last_step(), solver_->x(), solver_->dx(), roots)) {
        case Next::go_on: break;
        case Next::restart: solver_->restart(solver_->t()); break;
        case Next::end: return true;
        case Next::lost: return false;
      }
    }
  }
  Answer answer(bool finished) const {
    Answer a{.finished = finished, .trouble = solver_->trouble() + plant_.trouble(), .t = solver_->t()};
    a.event_times = plant_.event_times();
    a.x.assign(solver_->x().begin(), solver_->x().end());
    a.q.assign(plant_.q().begin(), plant_.q().end());
    a.work = solver_->work();
    a.work.evaluations += plant_.evaluations();
    return a;
  }

  GalleryPlant            plant_;
  double                  tolerance_;
  SolverMaker             maker_;
  bool                    implicit_;
  std::unique_ptr<Solver> solver_;
  bool                    replay_ok_ = false;
};

class Peer final : public Contestant {
 public:
  Peer(const SolverMaker& maker, const std::string& flavour)
      : Contestant(fmt::format("{} ({})", maker.name, flavour)), maker_(maker) {}

  bool applies(const problems::Problem& p) const override {
    return p.implicit ? maker_.takes_implicit : maker_.takes_explicit;
  }
  std::unique_ptr<Entry> enter(const problems::Problem& p, double tolerance) const override {
    return std::make_unique<PeerEntry>(p, tolerance, maker_);
  }

 private:
  SolverMaker maker_;
};

}  // namespace

std::unique_ptr<Contestant> make_peer(const SolverMaker& maker, const std::string& flavour) {
  return std::make_unique<Peer>(maker, flavour);
}

bool add_peers(Contestants& to, const std::string& plug_in, const std::string& flavour, std::string& trouble) {
  // Local: two plug-ins with the same library in two builds must not find each other's symbols.
  void* const library = dlopen(plug_in.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (library == nullptr) {
    trouble = dlerror();
    return false;
  }
  const auto* makers = static_cast<const SolverMaker*>(dlsym(library, "saltus_bench_solvers"));
  if (makers == nullptr) {
    trouble = plug_in + " has no solvers";
    return false;
  }
  for (; makers->name != nullptr; ++makers) to.push_back(make_peer(*makers, flavour));
  return true;
}

}  // namespace saltus::bench
