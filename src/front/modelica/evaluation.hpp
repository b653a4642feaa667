#pragma once
// evaluation.hpp: the values and derivatives of nodes that a mode asks for again and again.
//
// Problem    most modes live for a few steps, some for the whole run.
// Method     the tape at first; machine code (model/machine_code.hpp) once a mode has been asked often enough for the making
//            to pay. Where there is no machine code, the tape stays, and the reason is kept.
// Invariant  which of the two it is changes no bit of a value, and of a Jacobian only the sign of zeros.

#include <saltus/model/derivatives.hpp>
#include <saltus/model/jacobian_plan.hpp>
#include <saltus/model/machine_code.hpp>
#include <saltus/model/program.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace saltus::modelica {

/// Makes code, or remembers why it cannot.
class CodeMaker {
 public:
  void want(bool code) { wanted_ = code; }
  /// Not when it pays, but as soon as something is evaluated: for tests, which should not depend on what pays.
  void at_once() { at_once_ = true; }
  bool wanted() const { return wanted_; }
  /// Whether it is time: nodes that have been asked for so often.
  bool due(std::size_t asked, std::size_t nodes) const;
  /// Null when there is no code.
  std::shared_ptr<const model::MachineCode> make(const model::Dag& dag, std::span<const model::Node> roots);

  const std::string& reason() const { return reason_; }  ///< why there is none

 private:
  bool        wanted_ = true, at_once_ = false;
  std::string reason_;
};

/// Scratch for evaluations: grows to what is needed and stays.
class NodeValues {
 public:
  using Inputs = model::MachineCode::Inputs;

  std::span<const double> all(const model::Program& program, double t, std::span<const double> x,
                              std::span<const double> dx, std::span<const double> q);
  std::span<const double> all(const model::MachineCode& code, const Inputs& in);

 private:
  std::vector<double> work_, out_;
};

/// A list of nodes.
class HotNodes {
 public:
  HotNodes() = default;
  HotNodes(const model::Dag& dag, std::vector<model::Node> nodes) : nodes_(std::move(nodes)), tape_(dag, nodes_) {}

  bool                  empty() const { return nodes_.empty(); }
  bool                  has_code() const { return code_ != nullptr; }
  const model::Program& tape() const { return tape_; }

  std::span<const double> values(const model::Dag& dag, CodeMaker& maker, NodeValues& scratch,
                                 const NodeValues::Inputs& in);

 private:
  std::vector<model::Node>                  nodes_;
  model::Program                            tape_;
  std::shared_ptr<const model::MachineCode> code_;
  std::size_t                               asked_ = 0;
};

/// The derivatives of a list of nodes, in the order of a pattern that may grow.
class HotJacobian {
 public:
  /// False when the tape is to do it, of so many nodes. `version` changes whenever the pattern does. f_dx may be empty.
  bool evaluate(const model::Dag& dag, std::span<const model::Node> roots, std::size_t nodes,
                const model::Pattern& pattern, int version, CodeMaker& maker, NodeValues& scratch,
                const NodeValues::Inputs& in, std::span<double> f_x, std::span<double> f_dx);

 private:
  bool make(const model::Dag& dag, std::span<const model::Node> roots, CodeMaker& maker);
  void place(const model::Pattern& pattern);

  std::shared_ptr<const model::MachineCode> code_;
  std::vector<model::Derivatives::Entry>    entries_;
  std::vector<int>                          to_;  ///< by entry: where it goes in the pattern
  int                                       version_ = -1;
  std::size_t                               asked_   = 0;
};

}  // namespace saltus::modelica
