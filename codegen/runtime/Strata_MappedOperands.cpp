// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_MappedOperands.h"

#include <algorithm>
#include <optional>

#include <Strata_Error.hpp>
#include <Strata_FormatName.hpp>
#include <Strata_LevelRegistry.hpp>
#include <Strata_PackedIndex.hpp>

namespace Strata::Impl {

namespace {

using Kind = AffineExpr::Kind;

/// What levels say of one dimension.
struct StoredDimension {
  int dimension;
  int own_level        = -1;     ///< first one that stores nothing else
  bool own_is_dense    = false;  ///< that level
  bool all_are_dense   = true;
};

StoredDimension look_at(const TensorFormat& format, int dimension) {
  StoredDimension out{dimension};
  for (int l = 0; l < format.lvl_rank(); ++l) {
    bool stores = false, stores_others = false;
    for_each_variable(*format.map().results[l], [&](const AffineExpr& v) {
      (v.value == dimension ? stores : stores_others) = true;
    });
    if (!stores) continue;
    const bool is_dense = format.level(l).kind == LevelKind::dense;
    out.all_are_dense   = out.all_are_dense && is_dense;
    if (stores_others || out.own_level >= 0) continue;
    out.own_level    = l;
    out.own_is_dense = is_dense;
  }
  if (out.own_level < 0) out.own_level = format.lvl_rank();
  return out;
}

bool holds(IndexType type, const std::vector<std::int64_t>& extents) {
  return std::all_of(extents.begin(), extents.end(), [&](std::int64_t e) {
    return e < 0 ? type.bits() >= 32
                 : e == 0 || static_cast<std::uint64_t>(e - 1) <= type.max();
  });
}

}  // namespace

/// True where loops go through level l as it is stored: a parent's children are found
/// on their own, and what stands at their positions is stored.
static bool is_compiled(const TensorFormat& format, int l) {
  const LevelType type = format.level(l);
  if (!is_registered(type.kind)) return true;
  if (format.is_sliced()) return false;
  const LevelDefinition& d  = level_definition(type.kind);
  const bool stands_at_one = type.unique || !(d.has_position || d.has_holes());
  // The coordinate above is loaded where it is stored.
  const bool knows_above =
      !d.asks_above() || l == 0 || !is_registered(format.level(l - 1).kind);
  return d.description.padding != LevelPadding::values && stands_at_one &&
         knows_above && (l == 0 || format.level(l - 1).unique);
}

std::optional<FlattenedFormat> read_in_place(const TensorFormat& format,
                                             const std::vector<std::int64_t>& extents) {
  // Copies in other orders of modes keep the index types.
  if (format.pos_type().bits() < 32 || !holds(format.crd_type(), extents)) return {};
  return flatten_levels(format, extents);
}

TensorFormat compiled_format(const TensorFormat& format,
                             const std::vector<std::int64_t>& extents) {
  if (is_packed(format.crd_type()))
    return compiled_format(
        format.whole().with_index_types(format.pos_type(), unpacked(format.crd_type())),
        extents);
  if (format.has_order()) {
    for (int l = 0; l < format.lvl_rank(); ++l)
      if (!is_compiled(format, l)) return format.built_in().whole();
    return format;
  }
  std::vector<StoredDimension> dimensions;
  for (int d = 0; d < format.dim_rank(); ++d)
    dimensions.push_back(look_at(format, d));
  std::stable_sort(dimensions.begin(), dimensions.end(),
                   [](const StoredDimension& a, const StoredDimension& b) {
                     return a.own_level < b.own_level;
                   });
  std::vector<int> order;
  std::vector<LevelType> levels;
  for (const StoredDimension& d : dimensions) {
    const bool is_last  = order.size() + 1 == dimensions.size();
    const bool is_dense = order.empty() ? d.own_is_dense : d.all_are_dense;
    order.push_back(d.dimension);
    levels.push_back(
        {is_dense && !is_last ? LevelKind::dense : LevelKind::compressed});
  }
  // Positions count blocks there, entries here.
  const IndexType pos = format.pos_type(), crd = format.crd_type();
  return TensorFormat(
      order, std::move(levels),
      pos.bits() >= 32 ? pos : IndexType{0, pos.is_signed},
      holds(crd, extents) ? crd : IndexType{0, crd.is_signed});
}

bool stores_everything(const TensorFormat& format) {
  const auto levels = format.levels();
  return std::all_of(levels.begin(), levels.end(), [](LevelType level) {
    return level.kind == LevelKind::dense;
  });
}

TensorFormat with_dense_levels(const TensorFormat& format) {
  const std::vector<int>& order = format.order();
  return TensorFormat(order, std::vector<LevelType>(order.size(), {LevelKind::dense}),
                      format.pos_type(), format.crd_type());
}

strata::Conversion compiled_copy(const std::string& name,
                                 const TensorFormat& stored,
                                 const TensorFormat& compiled, double entries,
                                 ScalarType scalar) {
  strata::Conversion c;
  c.source = name;
  c.name   = name + "@" + name_of(compiled.with_index_types({}, {}));
  c.format = compiled;
  c.reason = !stored.has_order()
                 ? "the levels of " + name_of(stored) +
                       " do not store one dimension each"
             : is_packed(stored.crd_type())
                 ? "coordinates of " + name_of(stored) + " are packed"
             : stored.is_built_in()
                 ? "emitted kernels take whole tensors, not slices of them"
                 : "levels of " + name_of(stored) + " are not built in";
  int coordinates = 0;
  for (const LevelType level : compiled.levels())
    coordinates += level_traits(level).stores_coordinates;
  c.bytes = entries * (static_cast<double>(size_of(scalar)) +
                       coordinates * compiled.crd_type().bytes());
  return c;
}

void check_compiled(const CheckedAssignment& statement, Backend backend) {
  for (const auto& [name, tensor] : statement.tensors) {
    if (tensor.format.is_sliced() && backend == Backend::cxx)
      throw UnsupportedExpression(error_message(
          "compile", "'" + name + "'", "whole dimensions",
          tensor.format.to_string(),
          "emitted kernels take whole tensors: declare the format without "
          "slices; a plan with data converts by itself"));
    if (is_packed(tensor.format.crd_type()))
      throw UnsupportedExpression(error_message(
          "compile", "'" + name + "'", "coordinates of 8, 16, 32 or 64 bits",
          tensor.format.to_string(),
          "declare the format with crdWidth = 8; a plan with data unpacks them by itself"));
    if (!tensor.format.is_built_in() && backend == Backend::cxx)
      throw UnsupportedExpression(error_message(
          "compile", "'" + name + "'", "dense, compressed and singleton levels",
          tensor.format.to_string(),
          "emitted kernels take built-in levels: convert the tensor first, for "
          "example to " + name_of(tensor.format.built_in()) +
              "; a plan with data does so by itself"));
    if (compiled_format(tensor.format, tensor.extents) != tensor.format)
      throw UnsupportedExpression(error_message(
          "compile", "'" + name + "'",
          tensor.format.has_order() ? "levels that loops can walk over as they are"
                                    : "levels that store one dimension each",
          tensor.format.to_string(),
          "convert the tensor first, for example to " +
              name_of(compiled_format(tensor.format, tensor.extents)) +
              "; a plan with data does so by itself"));
  }
}

}  // namespace Strata::Impl
