// opaque.cpp: functions that are not expanded into the graph but interpreted while the model runs (evaluator.hpp).
//
// Method     what a call knows already (tables, columns, sizes) is closed over; the numbers that it does not know are
//            the inputs. Calls that close over the same things share one function.
// Cost       an interpretation of the function's statements per point that is not among the last few; it allocates for
//            arrays and for the variables of the function. External functions of scalars, such as tables, are called directly and allocate nothing.

#include <saltus/front/modelica/evaluator.hpp>
#include <saltus/front/modelica/externals.hpp>
#include <saltus/front/modelica/tables.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace saltus::modelica {

namespace {

/// The parts of a call that are known, as bytes: equal bytes, equal functions.
void describe_to(const Value& v, std::string& key) {
  key += static_cast<char>('a' + static_cast<int>(v.kind));
  if (v.is_number()) {
    key.append(reinterpret_cast<const char*>(&v.number), v.known() && !std::isnan(v.number) ? sizeof v.number : 0);
    key += ';';
  } else if (v.more != nullptr) {
    const void* parts[] = {v.more->type, v.more->object.get()};
    key.append(reinterpret_cast<const char*>(parts), sizeof parts);
    for (const int d : v.more->dims) key += fmt::format("[{}]", d);
    key += v.more->text + ';';
    for (const Value& x : v.more->items) describe_to(x, key);
  }
}

/// The function that the annotation derivative = ... names.
const Modifier* derivative_annotation(const ClassDefinition& f, const Words& words) {
  for (const Modifier& m : f.annotation)
    if (words(m.name) == Word::derivative && m.value != nullptr && m.value->kind == Expression::Kind::reference) {
      bool first = true;
      for (const Modifier& n : m.nested)
        if (words(n.name) == Word::order && n.value != nullptr) first = n.value->number == 1;
      if (first) return &m;
    }
  return nullptr;
}

/// What a function gave at the last few points. Who wants one output wants the others next, and relations and equations
/// that share a call ask for it at the same instants of a step.
class LastPoints {
 public:
  LastPoints(std::size_t inputs, std::size_t outputs)
      : inputs_(inputs), size_(inputs + outputs), most_(std::clamp<std::size_t>(most_numbers / size_, 1, most_points)) {}

  /// Copies the outputs, if the point is known.
  bool find(std::span<const double> in, std::span<double> out) const {
    for (std::size_t at = 0; at < numbers_.size(); at += size_)
      if (std::memcmp(&numbers_[at], in.data(), in.size_bytes()) == 0) {
        std::copy_n(&numbers_[at + inputs_], out.size(), out.begin());
        return true;
      }
    return false;
  }
  void keep(std::span<const double> in, std::span<const double> out) {
    if (numbers_.size() < most_ * size_) numbers_.resize(numbers_.size() + size_);
    const std::size_t at = next_++ % most_ * size_;
    std::copy(in.begin(), in.end(), &numbers_[at]);
    std::copy(out.begin(), out.end(), &numbers_[at + inputs_]);
  }

 private:
  static constexpr std::size_t most_points = 64, most_numbers = 4096;

  std::size_t         inputs_, size_, most_, next_ = 0;
  std::vector<double> numbers_;  ///< by point: inputs, then outputs
};

}  // namespace

/// Calls visit(function) for each function of the text that this one calls.
void Evaluator::visit_calls(const ClassDefinition& f, const std::function<void(const ClassDefinition&)>& visit) const {
  const std::function<void(const Expression*)> look = [&](const Expression* e) {
    if (e == nullptr) return;
    if (e->kind == Expression::Kind::call)
      if (const auto* c = class_named(e->name); c != nullptr && c->kind == ClassDefinition::Kind::function) visit(*c);
    for (const Expression* a : e->args) look(a);
    for (const auto& n : e->named) look(n.value);
  };
  const std::function<void(std::span<const Statement* const>)> walk = [&](std::span<const Statement* const> body) {
    for (const Statement* s : body) {
      look(s->left);
      look(s->right);
      for (const auto& b : s->branches) {
        look(b.condition);
        walk(b.body);
      }
    }
  };
  for (const Section& s : f.sections) walk(s.body);
}

