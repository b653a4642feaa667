// machine_code.cpp: straight-line machine code for x86-64 with SSE2, called as System V systems call.
//
// Problem    the tape spends most of its time on finding out what to do next.
// Method     one pass over the nodes in their order. Values live in the 16 xmm registers; when all are taken, the one
//            whose next use is furthest away goes to its home in memory, written there once at most. Leaves and constants
//            have a home from the beginning and are read from it where they are used for the last time.
// Reference  Belady, IBM Syst. J. 5(2) (1966) 78-101: furthest next use, which straight-line code knows.
// Invariant  a value that is asked for again is in a register or at home. All xmm registers are the callee's: before a call
//            everything that is still needed is brought home.
// Cost       linear in the nodes, some 0.1 microseconds each; 8 to 9 bytes of code per operation.
// Departure  no use of wider vectors, which would change nothing for sums of products that wait for one another.

#include <saltus/model/machine_code.hpp>

#include <saltus/model/assembler.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>

namespace saltus::model {

namespace {

/// What the code gets; its address is all that is handed over.
struct Frame {
  const double *     x, *dx, *q;
  double *           work, *out;
  double             t;
  std::exception_ptr thrown;
};

/// Nothing may be thrown through code that the unwinder does not know: the rest of it runs on NaN, and calls nothing more.
double call_function(const MachineCode::Site* site, const double* arguments, Frame* frame) noexcept {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  if (frame->thrown) return nothing;
  try {
    return site->function->value(std::span(arguments, site->arguments));
  } catch (...) {
    frame->thrown = std::current_exception();
    return nothing;
  }
}

using One = double (*)(double);
using Two = double (*)(double, double);

One function_of_one(Op op) {
  switch (op) {
    case Op::cbrt: return std::cbrt;
    case Op::exp: return std::exp;
    case Op::log: return std::log;
    case Op::log10: return std::log10;
    case Op::sin: return std::sin;
    case Op::cos: return std::cos;
    case Op::tan: return std::tan;
    case Op::asin: return std::asin;
    case Op::acos: return std::acos;
    case Op::atan: return std::atan;
    case Op::sinh: return std::sinh;
    case Op::cosh: return std::cosh;
    default: return std::tanh;
  }
}

Two function_of_two(Op op) {
  switch (op) {
    case Op::atan2: return std::atan2;
    case Op::hypot: return std::hypot;
    default: return std::pow;
  }
}

constexpr Register x_register = Register::rbx, dx_register = Register::rbp, frame_register = Register::r12,
                   q_register = Register::r13, out_register = Register::r14, work_register = Register::r15;
constexpr std::array saved_registers{Register::rbx, Register::rbp, Register::r12,
                                     Register::r13, Register::r14, Register::r15};

class Emitter {
 public:
  Emitter(const Dag& dag, std::span<const Node> roots) : dag_(dag), roots_(roots) {
    list_nodes();
    list_uses();
    begin();
    for (int v = 0; v < static_cast<int>(nodes_.size()); ++v) emit(v);
    for (std::size_t k = 0; k < roots.size(); ++k)
      if (const int v = index_[static_cast<std::size_t>(roots[k])]; is_leaf(dag[roots[k]].op)) {
        code_.load(0, home_[at(v)]);
        code_.store(output(k), 0);
      }
    end();
  }

  std::vector<std::uint8_t>                       finish() { return code_.finish(); }
  std::vector<std::unique_ptr<MachineCode::Site>> take_sites() { return std::move(sites_); }
  std::size_t                                     work() const { return static_cast<std::size_t>(slots_); }
  bool                                            reads_derivatives() const { return reads_derivatives_; }

 private:
  static constexpr int registers = 16, none = -1;

  static std::size_t at(int v) { return static_cast<std::size_t>(v); }
  static Address     entry(Register base, std::size_t i) { return {base, static_cast<std::int32_t>(8 * i)}; }
  static Address     output(std::size_t k) { return entry(out_register, k); }

  // ---- before the first instruction ---------------------------------------------------------------------------------

