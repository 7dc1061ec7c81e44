// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_IMPL_HPP
#define STRATA_IMPL_CONVERT_IMPL_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <impl/Strata_ConvertRows.hpp>
#include <impl/Strata_Converter.hpp>
#include <impl/Strata_LevelSpace.hpp>
#include <impl/Strata_RewriteLevels.hpp>

namespace Strata::Impl {

/// Levels become levels, as dimensions of tensors of their own.
template <class ExecutionSpace>
void convert_levels(const ExecutionSpace& exec, TensorRef from,
                    StoredFill kept,
                    Storage<typename ExecutionSpace::memory_space>& storage) {
  const TensorFormat format               = storage.format;
  const std::vector<std::int64_t> extents = from.extents;
  LevelMap source       = LevelMap::of(from);
  const LevelMap target = LevelMap::of(format, extents);
  const bool same_map =
      from.format.map() == format.map() && !from.format.is_sliced();
  TensorRef levels      = level_space(std::move(from));
  storage.format        = format.level_space();
  storage.extents       = target.extents;
  ConvertPlan plan;
  if (same_map) plan = plan_conversion(levels.format, storage.format, kept);
  // Levels that keep their meaning are converted by themselves, but not where
  // that could make entries of what lies in padding.
  if (same_map && (plan.copies || source.stored.empty())) {
    Converter<ExecutionSpace>(exec, levels, plan, storage).run();
  } else {
    if (levels.strides.empty())
      levels = with_joined_end(std::move(levels), source);
    plan = plan_mapped_conversion(levels.format, storage.format, kept);
    Converter<ExecutionSpace>(exec, levels, plan, storage)
        .run(between_levels(source, target, extents));
  }
  storage.format  = format;
  storage.extents = extents;
}

template <class ExecutionSpace>
std::shared_ptr<const Storage<typename ExecutionSpace::memory_space>>
convert_storage(const ExecutionSpace& exec, TensorRef from,
                const TensorFormat& format, ScalarType scalar,
                const std::string& label, StoredFill kept);

/// Registered levels are read into built-in ones, and written from them.
template <class ExecutionSpace>
std::shared_ptr<const Storage<typename ExecutionSpace::memory_space>>
convert_registered(const ExecutionSpace& exec, TensorRef from,
                   const TensorFormat& format, ScalarType scalar,
                   const std::string& label, StoredFill kept) {
  using memory_space = typename ExecutionSpace::memory_space;
  const double fill  = from.fill;
  const auto as_ref  = [&](std::shared_ptr<const Storage<memory_space>> storage) {
    TensorRef tensor = make_ref<memory_space>(std::move(storage));
    tensor.fill      = fill;
    return tensor;
  };
  if (!from.format.is_built_in()) {
    auto built = rewrite_storage(exec, "Strata::convert", from, from.format.built_in(), label);
    if (built->format == format && built->scalar == scalar && kept == StoredFill::keep)
      return built;
    from = as_ref(std::move(built));
  }
  if (format.is_built_in())
    return convert_storage(exec, std::move(from), format, scalar, label, kept);
  const TensorFormat stored = format.built_in();
  if (from.format != stored || from.scalar != scalar || kept == StoredFill::drop)
    from = as_ref(convert_storage(exec, std::move(from), stored, scalar, label, kept));
  return rewrite_storage(exec, "Strata::convert", from, format, label);
}

/// Lets go of `from` when it has been read, before the target is allocated.
template <class ExecutionSpace>
std::shared_ptr<const Storage<typename ExecutionSpace::memory_space>>
convert_storage(const ExecutionSpace& exec, TensorRef from,
                const TensorFormat& format, ScalarType scalar,
                const std::string& label, StoredFill kept) {
  Kokkos::Profiling::ScopedRegion region("Strata::convert");
  check_same_order(from.format, format);
  check_extents("Strata::convert", from.format, from.extents);
  check_convertible(from.scalar, scalar);
  if (!from.format.is_built_in() || !format.is_built_in())
    return convert_registered(exec, std::move(from), format, scalar, label, kept);
  auto storage =
      std::make_shared<Storage<typename ExecutionSpace::memory_space>>();
  storage->label            = label;
  storage->format           = format;
  storage->scalar           = scalar;
  storage->extents          = from.extents;
  storage->writable_pattern = true;
  if (!from.format.is_permutation() || !format.is_permutation()) {
    if (kept == StoredFill::keep && convert_rows(exec, from, *storage)) return storage;
    convert_levels(exec, std::move(from), kept, *storage);
    return storage;
  }
  const ConvertPlan plan = plan_conversion(from.format, format, kept);
  Converter<ExecutionSpace>(exec, from, plan, *storage).run();
  return storage;
}

// Host spaces are compiled once, in Strata_ConvertInstances.cpp.
#ifdef KOKKOS_ENABLE_SERIAL
extern template std::shared_ptr<const Storage<Kokkos::HostSpace>>
convert_storage(const Kokkos::Serial&, TensorRef, const TensorFormat&,
                ScalarType, const std::string&, StoredFill);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
extern template std::shared_ptr<const Storage<Kokkos::HostSpace>>
convert_storage(const Kokkos::OpenMP&, TensorRef, const TensorFormat&,
                ScalarType, const std::string&, StoredFill);
#endif

}  // namespace Strata::Impl

#endif