bool Evaluator::is_impure(const ClassDefinition& f) {
  if (const auto at = impure_.find(&f); at != impure_.end()) return at->second;
  impure_[&f] = f.is_impure;  // while it is looked at: a function that calls itself is not impure for that
  bool impure = f.is_impure;
  if (f.external != nullptr) impure = impure || is_impure_external(name_of_external(f));
  visit_calls(f, [&](const ClassDefinition& called) { impure = impure || is_impure(called); });
  impure_[&f] = impure;
  return impure;
}

std::string_view Evaluator::name_of_external(const ClassDefinition& f) const {
  return text(f.external->function == no_name ? f.name : f.external->function);
}

/// What is only called while the model runs is to be there before.
void Evaluator::require_externals(const ClassDefinition& f, Place place, Place length) {
  if (!required_.insert(&f).second) return;
  if (f.external != nullptr && !is_known_external(name_of_external(f)))
    fail("S0608", place, length, fmt::format("Saltus does not have the external function `{}` yet", name_of_external(f)),
         "functions written in C are not called; those of the Modelica Standard Library are built in one by one");
  visit_calls(f, [&](const ClassDefinition& called) { require_externals(called, place, length); });
}

/// One function with what its call knew. NaN marks the places of what it did not know, in order.
struct Evaluator::Closure {
  std::shared_ptr<Evaluator> runs;
  const ClassDefinition*     function;
  Values                     fixed;
  const ClassDefinition*     derivative = nullptr;  ///< takes the arguments and then the derivatives of some of them
  std::vector<bool>          differentiated = {};   ///< arguments whose derivatives it takes

  /// Which input each argument of an external function is; empty: it has to be interpreted.
  static constexpr std::size_t most_direct = 12;
  std::vector<std::size_t>     direct = {}, direct_derivative = {};
  std::string                  external = {}, external_derivative = {};

  Values with(std::span<const double> in) const {
    Values      out = fixed;
    std::size_t k   = 0;
    for (Value& a : out)
      change_numbers(a, [&](Value& x) {
        if (std::isnan(x.number)) x.number = in[k++];
      });
    return out;
  }
  Values run(const ClassDefinition& f, Values arguments) const {
    runs->state_ = State{};
    return runs->call(f, std::move(arguments), nullptr, 0);
  }
  void value(std::span<const double> in, std::span<double> out) const {
    if (!direct.empty()) {
      out[0] = directly(external, direct, in, -1);
      return;
    }
    std::size_t k = 0;
    try {
      for (const Value& v : run(*function, with(in)))
        visit_numbers(v, [&](const Value& x) {
          if (k < out.size()) out[k++] = x.number;
        });
    } catch (const Failed&) {  // an assertion or an index: NaN stops who called, and `failure` says why
    } catch (const CannotExpand&) {}
    for (; k < out.size(); ++k) out[k] = std::numeric_limits<double>::quiet_NaN();
  }
  double slope(std::span<const double> in, int output, int input) const {
    if (!direct_derivative.empty()) return directly(external_derivative, direct_derivative, in, input);
    Values      arguments = with(in);
    std::size_t k         = 0;
    for (std::size_t i = 0; i < fixed.size(); ++i) {
      Value seed = fixed[i];
      change_numbers(seed, [&](Value& x) { x.number = seed_at(x, k, input); });
      if (i < differentiated.size() && differentiated[i]) arguments.push_back(std::move(seed));
    }
    double out = std::numeric_limits<double>::quiet_NaN();
    int    nth = 0;
    try {
      for (const Value& v : run(*derivative, std::move(arguments)))
        visit_numbers(v, [&](const Value& x) {
          if (nth++ == output) out = x.number;
        });
    } catch (const Failed&) {
    } catch (const CannotExpand&) {}
    return out;
  }

