// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Subview.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

#include <Strata_Error.hpp>
#include <Strata_KernelOperands.hpp>

namespace Strata {
namespace Impl {
namespace {

std::string to_text(const DimensionSlice& slice) {
  const auto number = [](std::int64_t n) {
    return n < 0 ? std::string("?") : std::to_string(n);
  };
  return "offset " + number(slice.offset) + ", size " + number(slice.size) +
         ", stride " + number(slice.stride);
}

void check_part(std::size_t dimension, const DimensionSlice& part,
                std::int64_t extent) {
  const std::string argument = "part of dimension " + std::to_string(dimension);
  if (part.offset >= 0 && part.size >= 0 && part.stride <= 0)
    throw FormatMismatch(error_message("Strata::subview", argument,
                                       "a stride of at least 1",
                                       to_text(part)));
  const bool inside =
      part.is_static() && part.offset <= extent &&
      (part.size == 0 ||
       (part.offset < extent &&
        part.size - 1 <= (extent - 1 - part.offset) / part.stride));
  if (!inside)
    throw ShapeMismatch(error_message(
        "Strata::subview", argument,
        "coordinates in [0, " + std::to_string(extent) + ")", to_text(part)));
}

/// `part` of a dimension of `whole` coordinates, or of a slice of it.
std::optional<DimensionSlice> composed(
    const std::optional<DimensionSlice>& slice, const DimensionSlice& part,
    std::int64_t whole) {
  DimensionSlice out = part;
  if (slice) {
    out.offset = slice->offset + slice->stride * part.offset;
    out.stride = part.size > 1 ? slice->stride * part.stride : 1;
  }
  if (out.size <= 1) out.stride = 1;
  if (out == DimensionSlice{0, whole, 1}) return std::nullopt;
  return out;
}

/// An all-dense tensor that is sliced as one with other strides.
TensorRef strided_part(const TensorRef& tensor, const DimensionSlices& parts) {
  std::vector<std::int64_t> strides = dimension_strides(tensor);
  std::vector<std::int64_t> extents = tensor.extents;
  std::int64_t offset               = 0;
  for (std::size_t d = 0; d < parts.size(); ++d) {
    if (!parts[d]) continue;
    offset += parts[d]->offset * strides[d];
    strides[d] *= parts[d]->stride;
    extents[d] = parts[d]->size;
  }
  const bool is_empty =
      std::find(extents.begin(), extents.end(), 0) != extents.end();
  auto* values = static_cast<std::byte*>(tensor.values);
  if (!is_empty)
    values += offset * static_cast<std::int64_t>(size_of(tensor.scalar));
  return dense_ref(tensor.scalar, values, std::move(extents), strides,
                   tensor.is_const, tensor.owner);
}

}  // namespace

void take_part(TensorFormat& format, std::vector<std::int64_t>& extents,
               std::vector<std::int64_t>& whole_extents,
               const DimensionSlices& parts) {
  if (parts.size() != extents.size())
    throw ShapeMismatch(error_message(
        "Strata::subview", "parts",
        std::to_string(extents.size()) + " (one per dimension)",
        std::to_string(parts.size()), "pass Kokkos::ALL for whole dimensions"));
  if (!format.is_sliced()) whole_extents = extents;
  DimensionSlices slices = format.slices();
  slices.resize(extents.size());
  for (std::size_t d = 0; d < parts.size(); ++d) {
    if (!parts[d]) continue;
    check_part(d, *parts[d], extents[d]);
    slices[d]  = composed(slices[d], *parts[d], whole_extents[d]);
    extents[d] = parts[d]->size;
  }
  format = format.with_slices(std::move(slices));
  if (!format.is_sliced()) whole_extents.clear();
}

TensorRef with_strides(TensorRef tensor) {
  if (!tensor.format.is_sliced() || !tensor.format.whole().is_dense())
    return tensor;
  const DimensionSlices slices = tensor.format.slices();
  tensor.format                = tensor.format.whole();
  tensor.extents               = std::move(tensor.whole_extents);
  tensor.whole_extents         = {};
  return strided_part(tensor, slices);
}

}  // namespace Impl

TensorRef subview(TensorRef tensor, const DimensionSlices& parts) {
  if (tensor.format.is_dense()) {
    // Checks the parts; their extents are those of the strided tensor.
    TensorFormat format = tensor.format;
    std::vector<std::int64_t> extents = tensor.extents, whole;
    Impl::take_part(format, extents, whole, parts);
    return Impl::strided_part(tensor, parts);
  }
  Impl::take_part(tensor.format, tensor.extents, tensor.whole_extents, parts);
  return tensor;
}

}  // namespace Strata
