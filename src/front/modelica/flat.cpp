#include <saltus/front/modelica/flat.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace saltus::modelica {

Variable FlatModel::derivative(Variable v) {
  const auto at = static_cast<std::size_t>(v);
  if (variables[at].derivative >= 0) return variables[at].derivative;
  const auto   made = static_cast<Variable>(variables.size());
  FlatVariable d{.name        = fmt::format("der({})", variables[at].name),
                 .unit        = {},
                 .description = {},
                 .place       = variables[at].place,
                 .hidden      = variables[at].hidden};
  d.nominal                = variables[at].nominal;  // per second: nothing else is known about its size
  d.derivative_of          = v;
  variables[at].derivative = made;
  variables.push_back(std::move(d));
  return made;
}

namespace {

struct Written {
  std::string text;
  int         binding;  ///< of its loosest operator: 10 an atom, 0 `if`
};

/// `left` counts the nodes that may still be written: shared nodes make texts far longer than the graph.
Written write(const FlatModel& m, Node n, int& left) {
  const auto& e    = m.graph[n];
  const auto  name = [&](int v) { return m.variables[static_cast<std::size_t>(v)].name; };
  if (--left < 0) return {"...", 10};
  const auto inner = [&](Node x, int least) {
    Written w = write(m, x, left);
    return w.binding < least ? "(" + w.text + ")" : w.text;
  };
  const auto two = [&](const char* op, int b, int right) { return Written{inner(e.a, b) + op + inner(e.b, right), b}; };
  // T > 21 is kept as 21 < T; nobody writes it so.
  const auto ordered = [&](const char* op, const char* turned) {
    return m.graph.is_constant(e.a) ? Written{inner(e.b, 5) + turned + inner(e.a, 5), 4} : two(op, 4, 5);
  };
  const auto called = [&](const char* f) { return Written{fmt::format("{}({})", f, inner(e.a, 0)), 10}; };
  const auto call2  = [&](const char* f) {
    return Written{fmt::format("{}({}, {})", f, inner(e.a, 0), inner(e.b, 0)), 10};
  };
  switch (e.op) {
    case Op::constant: return {fmt::format("{}", e.value), e.value < 0 ? 5 : 10};
    case Op::time: return {"time", 10};
    case Op::variable: return {name(e.a), 10};
    case Op::previous: return {fmt::format("pre({})", name(e.a)), 10};
    case Op::sample: {
      const auto& s = m.samples[static_cast<std::size_t>(e.a)];
      return {s.first < 0 ? fmt::format("sample({}, {})", s.start, s.interval)
                          : fmt::format("sample({}, {})", inner(s.first, 0), s.interval),
              10};
    }
    case Op::initial: return {"initial()", 10};
    case Op::terminal: return {"terminal()", 10};
    case Op::negate: return {"-" + inner(e.a, 6), 5};
    case Op::sqrt: return called("sqrt");
    case Op::exp: return called("exp");
    case Op::log: return called("log");
    case Op::log10: return called("log10");
    case Op::sin: return called("sin");
    case Op::cos: return called("cos");
    case Op::tan: return called("tan");
    case Op::asin: return called("asin");
    case Op::acos: return called("acos");
    case Op::atan: return called("atan");
    case Op::sinh: return called("sinh");
    case Op::cosh: return called("cosh");
    case Op::tanh: return called("tanh");
    case Op::absolute: return called("abs");
    case Op::sign: return called("sign");
    case Op::floor: return called("floor");
    case Op::ceil: return called("ceil");
    case Op::logical_not: return {"not " + inner(e.a, 4), 3};
    case Op::no_event: return called("noEvent");
    case Op::smooth: return {fmt::format("smooth({}, {})", e.b, inner(e.a, 0)), 10};
    case Op::add: return two(" + ", 5, 5);
    case Op::subtract: return two(" - ", 5, 6);
    case Op::multiply: return two(" * ", 6, 6);
    case Op::divide: return two(" / ", 6, 7);
    case Op::power: return {inner(e.a, 8) + "^" + inner(e.b, 8), 7};
    case Op::atan2: return call2("atan2");
    case Op::minimum: return call2("min");
    case Op::maximum: return call2("max");
    case Op::div: return call2("div");
    case Op::mod: return call2("mod");
    case Op::rem: return call2("rem");
    case Op::less: return ordered(" < ", " > ");
    case Op::less_equal: return ordered(" <= ", " >= ");
    case Op::equal: return two(" == ", 4, 5);
    case Op::not_equal: return two(" <> ", 4, 5);
    case Op::logical_and: return two(" and ", 2, 2);
    case Op::logical_or: return two(" or ", 1, 1);
    case Op::conditional: return {fmt::format("if {} then {} else {}", inner(e.a, 0), inner(e.b, 1), inner(e.c, 0)), 0};
    case Op::call: {
      std::string text = m.functions[static_cast<std::size_t>(e.a)].name + "(";
      for (int k = 0; k < e.count; ++k)
        text += (k > 0 ? ", " : "") + inner(m.graph.arguments(n)[static_cast<std::size_t>(k)], 0);
      return {text + ")", 10};
    }
    case Op::delay: {
      const auto& d = m.delays[static_cast<std::size_t>(e.a)];
      return {fmt::format("delay({}, {})", inner(d.expression, 0), inner(d.time, 0)), 10};
    }
  }
  return {"?", 10};
}

}  // namespace

std::string FlatModel::text(Node n) const {
  int nodes = 200;
  return write(*this, n, nodes).text;
}

std::string FlatModel::line(Place place) const {
  return source == nullptr ? std::string() : fmt::format("line {}", source->position(place).line);
}

std::string FlatModel::quote(const FlatEquation& e) const {
  constexpr std::size_t longest = 100;
  std::string           words   = fmt::format("{} = {}", text(e.left), text(e.right));
  if (source == nullptr) return fmt::format("`{}`", words);
  const auto written = source->text().substr(std::min<std::size_t>(e.place, source->text().size()), e.length);
  // Elements of arrays share one text, a declaration with a value has none of its own: then the equation itself says more.
  const bool scalar = written.find('=') != std::string_view::npos && written.find('\n') == std::string_view::npos &&
                      written.find('[') == std::string_view::npos && written.size() <= longest;
  const bool alone = std::count_if(equations.begin(), equations.end(),
                                   [&](const FlatEquation& other) { return other.place == e.place; }) == 1;
  if (scalar && alone) words = written;
  return fmt::format("{}: `{}`", line(e.place), words.size() > longest ? words.substr(0, longest) + "..." : words);
}

}  // namespace saltus::modelica
