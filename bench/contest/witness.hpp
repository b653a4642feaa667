#pragma once
// witness.hpp: a model that notes which actions were run, so that a run can be repeated without any event detection.

#include <saltus/model/model.hpp>

#include <memory>
#include <vector>

namespace saltus::bench {

/// One call of Model::act.
struct Act {
  double             t;
  const model::Mode* mode;
  std::vector<char>  fired;
};

/// Forwards everything to a model that it does not own. Numbers and modes are those of that model.
class Witness final : public model::Model {
 public:
  struct Notes {
    std::vector<Act>   acts;
    const model::Mode* mode = nullptr;  ///< whose equations were asked for last
  };
  Witness(model::Model& inner, Notes& notes) : inner_(inner), notes_(notes) {}

  std::unique_ptr<model::Model> clone() const override { return std::make_unique<Witness>(inner_, notes_); }
  std::string                   name() const override { return inner_.name(); }
  model::Form                   form() const override { return inner_.form(); }
  std::size_t                   size() const override { return inner_.size(); }
  const model::Catalogue&       catalogue() const override { return inner_.catalogue(); }
  std::vector<double>           initial_discrete() const override { return inner_.initial_discrete(); }
  bool                          rigorous() const override { return inner_.rigorous(); }

  const model::Mode& mode_at(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> q,
                             std::span<const int> prefix, std::vector<model::Sign>& signs) override {
    return inner_.mode_at(t, x, dx, q, prefix, signs);
  }
  bool fits(const model::Mode& mode, std::span<const double> q) const override { return inner_.fits(mode, q); }
  const model::Mode& mode(int id) const override { return inner_.mode(id); }
  int                modes() const override { return inner_.modes(); }
  model::Equations&  equations(const model::Mode& mode, std::span<const double> q) override {
    notes_.mode = &mode;
    return inner_.equations(mode, q);
  }
  void act(const model::Mode& mode, double t, std::span<double> x, std::span<const double> dx, std::span<double> q,
           std::span<const char> fired, model::ResetRequest& request) override {
    notes_.acts.push_back({t, &mode, {fired.begin(), fired.end()}});
    inner_.act(mode, t, x, dx, q, fired, request);
  }

 private:
  model::Model& inner_;
  Notes&        notes_;
};

}  // namespace saltus::bench
