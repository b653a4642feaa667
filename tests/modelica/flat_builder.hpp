#pragma once
// flat_builder.hpp: flat models written in C++, and the numerical check that a sorted model solves its equations.

#include <saltus/front/modelica/evaluate.hpp>
#include <saltus/front/modelica/structure.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace saltus::modelica::test {

class FlatBuilder;

/// An expression of a model that is being built.
struct E {
  FlatBuilder* of   = nullptr;
  Node         node = -1;
};

/// One line of text per variable and equation, so that messages have lines to point at.
class FlatBuilder {
 public:
  FlatModel   model;
  std::string text = "model M\n";

  E constant(double v) { return {this, model.graph.constant(v)}; }
  E time() { return {this, model.graph.leaf(Op::time)}; }
  E real(const std::string& name, double start) {
    const E out        = real(name);
    last().start       = start;
    last().start_given = true;
    return out;
  }
  E real(const std::string& name) { return declare("Real", name, Type::real, false); }
  E boolean(const std::string& name) { return declare("Boolean", name, Type::boolean, true); }
  E discrete(const std::string& name) { return declare("discrete Real", name, Type::real, true); }

  void function(const std::string& name, bool pure,
                std::function<void(std::span<const double>, std::span<double>)> value) {
    OpaqueFunction f;
    f.name   = name;
    f.inputs = 2;
    f.pure   = pure;
    f.value  = std::move(value);
    model.functions.push_back(std::move(f));
  }

  FlatVariable& last() { return model.variables.back(); }
  FlatVariable& at(E v) { return model.variables[index(v)]; }
  Variable      index(E v) const { return model.graph[v.node].a; }

  void equation(E left, E right) {
    const auto place = static_cast<Place>(text.size()) + 2;
    model.equations.push_back({left.node, right.node, place});
    text += "  " + model.text(left.node) + " = " + model.text(right.node) + ";\n";
  }
  void initial_equation(E left, E right) {
    equation(left, right);
    model.equations.back().initial = true;
  }

 private:
  E declare(const std::string& type_name, const std::string& name, Type type, bool at_events) {
    FlatVariable v;
    v.name     = name;
    v.type     = type;
    v.discrete = at_events;
    v.place    = static_cast<Place>(text.size()) + 2;
    text += "  " + type_name + " " + name + ";\n";
    model.variables.push_back(std::move(v));
    return {this, model.graph.variable(static_cast<Variable>(model.variables.size()) - 1)};
  }
};

inline E unary(Op op, E a) { return {a.of, a.of->model.graph.unary(op, a.node)}; }
inline E binary(Op op, E a, E b) { return {a.of, a.of->model.graph.binary(op, a.node, b.node)}; }
inline E operator-(E a) { return unary(Op::negate, a); }
inline E operator+(E a, E b) { return binary(Op::add, a, b); }
inline E operator-(E a, E b) { return binary(Op::subtract, a, b); }
inline E operator*(E a, E b) { return binary(Op::multiply, a, b); }
inline E operator/(E a, E b) { return binary(Op::divide, a, b); }
inline E operator+(E a, double b) { return a + a.of->constant(b); }
inline E operator-(E a, double b) { return a - a.of->constant(b); }
inline E operator*(double a, E b) { return b.of->constant(a) * b; }
inline E operator-(double a, E b) { return b.of->constant(a) - b; }
inline E operator/(E a, double b) { return a / a.of->constant(b); }
inline E operator<(E a, double b) { return binary(Op::less, a, a.of->constant(b)); }
inline E operator>(E a, double b) { return binary(Op::less, a.of->constant(b), a); }
inline E operator&&(E a, E b) { return binary(Op::logical_and, a, b); }
inline E operator||(E a, E b) { return binary(Op::logical_or, a, b); }
inline E operator!(E a) { return unary(Op::logical_not, a); }
inline E sin(E a) { return unary(Op::sin, a); }
inline E cos(E a) { return unary(Op::cos, a); }
inline E exp(E a) { return unary(Op::exp, a); }
inline E select(E c, E yes, E no) { return {c.of, c.of->model.graph.conditional(c.node, yes.node, no.node)}; }
inline E pre(E v) { return {v.of, v.of->model.graph.previous(v.of->index(v))}; }
inline E der(E v) { return {v.of, v.of->model.graph.variable(v.of->model.derivative(v.of->index(v)))}; }

