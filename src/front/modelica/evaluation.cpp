#include <saltus/front/modelica/evaluation.hpp>

#include <algorithm>

namespace saltus::modelica {

namespace {

/// Code is made in the time in which the tape runs through the nodes some thirty times, and through some ten thousand nodes
/// for the pages; then it is ten times as fast. For Jacobians it is much the same: they take longer either way.
constexpr std::size_t runs = 30, nodes_per_page = 10'000;

// Beyond this the making takes a noticeable part of a second, and most entries are likely to be full.
constexpr std::size_t most_derivatives = 400'000;

}  // namespace

bool CodeMaker::due(std::size_t asked, std::size_t nodes) const {
  if (!wanted_ || !reason_.empty()) return false;
  return asked == (at_once_ ? 1 : runs + nodes_per_page / std::max<std::size_t>(nodes, 1));
}

std::shared_ptr<const model::MachineCode> CodeMaker::make(const model::Dag& dag, std::span<const model::Node> roots) {
  auto code = model::MachineCode::make(dag, roots);
  if (code) return std::make_shared<const model::MachineCode>(std::move(*code));
  reason_ = code.error();
  return nullptr;
}

std::span<const double> NodeValues::all(const model::Program& program, double t, std::span<const double> x,
                                        std::span<const double> dx, std::span<const double> q) {
  work_.resize(std::max(work_.size(), program.registers() + 1));
  program.run<double>(
      [&](const model::Program::Input& in) {
        const auto i = static_cast<std::size_t>(in.index);
        switch (in.kind) {
          case model::Op::time: return t;
          case model::Op::variable: return x[i];
          case model::Op::derivative: return dx.empty() ? 0.0 : dx[i];
          default: return q[i];
        }
      },
      std::span(work_));
  out_.resize(program.outputs());
  for (std::size_t k = 0; k < out_.size(); ++k) out_[k] = program.output<double>(k, work_);
  return out_;
}

std::span<const double> NodeValues::all(const model::MachineCode& code, const Inputs& in) {
  work_.resize(std::max(work_.size(), code.work()));
  out_.resize(code.outputs());
  code(in, work_, out_);
  return out_;
}

std::span<const double> HotNodes::values(const model::Dag& dag, CodeMaker& maker, NodeValues& scratch,
                                         const NodeValues::Inputs& in) {
  if (code_ == nullptr && maker.due(++asked_, tape_.registers())) code_ = maker.make(dag, nodes_);
  if (code_ == nullptr || (code_->reads_derivatives() && in.dx.empty()))
    return scratch.all(tape_, in.t, in.x, in.dx, in.q);
  return scratch.all(*code_, in);
}

bool HotJacobian::make(const model::Dag& dag, std::span<const model::Node> roots, CodeMaker& maker) {
  auto derivatives = model::differentiate(dag, roots, most_derivatives);
  if (!derivatives) return false;
  code_    = maker.make(derivatives->dag, derivatives->nodes());
  entries_ = std::move(derivatives->entries);
  return code_ != nullptr;
}

void HotJacobian::place(const model::Pattern& pattern) {
  to_.clear();
  for (const auto& e : entries_) {
    const auto column = pattern.row.begin() + pattern.column_begin[static_cast<std::size_t>(e.index)];
    const auto end    = pattern.row.begin() + pattern.column_begin[static_cast<std::size_t>(e.index) + 1];
    to_.push_back(static_cast<int>(std::lower_bound(column, end, e.root) - pattern.row.begin()));
  }
}

bool HotJacobian::evaluate(const model::Dag& dag, std::span<const model::Node> roots, std::size_t nodes,
                           const model::Pattern& pattern, int version, CodeMaker& maker, NodeValues& scratch,
                           const NodeValues::Inputs& in, std::span<double> f_x, std::span<double> f_dx) {
  if (code_ == nullptr && (!maker.due(++asked_, nodes) || !make(dag, roots, maker))) return false;
  if (version_ != version) {
    place(pattern);
    version_ = version;
  }
  const auto values = scratch.all(*code_, in);
  std::fill(f_x.begin(), f_x.end(), 0.0);
  std::fill(f_dx.begin(), f_dx.end(), 0.0);
  for (std::size_t k = 0; k < entries_.size(); ++k)
    (entries_[k].kind == model::Op::variable ? f_x : f_dx)[static_cast<std::size_t>(to_[k])] = values[k];
  return true;
}

}  // namespace saltus::modelica
