// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERT_PLAN_HPP
#define STRATA_IMPL_CONVERT_PLAN_HPP

#include <cstdint>
#include <vector>

#include <Strata_ScalarType.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata::Impl {

/// What the properties of two formats say about a conversion.
struct ConvertPlan {
  bool copies          = false;  ///< the target takes the source's arrays as
                                 ///< they are, index widths aside
  bool scatters        = false;  ///< every entry is stored at its place in an
                                 ///< all-dense target
  bool sums_duplicates = false;  ///< entries may repeat, the target's may not
  bool drops_fill      = false;  ///< values that a last dense level
                                 ///< stores need not become entries
  /// Leading target levels by which entries must be in order.
  int ordered_levels = 0;
  /// Leading target levels to sort by, stably, so that they are in order; 0: the
  /// source has the order already.
  int sort_levels = 0;
  /// The source's order is unknown: it may turn out to be the one needed.
  bool may_be_sorted = false;
};

/// Entries that hold the fill value (0, if there is no other).
enum class StoredFill { keep, drop };

ConvertPlan plan_conversion(const TensorFormat& from, const TensorFormat& to,
                            StoredFill entries = StoredFill::keep);

/// Between levels of different maps, whose order says nothing: the formats are
/// level spaces.
ConvertPlan plan_mapped_conversion(const TensorFormat& from,
                                   const TensorFormat& to,
                                   StoredFill entries = StoredFill::keep);

/// True when no two entries of a tensor have the same coordinates.
bool is_unique(const TensorFormat& format);

/// The format where entries of the last group may have the same coordinates.
TensorFormat with_repeats(const TensorFormat& format);

/// First level of the last group: a dense level, or a compressed level with the
/// singletons below it. Its entries are those of the tensor. \pre lvl_rank() > 0
int last_group(const TensorFormat& format);

/// True for a compressed level with singletons beneath it.
bool is_list(const TensorFormat& format);
/// The list whose levels store the same dimensions, in any order and with repetitions.
TensorFormat list_of(const TensorFormat& format, const std::vector<std::int64_t>& extents);

/// \throws FormatMismatch when values of type `from` do not become `to` without
///   a cast that loses a part (float to integer, complex to real, number to
///   bool).
void check_convertible(ScalarType from, ScalarType to);

/// \throws FormatMismatch when the orders differ.
void check_same_order(const TensorFormat& from, const TensorFormat& to);

}  // namespace Strata::Impl

#endif
