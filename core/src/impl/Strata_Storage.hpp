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
  std::vector<StoredLevel<MemorySpace>> levels;
  ErasedArray<MemorySpace> values;
  bool is_const = false;  ///< values may not be written
  std::shared_ptr<void>
      keep_alive;  ///< owner of memory the Views only refer to
};

/// The storage as a TensorRef that keeps it alive.
template <class MemorySpace>
TensorRef make_ref(std::shared_ptr<const Storage<MemorySpace>> storage) {
  TensorRef ref;
  ref.format  = storage->format;
  ref.scalar  = storage->scalar;
  ref.extents = storage->extents;
  for (const auto& level : storage->levels)
    ref.levels.push_back({level.positions.data(), level.positions.size(),
                          level.coordinates.data(), level.coordinates.size()});
  ref.values     = storage->values.mutable_data();
  ref.num_values = storage->values.size();
  ref.is_const   = storage->is_const;
  ref.owner = std::const_pointer_cast<Storage<MemorySpace>>(std::move(storage));
  return ref;
}

}  // namespace Strata::Impl

#endif
