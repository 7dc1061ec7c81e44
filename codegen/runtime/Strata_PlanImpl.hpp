// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_IMPL_HPP
#define STRATA_PLAN_IMPL_HPP

// Included by Strata_Plan.hpp: the parts of a plan that depend on the execution
// space.

#include <cstdint>
#include <memory>
#include <vector>

#include <Strata_Plan.hpp>
#include <Strata_PlanCopies.hpp>

namespace Strata {
namespace Impl {

/// Runs units [begin, end) of a launch.
using LaunchEntry = void (*)(const std::uint64_t* words, std::int64_t begin,
                             std::int64_t end, std::int64_t units);

/// One step of a program, ready to run: `units` in so many calls.
struct PreparedLaunch {
  const char* label;
  LaunchEntry entry;
  std::int64_t units;
  std::int64_t calls;
  int team_size;
};

class AccessCheck;

/// Everything one execution needs: packed arguments and what they point to.
struct PreparedProgram {
  std::vector<std::uint64_t> words;
  std::vector<PreparedLaunch> launches;
  std::vector<std::shared_ptr<void>> owners;  ///< temporaries and snapshots
  std::shared_ptr<AccessCheck> check;         ///< checking builds only
};

/// Allocates `bytes` on the space of `exec` (not initialised); copies
/// `snapshot` there unless it is null.
using Allocate = std::shared_ptr<void> (*)(const void* exec, std::size_t bytes,
                                           const void* snapshot);

PlanState& checked(const std::shared_ptr<PlanState>& state);

/// Execution space as the compiler sees it.
struct SpaceFacts {
  const char* name;  ///< in namespace Kokkos
  int concurrency;
};

std::shared_ptr<PlanState> compile_plan(std::string_view notation,
                                        const Operands& operands,
                                        const PlanOptions& options,
                                        const SpaceFacts& space);
PreparedProgram prepare(PlanState& state, const void* exec, int concurrency,
                        Allocate allocate, const CopySteps& steps);

/// Looks through what `launch` recorded, and forgets it.
/// \throws CodegenError for a race.
void check_accesses(AccessCheck& check, const PreparedLaunch& launch);

/// Runs the plan on `exec` where its back end is C++; else returns false.
/// \throws UnsupportedExpression when it was compiled for another space.
bool execute_cxx(PlanState& state, const void* exec, const char* space,
                 Allocate allocate);

template <class ExecutionSpace>
std::shared_ptr<void> allocate_on(const void* exec, std::size_t bytes,
                                  const void* snapshot) {
  using view_type =
      Kokkos::View<std::byte*, typename ExecutionSpace::memory_space>;
  const auto& space = *static_cast<const ExecutionSpace*>(exec);
  view_type buffer(Kokkos::view_alloc(space, Kokkos::WithoutInitializing,
                                      "Strata::einsum::workspace"),
                   bytes);
  if (snapshot) {
    Kokkos::View<const std::byte*, typename ExecutionSpace::memory_space,
                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>
        source(static_cast<const std::byte*>(snapshot), bytes);
    Kokkos::deep_copy(space, buffer, source);
  }
  auto owner = std::make_shared<view_type>(buffer);
  return std::shared_ptr<void>(owner, owner->data());
}

struct RunUnitsFunctor {
  PreparedLaunch m_launch;
  const std::uint64_t* m_words;

  void operator()(std::int64_t call) const {
    const std::int64_t units = m_launch.units, calls = m_launch.calls;
    m_launch.entry(m_words, first_unit(call, units, calls),
                   first_unit(call + 1, units, calls), units);
  }
  /// units · call / calls without overflow.
  static std::int64_t first_unit(std::int64_t call, std::int64_t units,
                                 std::int64_t calls) {
    return units / calls * call + units % calls * call / calls;
  }
};

}  // namespace Impl

template <class ExecutionSpace>
Plan compile(const ExecutionSpace& exec, std::string_view notation,
             const Operands& operands, const PlanOptions& options) {
  static_assert(
      Kokkos::SpaceAccessibility<ExecutionSpace, Kokkos::HostSpace>::accessible,
      "Strata::compile: exec must be a host execution space (Serial, OpenMP); "
      "kernels for devices are not generated yet");
  return Plan(Impl::compile_plan(notation, operands, options,
                                 {ExecutionSpace::name(), exec.concurrency()}));
}

template <class ExecutionSpace>
void Plan::execute(const ExecutionSpace& exec) const {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                          Kokkos::Schedule<Kokkos::Dynamic>>;
  if (Impl::execute_cxx(Impl::checked(m_state), &exec, ExecutionSpace::name(),
                        &Impl::allocate_on<ExecutionSpace>))
    return;
  Impl::PreparedProgram program =
      Impl::prepare(Impl::checked(m_state), &exec, exec.concurrency(),
                    &Impl::allocate_on<ExecutionSpace>,
                    Impl::copy_steps<ExecutionSpace>());
  for (const Impl::PreparedLaunch& launch : program.launches) {
    Kokkos::parallel_for(
        launch.label,
        policy_type(exec, 0, launch.calls, Kokkos::ChunkSize(1)),
        Impl::RunUnitsFunctor{launch, program.words.data()});
    if (!program.check) continue;
    exec.fence("Strata::Plan::execute: check_races");
    Impl::check_accesses(*program.check, launch);
  }
  // Host spaces run a launch before parallel_for returns; the arguments and
  // temporaries of this execution may go.
}

}  // namespace Strata

#endif