  /// Where the arguments of an external function of scalars come from: inputs in any order, its value is its result.
  static std::vector<std::size_t> sources(const ClassDefinition& f) {
    std::vector<std::size_t> out;
    if (f.external == nullptr || f.external->result == nullptr) return {};
    for (const Expression* a : f.external->arguments) {
      std::size_t k     = 0;
      bool        found = false;
      for (const Component& c : f.components) {
        if (c.causality != Causality::input) continue;
        if (a->kind == Expression::Kind::reference && a->args.empty() && a->parts.empty() && a->name == c.name) {
          out.push_back(k);
          found = true;
        }
        ++k;
      }
      if (!found || out.size() > most_direct) return {};
    }
    return out;
  }

 private:
  /// 1 for the input that is varied, 0 for everything else; `k` counts inputs.
  static double seed_at(const Value& x, std::size_t& k, int input) {
    if (!std::isnan(x.number)) return 0;
    return k++ == static_cast<std::size_t>(input) ? 1 : 0;
  }
  double directly(const std::string& name, const std::vector<std::size_t>& from, std::span<const double> in,
                  int input) const {
    std::array<Value, 2 * most_direct> inputs;
    std::size_t                        n = 0, k = 0, seed = 0;
    for (const Value& v : fixed) {
      inputs[n] = v;
      if (v.is_number() && std::isnan(v.number)) inputs[n].number = in[k++];
      ++n;
    }
    for (std::size_t i = 0; input >= 0 && i < fixed.size(); ++i) {
      const double s = fixed[i].is_number() ? seed_at(fixed[i], seed, input) : 0;
      if (differentiated[i]) inputs[n++] = real(s);
    }
    std::array<Value, most_direct> arguments;
    for (std::size_t i = 0; i < from.size(); ++i) arguments[i] = inputs[from[i]];
    ExternalCall call{.name      = name,
                      .arguments = std::span(arguments).first(from.size()),
                      .result    = {},
                      .problem   = {},
                      .externals = *runs->externals_};
    return call_external(call) ? call.result.number : std::numeric_limits<double>::quiet_NaN();
  }
};

/// The outputs of a call with zeros for numbers: told by the declaration, or found out by a trial.
Values Evaluator::shape_of_outputs(const Closure& closure, std::span<const double> trial, Place place, Place length) {
  const ClassDefinition& f = *closure.function;
  Values                 out;
  bool                   scalars = true;
  for (const Component& c : f.components) {
    if (c.causality != Causality::output) continue;
    const TypeInfo& t = type(c.type, c.place, c.length);
    scalars           = scalars && c.dimensions.empty() && t.kind <= Kind::enumeration && t.aliases.empty();
    out.push_back(scalars ? zero(t.kind) : Value{});
  }
  if (scalars) return out;
  const ImpureRandom kept = externals_->random;
  try {
    out = closure.run(f, closure.with(trial));
  } catch (const Failed&) {
    fail("S0608", place, length, fmt::format("Saltus cannot find out the size of what `{}` returns", text(f.name)));
  } catch (const CannotExpand&) {
    fail("S0608", place, length, fmt::format("Saltus cannot find out the size of what `{}` returns", text(f.name)));
  }
  externals_->random = kept;
  return out;
}

/// What annotation(derivative = ...) says, or nothing.
void Evaluator::find_derivative(Closure& closure) {
  const ClassDefinition& f = *closure.function;
  const Modifier*        m = derivative_annotation(f, words_);
  const ClassDefinition* d = m != nullptr ? class_named(m->value->name) : nullptr;
  if (d == nullptr || d->kind != ClassDefinition::Kind::function) return;
  closure.derivative = d;
  for (const Component& c : f.components) {
    if (c.causality != Causality::input) continue;
    bool with = type(c.type, c.place, c.length).kind == Kind::real;
    for (const Modifier& n : m->nested) {
      const bool without = words_(n.name) == Word::noDerivative || words_(n.name) == Word::zeroDerivative;
      if (without && n.value != nullptr && n.value->name == c.name) with = false;
    }
    closure.differentiated.push_back(with);
  }
}

