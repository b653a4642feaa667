#pragma once
// evaluator.hpp: expressions, statements and functions of the language on values (values.hpp).
//
// Problem    parameters want numbers, equations want nodes of the graph, and functions that cannot be expanded are to
//            be interpreted while the model runs: three readers of one language would disagree.
// Method     partial evaluation. What is known is computed; what is not becomes a node. `if` with an unknown condition
//            executes both branches on copies of the state and merges them; return and break under an unknown
//            condition become flags that guard what follows. A function that cannot be expanded (a `while` on unknown
//            values, an external one) becomes an OpaqueFunction that runs this evaluator on numbers.
// Cost       linear in the statements executed; a merge costs the number of scalars that the function has.

#include <saltus/front/modelica/flat.hpp>
#include <saltus/front/modelica/values.hpp>
#include <saltus/front/modelica/words.hpp>

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace saltus::modelica {

struct Failed {};  ///< a problem was reported; this construct is lost
struct CannotExpand {
  std::string why;
};  ///< the function at hand must be interpreted

using Values = std::vector<Value>;

/// A type by its name: what it is, and which aliases with attributes led there.
struct TypeInfo {
  Kind                                kind       = Kind::nothing;
  const ClassDefinition*              definition = nullptr;  ///< record, enumeration, object, function
  std::vector<const ClassDefinition*> aliases    = {};       ///< outermost first
};

struct Externals;

class Evaluator {
 public:
  Evaluator(const Tree& tree, Problems* problems, FlatModel* model);
  virtual ~Evaluator()                   = default;
  Evaluator(const Evaluator&)            = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Value evaluate(const Expression& e);
  /// All outputs of a call; of anything else its value.
  Values outputs(const Expression& e, std::size_t wanted);
  /// Calls a function of the text with arguments for its first inputs.
  Values call(const ClassDefinition& function, Values arguments, const Expression* at, std::size_t wanted);

 protected:
  struct Local {
    Name             name;
    Value            value;
    const Component* declared = nullptr;
    bool             ready    = true;
  };
  /// What statements change: copied and merged where branches meet.
  struct State {
    std::vector<Local> locals;
    Values             overlay;  ///< of model variables that an algorithm assigns, by slot
    Value              returned = boolean(false), left = boolean(false), path = boolean(true);
  };
  /// Under which conditions of `if`, `and` and `or` the expression at hand counts; gone with the scope.
  struct Guards {
    explicit Guards(Evaluator& evaluator) : of(evaluator), size(evaluator.guards_.size()) {}
    ~Guards() { of.guards_.resize(size, {}); }
    Guards(const Guards&)            = delete;
    Guards& operator=(const Guards&) = delete;
    void    become(const Value& condition, bool holds) {  ///< besides those from outside, this one
      of.guards_.emplace_back(condition, holds);
    }
    void last(bool holds) { of.guards_.back().second = holds; }

    Evaluator&  of;
    std::size_t size;
  };
  struct Frame {
    const ClassDefinition* function   = nullptr;  ///< null: an algorithm or the equations of the model
    bool                   events     = true;
    bool                   at_initial = false;
  };

  // -- what the model adds to a bare evaluator
  virtual const Value*         find(Name) { return nullptr; }
  virtual std::optional<Value> find_text(std::string_view) { return std::nullopt; }
  virtual void                 assign_component(const Expression& target, const Value& value);
  virtual Node                 edge_of(const Value& condition, const Expression& at);
  virtual void                 reinitialise(const Expression& call);
  virtual Value sampled(const Value& value) { return value; }  ///< a model variable while an algorithm runs

  // -- problems
  [[noreturn]] void fail(const char* code, Place place, Place length, std::string headline, std::string help = {},
                         std::string label = {});
  [[noreturn]] void fail(const char* code, const Expression& e, std::string headline, std::string help = {}) {
    fail(code, e.place, e.length, std::move(headline), std::move(help));
  }
  void             refuse_when(const Statement& s);  ///< inside of functions, initial equations, `if` and `when`
  std::string_view text(Name n) const { return tree_.names[n]; }
  std::string      describe(const Value& v) const;

  // -- names and types (names.cpp)
  const TypeInfo&        type(Name name, Place place, Place length);
  const ClassDefinition* class_named(Name n) const {
    return static_cast<std::size_t>(n) < classes_.size() ? classes_[static_cast<std::size_t>(n)] : nullptr;
  }
  Value                reference(const Expression& e);
  Value                member(const Value& of, const Expression& e, std::span<const Expression::Part> parts);
  Value                field(const Value& of, Name name, const Expression& e);
  std::optional<Value> literal(const Expression& e);
  Value                composed(const Expression& e);  ///< a.x[i].y of a flattened array, by its name
  [[noreturn]] void    unknown_name(const Expression& e);
  virtual std::vector<std::string_view> names_in_scope() const;
  Local*                                local(Name n);
  std::vector<int>                      dimensions(std::span<const Expression* const> of);
  std::vector<int>                      sizes(const Component& c);  ///< those of its type, too
  void                                  check_sizes(const ClassDefinition& f, Place place, Place length);
  std::string                           signature(const ClassDefinition& f) const;
  Value                                 blank(const TypeInfo& t, std::span<const int> dims, const Component* declared);
  Value                                 zero(Kind kind) { return number(kind, kind == Kind::enumeration ? 1 : 0); }

  // -- arithmetic on numbers (arithmetic.cpp)
  Node  node(const Value& v);
  Value from_node(Kind kind, Node n);
  Value unary(Op op, Kind kind, const Value& a);
  Value binary(Op op, Kind kind, const Value& a, const Value& b);
  Value logic(Op op, const Value& a, const Value& b) { return binary(op, Kind::boolean, a, b); }
  Value negation(const Value& a) { return unary(Op::logical_not, Kind::boolean, a); }
  Value choose(const Value& condition, const Value& yes, const Value& no);
  Value quiet(Value v);  ///< noEvent, inside functions
  // -- and on arrays
  Value operation(const Expression& e);
  Value arithmetic(Operator op, const Value& a, const Value& b, const Expression& e);
  Value scalar_arithmetic(Operator op, const Value& a, const Value& b, const Expression& e);
  Value relation(Operator op, const Value& a, const Value& b, const Expression& e);
  Value product(const Value& a, const Value& b, const Expression& e);
  template <class F>
  Value each(const Value& v, Kind kind, F&& f) {
    if (v.kind != Kind::array) return f(v);
    std::vector<Value> items;
    items.reserve(v.more->items.size());
    for (const Value& x : v.more->items) items.push_back(f(x));
    return array(v.more->dims, std::move(items), kind);
  }
  Value make_array(Values items, const Expression& e);
  Value range(const Expression& e);
  Value concatenate(int dim, const Values& parts, const Expression& e);
  Value comprehension(const Expression& e);
  Value subscript(const Value& of, std::span<const Expression* const> subscripts, const Expression& e);
  Value element(const Value& of, int first, const Expression& e);  ///< a[first, :, ...]
  /// What one subscript selects.
  struct Index {
    Value            unknown = {};     ///< one index that is not known
    std::vector<int> chosen  = {};     ///< from 0
    bool             single  = false;  ///< the dimension goes away
  };
  std::vector<Index> indices(const Value& of, std::span<const Expression* const> subscripts, const Expression& e);
  static std::vector<std::size_t> positions(const std::vector<Index>& index, const std::vector<int>& dims);
  Value                           coerce(Value v, Kind kind, const Expression& e);
  double                          known_number(const Value& v, const Expression& e, std::string_view what);
  Values                          elements_of(const Expression& range);
  void iterate(std::span<const Iterator> iterators, const std::function<void()>& body, const Expression* at);

  // -- functions that the language defines (builtins.cpp)
  Value                call_expression(const Expression& e);
  std::optional<Value> builtin(const Expression& e);
  std::optional<Value> builtin_array(Word w, const Expression& e, const Values& a);
  Value                reduction(Word w, const Value& a, const Expression& e);
  Value                derivative(const Value& v, const Expression& e);
  Variable             hidden(std::string name, Type type, Node value, const Expression& e);
  Value                previous(const Value& v, const Expression& e);
  Value                sample(const Expression& e);
  Value                delay(const Expression& e);
  Value                homotopy(const Value& actual, const Value& simplified);
  Value                as_string(const Expression& e);
  Value                jump(Op op, Kind kind, const Value& a, const Value& b);
  const Expression*    argument(const Expression& e, std::size_t k, std::string_view name) const;
  void                 check(const Expression& call);  ///< assert and terminate
  Value                full_path();                    ///< of the statement and of the expression in it

  // -- functions of the text and statements (functions.cpp)
  Values arguments(const ClassDefinition& of, const Expression& e);
  Value  construct(const ClassDefinition& record, const Expression& e);
  Values run(const ClassDefinition& function, Values& arguments, const Expression* at);
  Values expand(const ClassDefinition& function, Values& arguments, const Expression* at);
  void   prepare(Local& l);
  void   run_external(const ClassDefinition& function, const Expression* at);
  void   execute(std::span<const Statement* const> body);
  void   execute(const Statement& s);
  void   execute_branches(const Statement& s, std::size_t branch);
  void   execute_loop(const Statement& s);
  void   execute_while(const Statement& s);
  void   assign(const Expression& target, const Value& value);
  struct Step {  ///< on the way to what is assigned: subscripts, or a field
    std::span<const Expression* const> subscripts = {};
    Name                               field      = no_name;
  };
  static std::vector<Step> steps(const Expression& target);
  void assign_into(Value& target, std::span<const Step> way, const Expression& e, const Value& value);
  void merge(const Value& condition, State& yes, State& no, State& to);
  /// Executes `rest` unless a return or break came before it under a condition that is not known.
  void  guarded(const std::function<void()>& rest);
  Value stopped() { return logic(Op::logical_or, state_.returned, state_.left); }

  // -- functions that stay opaque (opaque.cpp)
  Values opaque(const ClassDefinition& function, const Values& arguments, const Expression* at);
  struct Closure;
  Values shape_of_outputs(const Closure& closure, std::span<const double> trial, Place place, Place length);
  void   find_derivative(Closure& closure);
  bool   is_impure(const ClassDefinition& function);
  void   visit_calls(const ClassDefinition& f, const std::function<void(const ClassDefinition&)>& visit) const;
  void   require_externals(const ClassDefinition& function, Place place, Place length);
  std::string_view name_of_external(const ClassDefinition& f) const;

  const Tree&                         tree_;
  Problems*                           problems_;
  FlatModel*                          model_;
  Words                               words_;
  std::shared_ptr<Externals>          externals_;
  std::shared_ptr<Evaluator>          interpreter_;  ///< of opaque functions, while the model runs
  State                               state_;
  std::vector<std::pair<Value, bool>> guards_;
  Frame                               frame_;
  std::vector<int>                    end_;  ///< what `end` means, innermost last
  int                                 depth_   = 0;
  bool                                folding_ = false;  ///< a parameter or constant is computed: effects happen now
  bool        assigning_ = false;  ///< an algorithm of the model: variables are seen through the overlay
  std::string failure_;            ///< the last problem of an interpreter, which has nobody to tell
  std::vector<std::pair<std::string, Node>> shown_;  ///< values that a message shows and that are not known yet

  std::vector<const ClassDefinition*>              classes_;  ///< by name
  std::unordered_map<Name, TypeInfo>               types_;
  std::unordered_map<Node, Variable>               hidden_;  ///< variables made for expressions
  std::unordered_map<std::string, int>             opaque_;  ///< functions made so far, by what they close over
  std::unordered_map<const ClassDefinition*, bool> impure_;
  std::unordered_set<const ClassDefinition*>       required_;  ///< whose external functions are there
};

}  // namespace saltus::modelica
