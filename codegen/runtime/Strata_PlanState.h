// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_STATE_H
#define STRATA_PLAN_STATE_H

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <Strata_FlattenLevels.hpp>
#include <Strata_MachineModel.hpp>
#include <Strata_Plan.hpp>
#include <strata/Compiler.h>

#include "Strata_KeptCuts.h"
#include "Strata_OperandCopies.h"
#include "Strata_OperandStatistics.h"
#include "Strata_ResultMemory.h"
#include "Strata_WorkspacePool.h"

namespace Strata::Impl {

class Execution;

/// What emitted C++ has assembled, and what it needs to compute values for it.
struct EmittedAssembly {
  TensorRef result;
  std::shared_ptr<void> handed_over;
};

/// A compiled statement with its operands. Private to the runtime (a .h is not
/// installed).
class PlanState {
 public:
  strata::CompileRequest request;
  strata::ConcreteProgram concrete;
  std::shared_ptr<const strata::CompiledProgram> program;
  Operands operands;
  /// Operand that stands for the result's old contents (or empty).
  std::string old_result;
  OperandCopies copies;  ///< operands in other formats
  OperandStatistics statistics;  ///< of what it was compiled with
  /// Pieces may be whole coordinates: only their number was asked for.
  bool any_pieces   = false;
  WorkspacePool workspaces;  ///< of one execution after the other
  ResultMemory results;      ///< the same
  KeptCuts cuts;
  double compile_ms = 0;
  KernelOrigin origin = KernelOrigin::compiled;
  TensorRef result;                    ///< sparse: of the last execution
  /// Structure and values in launches of their own, once they are asked for, and
  /// what the last assemble() made.
  std::shared_ptr<const strata::CompiledProgram> phases;
  std::shared_ptr<Execution> assembly;
  EmittedAssembly emitted;  ///< the same of the C++ back end
  std::vector<std::string> conversions;  ///< what those of the last execution did and why
  std::string passes;  ///< how often its loops ran and why, where that was open
  std::int64_t pieces = 0;  ///< of the launch that had the most, last execution
  std::vector<std::int64_t> counters;  ///< one per piece, last execution
  std::string space;                   ///< execution space it was compiled for
  int num_checks = 0;                  ///< each samples other entries

  /// \throws ShapeMismatch, FormatMismatch unless `tensor` is what was declared.
  void check_operand(const std::string& name, const TensorRef& tensor) const;
  /// `tensor` with the fill value that the statement gives its result, if it does.
  TensorRef as_declared(const std::string& name, TensorRef tensor) const;
  /// Another tensor of the same declaration in the place of `name`.
  void set_operand(const std::string& name, TensorRef tensor);
};

/// What the last execution made; a dense result is the tensor that was bound.
/// \throws FormatMismatch before there is one.
TensorRef result_of(const PlanState& state);

TensorDeclarations declarations_of(const Operands& operands);
/// Level whose neighbours are adjacent in memory, for an all-dense tensor; −1: none.
int unit_level(const TensorRef& tensor);
const MachineModel& machine();

/// Parses, checks and concretizes; separates the result's old contents from the
/// result where it is also an operand.
strata::CompileRequest make_request(std::string_view notation,
                                    const TensorDeclarations& tensors,
                                    const PlanOptions& options,
                                    std::string& old_result);

/// Says for how many threads, and for what, strategies are chosen.
void set_concurrency(strata::CompileRequest& request, int threads, bool on_device);

/// The kernel is a function that a team calls: its lanes and threads would write and read
/// one row at the same time, so that no fibres are kept.
void set_in_team(strata::CompileRequest& request);

/// Key of the kernel cache.
std::string signature(const strata::CompileRequest& request,
                      const strata::ConcreteProgram& concrete);

/// Runs the program of `state`.
void execute(PlanState& state, const void* exec, int concurrency,
             const SpaceOperations& space);
void assemble(PlanState& state, const void* exec, int concurrency,
              const SpaceOperations& space);
void compute(PlanState& state, const void* exec, const SpaceOperations& space);

PlanCost cost_of(const PlanState& state);
/// Share of the coordinates that slices leave: of the stored entries too, as far as
/// anyone knows. 1 for whole tensors.
double share_of_whole(const TensorRef& tensor);
std::string explain(const strata::CompileRequest& request,
                    const strata::ConcreteProgram& concrete);

struct FoundProgram {
  std::shared_ptr<const strata::CompiledProgram> program;
  KernelOrigin origin = KernelOrigin::compiled;
};

/// The compiled kernel of `request`: from one of the caches, or compiled now.
FoundProgram find_or_compile(const strata::CompileRequest& request,
                             const std::string& key, bool use_cache);

/// Parses, checks and concretizes; what a plan is before its code is there.
/// `unmade`: operands that are declared, but not there yet: nothing is known of
/// their entries.
std::shared_ptr<PlanState> declare_plan(std::string_view notation,
                                        const Operands& operands,
                                        const PlanOptions& options,
                                        const SpaceInstance& space,
                                        const std::set<std::string>& unmade = {});

/// Gives the plan its code, if it has none.
void compile_state(PlanState& state);

/// True if the process has the kernel; then it is the most recently used one.
bool is_cached(const std::string& key);
void add_to_cache(const std::string& key,
                  std::shared_ptr<const strata::CompiledProgram> program);

/// Elements between neighbours of each level of an all-dense tensor.
std::vector<std::int64_t> strides_of(const TensorRef& tensor);
/// Elements from the first to one past the last, gaps included.
std::int64_t span_of(const TensorRef& tensor);

/// True when the elements of the tensors may share memory.
bool overlap(const TensorRef& a, const TensorRef& b);

/// The levels of an operand that store expressions of dimensions, as the plan reads them
/// in place; none where it does not.
std::optional<FlattenedFormat> flattening_of(const PlanState& state,
                                             const std::string& name);
/// True when the levels of a tensor do not store one dimension each: it is read
/// from a copy, or made from one.
bool is_mapped(const PlanState& state, const std::string& name);
/// That copy.
strata::Conversion compiled_copy(const PlanState& state,
                                 const std::string& name);

/// The tensors of the statement in order, as they are compiled for; what shares memory with the result is
/// copied on `exec` and the copy given to `owners`. Without the result's old
/// contents for the C++ back end, whose kernels copy them.
std::vector<TensorRef> collect_operands(
    PlanState& state, const void* exec, const SpaceOperations& space,
    std::vector<std::shared_ptr<void>>& owners);

/// Structure and values of the result of `request` in launches of their own.
strata::CompileRequest in_phases(strata::CompileRequest request);
/// Their key in the kernel cache.
std::string phases_signature(const strata::CompileRequest& request,
                             const strata::ConcreteProgram& concrete);

/// Compiles the phases of a plan with a sparse result.
/// \throws UnsupportedExpression for a dense one.
void compile_phases(PlanState& state);

/// Runs the plan on `exec` where its back end is C++; else returns false.
/// \throws UnsupportedExpression when it was compiled for another space.
bool execute_cxx(PlanState& state, const void* exec,
                 const SpaceOperations& space);
/// The same for the phases; compute_cxx() returns false before there is an assembly.
bool assemble_cxx(PlanState& state, const void* exec,
                  const SpaceOperations& space);
bool compute_cxx(PlanState& state, const void* exec,
                 const SpaceOperations& space);

}  // namespace Strata::Impl

#endif
