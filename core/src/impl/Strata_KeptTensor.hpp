// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_KEPT_TENSOR_HPP
#define STRATA_IMPL_KEPT_TENSOR_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Strata_TensorRef.hpp>
#include <impl/Strata_AppendedSizes.hpp>
#include <impl/Strata_AppendedTensor.hpp>
#include <impl/Strata_Storage.hpp>

/// \file
/// Tensors in the memory of those before them. One that is *kept* owns arrays
/// of which tensors that were given away have the first elements.
namespace Strata::Impl {

/// Calls f(array, elements of it that a tensor of such `sizes` has) for all
/// arrays, as long as it returns true.
template <class StorageType, class F>
bool all_arrays(StorageType& storage, const AppendedSizes& sizes, F&& f) {
  for (int l = 0; l < storage.format.lvl_rank(); ++l) {
    const LevelTraits traits = level_traits(storage.format.level(l));
    auto& level              = storage.levels[l];
    if (traits.stores_positions && !f(level.positions, sizes.positions[l]))
      return false;
    if (traits.stores_coordinates &&
        !f(level.coordinates, sizes.coordinates[l]))
      return false;
  }
  return f(storage.values, sizes.values);
}

/// True where nobody but `kept` has its arrays.
template <class MemorySpace>
bool is_free(const TensorRef& kept) {
  const auto storage = find_storage<MemorySpace>(kept);
  if (!storage) return true;
  const auto is_shared = [](const ErasedArray<MemorySpace>& a) {
    return a.use_count() > 1;
  };
  for (const auto& level : storage->levels)
    if (is_shared(level.positions) || is_shared(level.coordinates))
      return false;
  return !is_shared(storage->values);
}

/// True where the arrays are large enough, and not by more than a sixty-fourth
/// too large.
template <class MemorySpace>
bool suits(const Storage<MemorySpace>& storage, const AppendedSizes& sizes) {
  constexpr std::int64_t share = 64;
  return all_arrays(storage, sizes, [](const auto& array, std::int64_t size) {
    return array.size() >= size && array.size() - size <= size / share;
  });
}

/// appended_tensor() in the arrays of `kept`, where they suit; else they are
/// let go of, and `kept` owns new ones. \pre is_free(kept), made by this for
/// the same declaration.
template <class ExecutionSpace>
TensorRef appended_in(const ExecutionSpace& exec, const TensorRef& declared,
                      const std::vector<std::int64_t>& entries,
                      const std::vector<int>& incomplete,
                      const std::string& label, TensorRef& kept) {
  using memory_space = typename ExecutionSpace::memory_space;
  const AppendedSizes sizes(declared.format, declared.extents, entries);
  auto whole = find_storage<memory_space>(kept);
  if (!whole || !suits(*whole, sizes)) {
    whole = nullptr;
    kept  = {};  // before there is another
    whole = allocate_appended(exec, declared.format, declared.scalar,
                              declared.extents, sizes, label);
    kept  = make_ref<memory_space>(whole);
  }
  auto storage = std::make_shared<Storage<memory_space>>(*whole);
  all_arrays(*storage, sizes, [](auto& array, std::int64_t size) {
    if (size > 0) array = array.first(size);
    return true;
  });
  prepare_appended(exec, *storage, sizes, entries, incomplete, declared.fill);
  TensorRef made = make_ref<memory_space>(std::move(storage));
  made.fill      = declared.fill;
  return made;
}

}  // namespace Strata::Impl

#endif
