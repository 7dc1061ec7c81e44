// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_COLLECT_IMPL_HPP
#define STRATA_IMPL_COLLECT_IMPL_HPP

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <impl/Strata_ConvertImpl.hpp>

namespace Strata::Impl {

/// The tensor of a list that is sorted where it lies; null for other sources and targets.
template <class ExecutionSpace>
std::shared_ptr<const Storage<Kokkos::HostSpace>> collect_in_place(
    const ExecutionSpace& exec, const TensorRef& list, const TensorFormat& format,
    const std::string& label) {
  if (list.is_const || !is_list(list.format) || !format.is_plain() || is_entry_by_entry(exec) ||
      conversion_choices().sort_buckets == 1)
    return nullptr;
  const KeyLayout layout = make_key_layout(format, list.extents);
  const auto levels      = plan_stream(format, layout);
  if (!levels) return nullptr;
  Kokkos::Profiling::ScopedRegion region("Strata::collect");
  auto storage              = std::make_shared<Storage<Kokkos::HostSpace>>();
  storage->label            = label;
  storage->format           = format;
  storage->scalar           = list.scalar;
  storage->extents          = list.extents;
  storage->writable_pattern = true;
  const bool merges         = !is_unique(list.format) && is_unique(format);
  ListCollector<ExecutionSpace> collector(exec, "Strata::collect", list, layout, *levels, merges,
                                          *storage);
  if (!collector.run({0, layout.word_bits[0]})) return nullptr;
  return storage;
}

/// The tensor of a list of entries, whose arrays may be overwritten.
template <class ExecutionSpace>
std::shared_ptr<const Storage<typename ExecutionSpace::memory_space>> collect_storage(
    const ExecutionSpace& exec, TensorRef list, const TensorFormat& format,
    const std::string& label) {
  check_same_order(list.format, format);
  check_extents("Strata::collect", list.format, list.extents);
  if constexpr (std::is_same_v<typename ExecutionSpace::memory_space, Kokkos::HostSpace>)
    if (auto storage = collect_in_place(exec, list, format, label)) return storage;
  const ScalarType scalar = list.scalar;
  return convert_storage(exec, std::move(list), format, scalar, label, StoredFill::keep);
}

// Host spaces are compiled once, in Strata_CollectInstances.cpp.
#ifdef KOKKOS_ENABLE_SERIAL
extern template std::shared_ptr<const Storage<Kokkos::HostSpace>> collect_storage(
    const Kokkos::Serial&, TensorRef, const TensorFormat&, const std::string&);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
extern template std::shared_ptr<const Storage<Kokkos::HostSpace>> collect_storage(
    const Kokkos::OpenMP&, TensorRef, const TensorFormat&, const std::string&);
#endif

}  // namespace Strata::Impl

#endif
