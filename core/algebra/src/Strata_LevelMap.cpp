// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_LevelMap.hpp>

#include <string>

#include <Strata_Error.hpp>
#include <impl/Strata_InvertLevels.hpp>

namespace Strata {
namespace {

std::string to_text(const std::vector<std::int64_t>& extents) {
  std::string text;
  for (const std::int64_t extent : extents)
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text;
}

void check_rank(const TensorFormat& format,
                const std::vector<std::int64_t>& extents) {
  const auto rank = static_cast<std::size_t>(format.dim_rank());
  if (extents.size() != rank)
    throw ShapeMismatch(error_message(
        "TensorFormat", "extents", std::to_string(rank) + " extents",
        std::to_string(extents.size()), "give one per dimension"));
}

}  // namespace

IndexRange TensorFormat::level_range(
    int l, const std::vector<std::int64_t>& extents) const {
  if (m_has_order) return IndexRange::of_extent(extents.at(m_order[l]));
  check_rank(*this, extents);
  const IndexRange range = Impl::range_of_level(*m_map.results[l], extents);
  std::int64_t size      = 0;
  if (!range.is_bounded() ||
      __builtin_sub_overflow(range.upper, range.lower, &size) ||
      size == IndexRange::no_upper)
    throw IndexOverflow(error_message(
        "TensorFormat", "level " + std::to_string(l) + " of " + to_string(),
        "at most 2^63 - 1 coordinates", "more for extents " + to_text(extents),
        "store its dimensions in levels of their own"));
  return range;
}

std::int64_t TensorFormat::level_extent(
    int l, const std::vector<std::int64_t>& extents) const {
  return m_has_order ? extents[m_order[l]]
                          : level_range(l, extents).size();
}

std::vector<std::int64_t> TensorFormat::level_extents(
    const std::vector<std::int64_t>& extents) const {
  std::vector<std::int64_t> result;
  for (int l = 0; l < lvl_rank(); ++l)
    result.push_back(level_extent(l, extents));
  return result;
}

LevelMap LevelMap::of(const TensorFormat& format,
                      const std::vector<std::int64_t>& extents) {
  check_rank(format, extents);
  if (format.is_sliced())
    throw FormatMismatch(error_message(
        "TensorFormat", format.to_string(), "whole dimensions",
        "slices of dimensions",
        "tensors are made in whole formats; Strata::subview() takes slices"));
  LevelMap map;
  map.extents              = format.level_extents(extents);
  Impl::MapInverse inverse = Impl::invert_levels(format.map(), extents);
  if (!inverse.fault.empty()) {
    const std::string message = error_message(
        "TensorFormat", format.to_string(),
        "levels that determine the dimensions of a tensor of extents " +
            to_text(extents),
        inverse.fault, "choose another format or other block sizes");
    if (inverse.is_unsupported) throw UnsupportedExpression(message);
    throw FormatMismatch(message);
  }
  map.to_levels     = std::move(inverse.to_levels);
  map.to_dimensions = std::move(inverse.to_dimensions);
  map.stored        = std::move(inverse.stored);
  return map;
}

LevelMap LevelMap::of(const TensorRef& tensor) {
  const DimensionSlices& slices = tensor.format.slices();
  if (slices.empty()) return of(tensor.format, tensor.extents);
  LevelMap map = of(tensor.format.whole(), tensor.whole_extents);
  for (AffineExprPtr& e : map.to_levels)
    e = substitute(e, [&](const AffineExprPtr& d) {
      const auto& slice = slices[d->value];
      return slice ? d * slice->stride + slice->offset : d;
    });
  for (std::size_t d = 0; d < slices.size(); ++d) {
    if (!slices[d]) continue;
    const auto [offset, size, stride] = *slices[d];
    const AffineExprPtr whole         = map.to_dimensions[d];
    const AffineExprPtr inside        = whole + -offset;
    map.to_dimensions[d]              = floordiv(inside, stride);
    map.stored.push_back({whole, {offset, slices[d]->end() - 1}});
    if (stride > 1) map.stored.push_back({mod(inside, stride), {0, 0}});
  }
  return map;
}

}  // namespace Strata