  /// What can be reached, in the order of the nodes: operands come before what is made of them.
  void list_nodes() {
    Node last = -1;
    for (const Node n : roots_) last = std::max(last, n);
    index_.assign(static_cast<std::size_t>(last + 1), none);
    for (const Node n : roots_) index_[static_cast<std::size_t>(n)] = 0;
    std::size_t count = 0;
    for (Node n = last; n >= 0; --n) {
      if (index_[static_cast<std::size_t>(n)] == none) continue;
      ++count;
      for (const Node operand : dag_.operands(n)) index_[static_cast<std::size_t>(operand)] = 0;
    }
    nodes_.reserve(count);
    for (Node n = 0; n <= last; ++n) {
      if (index_[static_cast<std::size_t>(n)] == none) continue;
      index_[static_cast<std::size_t>(n)] = static_cast<int>(nodes_.size());
      nodes_.push_back(n);
    }
  }

  /// By value: who uses it, in order, and which outputs it is.
  void list_uses() {
    const std::size_t m = nodes_.size();
    use_.assign(m + 1, 0);
    for (const Node n : nodes_)
      for (const Node operand : dag_.operands(n)) ++use_[at(index_[static_cast<std::size_t>(operand)]) + 1];
    for (std::size_t v = 0; v < m; ++v) use_[v + 1] += use_[v];
    uses_end_.assign(use_.begin() + 1, use_.end());
    users_.resize(at(use_[m]));
    std::vector<int> next(use_.begin(), use_.end() - 1);
    for (std::size_t v = 0; v < m; ++v)
      for (const Node operand : dag_.operands(nodes_[v]))
        users_[at(next[at(index_[static_cast<std::size_t>(operand)])]++)] = static_cast<int>(v);
    first_output_.assign(m, none);
    next_output_.assign(roots_.size(), none);
    for (std::size_t k = roots_.size(); k-- > 0;) {
      int& first      = first_output_[at(index_[static_cast<std::size_t>(roots_[k])])];
      next_output_[k] = std::exchange(first, static_cast<int>(k));
    }
    register_.assign(m, none);
    has_home_.assign(m, 0);
    home_.resize(m);
    value_in_.fill(none);
    for (const Node n : nodes_)  // arguments of functions lie at the beginning of the work space
      if (dag_[n].op == Op::call) slots_ = std::max(slots_, static_cast<int>(dag_.operands(n).size()));
  }

  // ---- registers ----------------------------------------------------------------------------------------------------

  bool asked_again(int v) const { return use_[at(v)] < uses_end_[at(v)]; }
  int  next_use(int v) const { return asked_again(v) ? users_[at(use_[at(v)])] : std::numeric_limits<int>::max(); }

  void put(int v, int r) {
    register_[at(v)] = r;
    value_in_[at(r)] = v;
  }
  void leave_register(int v) {
    if (const int r = std::exchange(register_[at(v)], none); r != none) value_in_[at(r)] = none;
  }
  void set_home(int v, Address home) {
    home_[at(v)]     = home;
    has_home_[at(v)] = 1;
  }
  void bring_home(int v) {
    if (has_home_[at(v)] != 0) return;
    int slot = slots_;
    if (free_slots_.empty()) ++slots_;
    else {
      slot = free_slots_.back();
      free_slots_.pop_back();
    }
    set_home(v, entry(work_register, at(slot)));
    code_.store(home_[at(v)], register_[at(v)]);
  }
  bool a_register_is_free() const {
    return std::any_of(value_in_.begin(), value_in_.end(), [](int v) { return v == none; });
  }
  /// A register other than those of a and b.
  int take_register(int a, int b) {
    int best = none, furthest = -1;
    for (int r = 0; r < registers; ++r) {
      const int v = value_in_[at(r)];
      if (v == none) return r;
      if (v == a || v == b) continue;
      if (const int next = next_use(v); next > furthest) {
        furthest = next;
        best     = r;
      }
    }
    const int v = value_in_[at(best)];
    if (asked_again(v)) bring_home(v);
    leave_register(v);
    return best;
  }
  /// What is asked for again soon is worth a register that nobody needs.
  void keep(int v, int a, int b) {
    if (register_[at(v)] != none || !asked_again(v) || !a_register_is_free()) return;
    const int r = take_register(a, b);
    code_.load(r, home_[at(v)]);
    put(v, r);
  }
  void used(int v) { ++use_[at(v)]; }
  void forget_if_done(int v) {
    if (asked_again(v)) return;
    leave_register(v);
    if (has_home_[at(v)] != 0 && home_[at(v)].base == work_register) {
      free_slots_.push_back(home_[at(v)].offset / 8);
      has_home_[at(v)] = 0;
    }
  }

  // ---- instructions -------------------------------------------------------------------------------------------------

