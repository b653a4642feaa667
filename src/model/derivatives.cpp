// derivatives.cpp: forward differentiation of a graph into a graph.
//
// Problem    Jacobians by dual numbers carry a few directions through all nodes, also those that do not depend on them.
// Method     by node, the list of those components that it depends on, each with its derivative as a node: each rule of
//            core/dual.hpp once, in its letters, with zeros left out. Equal expressions are one node, constants fold.
// Reference  Griewank & Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, section 7.1 (sparse forward mode).
// Invariant  the values are those that core/dual.hpp gives, to the last bit, but for the sign of zeros and for 0 times inf.
// Cost       nodes: the sum over the nodes of the components that each depends on.

#include <saltus/model/derivatives.hpp>

#include <algorithm>
#include <utility>

namespace saltus::model {

namespace {

class Differentiation {
 public:
  Differentiation(const Dag& dag, std::span<const Node> roots, std::size_t most)
      : from_(dag), roots_(roots), most_(most) {}

  std::optional<Derivatives> run() {
    mark();
    for (Node n = 0; n < static_cast<Node>(made_.size()); ++n) {
      if (needed_[static_cast<std::size_t>(n)] == 0) continue;
      visit(n);
      if (out_.dag.size() > most_ || partials_.size() > most_) return std::nullopt;
    }
    for (std::size_t k = 0; k < roots_.size(); ++k)
      for (const Partial& p : of(roots_[k]))
        if (!out_.dag.is_constant(p.node, 0))
          out_.entries.push_back(
              {static_cast<int>(k), p.column % 2 == 0 ? Op::variable : Op::derivative, p.column / 2, p.node});
    return std::move(out_);
  }

 private:
  struct Partial {
    int  column;  ///< twice the index, plus one for a derivative
    Node node;
  };
  struct Range {
    std::size_t begin = 0, end = 0;
  };

  void mark() {
    Node last = -1;
    for (const Node n : roots_) last = std::max(last, n);
    const auto size = static_cast<std::size_t>(last + 1);
    needed_.assign(size, 0);
    made_.assign(size, -1);
    range_.resize(size);
    for (const Node n : roots_) needed_[static_cast<std::size_t>(n)] = 1;
    for (Node n = last; n >= 0; --n)
      if (needed_[static_cast<std::size_t>(n)] != 0)
        for (const Node operand : from_.operands(n)) needed_[static_cast<std::size_t>(operand)] = 1;
  }

  std::span<const Partial> of(Node n) const {
    const Range r = range_[static_cast<std::size_t>(n)];
    return std::span(partials_).subspan(r.begin, r.end - r.begin);
  }
  Node made(Node n) const { return made_[static_cast<std::size_t>(n)]; }

  void visit(Node n) {
    const auto& e     = from_[n];
    const auto  begin = partials_.size();
    Node&       z     = made_[static_cast<std::size_t>(n)];
    switch (e.op) {
      case Op::constant: z = constant(e.value); break;
      case Op::time: z = out_.dag.time(); break;
      case Op::discrete: z = out_.dag.leaf(e.op, e.a); break;
      case Op::variable:
      case Op::derivative:
        z = out_.dag.leaf(e.op, e.a);
        partials_.push_back({2 * e.a + (e.op == Op::derivative ? 1 : 0), constant(1)});
        break;
      case Op::call: z = call(n); break;
      case Op::pow_int: {
        const Node x = made(e.a);
        z            = out_.dag.pow_int(x, e.b);
        if (!of(e.a).empty()) chain(e.a, mul(constant(e.b), out_.dag.pow_int(x, e.b - 1)));
        break;
      }
      default:
        if (is_unary(e.op)) {
          z = out_.dag.unary(e.op, made(e.a));
          if (!of(e.a).empty()) unary(e.op, e.a, made(e.a), z);
        } else {
          z = out_.dag.binary(e.op, made(e.a), made(e.b));
          if (!of(e.a).empty() || !of(e.b).empty()) binary(e.op, e.a, e.b, z);
        }
    }
    range_[static_cast<std::size_t>(n)] = {begin, partials_.size()};
  }

