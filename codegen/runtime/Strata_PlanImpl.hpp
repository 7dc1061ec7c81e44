// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_IMPL_HPP
#define STRATA_PLAN_IMPL_HPP

// Included by Strata_Plan.hpp: the parts of a plan that depend on the execution
// space.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <Strata_Collect.hpp>
#include <Strata_Partition.hpp>
#include <Strata_Plan.hpp>
#include <Strata_Validate.hpp>
#include <impl/Strata_AppendedTensor.hpp>
#include <impl/Strata_CudaPlans.hpp>
#include <impl/Strata_SpaceOperations.hpp>

namespace Strata {
namespace Impl {

std::shared_ptr<PlanProgram> compile_plan(std::string_view text,
                                          const Operands& operands,
                                          const ProgramOptions& program,
                                          const PlanOptions& options,
                                          const SpaceInstance& space);
/// The same by the fastest strategy (PlanOptions::tune).
std::shared_ptr<PlanProgram> tune_plan(std::string_view text, const Operands& operands,
                                       const ProgramOptions& program,
                                       const PlanOptions& options,
                                       const SpaceInstance& space);
/// Runs the statements of `program`, in their order.
void execute(PlanProgram& program, const void* exec, int concurrency,
             const SpaceOperations& space);
void assemble(PlanProgram& program, const void* exec, int concurrency,
              const SpaceOperations& space);
void compute(PlanProgram& program, const void* exec,
             const SpaceOperations& space);
CheckReport check(PlanProgram& program, const void* exec,
                  const SpaceOperations& space, int samples);

/// On a host space a launch has run when it returns.
template <class ExecutionSpace>
const SpaceOperations& space_operations() {
  static const SpaceOperations operations{
      ExecutionSpace::name(),
      &allocate_on<ExecutionSpace>,
      &launch_on<ExecutionSpace>,
      [](const void* exec, const char* label) {
        static_cast<const ExecutionSpace*>(exec)->fence(label);
      },
      [](const void* exec, void* to, const void* from, std::size_t bytes) {
        using memory_space = typename ExecutionSpace::memory_space;
        using unmanaged    = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
        Kokkos::deep_copy(
            *static_cast<const ExecutionSpace*>(exec),
            Kokkos::View<std::byte*, memory_space, unmanaged>(
                static_cast<std::byte*>(to), bytes),
            Kokkos::View<const std::byte*, memory_space, unmanaged>(
                static_cast<const std::byte*>(from), bytes));
      },
      [](const void* exec, void* data, std::size_t bytes) {
        zero_fill(*static_cast<const ExecutionSpace*>(exec), data,
                  static_cast<std::int64_t>(bytes));
      },
      [](const void* exec) -> std::int64_t {
        return slots_of(*static_cast<const ExecutionSpace*>(exec));
      },
      [](const void* exec, std::int64_t pieces,
         const std::vector<PartitionedVariable>& variables,
         const std::vector<WeighedTensor>& tensors, std::uint64_t* cuts) {
        using cuts_type = Kokkos::View<
            std::uint64_t**, Kokkos::LayoutRight,
            typename ExecutionSpace::memory_space,
            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
        partition(*static_cast<const ExecutionSpace*>(exec),
                  cuts_type(cuts, pieces + 1, variables.size()), variables,
                  tensors);
      },
      [](const void* exec, const TensorRef& t,
         const std::vector<std::int64_t>& entries,
         const std::vector<int>& incomplete, const std::string& label) {
        return appended_tensor(*static_cast<const ExecutionSpace*>(exec), t.format,
                               t.scalar, t.extents, entries, incomplete, label,
                               t.fill);
      },
      [](const void* exec, void* positions, IndexType type, std::int64_t size) {
        complete_positions(*static_cast<const ExecutionSpace*>(exec), positions,
                           type, size);
      },
      [](const void* exec, TensorRef source, const TensorRef& target,
         const std::string& label) {
        TensorRef made = Strata::convert(*static_cast<const ExecutionSpace*>(exec),
                                         std::move(source), target.format, target.scalar, label);
        made.fill = target.fill;
        return made;
      },
      [](const void* exec, TensorRef list, const TensorRef& target, const std::string& label) {
        const auto& on = *static_cast<const ExecutionSpace*>(exec);
        TensorRef made =
            list.scalar == target.scalar
                ? collect_entries(on, std::move(list), target.format, label)
                : Strata::convert(on, std::move(list), target.format, target.scalar, label);
        made.fill = target.fill;
        return made;
      },
      [](const void* exec, const TensorRef& tensor) {
        Strata::validate(*static_cast<const ExecutionSpace*>(exec), tensor);
      },
      [](const void* exec, TensorRef tensor) {
        return Strata::drop_zeros(*static_cast<const ExecutionSpace*>(exec),
                                  std::move(tensor));
      },
      copy_steps<ExecutionSpace>(),
      device_operations<ExecutionSpace>(),
      append_steps<ExecutionSpace>(),
      reuse_steps<ExecutionSpace>(),
      measure_steps<ExecutionSpace>()};
  return operations;
}

}  // namespace Impl

template <class ExecutionSpace>
Plan compile(const ExecutionSpace& exec, std::string_view notation,
             const Operands& operands, const PlanOptions& options) {
  return compile(exec, notation, operands, ProgramOptions(), options);
}

template <class ExecutionSpace>
Plan compile(const ExecutionSpace& exec, std::string_view notation,
             const Operands& operands, const ProgramOptions& program,
             const PlanOptions& options) {
  const Impl::SpaceFacts facts = Impl::facts_of(exec);
  const Impl::SpaceInstance space{facts, &exec, Impl::space_operations<ExecutionSpace>()};
  return Plan(options.tune ? Impl::tune_plan(notation, operands, program, options, space)
                           : Impl::compile_plan(notation, operands, program, options, space));
}

template <class ExecutionSpace>
void Plan::execute(const ExecutionSpace& exec) const {
  Impl::execute(*m_program, &exec, Impl::facts_of(exec).concurrency,
                Impl::space_operations<ExecutionSpace>());
}

template <class ExecutionSpace>
void Plan::assemble(const ExecutionSpace& exec) const {
  Impl::assemble(*m_program, &exec, Impl::facts_of(exec).concurrency,
                 Impl::space_operations<ExecutionSpace>());
}

template <class ExecutionSpace>
void Plan::compute(const ExecutionSpace& exec) const {
  Impl::compute(*m_program, &exec, Impl::space_operations<ExecutionSpace>());
}

template <class ExecutionSpace>
CheckReport Plan::check(const ExecutionSpace& exec, int samples) const {
  return Impl::check(*m_program, &exec,
                     Impl::space_operations<ExecutionSpace>(), samples);
}

}  // namespace Strata

#endif
