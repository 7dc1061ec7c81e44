// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_STORAGE_HPP
#define STRATA_IMPL_STORAGE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Strata_TensorRef.hpp>
#include <impl/Strata_ErasedArray.hpp>

namespace Strata::Impl {

/// Arrays of one level; empty where the level kind stores none.
template <class MemorySpace>
struct StoredLevel {
  ErasedArray<MemorySpace> positions;
  ErasedArray<MemorySpace> coordinates;
};

/// Everything a tensor is made of, for any format and scalar type.
template <class MemorySpace>
struct Storage {
  std::string label;
  TensorFormat format;
  ScalarType scalar = ScalarType::f64;
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> whole_extents;  ///< of sliced formats
  std::vector<StoredLevel<MemorySpace>> levels;
  ErasedArray<MemorySpace> values;
  bool is_const = false;  ///< values may not be written
  /// deep_copy may write positions and coordinates: Strata allocated them, or
  /// they were wrapped as non-const. Users only ever see const arrays.
  bool writable_pattern = false;
  std::shared_ptr<void>
      keep_alive;  ///< owner of memory the Views only refer to
};

/// Owner of a TensorRef that is known to be a Storage: view_of() finds it.
template <class MemorySpace>
struct StorageOwner {
  std::shared_ptr<const Storage<MemorySpace>> storage;
  void operator()(void*) { storage = nullptr; }
};

/// The storage as a TensorRef that keeps it alive.
template <class MemorySpace>
TensorRef make_ref(std::shared_ptr<const Storage<MemorySpace>> storage) {
  TensorRef ref;
  ref.format  = storage->format;
  ref.scalar  = storage->scalar;
  ref.extents = storage->extents;
  ref.whole_extents = storage->whole_extents;
  for (const auto& level : storage->levels)
    ref.levels.push_back({level.positions.data(), level.positions.size(),
                          level.coordinates.data(), level.coordinates.size()});
  ref.values     = storage->values.mutable_data();
  ref.num_values = storage->values.size();
  ref.is_const   = storage->is_const;
  void* address  = const_cast<Storage<MemorySpace>*>(storage.get());
  ref.owner      = std::shared_ptr<void>(
      address, StorageOwner<MemorySpace>{std::move(storage)});
  return ref;
}

/// The storage that `tensor` was made of by make_ref(); null when it was not,
/// or has been changed since.
template <class MemorySpace>
std::shared_ptr<const Storage<MemorySpace>> find_storage(
    const TensorRef& tensor) {
  const auto* owner = std::get_deleter<StorageOwner<MemorySpace>>(tensor.owner);
  if (!owner) return nullptr;
  const Storage<MemorySpace>& s = *owner->storage;
  bool same = tensor.format == s.format && tensor.scalar == s.scalar &&
              tensor.extents == s.extents &&
              tensor.whole_extents == s.whole_extents && tensor.values == s.values.data() &&
              tensor.num_values == s.values.size() &&
              tensor.is_const == s.is_const &&
              tensor.levels.size() == s.levels.size();
  for (std::size_t l = 0; same && l < s.levels.size(); ++l) {
    const LevelArrays& a = tensor.levels[l];
    same = a.positions == s.levels[l].positions.data() &&
           a.num_positions == s.levels[l].positions.size() &&
           a.coordinates == s.levels[l].coordinates.data() &&
           a.num_coordinates == s.levels[l].coordinates.size();
  }
  return same ? owner->storage : nullptr;
}

/// Bytes of all arrays.
template <class MemorySpace>
std::int64_t storage_bytes(const Storage<MemorySpace>& storage) {
  std::int64_t sum = storage.values.bytes();
  for (const auto& level : storage.levels)
    sum += level.positions.bytes() + level.coordinates.bytes();
  return sum;
}

/// The same tensor without a share in the arrays.
template <class MemorySpace>
std::shared_ptr<const Storage<MemorySpace>> unmanaged_storage(
    const std::shared_ptr<const Storage<MemorySpace>>& storage) {
  if (!storage) return nullptr;
  auto copy = std::make_shared<Storage<MemorySpace>>(*storage);
  for (auto& level : copy->levels) {
    level.positions   = level.positions.unmanaged();
    level.coordinates = level.coordinates.unmanaged();
  }
  copy->values     = copy->values.unmanaged();
  copy->keep_alive = nullptr;
  return copy;
}

}  // namespace Strata::Impl

#endif
