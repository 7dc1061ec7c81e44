// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_IMPL_HPP
#define STRATA_PLAN_IMPL_HPP

// Included by Strata_Plan.hpp: the parts of a plan that depend on the execution
// space.

#include <cstdint>
#include <memory>
#include <vector>

#include <Strata_Plan.hpp>

namespace Strata {
namespace Impl {

/// Runs one piece of a launch.
using LaunchEntry = void (*)(const std::uint64_t* words, std::int64_t piece,
                             std::int64_t pieces);

/// One step of a program, ready to run.
struct PreparedLaunch {
  const char* label;
  LaunchEntry entry;
  std::int64_t pieces;
};

/// Everything one execution needs: packed arguments and what they point to.
struct PreparedProgram {
  std::vector<std::uint64_t> words;
  std::vector<PreparedLaunch> launches;
  std::vector<std::shared_ptr<void>> owners;  ///< temporaries and snapshots
};

/// Allocates `bytes` on the space of `exec` (not initialised); copies
/// `snapshot` there unless it is null.
using Allocate = std::shared_ptr<void> (*)(const void* exec, std::size_t bytes,
                                           const void* snapshot);

PlanState& checked(const std::shared_ptr<PlanState>& state);

std::shared_ptr<PlanState> compile_plan(std::string_view notation,
                                        const Operands& operands,
                                        const PlanOptions& options,
                                        int concurrency);
PreparedProgram prepare(PlanState& state, const void* exec, int concurrency,
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

struct RunPieceFunctor {
  LaunchEntry m_entry;
  const std::uint64_t* m_words;
  std::int64_t m_pieces;

  void operator()(std::int64_t piece) const {
    m_entry(m_words, piece, m_pieces);
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
  return Plan(
      Impl::compile_plan(notation, operands, options, exec.concurrency()));
}

template <class ExecutionSpace>
void Plan::execute(const ExecutionSpace& exec) const {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                          Kokkos::Schedule<Kokkos::Dynamic>>;
  Impl::PreparedProgram program =
      Impl::prepare(Impl::checked(m_state), &exec, exec.concurrency(),
                    &Impl::allocate_on<ExecutionSpace>);
  for (const Impl::PreparedLaunch& launch : program.launches)
    Kokkos::parallel_for(
        launch.label,
        policy_type(exec, 0, launch.pieces, Kokkos::ChunkSize(1)),
        Impl::RunPieceFunctor{launch.entry, program.words.data(),
                              launch.pieces});
  // Host spaces run a launch before parallel_for returns; the arguments and
  // temporaries of this execution may go.
}

}  // namespace Strata

#endif
