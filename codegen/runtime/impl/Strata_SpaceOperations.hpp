// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SPACE_OPERATIONS_HPP
#define STRATA_SPACE_OPERATIONS_HPP

// Included by Strata_PlanImpl.hpp: what plans ask of an execution space whose type is
// erased, and how host spaces do it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <Strata_Core.hpp>
#include <Strata_Partition.hpp>
#include <Strata_PlanCopies.hpp>
#include <impl/Strata_CallQueues.hpp>
#include <impl/Strata_DeviceLaunch.hpp>
#include <impl/Strata_KeptTensor.hpp>
#include <impl/Strata_OperandMeasures.hpp>
#include <impl/Strata_OrderedAppend.hpp>

namespace Strata::Impl {

/// One step of a program, ready to run: `units` in so many calls.
struct PreparedLaunch {
  const char* label;
  LaunchEntry entry;
  std::int64_t units;
  std::int64_t calls;
  int team_size;
  DeviceLaunch device = {};  ///< in the place of `entry`
};

/// Allocates `bytes` on the space of `exec` (not initialised); copies
/// `snapshot` there unless it is null.
using Allocate = std::shared_ptr<void> (*)(const void* exec, std::size_t bytes,
                                           const void* snapshot);

/// Results in the memory of those that nobody else holds any more.
struct ReuseSteps {
  bool (*is_free)(const TensorRef& kept);
  /// SpaceOperations::appended_tensor in the arrays of `kept`, where they suit; else
  /// `kept` owns new ones.
  TensorRef (*appended_in)(const void* exec, const TensorRef& declared,
                           const std::vector<std::int64_t>& entries,
                           const std::vector<int>& incomplete,
                           const std::string& label, TensorRef& kept);
};

/// What is measured of the arrays of operands; the host waits for the numbers.
struct MeasureSteps {
  std::vector<double> (*heaviest_pieces)(const void* exec,
                                         const std::vector<MeasuredPieces>& all);
  std::int64_t (*longest_segment)(const void* exec, const LevelArrays& level,
                                  IndexType type);
};

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
  /// The same for a list of entries that nobody reads any more.
  TensorRef (*collect)(const void* exec, TensorRef list, const TensorRef& target,
                       const std::string& label);
  /// \throws InvalidStorage.
  void (*validate)(const void* exec, const TensorRef& tensor);
  TensorRef (*drop_zeros)(const void* exec, TensorRef tensor);
  const CopySteps& copies;  ///< of operands in other formats
  const DeviceOperations* device;  ///< null: a host space
  const AppendSteps* in_order;     ///< of results made in one pass; null: there are none
  const ReuseSteps& reuse;
  const MeasureSteps& measures;
};

/// Execution space as the compiler sees it.
struct SpaceFacts {
  const char* name;  ///< in namespace Kokkos
  int concurrency;   ///< calls of a launch that run at the same time
  std::string chip = {};  ///< CUDA device, e.g. "sm_90"; empty: a host space
};

/// The space that a plan is made for, and an instance that may look at its operands.
struct SpaceInstance {
  const SpaceFacts& facts;
  const void* exec;
  const SpaceOperations& operations;
};

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
inline constexpr bool is_host_space =
    Kokkos::SpaceAccessibility<ExecutionSpace, Kokkos::HostSpace>::accessible;

template <class ExecutionSpace>
SpaceFacts facts_of(const ExecutionSpace& exec) {
  return {ExecutionSpace::name(), exec.concurrency()};
}

template <class ExecutionSpace>
std::int64_t slots_of(const ExecutionSpace& exec) {
  return Kokkos::Experimental::UniqueToken<ExecutionSpace>(exec).size();
}

template <class ExecutionSpace>
const DeviceOperations* device_operations() {
  static_assert(is_host_space<ExecutionSpace>,
                "Strata::compile: exec must be a host execution space (Serial, OpenMP) or "
                "Kokkos::Cuda; kernels for other devices are not generated yet");
  return nullptr;
}

template <class ExecutionSpace>
const AppendSteps* append_steps() {
  if constexpr (is_host_space<ExecutionSpace>) {
    static const AppendSteps steps{&count_pieces<ExecutionSpace>, &append_in_order<ExecutionSpace>,
                                   &place_positions<ExecutionSpace>,
                                   &shortened<typename ExecutionSpace::memory_space>};
    return &steps;
  }
  return nullptr;
}

/// Work of host spaces on a tensor has been done when nobody holds it.
template <class ExecutionSpace>
bool may_reuse(const TensorRef& kept) {
  return is_free<typename ExecutionSpace::memory_space>(kept);
}

template <class ExecutionSpace>
const ReuseSteps& reuse_steps() {
  static const ReuseSteps steps{
      &may_reuse<ExecutionSpace>,
      [](const void* exec, const TensorRef& declared, const std::vector<std::int64_t>& entries,
         const std::vector<int>& incomplete, const std::string& label, TensorRef& kept) {
        return appended_in(*static_cast<const ExecutionSpace*>(exec), declared, entries,
                           incomplete, label, kept);
      }};
  return steps;
}

template <class ExecutionSpace>
const MeasureSteps& measure_steps() {
  static const MeasureSteps steps{
      [](const void* exec, const std::vector<MeasuredPieces>& all) {
        return heaviest_pieces(*static_cast<const ExecutionSpace*>(exec), all);
      },
      [](const void* exec, const LevelArrays& level, IndexType type) {
        return longest_segment(*static_cast<const ExecutionSpace*>(exec), level, type);
      }};
  return steps;
}

/// A thread of a launch: it makes calls until there are none.
template <class ExecutionSpace>
struct RunUnitsFunctor {
  using token_type = Kokkos::Experimental::UniqueToken<ExecutionSpace>;

  PreparedLaunch m_launch;
  const std::uint64_t* m_words;
  token_type m_tokens;
  CallQueues m_calls;

  void operator()(std::int64_t worker) const {
    const std::int64_t units = m_launch.units, calls = m_launch.calls;
    const auto slot = m_tokens.acquire();
    while (const auto call = m_calls.next(worker))
      m_launch.entry(m_words, slot, first_unit(*call, units, calls),
                     first_unit(*call + 1, units, calls), units);
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
                          Kokkos::Schedule<Kokkos::Static>>;
  const auto& space = *static_cast<const ExecutionSpace*>(exec);
  using functor_type = RunUnitsFunctor<ExecutionSpace>;
  const std::int64_t workers = std::min<std::int64_t>(space.concurrency(), launch.calls);
  Kokkos::parallel_for(launch.label, policy_type(space, 0, workers),
                       functor_type{launch, words, typename functor_type::token_type(space),
                                    CallQueues(launch.calls, workers)});
}

}  // namespace Strata::Impl

#endif
