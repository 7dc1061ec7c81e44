// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan that strata run would make of contents, without a run.
#include "ExplainPlan.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <new>

#include "ExecuteOn.hpp"
#include "HostSpace.hpp"
#include "Strata_PlanProgram.h"

namespace Strata::Tool {
namespace {

bool is_all_dense(const TensorFormat& format) {
  return format.is_dense() && !format.is_sliced();
}

/// Memory that takes none until it is touched, and a plan does not look at dense values.
std::shared_ptr<void> reserve(std::size_t bytes) {
  void* const data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  return {data, [bytes](void* memory) { munmap(memory, bytes); }};
}

/// A dense tensor that nobody has given values.
TensorRef without_values(const TensorDeclaration& declaration) {
  TensorRef tensor;
  tensor.format  = declaration.format;
  tensor.scalar  = declaration.scalar;
  tensor.extents = declaration.extents;
  tensor.fill    = declaration.fill;
  tensor.levels.resize(static_cast<std::size_t>(tensor.format.lvl_rank()));
  tensor.num_values = 1;
  for (const std::int64_t extent : tensor.format.level_extents(tensor.extents))
    if (__builtin_mul_overflow(tensor.num_values, extent, &tensor.num_values))
      throw std::bad_alloc();
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(tensor.num_values, size_of(tensor.scalar), &bytes))
    throw std::bad_alloc();
  tensor.owner  = reserve(std::max<std::size_t>(bytes, 1));
  tensor.values = tensor.owner.get();
  return tensor;
}

/// Those of a run, but for the values of dense tensors that no file gives.
template <class Space>
Operands operands_of(const Space& exec, const LoadedTensors& loaded,
                     const TensorDeclarations& tensors) {
  TensorDeclarations made = tensors;
  Operands operands;
  for (const auto& [name, declaration] : tensors) {
    if (!loaded.declarations.count(name) || loaded.contents.count(name) ||
        !is_all_dense(declaration.format))
      continue;
    operands[name] = without_values(declaration);
    made.erase(name);
  }
  operands.merge(make_operands(exec, loaded, made));
  return operands;
}

/// What is drawn of the one kernel of a plan.
template <class Space>
Impl::Explanation picture_of(const Space& exec, const PlanInput& input,
                             const PlanOptions& options) {
  const Impl::SpaceFacts facts = Impl::facts_of(exec);
  const auto program =
      Impl::compile_plan(input.text, input.operands, input.program, options,
                         {facts, &exec, Impl::space_operations<Space>()});
  if (program->statements.size() > 1)
    throw UsageError("--svg: expected one kernel, got a statement in factors; add --fuse all");
  const Impl::SharingCandidate running = program->running(0);
  return Impl::explanation_of(running.request, running.concrete);
}

}  // namespace

std::string tensor_without_contents(const Problem& problem, const LoadedTensors& loaded) {
  if (loaded.contents.empty()) return "";
  for (const TensorUse& use : problem.tensors) {
    if (use.is_result || loaded.contents.count(use.name)) continue;
    if (is_composite(problem.spec(use.name).format) ||
        !is_all_dense(loaded.declarations.at(use.name).format))
      return use.name;
  }
  return "";
}

PlanExplanation explain_plan(const Problem& problem, const LoadedTensors& loaded,
                             const RunOptions& options, bool has_picture) {
  const TensorDeclarations tensors = declare_all(problem, loaded);
  return on_host_space(options.space, [&](const auto& exec) {
    const PlanInput input =
        plan_input(exec, exec, operands_of(exec, loaded, tensors), problem, loaded, tensors,
                   options);
    const Plan plan =
        compile(exec, input.text, input.operands, input.program, options.plan);
    PlanExplanation out{plan.explain(), {}};
    if (has_picture) out.picture = picture_of(exec, input, options.plan);
    return out;
  });
}

}  // namespace Strata::Tool