  // ---- the rules ----------------------------------------------------------------------------------------------------

  Node constant(double k) { return out_.dag.constant(k); }
  Node add(Node a, Node b) { return out_.dag.binary(Op::add, a, b); }
  Node sub(Node a, Node b) { return out_.dag.binary(Op::sub, a, b); }
  Node mul(Node a, Node b) { return out_.dag.binary(Op::mul, a, b); }
  Node div(Node a, Node b) { return out_.dag.binary(Op::div, a, b); }
  Node neg(Node a) { return out_.dag.unary(Op::neg, a); }
  Node one_over_root_of_one_minus_square(Node x) {
    return div(constant(1), out_.dag.unary(Op::sqrt, sub(constant(1), mul(x, x))));
  }

  template <class F>
  void map(Node a, F&& f) {
    const Range r = range_[static_cast<std::size_t>(a)];
    for (std::size_t k = r.begin; k < r.end; ++k) {
      const Partial p = partials_[k];
      partials_.push_back({p.column, f(p.node)});
    }
  }
  void chain(Node a, Node slope) {
    map(a, [&](Node p) { return mul(slope, p); });
  }
  /// f(p, q) for the derivatives of both; -1 stands for one that is zero.
  template <class F>
  void zip(Node a, Node b, F&& f) {
    Range x = range_[static_cast<std::size_t>(a)], y = range_[static_cast<std::size_t>(b)];
    while (x.begin < x.end || y.begin < y.end) {
      const bool left = x.begin < x.end && (y.begin == y.end || partials_[x.begin].column <= partials_[y.begin].column);
      const bool right = y.begin < y.end && (x.begin == x.end || partials_[y.begin].column <= partials_[x.begin].column);
      const Partial p  = left ? partials_[x.begin++] : Partial{-1, -1};
      const Partial q  = right ? partials_[y.begin++] : Partial{-1, -1};
      partials_.push_back({left ? p.column : q.column, f(p.node, q.node)});
    }
  }
  /// c p + d q
  Node weighted(Node c, Node p, Node d, Node q) {
    if (q < 0) return mul(c, p);
    return p < 0 ? mul(d, q) : add(mul(c, p), mul(d, q));
  }
  /// c p - d q
  Node difference(Node c, Node p, Node d, Node q) {
    if (q < 0) return mul(c, p);
    return p < 0 ? neg(mul(d, q)) : sub(mul(c, p), mul(d, q));
  }

  void unary(Op op, Node a, Node x, Node z) {
    const auto function = [&](Op f) { return out_.dag.unary(f, x); };
    switch (op) {
      case Op::neg: return map(a, [&](Node p) { return neg(p); });
      case Op::sqrt: return chain(a, div(constant(0.5), z));
      case Op::cbrt: return chain(a, div(constant(1), mul(mul(constant(3), z), z)));
      case Op::exp: return chain(a, z);
      case Op::log: return chain(a, div(constant(1), x));
      case Op::log10: return chain(a, div(constant(0.43429448190325182765), x));
      case Op::sin: return chain(a, function(Op::cos));
      case Op::cos: return chain(a, neg(function(Op::sin)));
      case Op::tan: return chain(a, add(mul(z, z), constant(1)));
      case Op::asin: return chain(a, one_over_root_of_one_minus_square(x));
      case Op::acos: return chain(a, neg(one_over_root_of_one_minus_square(x)));
      case Op::atan: return chain(a, div(constant(1), add(mul(x, x), constant(1))));
      case Op::sinh: return chain(a, function(Op::cosh));
      case Op::cosh: return chain(a, function(Op::sinh));
      default: return chain(a, sub(constant(1), mul(z, z)));  // tanh
    }
  }

