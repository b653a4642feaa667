#pragma once
// random_graph.hpp: graphs of every operation, with shared operands, for tests that compare two ways of evaluating them.

#include <saltus/model/dag.hpp>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

namespace saltus::model::test {

struct RandomGraph {
  static constexpr int variables = 7, discrete = 3;

  Dag               dag;
  std::vector<Node> nodes;  ///< leaves first
  std::vector<Node> roots;

  /// `wild` constants are huge, tiny, infinite or NaN now and then. `recent`: operands are among so many before.
  RandomGraph(unsigned seed, int size, bool wild, int recent) : rng_(seed) {
    add_functions();
    nodes.push_back(dag.time());
    for (int i = 0; i < variables; ++i) {
      nodes.push_back(dag.leaf(Op::variable, i));
      nodes.push_back(dag.leaf(Op::derivative, i));
    }
    for (int i = 0; i < discrete; ++i) nodes.push_back(dag.leaf(Op::discrete, i));
    while (static_cast<int>(nodes.size()) < size) {
      const Node n = wild || below(8) != 0 ? operation(wild, recent) : dag.constant(number(false));
      nodes.push_back(n);
    }
    for (const Node n : nodes)
      if (below(5) == 0) roots.push_back(n);
    roots.push_back(nodes.back());
    roots.push_back(nodes[1]);  // an input as it is, and twice
    roots.push_back(nodes[1]);
    roots.push_back(dag.constant(number(wild)));
  }

  double number(bool wild) {
    constexpr double special[] = {0.0, -0.0, 1.0, -1.0, 1e300, -1e-300, 5e-324, INFINITY, -INFINITY, NAN};
    if (wild && below(6) == 0) return special[below(std::size(special))];
    return std::uniform_real_distribution(-3.0, 3.0)(rng_);
  }
  std::vector<double> numbers(int n, bool wild) {
    std::vector<double> v;
    for (int i = 0; i < n; ++i) v.push_back(number(wild));
    return v;
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(rng_); }

  Node pick(bool wild, int recent) {
    if (below(6) == 0) return dag.constant(number(wild));
    const std::size_t n = std::min(nodes.size(), static_cast<std::size_t>(recent));
    return nodes[nodes.size() - 1 - below(n)];
  }
  Node operation(bool wild, int recent) {
    const auto first = static_cast<std::size_t>(Op::neg), last = static_cast<std::size_t>(Op::call);
    auto       op = static_cast<Op>(first + below(last - first + 1));
    if (below(2) == 0) op = static_cast<Op>(static_cast<std::size_t>(Op::add) + below(4));  // mostly sums and products
    if (op == Op::call) {
      const std::size_t count = below(2) == 0 ? 2 : below(40) == 0 ? 60 : 1 + below(6);
      std::vector<Node> in;
      for (std::size_t i = 0; i < count; ++i) in.push_back(pick(wild, recent));
      return dag.call(static_cast<int>(below(2)), in);
    }
    const Node a = pick(wild, recent);
    if (op == Op::pow_int) return dag.pow_int(a, static_cast<int>(below(9)) - 4);
    if (is_unary(op)) return dag.unary(op, a);
    return dag.binary(op, a, below(10) == 0 ? a : pick(wild, recent));
  }
  void add_functions() {
    auto sum   = std::make_shared<Function>();
    sum->name  = "sum";
    sum->value = [](std::span<const double> in) {
      double s = 0;
      for (std::size_t i = 0; i < in.size(); ++i) s += in[i] * static_cast<double>(i + 1);
      return s / static_cast<double>(in.size());
    };
    sum->slope = [](std::span<const double> in, int i) {
      return static_cast<double>(i + 1) / static_cast<double>(in.size());
    };
    auto wave   = std::make_shared<Function>();
    wave->name  = "wave";
    wave->value = [](std::span<const double> in) { return std::sin(in.front()) * std::cos(in.back()); };
    wave->slope = [](std::span<const double> in, int i) {
      const auto last = static_cast<int>(in.size()) - 1;
      return (i == 0 ? std::cos(in.front()) * std::cos(in.back()) : 0.0) -
             (i == last ? std::sin(in.front()) * std::sin(in.back()) : 0.0);
    };
    dag.add(std::move(sum));
    dag.add(std::move(wave));
  }

  std::mt19937_64 rng_;
};

}  // namespace saltus::model::test
