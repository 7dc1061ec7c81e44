// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <Strata_Error.hpp>
#include <impl/Strata_DecomposeImpl.hpp>
#include <impl/Strata_Sizes.hpp>

namespace Strata::Impl {

namespace {

template <class ErrorType>
[[noreturn]] void refuse(std::size_t part, const std::string& expected,
                         const std::string& got) {
  throw ErrorType(error_message("Strata::compose", "part " + std::to_string(part),
                                expected, got));
}

}  // namespace

TensorFormat with_segment_level(const TensorFormat& format) {
  std::vector<LevelType> levels = format.levels();
  levels[0]                     = {LevelKind::dense};
  return {format.map(), std::move(levels), format.pos_type(), format.crd_type()};
}

void check_composite_order(const TensorRef& tensor,
                           const CompositeFormat& format) {
  if (tensor.order() != format.dim_rank())
    throw ShapeMismatch(error_message(
        "Strata::decompose", "tensor",
        "order " + std::to_string(format.dim_rank()) + ", as the format",
        std::to_string(tensor.order())));
}

void throw_no_part(const CompositeFormat& format,
                   const std::vector<std::int64_t>& point) {
  throw FormatMismatch(error_message(
      "Strata::decompose", "format", "a part for every entry",
      "none that takes the one at " + to_text(point) + " in\n  " +
          format.to_string(),
      "give the last part no conditions: it takes what is left"));
}

void check_parts(const std::vector<TensorRef>& parts,
                 const TensorFormat& format) {
  if (parts.empty())
    throw ShapeMismatch(
        error_message("Strata::compose", "parts", "at least one", "none"));
  const TensorRef& first = parts.front();
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const TensorRef& part = parts[p];
    if (part.extents != first.extents)
      refuse<ShapeMismatch>(p, "the extents of part 0, " + to_text(first.extents),
                            to_text(part.extents));
    if (part.scalar != first.scalar)
      refuse<FormatMismatch>(
          p, "values as in part 0, " + std::string(name_of(first.scalar)),
          std::string(name_of(part.scalar)));
    const bool both_nan = std::isnan(part.fill) && std::isnan(first.fill);
    if (part.fill != first.fill && !both_nan)
      refuse<FormatMismatch>(
          p, "the fill value of part 0, " + std::to_string(first.fill),
          std::to_string(part.fill));
  }
  check_same_order(first.format, format);
}

}  // namespace Strata::Impl
