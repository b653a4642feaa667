#pragma once
// machine_code.hpp: a few nodes of the graph as machine code for numbers.
//
// What model::Program gives on `double`, several times faster and bit for bit the same (NaNs have no payload to speak
// of): same operations in the same order, the same functions of the C library, no contraction. docs/decisions/0028.

#include <saltus/core/result.hpp>
#include <saltus/model/dag.hpp>
#include <saltus/model/executable_memory.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace saltus::model {

class MachineCode {
 public:
  /// The values of `roots`; or why there is no machine code: another processor, or memory that may not be executed.
  static Result<MachineCode, std::string> make(const Dag& dag, std::span<const Node> roots);

  struct Inputs {
    double                  t = 0;
    std::span<const double> x, dx, q;  ///< may be empty when no node asks for them
  };
  /// `work` has at least work() elements; `out` has outputs() and overlaps no input. Any number of threads may run it.
  /// What a function of the model throws is thrown.
  void operator()(const Inputs& in, std::span<double> work, std::span<double> out) const;

  std::size_t work() const { return work_; }
  std::size_t outputs() const { return outputs_; }
  std::size_t bytes() const { return memory_.size(); }
  bool        reads_derivatives() const { return reads_derivatives_; }

  /// A function of the model, as the code calls it.
  struct Site {
    std::shared_ptr<const Function> function;
    std::size_t                     arguments;
  };

 private:
  MachineCode(ExecutableMemory memory, std::vector<std::unique_ptr<Site>> sites)
      : memory_(std::move(memory)), sites_(std::move(sites)) {}

  ExecutableMemory                   memory_;
  std::vector<std::unique_ptr<Site>> sites_;  ///< the code knows where they are
  std::size_t                        work_ = 0, outputs_ = 0;
  bool                               reads_derivatives_ = false;
};

}  // namespace saltus::model
