// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Plan.hpp>

#include <algorithm>
#include <chrono>

#include <Strata_Einsum.hpp>
#include <Strata_Topology.hpp>

#include "Strata_CheckForms.h"
#include "Strata_MappedOperands.h"
#include "Strata_OperandStatistics.h"
#include "Strata_PlanProgram.h"
#include "device/Strata_DevicePlan.h"
#include "tune/Strata_Tuning.h"

namespace Strata::Impl {

const MachineModel& machine() {
  static const MachineModel model = detect_machine();
  return model;
}

/// A result is made anew, or written where it is: neither is a part of arrays.
static void check_result(const std::string& name, const TensorRef& result) {
  if (!result.format.is_sliced()) return;
  throw UnsupportedExpression(error_message(
      "compile", "result '" + name + "'",
      "a tensor of its own, or a part of one with dense levels only",
      "a part of " + result.format.whole().to_string(),
      "assign the part of the whole tensor: " + name + "(i(lo,hi), …) = …"));
}

TensorDeclarations declarations_of(const Operands& operands) {
  TensorDeclarations out;
  for (const auto& [name, tensor] : operands) {
    TensorDeclaration& d = out[name];
    d.format             = compiled_format(tensor.format, tensor.extents);
    d.scalar             = tensor.scalar;
    d.extents            = tensor.extents;
    d.fill               = tensor.fill;
  }
  return out;
}

int unit_level(const TensorRef& tensor) {
  const int last = tensor.format.lvl_rank() - 1;
  const bool packed = tensor.strides.empty();
  return last >= 0 && (packed || tensor.strides[last] == 1) ? last : -1;
}

static void add_facts(strata::CompileRequest& request,
                      const Operands& operands,
                      const std::set<std::string>& unmade) {
  for (const std::string& name : request.names) {
    auto it = operands.find(name);
    if (it == operands.end()) continue;
    const TensorRef& tensor = it->second;
    const int unit = tensor.format.is_dense() ? unit_level(tensor) : -1;
    if (unit >= 0) request.unitLevels[name] = unit;
    if (name == request.names[0] || unmade.count(name)) continue;
    const double entries =
        share_of_whole(tensor) * static_cast<double>(tensor.num_values);
    request.concretize.entriesOf[name] = entries;
    request.concretize.entries = std::max(request.concretize.entries, entries);
    if (const std::int64_t fibres = stored_fibres(tensor); fibres >= 0)
      request.fibresOf[name] = static_cast<double>(fibres);
  }
  request.vectorBytes =
      request.chip.empty() ? static_cast<int>(machine().vector_bytes) : 0;
}

static void check_backend(const PlanOptions& options) {
  if (options.backend != Backend::cxx) return;
  const char* const option = options.count_iterations ? "count_iterations"
                             : options.check_races    ? "check_races"
                             : options.permute >= 0   ? "permute"
                                                      : nullptr;
  if (option)
    throw UnsupportedExpression(error_message(
        "compile", std::string("PlanOptions::") + option, "the back end jit",
        "cxx", "emitted C++ is not instrumented"));
  check_sums(options, "emitted C++");
  check_extents(options, "emitted C++");
  check_prefetch(options, "emitted C++");
  check_row_blocks(options, "emitted C++");
}

/// Throws for a result that is to be added to, but holds nothing.
static void check_old_contents(const std::string& name,
                               const TensorRef& tensor) {
  const bool is_missing = std::any_of(tensor.extents.begin(), tensor.extents.end(),
                                      [](std::int64_t e) { return e < 0; });
  if (is_missing)
    throw FormatMismatch(error_message(
        "compile", "the old contents of '" + name + "'", "a tensor",
        "a view that holds nothing", "assign it one, or write = instead of +="));
}

/// Operands whose levels store expressions of dimensions are declared as they are, where
/// they can be read so, and as dense where all of them is stored; the result is made in
/// another format first.
static void declare_mapped(std::string_view notation, const Operands& operands,
                              TensorDeclarations& declared) {
  const std::string result = tensor_names(notation).front();
  for (const auto& [name, tensor] : operands) {
    if (name == result || tensor.format.has_order()) continue;
    TensorFormat& format = declared.at(name).format;
    if (read_in_place(tensor.format, tensor.extents))
      format = tensor.format;
    else if (stores_everything(tensor.format))
      format = with_dense_levels(format);
  }
}

std::shared_ptr<PlanState> declare_plan(std::string_view notation,
                                        const Operands& operands,
                                        const PlanOptions& options,
                                        const SpaceInstance& space,
                                        const std::set<std::string>& unmade) {
  check_backend(options);
  if (!space.facts.chip.empty()) check_device_options(options);
  auto state       = std::make_shared<PlanState>();
  state->space     = space.facts.name;
  state->operands  = operands;
  TensorDeclarations declared = declarations_of(operands);
  if (options.backend == Backend::cxx)  // reads copies of slices
    for (auto& [name, tensor] : declared) tensor.format = tensor.format.whole();
  else
    declare_mapped(notation, operands, declared);
  state->request   = make_request(notation, declared, options,
                                  state->old_result);
  strata::CompileRequest& request = state->request;
  request.chip                    = space.facts.chip;
  const std::string& result_name  = request.names[0];
  if (const auto it = operands.find(result_name); it != operands.end())
    check_result(result_name, it->second);
  if (!state->old_result.empty()) {
    check_old_contents(result_name, operands.at(result_name));
    state->operands[state->old_result] = operands.at(result_name);
  }
  // Extents that are not given are those of the index variables.
  TensorRef& wanted = state->operands[result_name];
  wanted.extents    = request.stmt.tensors.at(result_name).extents;
  wanted.fill       = request.stmt.tensors.at(result_name).fill;
  std::set<std::string> unknown = unmade;
  if (unmade.count(result_name)) unknown.insert(state->old_result);
  add_facts(request, state->operands, unknown);
  if (!request.chip.empty()) {
    choose_geometry(request);
    request.onePass = false;
  }
  request.fixesExtents = options.backend == Backend::jit;
  if (options.backend == Backend::cxx)
    request.entrySpace = "Kokkos::" + state->space;
  const TensorRef& result = operands.at(request.names[0]);
  if (result.is_const && result.format.is_dense())
    throw FormatMismatch(error_message(
        "compile", "result '" + request.names[0] + "'", "a writable tensor",
        "one of const elements", "pass a View of non-const elements"));
  const int pieces               = request.options.pieces;
  set_concurrency(request, space.facts.concurrency, !request.chip.empty());
  request.concretize.smallWork   = pieces > 0 ? 0 : small_work;
  state->statistics = measure_operands(request, state->operands,
                                       request.concretize.concurrency, space);
  if (state->statistics.lists_rows)
    request.options.worklist = request.concretize.worklist = Worklist::sorted;
  const bool is_uneven =
      options.balance == Balance::automatic && state->statistics.is_uneven();
  request.concretize.balanced |= is_uneven;
  if (options.balance == Balance::automatic && pieces == 0)
    request.concretize.evenLoops = state->statistics.even_levels();
  state->any_pieces = pieces > 0 && options.balance != Balance::work && !is_uneven;
  state->concrete = strata::concretize(request.stmt, request.concretize);
  return state;
}

void compile_state(PlanState& state) {
  if (state.program) return;
  const auto start = std::chrono::steady_clock::now();
  FoundProgram found =
      find_or_compile(state.request, signature(state.request, state.concrete),
                      state.request.options.use_cache);
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  state.program    = std::move(found.program);
  state.origin     = found.origin;
  state.compile_ms = found.origin == KernelOrigin::process ? 0 : elapsed.count();
}

std::shared_ptr<PlanProgram> declare_program(std::string_view text,
                                             const Operands& operands,
                                             const ProgramOptions& program,
                                             const PlanOptions& options,
                                             const SpaceInstance& space) {
  return PlanProgramBuilder(text, operands, program, options.strict)
      .build([&](const std::string& notation, const Operands& known,
                 const std::set<std::string>& unmade, bool is_temporary) {
        PlanOptions own = options;
        own.drop_zeros &= !is_temporary;  // nobody sees them
        return declare_plan(notation, known, own, space, unmade);
      });
}

std::shared_ptr<PlanProgram> compile_plan(std::string_view text,
                                          const Operands& operands,
                                          const ProgramOptions& program,
                                          const PlanOptions& options,
                                          const SpaceInstance& space) {
  auto out = declare_program(text, operands, program, options, space);
  if (auto tuned = plan_as_tuned(*out, text, operands, program, options, space))
    out = std::move(tuned);
  for (PlanState* kernel : out->kernels()) compile_state(*kernel);
  return out;
}

std::shared_ptr<PlanProgram> tune_plan(std::string_view text, const Operands& operands,
                                       const ProgramOptions& program,
                                       const PlanOptions& options,
                                       const SpaceInstance& space) {
  return tune({text, operands, program, options, space});
}

strata::CompileRequest in_phases(strata::CompileRequest request) {
  request.separatePhases = true;
  return request;
}

std::string phases_signature(const strata::CompileRequest& request,
                             const strata::ConcreteProgram& concrete) {
  return signature(request, concrete) + "|in phases";
}

void compile_phases(PlanState& state) {
  const strata::CompileRequest& fused = state.request;
  if (state.operands.at(fused.names[0]).format.is_dense())
    throw UnsupportedExpression(error_message(
        "Plan::assemble", "result '" + fused.names[0] + "'", "a sparse result",
        "a dense one", "call execute()"));
  if (state.phases) return;
  state.phases = find_or_compile(in_phases(fused),
                                 phases_signature(fused, state.concrete),
                                 fused.options.use_cache)
                     .program;
}

}  // namespace Strata::Impl
