#pragma once
// flat_models.hpp: small models as text, and what their expressions are worth.

#include <saltus/front/modelica/elaborate.hpp>
#include <saltus/front/modelica/parser.hpp>

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace saltus::modelica::test {

struct Flat {
  std::unique_ptr<Tree>    tree;
  std::optional<FlatModel> model;

  FlatModel* operator->() { return &*model; }

  Variable variable(std::string_view name) const {
    for (std::size_t v = 0; v < model->variables.size(); ++v)
      if (model->variables[v].name == name) return static_cast<Variable>(v);
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  double parameter(std::string_view name) const {
    for (const auto& p : model->parameters)
      if (p.name == name) return p.value;
    ADD_FAILURE() << "no parameter " << name;
    return 0;
  }
  /// The right side of the equation `name = ...`.
  Node equation_of(std::string_view name, bool initial = false) const {
    const Variable v = variable(name);
    for (const auto& e : model->equations)
      if (e.initial == initial && model->graph[e.left].op == Op::variable && model->graph[e.left].a == v)
        return e.right;
    ADD_FAILURE() << "no equation for " << name;
    return 0;
  }
  std::string text_of(std::string_view name) const { return model->text(equation_of(name)); }

  /// What an expression is worth: names to values, `pre(x)` and `time` among them; after initialisation, unless told.
  double value(Node n, const std::map<std::string, double>& at) const {
    const auto& g     = model->graph;
    const auto& e     = g[n];
    const auto  named = [&](const std::string& name) {
      const auto found = at.find(name);
      if (found == at.end()) ADD_FAILURE() << "no value for " << name;
      return found == at.end() ? 0.0 : found->second;
    };
    switch (e.op) {
      case Op::constant: return e.value;
      case Op::time: return named("time");
      case Op::variable: return named(model->variables[static_cast<std::size_t>(e.a)].name);
      case Op::previous: return named("pre(" + model->variables[static_cast<std::size_t>(e.a)].name + ")");
      case Op::initial: return at.contains("initial()") ? named("initial()") : 0.0;
      case Op::sample: return named("sample()");
      case Op::terminal: return named("terminal()");
      case Op::conditional: return value(e.a, at) != 0 ? value(e.b, at) : value(e.c, at);
      case Op::call: {
        const auto&         f = model->functions[static_cast<std::size_t>(e.a)];
        std::vector<double> in, out(static_cast<std::size_t>(f.outputs));
        for (const Node a : g.arguments(n)) in.push_back(value(a, at));
        f.value(in, out);
        return out[static_cast<std::size_t>(e.b)];
      }
      case Op::delay: return named("delay()");
      default: return apply(e.op, value(e.a, at), e.b >= 0 && e.op != Op::smooth ? value(e.b, at) : 0);
    }
  }
  double value_of(std::string_view name, const std::map<std::string, double>& at = {}) const {
    return value(equation_of(name), at);
  }
};

inline Flat read(std::string text, std::vector<Setting> settings = {}) {
  Flat out;
  out.tree  = parse(Source("test.mo", std::move(text)));
  out.model = elaborate(*out.tree, settings, out.tree->problems);
  return out;
}

inline Flat flat(std::string text, std::vector<Setting> settings = {}) {
  Flat out = read(std::move(text), std::move(settings));
  EXPECT_TRUE(out.model.has_value()) << out.tree->problems.text();
  if (!out.model) out.model.emplace();
  return out;
}

/// A model with these declarations and equations.
inline std::string model(std::string_view declarations, std::string_view equations = {}) {
  return "model M\n" + std::string(declarations) + "\nequation\n" + std::string(equations) + "\nend M;\n";
}

/// What a constant expression is worth.
inline double constant(std::string_view expression) {
  const Flat f = flat(model("constant Real c = " + std::string(expression) + ";"));
  return f.parameter("c");
}

}  // namespace saltus::modelica::test
