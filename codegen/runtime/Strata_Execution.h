// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_EXECUTION_H
#define STRATA_EXECUTION_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "Strata_ExecutionTensors.h"
#include "Strata_OnePass.h"

namespace Strata::Impl {

/// The tensors of one execution, and the steps on them. One that has assembled is
/// kept: what it allocated is what values are computed for.
class Execution {
 public:
  Execution(PlanState& state, const strata::CompiledProgram& program,
            const void* exec, int concurrency, const SpaceOperations& space);
  Execution(const Execution&)            = delete;
  Execution& operator=(const Execution&) = delete;

  /// All steps.
  void run();
  /// The steps that need no values of a sparse result.
  void assemble();
  /// The steps that give values, for the operands bound now.
  void compute(const void* exec);

 private:
  void start();
  void pack();
  /// Host spaces have run all launches by now; on a device, workspaces go to what comes
  /// later on the same queue.
  void finish();
  PreparedLaunch launch(const strata::ProgramStep& step) const;
  DeviceLaunch on_device(const strata::ProgramStep& step, std::int64_t units) const;
  void run(const strata::ProgramStep& step);
  void run_launch(const strata::ProgramStep& step);
  void choose_passes(const strata::ProgramStep& limit, const PreparedLaunch& prepared);
  /// False where there was too little room, and there is enough now.
  bool append(const PreparedLaunch& launch);
  /// A result of one pass is what it is meant to be.
  void finish_appended();
  /// Cuts between the pieces of the launch behind, and where these begin in fibres, kept
  /// while operands are the same.
  void partition(const strata::ProgramStep& step);
  void place_kept(const std::vector<int>& tables, const strata::ProgramStep& step);
  void cut(const strata::ProgramStep& step);
  /// The pieces know how many coordinates they may come to: hash tables.
  void reserve(const strata::ProgramStep& step);
  /// The pieces have counted: arrays of a sparse tensor.
  void allocate(const strata::ProgramStep& step);
  void make_arrays(int tensor, const std::vector<std::int64_t>& entries,
                   const std::vector<int>& incomplete);
  /// What the user gets, and nothing is made of.
  bool is_whole_result(int tensor) const;
  /// What `make` makes of the name of a tensor; an overflow says whose it is.
  template <class F>
  TensorRef named(int tensor, F&& make) const {
    const std::string name = m_tensors.name_of(tensor);
    return with_name("Strata::Plan::execute", name, [&] { return make(name); });
  }

  void complete(const strata::ProgramStep& step);
  void collect(const strata::ProgramStep& step);
  /// Values of the source in the structure that the target has already.
  void collect_values(const strata::ProgramStep& step);
  std::int64_t max_units() const;

  PlanState& m_state;
  const strata::CompiledProgram& m_program;
  const void* m_exec;
  const SpaceOperations& m_space;
  PieceCounts m_counts;
  ExecutionTensors m_tensors;
  OnePass m_one_pass;
  bool m_is_one_pass = false;  ///< the launch that is at its limits, its count or its entries
  bool m_is_appended = false;  ///< in one pass, and not finished
  std::vector<int> m_levels;   ///< of its tensor, those that are incomplete
  std::unique_ptr<AccessCheck> m_check;  ///< checking builds only
};

}  // namespace Strata::Impl

#endif
