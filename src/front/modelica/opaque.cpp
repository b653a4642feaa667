// opaque.cpp: functions that are not expanded into the graph but interpreted while the model runs (evaluator.hpp).
//
// Method     what a call knows already (tables, columns, sizes) is closed over; the numbers that it does not know are
//            the inputs. Calls that close over the same things share one function.
// Cost       an interpretation of the function's statements per value; it allocates for arrays.

#include <saltus/front/modelica/evaluator.hpp>
#include <saltus/front/modelica/externals.hpp>
#include <saltus/front/modelica/tables.hpp>

#include <fmt/format.h>

#include <cmath>
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

}  // namespace

bool Evaluator::is_impure(const ClassDefinition& f) {
  if (const auto at = impure_.find(&f); at != impure_.end()) return at->second;
  impure_[&f] = f.is_impure;  // while it is looked at: a function that calls itself is not impure for that
  bool impure = f.is_impure;
  if (f.external != nullptr) impure = impure || is_impure_external(text(f.external->function == no_name ? f.name : f.external->function));
  const std::function<void(const Expression*)> look = [&](const Expression* e) {
    if (e == nullptr || impure) return;
    if (e->kind == Expression::Kind::call)
      if (const auto* c = class_named(e->name); c != nullptr && c->kind == ClassDefinition::Kind::function) impure = impure || is_impure(*c);
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
  impure_[&f] = impure;
  return impure;
}

Values Evaluator::opaque(const ClassDefinition& f, const Values& given, const Expression* at) {
  const Place place = at != nullptr ? at->place : f.place, length = at != nullptr ? at->length : f.length;
  if (interpreter_ == nullptr) {
    interpreter_             = std::make_shared<Evaluator>(tree_, nullptr, nullptr);
    interpreter_->externals_ = externals_;
    interpreter_->folding_   = true;
  }
  // Unknown numbers become the inputs.
  Values            fixed = given;
  std::vector<Node> unknown;
  std::vector<double> trial;
  std::string         key;
  const auto*       address = &f;
  key.append(reinterpret_cast<const char*>(&address), sizeof address);
  std::vector<std::size_t> argument_of;  // each unknown
  for (std::size_t a = 0; a < fixed.size(); ++a) {
    change_numbers(fixed[a], [&](Value& x) {
      if (x.known()) return;
      const auto& e = model_->graph[x.node];
      trial.push_back(e.op == Op::variable ? model_->variables[static_cast<std::size_t>(e.a)].start : 1.0);
      if (x.kind == Kind::integer || x.kind == Kind::enumeration) trial.back() = std::max(1.0, trial.back());
      unknown.push_back(x.node);
      argument_of.push_back(a);
      x.node   = -1;
      x.number = std::numeric_limits<double>::quiet_NaN();  // marks its place
    });
    describe_to(fixed[a], key);
  }
  const std::shared_ptr<Evaluator> runs  = interpreter_;
  const auto                       apply = [runs, fixed](const ClassDefinition& function, std::span<const double> in, Values more) {
    Values      arguments = fixed;
    std::size_t k         = 0;
    for (Value& a : arguments)
      change_numbers(a, [&](Value& x) {
        if (std::isnan(x.number) && k < in.size()) x.number = in[k++];
      });
    for (Value& m : more) arguments.push_back(std::move(m));
    runs->state_ = State{};
    return runs->call(function, std::move(arguments), nullptr, 0);
  };

  // The shape of the outputs: told by the declaration, or found out by a call.
  Values shape;
  bool   scalars = true;
  for (const Component& c : f.components) {
    if (c.causality != Causality::output) continue;
    const TypeInfo& t = type(c.type, c.place, c.length);
    scalars           = scalars && c.dimensions.empty() && t.kind <= Kind::enumeration && t.aliases.empty();
    shape.push_back(scalars ? zero(t.kind) : Value{});
  }
  if (!scalars) {
    const ImpureRandom kept = externals_->random;
    try {
      shape = apply(f, trial, {});
    } catch (const Failed&) {
      fail("S0608", place, length, fmt::format("Saltus cannot find out the size of what `{}` returns", text(f.name)));
    } catch (const CannotExpand&) {
      fail("S0608", place, length, fmt::format("Saltus cannot find out the size of what `{}` returns", text(f.name)));
    }
    externals_->random = kept;
  }
  std::size_t outputs = 0;
  for (const Value& v : shape) visit_numbers(v, [&](const Value&) { ++outputs; });

  const bool impure = is_impure(f);
  int        index  = -1;
  if (const auto known = opaque_.find(key); known != opaque_.end() && !impure) {
    index = known->second;
  } else {
    OpaqueFunction made;
    made.name    = std::string(text(f.name));
    made.inputs  = static_cast<int>(unknown.size());
    made.outputs = static_cast<int>(outputs);
    made.pure    = !impure;
    made.value   = [apply, &f](std::span<const double> in, std::span<double> out) {
      std::size_t k = 0;
      try {
        for (const Value& v : apply(f, in, {}))
          visit_numbers(v, [&](const Value& x) {
            if (k < out.size()) out[k++] = x.number;
          });
      } catch (const Failed&) {  // an assertion or an index: not a number is loud enough for who called
      } catch (const CannotExpand&) {}
      for (; k < out.size(); ++k) out[k] = std::numeric_limits<double>::quiet_NaN();
    };
    const Modifier*        m = derivative_annotation(f, words_);
    const ClassDefinition* d = m != nullptr ? class_named(m->value->name) : nullptr;
    if (d != nullptr && d->kind == ClassDefinition::Kind::function) {
      // f_der takes the arguments of f and then the derivatives of its Real ones, except those named without.
      std::vector<bool> differentiated;
      for (const Component& c : f.components) {
        if (c.causality != Causality::input) continue;
        bool with = type(c.type, c.place, c.length).kind == Kind::real;
        for (const Modifier& n : m->nested)
          if ((words_(n.name) == Word::noDerivative || words_(n.name) == Word::zeroDerivative) && n.value != nullptr && n.value->name == c.name)
            with = false;
        differentiated.push_back(with);
      }
      made.derivative = [apply, d, fixed, differentiated](std::span<const double> in, int output, int input) {
        Values      seeds;
        std::size_t k = 0;
        for (std::size_t i = 0; i < fixed.size(); ++i) {
          Value seed = fixed[i];
          change_numbers(seed, [&](Value& x) {
            const bool is_input = std::isnan(x.number);
            x.number            = is_input && k == static_cast<std::size_t>(input) ? 1 : 0;
            k += is_input ? 1 : 0;
          });
          if (i < differentiated.size() && differentiated[i]) seeds.push_back(std::move(seed));
        }
        double      out = std::numeric_limits<double>::quiet_NaN();
        std::size_t nth = 0;
        try {
          for (const Value& v : apply(*d, in, std::move(seeds)))
            visit_numbers(v, [&](const Value& x) {
              if (nth++ == static_cast<std::size_t>(output)) out = x.number;
            });
        } catch (const Failed&) {
        } catch (const CannotExpand&) {}
        return out;
      };
    }
    if (f.external != nullptr && !fixed.empty() && fixed[0].kind == Kind::object && unknown.size() == 1)
      if (const auto* table = dynamic_cast<const Table1D*>(fixed[0].more->object.get()); table != nullptr && !table->columns.empty())
        for (const double u : table->columns[0].u) made.jumps.emplace_back(u, 0.0);
    index = static_cast<int>(model_->functions.size());
    model_->functions.push_back(std::move(made));
    opaque_.emplace(std::move(key), index);
  }
  int k = 0;
  for (Value& v : shape)
    change_numbers(v, [&](Value& x) { x.node = model_->graph.call(index, k++, unknown); });
  return shape;
}

}  // namespace saltus::modelica
