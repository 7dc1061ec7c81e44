// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <Strata_Error.hpp>
#include <Strata_Ref.hpp>

namespace Strata::Impl {

namespace {

/// Dimensions by decreasing stride; those of extent <= 1 stay where they are.
std::vector<int> order_by_stride(const std::vector<std::int64_t>& extents,
                                 const std::vector<std::int64_t>& strides) {
  std::vector<int> order(extents.size()), slots;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    order[d] = static_cast<int>(d);
    if (extents[d] > 1) slots.push_back(static_cast<int>(d));
  }
  std::vector<int> sorted = slots;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](int a, int b) { return strides[a] > strides[b]; });
  for (std::size_t s = 0; s < slots.size(); ++s) order[slots[s]] = sorted[s];
  return order;
}

bool is_packed(const std::vector<int>& order,
               const std::vector<std::int64_t>& extents,
               const std::vector<std::int64_t>& strides) {
  std::int64_t expected = 1;
  for (std::size_t l = order.size(); l-- > 0;) {
    const int d = order[l];
    if (extents[d] > 1 && strides[d] != expected) return false;
    expected *= extents[d];
  }
  return true;
}

}  // namespace

void check_allocated(std::string_view operation, bool is_allocated) {
  if (!is_allocated)
    throw FormatMismatch(error_message(
        operation, "SparseView", "a tensor", "a view that holds nothing",
        "assign it one (to a result with a run-time format: one without "
        "entries)"));
}

TensorRef dense_ref(ScalarType scalar, const void* data,
                    std::vector<std::int64_t> extents,
                    const std::vector<std::int64_t>& strides, bool is_const,
                    std::shared_ptr<void> owner) {
  const int rank               = static_cast<int>(extents.size());
  const std::vector<int> order = order_by_stride(extents, strides);
  TensorRef tensor;
  tensor.format     = Formats::dense(rank, order);
  tensor.scalar     = scalar;
  tensor.levels     = std::vector<LevelArrays>(extents.size());
  tensor.values     = const_cast<void*>(data);
  tensor.num_values = dense_size(tensor.format, extents);
  if (tensor.num_values > 0 && !is_packed(order, extents, strides))
    for (const int d : order) tensor.strides.push_back(strides[d]);
  tensor.extents  = std::move(extents);
  tensor.is_const = is_const;
  tensor.owner    = std::move(owner);
  return tensor;
}

std::int64_t dense_size(const TensorFormat& format,
                        const std::vector<std::int64_t>& extents) {
  check_extents("Strata::make_dense", format, extents);
  if (std::find(extents.begin(), extents.end(), 0) != extents.end()) return 0;
  std::int64_t size = 1;
  for (const std::int64_t extent : extents)
    size = checked_product("Strata::make_dense", size, extent);
  return size;
}

void check_dense(std::string_view operation, const TensorFormat& format) {
  if (!format.is_dense())
    throw FormatMismatch(error_message(operation, "format", "all levels dense",
                                       format.to_string(),
                                       "use Strata::assemble"));
}

void check_packed(std::string_view operation, const TensorRef& tensor) {
  if (!tensor.strides.empty())
    throw FormatMismatch(error_message(operation, "tensor", "packed values",
                                       "a strided View",
                                       "copy it to a View without stride"));
}

}  // namespace Strata::Impl
