// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TensorTransfer.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <Strata_PackedIndex.hpp>
#include <impl/Strata_HostCopy.hpp>

namespace Strata::Impl {

namespace {

using Owners = std::vector<std::shared_ptr<void>>;

/// `tensor` with every array that it has copied by `copy`(data, bytes), which returns what
/// owns the copy.
template <class Copy>
TensorRef with_arrays(TensorRef tensor, Copy&& copy) {
  const auto owners     = std::make_shared<Owners>();
  const auto copy_array = [&](const void* data, std::int64_t bytes) -> void* {
    if (!data) return nullptr;
    owners->push_back(copy(data, static_cast<std::size_t>(bytes)));
    return owners->back().get();
  };
  const auto of_scalar = static_cast<std::int64_t>(size_of(tensor.scalar));
  tensor.values        = copy_array(tensor.values, value_span(tensor) * of_scalar);
  for (LevelArrays& level : tensor.levels) {
    level.positions   = copy_array(level.positions,
                                   index_bytes(tensor.format.pos_type(), level.num_positions));
    level.coordinates = copy_array(
        level.coordinates, index_bytes(tensor.format.crd_type(), level.num_coordinates));
  }
  tensor.owner = owners;
  return tensor;
}

}  // namespace

TensorRef to_space(const SpaceOperations& space, const void* exec, TensorRef tensor) {
  if (!space.device) return tensor;
  return with_arrays(std::move(tensor), [&](const void* data, std::size_t bytes) {
    auto memory = space.allocate(exec, bytes, nullptr);
    space.device->to_device(exec, memory.get(), data, bytes);
    return memory;
  });
}

TensorRef from_space(const SpaceOperations& space, const void* exec, TensorRef tensor) {
  if (!space.device) return tensor;
  return with_arrays(std::move(tensor), [&](const void* data, std::size_t bytes) {
    const auto memory = std::make_shared<std::vector<std::byte>>(bytes + 1);  // never null
    space.device->to_host(exec, memory->data(), data, bytes);
    return std::shared_ptr<void>(memory, memory->data());
  });
}

}  // namespace Strata::Impl
