// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_TensorFormat.hpp>

#include <algorithm>

#include <Strata_Error.hpp>
#include <Strata_LevelRegistry.hpp>
#include <Strata_PackedIndex.hpp>
#include <impl/Strata_FormatRules.hpp>

namespace Strata {
namespace {

void require_widths(IndexType pos, IndexType crd) {
  if (!Impl::is_index_width(pos.width))
    throw FormatMismatch(error_message("TensorFormat", "posWidth",
                                       "a width of 0, 8, 16, 32 or 64",
                                       std::to_string(pos.width)));
  if (Impl::is_index_width(crd.width) || (is_packed(crd) && !crd.is_signed)) return;
  throw FormatMismatch(error_message(
      "TensorFormat", "crdWidth",
      "a width of 0, 8, 16, 32 or 64, or of 1, 2 or 4 for unsigned ones that are packed",
      std::to_string(crd.width) + (crd.is_signed ? ", signed" : "")));
}

std::string level_type_text(LevelType type) {
  std::string text = level_traits(type).name;
  if (type.parameters[0] != 0) {
    text += '[' + std::to_string(type.parameters[0]);
    if (type.parameters[1] != 0) text += ", " + std::to_string(type.parameters[1]);
    text += ']';
  }
  const bool says_order = !type.ordered && level_traits(type).ordered;
  if (type.unique && !says_order) return text;
  if (text.ends_with(')')) {  // the name has a modifier of its own
    text.pop_back();
    text += ", ";
  } else {
    text += '(';
  }
  if (!type.unique) text += "nonunique";
  if (!type.unique && says_order) text += ", ";
  if (says_order) text += "nonordered";
  return text + ')';
}

std::string index_type_text(const std::string& name, IndexType type) {
  std::string text;
  if (type.width != 0)
    text += ", " + name + "Width = " + std::to_string(type.width);
  if (type.is_signed) text += ", " + name + "Signed = true";
  return text;
}

std::string slice_text(const DimensionSlice& slice) {
  const auto number = [](std::int64_t n) {
    return n < 0 ? std::string("?") : std::to_string(n);
  };
  return " : #sparse_tensor<slice(" + number(slice.offset) + ", " +
         number(slice.size) + ", " + number(slice.stride) + ")>";
}

}  // namespace

TensorFormat::TensorFormat(IndexMap map, std::vector<LevelType> levels,
                           IndexType pos, IndexType crd)
    : m_map(std::move(map)),
      m_levels(std::move(levels)),
      m_pos(pos),
      m_crd(crd) {
  if (m_levels.size() != m_map.results.size())
    throw FormatMismatch(error_message(
        "TensorFormat", "levels",
        std::to_string(m_map.results.size()) + " level types (one per level)",
        std::to_string(m_levels.size())));
  Impl::drop_order(m_levels);
  if (const auto fault = Impl::find_map_fault(m_map)) {
    const std::string message =
        error_message("TensorFormat", m_map.to_string(), "", "", fault->what);
    if (fault->is_unsupported) throw UnsupportedExpression(message);
    throw FormatMismatch(message);
  }
  if (const auto fault = Impl::find_level_fault(m_map, m_levels))
    throw FormatMismatch(error_message("TensorFormat",
                                       "level " + std::to_string(fault->level),
                                       "", "", fault->what));
  require_widths(pos, crd);
  const auto order = m_map.as_permutation();
  m_has_order      = order.has_value();
  if (order) m_order = *order;
}

TensorFormat::TensorFormat(const std::vector<int>& order,
                           std::vector<LevelType> levels, IndexType pos,
                           IndexType crd)
    : TensorFormat(IndexMap::permutation(order), std::move(levels), pos, crd) {}

std::string TensorFormat::to_string() const {
  std::string dimensions, levels;
  for (int d = 0; d < dim_rank(); ++d) {
    dimensions += (d == 0 ? "d" : ", d") + std::to_string(d);
    if (is_sliced() && m_slices[d]) dimensions += slice_text(*m_slices[d]);
  }
  for (int l = 0; l < lvl_rank(); ++l)
    levels += (l == 0 ? "" : ", ") + level_expression(l) + " : " +
              level_type_text(m_levels[l]);
  return "(" + dimensions + ") -> (" + levels + ")" +
         index_type_text("pos", m_pos) + index_type_text("crd", m_crd);
}

std::string TensorFormat::to_encoding() const {
  return "#sparse_tensor.encoding<{ map = " + to_string() + " }>";
}

bool TensorFormat::is_dense() const {
  return is_permutation() &&
         std::all_of(m_levels.begin(), m_levels.end(),
                     [](LevelType t) { return t.kind == LevelKind::dense; });
}

std::string TensorFormat::level_expression(int l) const {
  return Strata::to_string(*m_map.results[l], AffineNames{});
}

bool TensorFormat::is_built_in() const {
  return !is_packed(m_crd) &&
         std::none_of(m_levels.begin(), m_levels.end(),
                      [](LevelType t) { return is_registered(t.kind); });
}

TensorFormat TensorFormat::built_in() const {
  TensorFormat out = *this;
  out.m_crd        = unpacked(m_crd);
  for (LevelType& level : out.m_levels) {
    if (!is_registered(level.kind)) continue;
    const LevelEdges edges = level_definition(level.kind).description.edges;
    // Positions of the others are few, or words of bits: those of entries may be more.
    const bool counts_all  = edges == LevelEdges::scanned || edges == LevelEdges::low_high ||
                            edges == LevelEdges::runs || edges == LevelEdges::jagged;
    if (!counts_all && m_pos.bits() < 32) out.m_pos = {0, m_pos.is_signed};
    level = {LevelKind::compressed, level.unique, level.ordered};
  }
  return out;
}

TensorFormat TensorFormat::level_space() const {
  TensorFormat out(IndexMap::identity(lvl_rank()), built_in().m_levels, m_pos, m_crd);
  out.m_levels = m_levels;  // what rules of registered levels ask of the map holds
  return out;
}

TensorFormat TensorFormat::with_index_types(IndexType pos,
                                            IndexType crd) const {
  require_widths(pos, crd);
  TensorFormat format = *this;
  format.m_pos        = pos;
  format.m_crd        = crd;
  return format;
}

TensorFormat TensorFormat::with_slices(DimensionSlices slices) const {
  const auto rank = static_cast<std::size_t>(dim_rank());
  if (!slices.empty() && slices.size() != rank)
    throw FormatMismatch(error_message("TensorFormat", "slices",
                                       std::to_string(rank) +
                                           " (one per dimension)",
                                       std::to_string(slices.size())));
  bool any = false;
  for (const auto& slice : slices) {
    if (!slice) continue;
    any = true;
    constexpr std::int64_t dynamic = DimensionSlice::dynamic;
    if (slice->offset < dynamic || slice->size < dynamic ||
        slice->stride < dynamic || slice->stride == 0)
      throw FormatMismatch(error_message(
          "TensorFormat", "slice",
          "an offset and a size of at least 0, a stride of at least 1",
          slice_text(*slice).substr(3)));
  }
  if (!any) slices.clear();
  TensorFormat format = *this;
  format.m_slices     = std::move(slices);
  return format;
}

TensorFormat TensorFormat::with_dynamic_slices() const {
  DimensionSlices slices = m_slices;
  for (auto& slice : slices) {
    if (!slice) continue;
    const bool steps = slice->stride != 1;
    *slice           = DimensionSlice{};
    if (!steps) slice->stride = 1;
  }
  return with_slices(std::move(slices));
}

void TensorFormat::throw_no_order() const {
  throw FormatMismatch(error_message(
      "TensorFormat", to_string(), "levels that store one dimension each",
      m_map.to_string(),
      "convert the tensor to such a format first, or use its map()"));
}

}  // namespace Strata