  void begin() {
    code_.land();
    for (const Register r : saved_registers) code_.push(r);
    code_.move_stack(-8);  // a call finds the stack at a multiple of 16
    code_.copy(frame_register, Register::rdi);
    const auto from_frame = [&](Register r, std::size_t offset) {
      code_.load(r, {frame_register, static_cast<std::int32_t>(offset)});
    };
    from_frame(x_register, offsetof(Frame, x));
    from_frame(dx_register, offsetof(Frame, dx));
    from_frame(q_register, offsetof(Frame, q));
    from_frame(work_register, offsetof(Frame, work));
    from_frame(out_register, offsetof(Frame, out));
  }
  void end() {
    code_.move_stack(8);
    for (std::size_t i = saved_registers.size(); i-- > 0;) code_.pop(saved_registers[i]);
    code_.leave();
  }

  void emit(int v) {
    const auto& e = dag_[nodes_[at(v)]];
    switch (e.op) {
      case Op::constant: return set_home(v, code_.constant(e.value));
      case Op::time: return set_home(v, {frame_register, offsetof(Frame, t)});
      case Op::variable: return set_home(v, entry(x_register, at(e.a)));
      case Op::derivative: reads_derivatives_ = true; return set_home(v, entry(dx_register, at(e.a)));
      case Op::discrete: return set_home(v, entry(q_register, at(e.a)));
      case Op::neg:
      case Op::sqrt: emit_unary(v, e.op, operand(e.a)); break;
      case Op::add: emit_binary(v, Arithmetic::add, operand(e.a), operand(e.b)); break;
      case Op::sub: emit_binary(v, Arithmetic::sub, operand(e.a), operand(e.b)); break;
      case Op::mul: emit_binary(v, Arithmetic::mul, operand(e.a), operand(e.b)); break;
      case Op::div: emit_binary(v, Arithmetic::div, operand(e.a), operand(e.b)); break;
      case Op::pow_int: emit_power(v, operand(e.a), e.b); break;
      case Op::call: emit_function(v); break;
      default:
        if (is_unary(e.op)) emit_library(v, std::bit_cast<const void*>(function_of_one(e.op)), operand(e.a), none);
        else emit_library(v, std::bit_cast<const void*>(function_of_two(e.op)), operand(e.a), operand(e.b));
    }
    for (int k = first_output_[at(v)]; k != none; k = next_output_[at(k)]) {
      code_.store(output(at(k)), register_[at(v)]);
      if (has_home_[at(v)] == 0) set_home(v, output(at(k)));
    }
    if (!asked_again(v)) leave_register(v);
  }
  int operand(Node n) const { return index_[static_cast<std::size_t>(n)]; }

  void load_or_move(int r, int v) {
    if (const int from = register_[at(v)]; from == none) code_.load(r, home_[at(v)]);
    else if (from != r) code_.move(r, from);
  }
  /// A register that holds a, to be overwritten: its own if nobody asks for it again.
  int destination(int a, int b) {
    if (const int r = register_[at(a)]; r != none && !asked_again(a)) return r;
    const int r = take_register(a, b);
    load_or_move(r, a);
    return r;
  }

  void emit_unary(int v, Op op, int a) {
    used(a);
    const int r = destination(a, none);
    if (op == Op::neg) code_.flip_sign(r);
    else code_.compute(Arithmetic::sqrt, r, r);
    forget_if_done(a);
    put(v, r);
  }

  void emit_binary(int v, Arithmetic op, int a, int b) {
    used(a);
    used(b);
    const bool commutes = op == Arithmetic::add || op == Arithmetic::mul;
    const auto gives_up = [&](int w) { return register_[at(w)] != none && !asked_again(w); };
    if (commutes && !gives_up(a) && (gives_up(b) || (register_[at(a)] == none && register_[at(b)] != none)))
      std::swap(a, b);
    keep(a, a, b);
    keep(b, a, b);
    const bool in_memory = register_[at(b)] == none;
    const int  r         = destination(a, b);
    if (a == b) code_.compute(op, r, r);
    else if (in_memory) code_.compute(op, r, home_[at(b)]);
    else code_.compute(op, r, register_[at(b)]);
    forget_if_done(a);
    forget_if_done(b);
    put(v, r);
  }

  // ---- calls --------------------------------------------------------------------------------------------------------