  void binary(Op op, Node a, Node b, Node z) {
    const Node x = made(a), y = made(b);
    const bool a_varies = !of(a).empty(), b_varies = !of(b).empty();
    const Node one = constant(1);
    switch (op) {
      case Op::add: return zip(a, b, [&](Node p, Node q) { return weighted(one, p, one, q); });
      case Op::sub: return zip(a, b, [&](Node p, Node q) { return difference(one, p, one, q); });
      case Op::mul: return zip(a, b, [&](Node p, Node q) { return weighted(y, p, x, q); });
      case Op::div:
        if (!a_varies && from_[a].op == Op::constant) return chain(b, div(neg(z), y));
        return zip(a, b, [&](Node p, Node q) { return div(difference(one, p, z, q), y); });
      case Op::pow: {
        if (from_[b].op == Op::constant)
          return chain(a, mul(y, out_.dag.binary(Op::pow, x, constant(from_[b].value - 1))));
        const Node by_x = a_varies ? mul(y, out_.dag.binary(Op::pow, x, sub(y, one))) : one;
        const Node by_y = b_varies ? mul(z, out_.dag.unary(Op::log, x)) : one;
        return zip(a, b, [&](Node p, Node q) { return weighted(by_x, p, by_y, q); });
      }
      case Op::atan2: {  // of y and x
        const Node s = add(mul(y, y), mul(x, x));
        return zip(a, b, [&](Node p, Node q) { return div(difference(y, p, x, q), s); });
      }
      default:  // hypot
        return zip(a, b, [&](Node p, Node q) { return div(weighted(x, p, y, q), z); });
    }
  }

  /// A function of the model; its slopes are functions, too.
  Node call(Node n) {
    const auto        arguments = from_.operands(n);
    const int         f         = from_[n].b;
    std::vector<Node> in;
    for (const Node a : arguments) in.push_back(made(a));
    const Node z = out_.dag.call(function(f, -1), in);

    std::vector<Partial> sum;  // in the order of the arguments, as dual numbers add it up
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (of(arguments[i]).empty()) continue;
      const Node slope = out_.dag.call(function(f, static_cast<int>(i)), in);
      for (const Partial& p : of(arguments[i])) {
        const Node term = mul(p.node, slope);
        const auto here = std::lower_bound(sum.begin(), sum.end(), p.column,
                                           [](const Partial& s, int column) { return s.column < column; });
        if (here != sum.end() && here->column == p.column) here->node = add(here->node, term);
        else sum.insert(here, {p.column, term});
      }
    }
    partials_.insert(partials_.end(), sum.begin(), sum.end());
    return z;
  }
  /// Function f of the old graph in the new one, or its slope by argument i.
  int function(int f, int i) {
    const auto [at, inserted] = functions_.try_emplace({f, i}, -1);
    if (inserted) {
      auto g = from_.shared_function(f);
      if (i >= 0) {
        auto slope   = std::make_shared<Function>();
        slope->name  = g->name;
        slope->value = [g, i](std::span<const double> in) { return g->slope(in, i); };
        g            = std::move(slope);
      }
      at->second = out_.dag.add(std::move(g));
    }
    return at->second;
  }

  const Dag&                         from_;
  std::span<const Node>              roots_;
  std::size_t                        most_;
  Derivatives                        out_;
  std::vector<char>                  needed_;
  std::vector<Node>                  made_;   ///< by node: the same in the new graph
  std::vector<Range>                 range_;  ///< by node: in partials_, by column
  std::vector<Partial>               partials_;
  std::map<std::pair<int, int>, int> functions_;
};

}  // namespace

std::vector<Node> Derivatives::nodes() const {
  std::vector<Node> nodes;
  for (const Entry& e : entries) nodes.push_back(e.node);
  return nodes;
}

std::optional<Derivatives> differentiate(const Dag& dag, std::span<const Node> roots, std::size_t most) {
  return Differentiation(dag, roots, most).run();
}

}  // namespace saltus::model
