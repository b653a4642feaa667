#pragma once
// elaborator.hpp: the evaluator (evaluator.hpp) with the declarations, equations and algorithms of one model.

#include <saltus/front/modelica/elaborate.hpp>
#include <saltus/front/modelica/evaluator.hpp>

#include <map>
#include <unordered_set>

namespace saltus::modelica {

class Elaborator : public Evaluator {
 public:
  Elaborator(const Tree& tree, std::span<const Setting> settings, Problems& problems, FlatModel& model);

  void run();

 private:
  struct Entry {
    const Component* component;
    bool             of_package;
    enum class State : std::uint8_t { fresh, busy, done, lost } state = State::fresh;
    Value value                                                       = {};
  };
  /// The modifiers that apply to a component, those that win last; fields of records take the nested ones.
  using Modifiers = std::vector<std::span<const Modifier>>;
  struct Attribute {
    Value value = {};
    Value of(std::size_t element) const {
      return value.kind == Kind::array && element < value.more->items.size() ? value.more->items[element] : value;
    }
    bool given() const { return value.kind != Kind::nothing; }
  };
  struct Attributes {
    Attribute   start, fixed, nominal, minimum, maximum, select;
    std::string unit;
  };
  /// left = right, collected before it becomes an equation of the model.
  struct Pair {
    Node  left, right;
    Place place, length;
  };
  using Pairs = std::vector<Pair>;

  // -- declarations (declare.cpp)
  void              experiment();
  Value&            ensure(Entry& entry);
  [[noreturn]] void fail_in_cycle(const Entry& entry);
  void              evaluate_parameter(Entry& entry);
  Value declare(const std::string& name, const TypeInfo& type, std::span<const int> dims, const Modifiers& modifiers,
                const Component& c, bool parameter);
  Value declare_scalar(std::string name, Kind kind, const Attributes& a, std::size_t element, const Component& c,
                       bool parameter);
  Attributes           attributes(const Modifiers& modifiers, Kind kind);
  Modifiers            modifiers_of(const Component& c);
  void                 list_parameter(const std::string& name, const Value& v, const Component& c);
  void                 check_parameter(const Value& v, const Component& c);
  std::optional<Value> setting(const std::string& name, const TypeInfo& type, const Component& c);
  void                 apply_settings(const std::string& name, Value& v, const TypeInfo& t, const Component& c);
  void                 unused_settings();

  // -- names of flattened arrays and records (gather.cpp)
  const Value*                    find(Name n) override;
  std::optional<Value>            find_text(std::string_view name) override;
  std::vector<std::string_view>   names_in_scope() const override;
  std::optional<Value>            gather(const std::string& prefix);
  void                            index_names();
  std::optional<std::vector<int>> subscript_numbers(std::string_view text) const;
  Name                            name_of(std::string_view text) const;

  // -- equations (equations.cpp)
  void equations(std::span<const Statement* const> body, Pairs& out);
  void equation(const Statement& s, Pairs& out);
  void match(const Value& left, const Value& right, const Statement& s, Pairs& out);
  void if_equation(const Statement& s, std::size_t branch, Pairs& out);
  void combine(const Value& condition, Pairs& yes, Pairs& no, const Statement& s, Pairs& out);
  void when_equation(const Statement& s);
  Node edge_of(const Value& condition, const Expression& at) override;
  Node edge(const Value& condition, const Expression& at);
  void reinitialise(const Expression& call) override;
  void add(const Pairs& pairs, bool initial);

  // -- algorithms (algorithms.cpp)
  struct Target {
    std::vector<Variable> variables;
    bool                  exact;  ///< all of them are assigned for sure
  };
  void   algorithm(const Section& s);
  Target target(const Expression& e);
  void   assigned_in(std::span<const Statement* const> body, bool only_in_when, bool inside,
                     const std::function<void(const Target&)>& visit);
  void   mark_discrete();
  void   assign_component(const Expression& target, const Value& value) override;
  Value  whole(const Expression& e);
  Value  sampled(const Value& v) override;

  std::span<const Setting>                              settings_;
  std::vector<bool>                                     used_settings_;
  std::unordered_map<std::string_view, std::size_t>     setting_of_;
  std::vector<Entry>                                    entries_;
  std::vector<const Entry*>                             busy_;  ///< that are being evaluated, each for the one before
  std::vector<int>                                      entry_of_;  ///< by name, -1: none
  bool                                                  indexed_ = false;
  std::vector<std::pair<std::string_view, int>>         sorted_;  ///< texts of names and entries, for find_text
  std::unordered_map<std::string_view, Name>            name_of_;
  std::unordered_map<std::string, std::optional<Value>> gathered_;
  std::unordered_map<Variable, std::size_t>             slots_;  ///< of variables that an algorithm assigns
  std::vector<bool>                                     touched_;
};

}  // namespace saltus::modelica
