#include <saltus/front/modelica/flat.hpp>

#include <fmt/format.h>

#include <string_view>

namespace saltus::modelica {

Variable FlatModel::derivative(Variable v) {
  if (variables[v].derivative >= 0) return variables[v].derivative;
  const auto   made = static_cast<Variable>(variables.size());
  FlatVariable d;
  d.name                  = "der(" + variables[v].name + ")";
  d.derivative_of         = v;
  d.nominal               = variables[v].nominal;
  d.place                 = variables[v].place;
  variables[v].derivative = made;
  variables.push_back(std::move(d));
  return made;
}

namespace {

// How tightly an operator binds, as in the language: or, and, not, relations, sums, products, powers.
enum Binding : int { loosest, by_if, by_or, by_and, by_not, by_relation, by_sum, by_product, by_power, tightest };

constexpr int longest_text = 2000;  ///< characters; an expression beyond that is no help in a message

class Writer {
 public:
  explicit Writer(const FlatModel& model) : model_(model) {}

  std::string out;

  void write(Node n, int context) {
    if (out.size() > longest_text) return;
    const Graph::Entry e = model_.graph[n];
    switch (e.op) {
      case Op::constant: return number(e.value, context);
      case Op::time: out += "time"; return;
      case Op::variable: out += model_.variables[e.a].name; return;
      case Op::previous: out += "pre(" + model_.variables[e.a].name + ")"; return;
      case Op::initial: out += "initial()"; return;
      case Op::terminal: out += "terminal()"; return;
      case Op::sample:
        out += fmt::format("sample({}, {})", model_.samples[e.a].start, model_.samples[e.a].interval);
        return;
      case Op::delay: return call("delay", {model_.delays[e.a].expression, model_.delays[e.a].time});
      case Op::call: {
        const auto arguments = model_.graph.arguments(n);
        return call(model_.functions[e.a].name, {arguments.begin(), arguments.end()});
      }
      case Op::negate: return prefix("-", e.a, by_sum, by_product, context);
      case Op::logical_not: return prefix("not ", e.a, by_not, by_relation, context);
      case Op::add: return infix(" + ", e, by_sum, by_sum, context);
      case Op::subtract: return infix(" - ", e, by_sum, by_product, context);
      case Op::multiply: return infix(" * ", e, by_product, by_product, context);
      case Op::divide: return infix(" / ", e, by_product, by_power, context);
      case Op::power: return infix(" ^ ", e, by_power, tightest, context);
      case Op::less: return infix(" < ", e, by_relation, by_sum, context);
      case Op::less_equal: return infix(" <= ", e, by_relation, by_sum, context);
      case Op::equal: return infix(" == ", e, by_relation, by_sum, context);
      case Op::not_equal: return infix(" <> ", e, by_relation, by_sum, context);
      case Op::logical_and: return infix(" and ", e, by_and, by_and, context);
      case Op::logical_or: return infix(" or ", e, by_or, by_or, context);
      case Op::conditional: return choice(e, context);
      default: break;
    }
    std::vector<Node> operands;
    model_.graph.visit_operands(n, [&](Node operand) { operands.push_back(operand); });
    call(name_of(e.op), operands);
  }

 private:
  const FlatModel& model_;

  static std::string_view name_of(Op op) {
    switch (op) {
      case Op::sqrt: return "sqrt";
      case Op::exp: return "exp";
      case Op::log: return "log";
      case Op::log10: return "log10";
      case Op::sin: return "sin";
      case Op::cos: return "cos";
      case Op::tan: return "tan";
      case Op::asin: return "asin";
      case Op::acos: return "acos";
      case Op::atan: return "atan";
      case Op::sinh: return "sinh";
      case Op::cosh: return "cosh";
      case Op::tanh: return "tanh";
      case Op::absolute: return "abs";
      case Op::sign: return "sign";
      case Op::floor: return "floor";
      case Op::ceil: return "ceil";
      case Op::no_event: return "noEvent";
      case Op::smooth: return "smooth";
      case Op::atan2: return "atan2";
      case Op::minimum: return "min";
      case Op::maximum: return "max";
      case Op::div: return "div";
      case Op::mod: return "mod";
      case Op::rem: return "rem";
      default: return "?";
    }
  }

  void number(double value, int context) {
    const bool wrap = value < 0 && context > by_sum;
    out += wrap ? fmt::format("({})", value) : fmt::format("{}", value);
  }
  void prefix(std::string_view op, Node a, int own, int operand, int context) {
    if (context > own) out += '(';
    out += op;
    write(a, operand);
    if (context > own) out += ')';
  }
  void infix(std::string_view op, const Graph::Entry& e, int own, int right, int context) {
    if (context > own) out += '(';
    write(e.a, own == by_power || own == by_relation ? own + 1 : own);
    out += op;
    write(e.b, right);
    if (context > own) out += ')';
  }
  void choice(const Graph::Entry& e, int context) {
    if (context > by_if) out += '(';
    out += "if ";
    write(e.a, by_or);
    out += " then ";
    write(e.b, by_or);
    out += " else ";
    write(e.c, by_if);
    if (context > by_if) out += ')';
  }
  void call(std::string_view name, const std::vector<Node>& operands) {
    out += name;
    out += '(';
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (k > 0) out += ", ";
      write(operands[k], loosest);
    }
    out += ')';
  }
};

}  // namespace

std::string FlatModel::text(Node n) const {
  Writer writer(*this);
  writer.write(n, loosest);
  if (writer.out.size() > longest_text) return writer.out.substr(0, longest_text) + " ...";
  return writer.out;
}

}  // namespace saltus::modelica