/// A sorted model together with what was said about it. Keeps the model as it was before.
struct Sorted {
  explicit Sorted(const FlatBuilder& builder)
      : source(std::make_unique<Source>("m.mo", builder.text + "end M;\n")),
        problems(std::make_unique<Problems>(*source)), before(builder.model), after(sort(builder.model, *problems)) {}

  std::unique_ptr<Source>    source;
  std::unique_ptr<Problems>  problems;
  FlatModel                  before;
  std::optional<SortedModel> after;

  std::string text() const { return problems->text(); }
  Variable    find(const std::string& name) const {
       const auto& list = after->flat.variables;
       return static_cast<Variable>(std::ranges::find(list, name, &FlatVariable::name) - list.begin());
  }
  std::vector<std::string> states() const {
    std::vector<std::string> out;
    for (const Variable v : after->states) out.push_back(after->flat.variables[v].name);
    return out;
  }
  std::size_t iteration_variables() const {
    std::size_t n = 0;
    for (const Block& b : after->blocks) n += b.iteration.size();
    return n;
  }
};

/// Solves a dense system by elimination with complete row pivoting; false: singular.
inline bool solve_dense(std::vector<std::vector<double>>& a, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    if (!(std::abs(a[pivot][k]) > 1e-13)) return false;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return true;
}

/// Runs the blocks in order from the given values of states, inputs and pre(...); iteration variables by Newton's method with
/// differences. Each value is not a number until the sequence has computed it, so nothing is used too early.
inline std::vector<double> run_blocks(const SortedModel& m, std::vector<double> values, double time = 0.3) {
  std::vector<double> given = values;
  Evaluation          at(m.flat, std::move(values), time);
  at.previous = given;
  for (const Block& b : m.blocks) {
    for (const Variable v : b.iteration) at.values[v] = std::nan("");
    for (const auto& a : b.assignments) at.values[a.variable] = std::nan("");
  }
  for (const Block& b : m.blocks) {
    const auto residuals = [&] {
      for (const auto& a : b.assignments) at.values[a.variable] = at(a.value);
      std::vector<double> r;
      for (const auto& x : b.residuals) r.push_back(at(x.value));
      return r;
    };
    for (const Variable v : b.iteration) at.values[v] = given[v];
    std::vector<double> r = residuals();
    for (int turn = 0; turn < 60 && !b.iteration.empty(); ++turn) {
      std::vector<std::vector<double>> jacobian(r.size(), std::vector<double>(r.size()));
      for (std::size_t j = 0; j < r.size(); ++j) {
        const double before = at.values[b.iteration[j]], h = 1e-7 * std::max(1.0, std::abs(before));
        at.values[b.iteration[j]] = before + h;
        const auto moved          = residuals();
        for (std::size_t i = 0; i < r.size(); ++i) jacobian[i][j] = (moved[i] - r[i]) / h;
        at.values[b.iteration[j]] = before;
      }
      std::vector<double> step = r;
      if (!solve_dense(jacobian, step)) break;
      for (std::size_t j = 0; j < r.size(); ++j) at.values[b.iteration[j]] -= step[j];
      r = residuals();
    }
  }
  return at.values;
}

/// The largest residual of the equations as they were before sorting, with the values that the blocks give.
inline double worst_residual(const Sorted& s, const std::vector<double>& start, double time = 0.3) {
  const std::vector<double> values = run_blocks(*s.after, start, time);
  Evaluation                at(s.before, {}, time);
  for (std::size_t v = 0; v < s.before.variables.size(); ++v) {
    const Alias& a = s.after->alias[v];
    at.values.push_back(a.of < 0 ? a.offset : a.sign * values[a.of]);
    at.previous.push_back(a.of < 0 ? a.offset : a.sign * start[a.of]);
  }
  double worst = 0;
  for (const FlatEquation& e : s.before.equations) {
    if (e.initial) continue;
    const double r = std::abs(at(e.left) - at(e.right));
    worst          = std::isfinite(r) ? std::max(worst, r) : INFINITY;
  }
  return worst;
}

}  // namespace saltus::modelica::test
