#include <saltus/front/modelica/evaluate.hpp>

#include <algorithm>
#include <limits>

namespace saltus::modelica {

double Evaluation::operator()(Node n) {
  const Graph& graph = model_.graph;
  const auto   order = walk_.operands_first(graph, n);
  results_.resize(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Graph::Entry& e      = graph[order[k]];
    const auto          of     = [&](Node operand) { return results_[walk_.slot(operand)]; };
    double&             result = results_[k];
    switch (e.op) {
      case Op::constant: result = e.value; break;
      case Op::time: result = time; break;
      case Op::variable: result = values[e.a]; break;
      case Op::previous: result = previous.empty() ? values[e.a] : previous[e.a]; break;
      case Op::initial: result = 1; break;
      case Op::sample:
      case Op::terminal: result = 0; break;
      case Op::conditional: result = of(e.a) != 0 ? of(e.b) : of(e.c); break;
      case Op::delay: result = Evaluation(model_, values, time)(model_.delays[e.a].expression); break;
      case Op::call: {
        const OpaqueFunction& f = model_.functions[e.a];
        in_.clear();
        for (const Node argument : graph.arguments(order[k])) in_.push_back(of(argument));
        out_.assign(static_cast<std::size_t>(std::max(f.outputs, e.b + 1)), 0.0);
        f.value(in_, out_);
        result = out_[e.b];
        break;
      }
      default: result = apply(e.op, of(e.a), e.op != Op::smooth && e.b >= 0 ? of(e.b) : 0.0);
    }
  }
  return results_.back();
}

std::vector<double> start_values(const FlatModel& model) {
  std::vector<double> values;
  for (const FlatVariable& v : model.variables) values.push_back(v.start);
  return values;
}

}  // namespace saltus::modelica
