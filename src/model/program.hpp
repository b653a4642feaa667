#pragma once
// program.hpp: a few nodes of the graph as straight-line code that runs on any scalar.
//
// The same program gives a relation's value (double), its derivative along the flow (Dual), its noise (TaylorModel<0>)
// and its certificate on a piece of a step (TaylorModel<D>, Dual<TaylorModel<D>>). Constants are folded into the
// instructions, so that a Taylor model times a number costs what it should.

#include <saltus/core/error.hpp>
#include <saltus/model/dag.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace saltus::model {

class Program {
 public:
  struct Input {
    Op  kind;   ///< time, variable, derivative or discrete
    int index;  ///< of the variable; 0 for time
  };

  Program() = default;
  Program(const Dag& dag, std::span<const Node> roots);
  Program(const Dag& dag, Node root) : Program(dag, std::span<const Node>(&root, 1)) {}

  std::span<const Input> inputs() const { return inputs_; }
  std::size_t            registers() const { return inputs_.size() + code_.size(); }
  std::size_t            outputs() const { return outputs_.size(); }

  /// Runs with `load(input) -> T` for the inputs; `work` has at least registers() elements.
  template <class T, class Load>
  void run(Load&& load, std::span<T> work) const {
    std::size_t r = 0;
    for (const Input& in : inputs_) work[r++] = load(in);
    for (const Instruction& c : code_) work[r++] = c.op == Op::call ? call<T>(c.a, work) : evaluate<T>(c, work);
  }
  template <class T>
  T output(std::size_t k, std::span<const T> work) const {
    const Output& o = outputs_[k];
    return o.reg < 0 ? T(o.constant) : work[static_cast<std::size_t>(o.reg)];
  }
  /// One output in one call.
  template <class T, class Load>
  T operator()(Load&& load, std::span<T> work) const {
    run<T>(load, work);
    return output<T>(0, work);
  }

  bool depends_on(Op kind) const;
  bool has_calls() const { return !calls_.empty(); }

 private:
  enum class Operands : std::uint8_t { registers, constant_right, constant_left };
  struct Instruction {
    Op       op;
    Operands operands;
    int      a, b;
    double   k;
  };
  struct Output {
    int    reg;
    double constant;
  };

  static constexpr std::size_t few_arguments = 64;  ///< as many need no allocation
  struct Call {
    std::shared_ptr<const Function> function;
    std::vector<Output>             arguments;
  };

  /// The value of a function that is no expression; a scalar that is no number and no dual gets no bound.
  template <class T>
  T call(int k, std::span<T> work) const {
    const Call& c = calls_[static_cast<std::size_t>(k)];
    if constexpr (requires { T::whole(); }) {
      return T::whole();
    } else if constexpr (requires(T x) { decltype(x.v)::whole(); }) {
      T out(0.0);
      out.v = decltype(out.v)::whole();
      for (auto& d : out.d) d = decltype(out.v)::whole();
      return out;
    } else {
      std::array<T, few_arguments> few;
      std::vector<T>               many;
      const std::size_t            n = c.arguments.size();
      if (n > few_arguments) many.resize(n);
      T* const in = n > few_arguments ? many.data() : few.data();
      for (std::size_t i = 0; i < n; ++i) {
        const Output& o = c.arguments[i];
        in[i]           = o.reg < 0 ? T(o.constant) : work[static_cast<std::size_t>(o.reg)];
      }
      return value_of<T>(*c.function, std::span<const T>(in, n));
    }
  }
  static double number(double v) { return v; }
  template <class T>
  static double number(const T& x) {
    return number(x.v);
  }
  template <class T>
  static T value_of(const Function& f, std::span<const T> in) {
    std::array<double, few_arguments> few;
    std::vector<double>               many;
    if (in.size() > few_arguments) many.resize(in.size());
    double* const at = in.size() > few_arguments ? many.data() : few.data();
    for (std::size_t i = 0; i < in.size(); ++i) at[i] = number(in[i]);
    const std::span<const double> point(at, in.size());
    if constexpr (std::is_same_v<T, double>) {
      return f.value(point);
    } else {
      T out(f.value(point));
      for (std::size_t i = 0; i < in.size(); ++i) {
        if (std::all_of(in[i].d.begin(), in[i].d.end(), [](const auto& d) { return number(d) == 0; })) continue;
        const double slope = f.slope(point, static_cast<int>(i));
        for (std::size_t w = 0; w < in[i].d.size(); ++w) out.d[w] = out.d[w] + in[i].d[w] * slope;
      }
      return out;
    }
  }

  template <class T>
  static T evaluate(const Instruction& c, std::span<T> work) {
    using std::acos, std::asin, std::atan, std::atan2, std::cbrt, std::cos, std::cosh, std::exp, std::hypot, std::log,
        std::log10, std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
    const T& a = work[static_cast<std::size_t>(c.a)];
    switch (c.op) {
      case Op::neg: return -a;
      case Op::sqrt: return sqrt(a);
      case Op::cbrt: return cbrt(a);
      case Op::exp: return exp(a);
      case Op::log: return log(a);
      case Op::log10: return log10(a);
      case Op::sin: return sin(a);
      case Op::cos: return cos(a);
      case Op::tan: return tan(a);
      case Op::asin: return asin(a);
      case Op::acos: return acos(a);
      case Op::atan: return atan(a);
      case Op::sinh: return sinh(a);
      case Op::cosh: return cosh(a);
      case Op::tanh: return tanh(a);
      case Op::pow_int: return pow(a, c.b);
      default: break;
    }
    if (c.operands == Operands::constant_right) {
      switch (c.op) {
        case Op::add: return a + c.k;
        case Op::sub: return a - c.k;
        case Op::mul: return a * c.k;
        case Op::div: return a / c.k;
        case Op::pow: return pow(a, c.k);
        case Op::atan2: return atan2(a, T(c.k));
        default: return hypot(a, T(c.k));
      }
    }
    if (c.operands == Operands::constant_left) {
      switch (c.op) {
        case Op::add: return c.k + a;
        case Op::sub: return c.k - a;
        case Op::mul: return c.k * a;
        case Op::div: return c.k / a;
        case Op::pow: return pow(T(c.k), a);
        case Op::atan2: return atan2(T(c.k), a);
        default: return hypot(T(c.k), a);
      }
    }
    const T& b = work[static_cast<std::size_t>(c.b)];
    switch (c.op) {
      case Op::add: return a + b;
      case Op::sub: return a - b;
      case Op::mul: return a * b;
      case Op::div: return a / b;
      case Op::pow: return pow(a, b);
      case Op::atan2: return atan2(a, b);
      case Op::hypot: return hypot(a, b);
      default: throw BugInSaltus("program.hpp: a leaf among the instructions");
    }
  }

  std::vector<Input>       inputs_;
  std::vector<Instruction> code_;
  std::vector<Output>      outputs_;
  std::vector<Call>        calls_;
};

}  // namespace saltus::model
