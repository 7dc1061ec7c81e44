// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TENSOR_REF_HPP
#define STRATA_TENSOR_REF_HPP

#include <cstdint>
#include <memory>
#include <vector>

#include <Strata_ScalarType.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata {

/// Arrays of one level: null where the level kind stores none.
struct LevelArrays {
  const void* positions         = nullptr;
  std::int64_t num_positions    = 0;  ///< entries in the positions array
  const void* coordinates       = nullptr;
  std::int64_t num_coordinates  = 0;
};

/// A tensor with everything erased but its meaning: what plans, the command
/// line and generated kernels exchange. Does not own unless `owner` is set.
struct TensorRef {
  TensorFormat format;
  ScalarType scalar = ScalarType::f64;
  std::vector<std::int64_t> extents;  ///< per dimension
  /// Where dimensions are slices: the extents of what they are slices of.
  std::vector<std::int64_t> whole_extents;
  std::vector<LevelArrays> levels;    ///< per level
  void* values            = nullptr;
  std::int64_t num_values = 0;        ///< stored values
  /// All-dense formats: elements between neighbours, per *level*. Empty: packed.
  std::vector<std::int64_t> strides;
  bool is_const = false;              ///< may not be a result
  double fill   = 0;                  ///< what a sparse tensor reads where it stores nothing
  std::shared_ptr<void> owner;        ///< keeps the arrays alive; may be null

  int order() const { return static_cast<int>(extents.size()); }
  /// Number of coordinates that level l may store.
  std::int64_t level_extent(int l) const {
    return format.level_extent(l, stored_extents());
  }
  /// Extents of the tensor that the arrays hold.
  const std::vector<std::int64_t>& stored_extents() const {
    return format.is_sliced() ? whole_extents : extents;
  }
};

}  // namespace Strata

#endif
