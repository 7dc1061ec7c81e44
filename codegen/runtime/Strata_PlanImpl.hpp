// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_IMPL_HPP
#define STRATA_PLAN_IMPL_HPP

// Included by Strata_Plan.hpp: the parts of a plan that depend on the execution
// space.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <Strata_Partition.hpp>
#include <Strata_Plan.hpp>
#include <impl/Strata_AppendedTensor.hpp>
#include <Strata_PlanCopies.hpp>
#include <Strata_Validate.hpp>

namespace Strata {
namespace Impl {

/// Runs units [begin, end) of a launch, with a slot of its own.
using LaunchEntry = void (*)(const std::uint64_t* words, std::int64_t slot,
                             std::int64_t begin, std::int64_t end,
                             std::int64_t units);

/// One step of a program, ready to run: `units` in so many calls.
struct PreparedLaunch {
  const char* label;
  LaunchEntry entry;
  std::int64_t units;
  std::int64_t calls;
  int team_size;
};

/// Allocates `bytes` on the space of `exec` (not initialised); copies
/// `snapshot` there unless it is null.
using Allocate = std::shared_ptr<void> (*)(const void* exec, std::size_t bytes,
                                           const void* snapshot);

/// What a plan asks of the execution space it runs on; `exec` is an instance.
struct SpaceOperations {
  const char* name;  ///< in namespace Kokkos
  Allocate allocate;
  void (*launch)(const void* exec, const PreparedLaunch& launch,
                 const std::uint64_t* words);
  void (*fence)(const void* exec, const char* label);
  void (*copy)(const void* exec, void* to, const void* from, std::size_t bytes);
  void (*zero_fill)(const void* exec, void* data, std::size_t bytes);
  /// Calls of a launch that may run at the same time, at most.
  std::int64_t (*num_slots)(const void* exec);
  void (*partition)(const void* exec, std::int64_t pieces,
                    const std::vector<PartitionedVariable>& variables,
                    const std::vector<WeighedTensor>& tensors,
                    std::uint64_t* cuts);
  TensorRef (*appended_tensor)(const void* exec, const TensorRef& declared,
                               const std::vector<std::int64_t>& entries,
                               const std::vector<int>& incomplete,
                               const std::string& label);
  void (*complete_positions)(const void* exec, void* positions, IndexType type,
                             std::int64_t size);
  TensorRef (*convert)(const void* exec, TensorRef source,
                       const TensorRef& target, const std::string& label);
  /// \throws InvalidStorage.
  void (*validate)(const void* exec, const TensorRef& tensor);
  TensorRef (*drop_zeros)(const void* exec, TensorRef tensor);
  const CopySteps& copies;  ///< of operands in other formats
};


/// Execution space as the compiler sees it.
struct SpaceFacts {
  const char* name;  ///< in namespace Kokkos
  int concurrency;
};

std::shared_ptr<PlanProgram> compile_plan(std::string_view text,
                                          const Operands& operands,
                                          const ProgramOptions& program,
                                          const PlanOptions& options,
                                          const SpaceFacts& space);
/// Runs the statements of `program`, in their order.
void execute(PlanProgram& program, const void* exec, int concurrency,
             const SpaceOperations& space);
void assemble(PlanProgram& program, const void* exec, int concurrency,
              const SpaceOperations& space);
void compute(PlanProgram& program, const void* exec,
             const SpaceOperations& space);
CheckReport check(PlanProgram& program, const void* exec,
                  const SpaceOperations& space, int samples);

template <class ExecutionSpace>
std::shared_ptr<void> allocate_on(const void* exec, std::size_t bytes,
                                  const void* snapshot) {
  using view_type =
      Kokkos::View<std::byte*, typename ExecutionSpace::memory_space>;
  const auto& space = *static_cast<const ExecutionSpace*>(exec);
  view_type buffer(Kokkos::view_alloc(space, Kokkos::WithoutInitializing,
                                      "Strata::einsum::workspace"),
                   bytes);
  prefer_huge_pages_in<typename ExecutionSpace::memory_space>(
      buffer.data(), static_cast<std::int64_t>(bytes));
  if (snapshot) {
    Kokkos::View<const std::byte*, typename ExecutionSpace::memory_space,
                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>
        source(static_cast<const std::byte*>(snapshot), bytes);
    Kokkos::deep_copy(space, buffer, source);
  }
  auto owner = std::make_shared<view_type>(buffer);
  return std::shared_ptr<void>(owner, owner->data());
}

template <class ExecutionSpace>
struct RunUnitsFunctor {
  using token_type = Kokkos::Experimental::UniqueToken<ExecutionSpace>;

  PreparedLaunch m_launch;
  const std::uint64_t* m_words;
  token_type m_tokens;

  void operator()(std::int64_t call) const {
    const std::int64_t units = m_launch.units, calls = m_launch.calls;
    const auto slot = m_tokens.acquire();
    m_launch.entry(m_words, slot, first_unit(call, units, calls),
                   first_unit(call + 1, units, calls), units);
    m_tokens.release(slot);
  }
  /// units · call / calls without overflow.
  static std::int64_t first_unit(std::int64_t call, std::int64_t units,
                                 std::int64_t calls) {
    return units / calls * call + units % calls * call / calls;
  }
};

template <class ExecutionSpace>
void launch_on(const void* exec, const PreparedLaunch& launch,
               const std::uint64_t* words) {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                          Kokkos::Schedule<Kokkos::Dynamic>>;
  const auto& space = *static_cast<const ExecutionSpace*>(exec);
  using functor_type = RunUnitsFunctor<ExecutionSpace>;
  Kokkos::parallel_for(
      launch.label,
      policy_type(space, 0, launch.calls, Kokkos::ChunkSize(1)),
      functor_type{launch, words, typename functor_type::token_type(space)});
}

/// The operations of a host space, where a launch has run when it returns.
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
        const auto& space = *static_cast<const ExecutionSpace*>(exec);
        return typename RunUnitsFunctor<ExecutionSpace>::token_type(space)
            .size();
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
      [](const void* exec, const TensorRef& tensor) {
        Strata::validate(*static_cast<const ExecutionSpace*>(exec), tensor);
      },
      [](const void* exec, TensorRef tensor) {
        return Strata::drop_zeros(*static_cast<const ExecutionSpace*>(exec),
                                  std::move(tensor));
      },
      copy_steps<ExecutionSpace>()};
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
  static_assert(
      Kokkos::SpaceAccessibility<ExecutionSpace, Kokkos::HostSpace>::accessible,
      "Strata::compile: exec must be a host execution space (Serial, OpenMP); "
      "kernels for devices are not generated yet");
  return Plan(Impl::compile_plan(notation, operands, program, options,
                                 {ExecutionSpace::name(), exec.concurrency()}));
}

template <class ExecutionSpace>
void Plan::execute(const ExecutionSpace& exec) const {
  Impl::execute(*m_program, &exec, exec.concurrency(),
                Impl::space_operations<ExecutionSpace>());
}

template <class ExecutionSpace>
void Plan::assemble(const ExecutionSpace& exec) const {
  Impl::assemble(*m_program, &exec, exec.concurrency(),
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