Values Evaluator::opaque(const ClassDefinition& f, const Values& given, const Expression* at) {
  const Place place = at != nullptr ? at->place : f.place, length = at != nullptr ? at->length : f.length;
  require_externals(f, place, length);
  if (interpreter_ == nullptr) {
    interpreter_             = std::make_shared<Evaluator>(tree_, nullptr, nullptr);
    interpreter_->externals_ = externals_;
    interpreter_->folding_   = true;
  }
  // Numbers that are not known become the inputs.
  auto              closure = std::make_shared<Closure>(Closure{.runs = interpreter_, .function = &f, .fixed = given});
  std::vector<Node> unknown;
  std::vector<double> trial;
  std::string         key;
  const auto*         address = &f;
  key.append(reinterpret_cast<const char*>(&address), sizeof address);
  bool scalars = true;
  for (Value& v : closure->fixed) {
    const bool is_scalar = v.is_number() || v.kind == Kind::object;
    change_numbers(v, [&](Value& x) {
      if (x.known()) return;
      const auto& e = model_->graph[x.node];
      trial.push_back(e.op == Op::variable ? model_->variables[static_cast<std::size_t>(e.a)].start : 1.0);
      if (x.kind == Kind::integer || x.kind == Kind::enumeration) trial.back() = std::max(1.0, trial.back());
      unknown.push_back(x.node);
      x.node   = -1;
      x.number = std::numeric_limits<double>::quiet_NaN();
    });
    scalars = scalars && is_scalar;
    describe_to(v, key);
  }
  Values      shape   = shape_of_outputs(*closure, trial, place, length);
  std::size_t outputs = 0;
  for (const Value& v : shape) visit_numbers(v, [&](const Value&) { ++outputs; });

  const bool impure = is_impure(f);
  int        index  = -1;
  if (const auto known = opaque_.find(key); known != opaque_.end() && !impure) {
    index = known->second;
  } else {
    find_derivative(*closure);
    if (scalars && outputs == 1 && closure->fixed.size() <= Closure::most_direct) {
      const auto name = [&](const ClassDefinition& x) { return std::string(name_of_external(x)); };
      closure->direct = Closure::sources(f);
      if (!closure->direct.empty()) closure->external = name(f);
      if (closure->derivative != nullptr) closure->direct_derivative = Closure::sources(*closure->derivative);
      if (!closure->direct_derivative.empty()) closure->external_derivative = name(*closure->derivative);
    }
    OpaqueFunction made;
    made.name    = std::string(text(f.name));
    made.inputs  = static_cast<int>(unknown.size());
    made.outputs = static_cast<int>(outputs);
    made.pure    = !impure;
    made.failure = [closure] { return closure->runs->failure_; };
    if (impure || !closure->direct.empty() || unknown.empty()) {
      made.value = [closure](std::span<const double> in, std::span<double> out) { closure->value(in, out); };
    } else {
      made.value = [closure, known = LastPoints(unknown.size(), outputs)](std::span<const double> in,
                                                                          std::span<double>       out) mutable {
        if (known.find(in, out)) return;
        closure->value(in, out);
        const bool failed = std::any_of(out.begin(), out.end(), [](double v) { return std::isnan(v); });
        if (!failed) known.keep(in, out);  // `failure` tells of the last call
      };
    }
    if (closure->derivative != nullptr)
      made.derivative = [closure](std::span<const double> in, int output, int input) {
        return closure->slope(in, output, input);
      };
    const auto& first = closure->fixed.empty() ? Value{} : closure->fixed[0];
    if (f.external != nullptr && first.kind == Kind::object && unknown.size() == 1)
      if (const auto* table = dynamic_cast<const Table1D*>(first.more->object.get());
          table != nullptr && !table->columns.empty())
        for (const double u : table->columns[0].u) made.jumps.emplace_back(u, 0.0);
    index = static_cast<int>(model_->functions.size());
    model_->functions.push_back(std::move(made));
    opaque_.emplace(std::move(key), index);
  }
  int k = 0;
  for (Value& v : shape) change_numbers(v, [&](Value& x) { x.node = model_->graph.call(index, k++, unknown); });
  return shape;
}

}  // namespace saltus::modelica