  void bring_all_home() {
    for (const int w : value_in_)
      if (w != none && asked_again(w)) bring_home(w);
  }
  /// The registers are the callee's; its result is in the first of them.
  void call(const void* function) {
    code_.set(Register::rax, function);
    code_.call(Register::rax);
  }
  void take_result(int v) {
    for (const int w : value_in_)
      if (w != none) leave_register(w);
    put(v, 0);
  }

  void emit_library(int v, const void* function, int a, int b) {
    used(a);
    if (b != none) used(b);
    bring_all_home();
    if (b != none) pass(a, b);
    else load_or_move(0, a);
    call(function);
    take_result(v);
    forget_if_done(a);
    if (b != none) forget_if_done(b);
  }
  void emit_power(int v, int a, int exponent) {
    used(a);
    bring_all_home();
    load_or_move(0, a);
    code_.load(1, code_.constant(exponent));
    call(std::bit_cast<const void*>(function_of_two(Op::pow)));
    take_result(v);
    forget_if_done(a);
  }
  /// a to the first register and b to the second, wherever they are. Everything else is at home or not needed.
  void pass(int a, int b) {
    if (register_[at(b)] != 0) {
      load_or_move(0, a);
      load_or_move(1, b);
    } else if (register_[at(a)] != 1) {
      code_.move(1, 0);
      load_or_move(0, a);
    } else {  // crosswise
      code_.move(2, 0);
      code_.move(0, 1);
      code_.move(1, 2);
    }
  }

  void emit_function(int v) {
    const Node n         = nodes_[at(v)];
    const auto arguments = dag_.operands(n);
    for (const Node a : arguments) used(operand(a));
    bring_all_home();
    for (const bool from_registers : {true, false})  // the first register serves for the others
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        const int a = operand(arguments[i]), r = register_[at(a)];
        if ((r != none) != from_registers) continue;
        if (r == none) code_.load(0, home_[at(a)]);
        code_.store(entry(work_register, i), r == none ? 0 : r);
      }
    sites_.push_back(
        std::make_unique<MachineCode::Site>(MachineCode::Site{dag_.shared_function(dag_[n].b), arguments.size()}));
    code_.set(Register::rdi, sites_.back().get());
    code_.copy(Register::rsi, work_register);
    code_.copy(Register::rdx, frame_register);
    call(std::bit_cast<const void*>(&call_function));
    take_result(v);
    for (const Node a : arguments) forget_if_done(operand(a));
  }

  const Dag&                 dag_;
  std::span<const Node>      roots_;
  Assembler                  code_;
  std::vector<int>           index_;                   ///< by node: its value, or none
  std::vector<Node>          nodes_;                   ///< by value
  std::vector<int>           use_, uses_end_, users_;  ///< by value: the next entry of users_, and where they end
  std::vector<int>           first_output_, next_output_;
  std::vector<int>           register_;  ///< by value, or none
  std::vector<char>          has_home_;
  std::vector<Address>       home_;
  std::array<int, registers> value_in_{};
  std::vector<int>           free_slots_;
  int                        slots_             = 0;
  bool                       reads_derivatives_ = false;
  std::vector<std::unique_ptr<MachineCode::Site>> sites_;
};

}  // namespace

Result<MachineCode, std::string> MachineCode::make([[maybe_unused]] const Dag&            dag,
                                                   [[maybe_unused]] std::span<const Node> roots) {
#if defined(__x86_64__) && defined(__unix__)
  Emitter emitter(dag, roots);
  auto    memory = ExecutableMemory::make(emitter.finish());
  if (!memory) return memory.error();
  MachineCode code(std::move(*memory), emitter.take_sites());
  code.work_              = emitter.work();
  code.outputs_           = roots.size();
  code.reads_derivatives_ = emitter.reads_derivatives();
  return code;
#else
  return std::string("machine code is made for x86-64 processors under Unix systems only");
#endif
}

void MachineCode::operator()(const Inputs& in, std::span<double> work, std::span<double> out) const {
  SALTUS_ASSERT(work.size() >= work_ && out.size() >= outputs_);
  SALTUS_ASSERT(!reads_derivatives_ || !in.dx.empty());
  Frame frame{in.x.data(), in.dx.data(), in.q.data(), work.data(), out.data(), in.t, nullptr};
  std::bit_cast<void (*)(Frame*)>(memory_.begin())(&frame);
  if (frame.thrown) std::rethrow_exception(frame.thrown);
}

}  // namespace saltus::model
