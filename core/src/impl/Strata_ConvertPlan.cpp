// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>
#include <vector>

#include <Strata_Error.hpp>
#include <impl/Strata_ConvertPlan.hpp>

namespace Strata::Impl {

namespace {

bool is_singleton(const TensorFormat& format, int l) {
  return l < format.lvl_rank() &&
         format.level(l).kind == LevelKind::singleton;
}

/// Leading levels in whose order the entries are, lexicographically. Below the
/// end of a nonunique group, equal coordinates may lie under several positions.
int ordered_prefix(const TensorFormat& format) {
  bool unique = true;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const LevelType level = format.level(l);
    const bool new_group  = level.kind != LevelKind::singleton;
    if (!level.ordered || (new_group && !unique)) return l;
    unique = new_group ? level.unique : unique || level.unique;
  }
  return format.lvl_rank();
}

/// Target levels that must be in order: all, but for the unordered ones at the
/// end of a last group that need not bring equal coordinates together.
int levels_to_order(const TensorFormat& to, bool sums_duplicates) {
  int levels = to.lvl_rank();
  if (levels == 0 || sums_duplicates) return levels;
  const int group = last_group(to);
  while (levels > group && !to.level(levels - 1).ordered) --levels;
  return levels;
}

/// Fewest leading target levels to sort by, stably, so that `ordered` levels
/// end in order: the rest must follow the order of the source.
int levels_to_sort(const TensorFormat& from, int from_ordered,
                   const TensorFormat& to, int ordered) {
  for (int sorted = 0; sorted < ordered; ++sorted) {
    std::vector<int> rest(from.order().begin(),
                          from.order().begin() + from_ordered);
    for (int l = 0; l < sorted; ++l)
      rest.erase(std::remove(rest.begin(), rest.end(), to.order()[l]),
                 rest.end());
    const auto begin = to.order().begin() + sorted;
    const auto end   = to.order().begin() + ordered;
    if (static_cast<int>(rest.size()) >= ordered - sorted &&
        std::equal(begin, end, rest.begin()))
      return sorted;
  }
  return ordered;
}

/// Same kinds of level for the same dimensions, and nothing promised by `to`
/// that `from` does not promise.
bool takes_arrays(const TensorFormat& from, const TensorFormat& to) {
  if (from.order() != to.order()) return false;
  for (int l = 0; l < to.lvl_rank(); ++l) {
    const LevelType a = from.level(l), b = to.level(l);
    if (a.kind != b.kind || b.unique > a.unique || b.ordered > a.ordered)
      return false;
  }
  return true;
}

bool last_is_dense(const TensorFormat& format) {
  return format.level(format.lvl_rank() - 1).kind == LevelKind::dense;
}

}  // namespace

bool is_unique(const TensorFormat& format) {
  for (int l = 0; l < format.lvl_rank();) {
    bool unique = format.level(l).unique;
    for (++l; is_singleton(format, l); ++l)
      unique = unique || format.level(l).unique;
    if (!unique) return false;
  }
  return true;
}

TensorFormat with_repeats(const TensorFormat& format) {
  std::vector<LevelType> levels = format.levels();
  for (std::size_t l = last_group(format); l < levels.size(); ++l) levels[l].unique = false;
  return TensorFormat(format.order(), levels, format.pos_type(), format.crd_type());
}

int last_group(const TensorFormat& format) {
  int l = format.lvl_rank() - 1;
  while (format.level(l).kind == LevelKind::singleton) --l;
  return l;
}

bool is_list(const TensorFormat& format) {
  return format.is_plain() && format.lvl_rank() > 0 && last_group(format) == 0 &&
         format.level(0).kind == LevelKind::compressed;
}

TensorFormat list_of(const TensorFormat& format, const std::vector<std::int64_t>& extents) {
  std::vector<LevelType> levels(format.lvl_rank(), {LevelKind::singleton, false, false});
  levels[0] = {LevelKind::compressed, false, false};
  const bool is_narrow = std::all_of(extents.begin(), extents.end(), [](std::int64_t extent) {
    return extent <= std::int64_t{1} << 32;
  });
  return TensorFormat(format.order(), levels, IndexType(), IndexType{is_narrow ? 32 : 0});
}

ConvertPlan plan_conversion(const TensorFormat& from, const TensorFormat& to,
                            StoredFill entries) {
  ConvertPlan plan;
  const bool drops = entries == StoredFill::drop && !to.is_dense();
  plan.copies      = !drops && takes_arrays(from, to);
  if (plan.copies) return plan;
  plan.sums_duplicates = !is_unique(from) && is_unique(to);
  plan.scatters        = to.is_dense() && !plan.sums_duplicates;
  plan.drops_fill      = drops || (!to.is_dense() && last_is_dense(from));
  plan.ordered_levels    = levels_to_order(to, plan.sums_duplicates);
  const int from_ordered = ordered_prefix(from);
  plan.sort_levels =
      levels_to_sort(from, from_ordered, to, plan.ordered_levels);
  plan.may_be_sorted =
      plan.sort_levels > 0 && from_ordered < from.lvl_rank();
  return plan;
}

ConvertPlan plan_mapped_conversion(const TensorFormat& from,
                                   const TensorFormat& to,
                                   StoredFill entries) {
  ConvertPlan plan;
  plan.sums_duplicates = !is_unique(from) && is_unique(to);
  plan.drops_fill      = !to.is_dense() && (entries == StoredFill::drop ||
                                       last_is_dense(from));
  plan.ordered_levels = levels_to_order(to, plan.sums_duplicates);
  plan.sort_levels    = plan.ordered_levels;
  plan.may_be_sorted  = plan.sort_levels > 0;
  return plan;
}

void check_convertible(ScalarType from, ScalarType to) {
  if (implicitly_convertible(from, to)) return;
  throw FormatMismatch(error_message(
      "Strata::convert", "values", "a type that " + std::string(name_of(to)) +
          " takes without dropping a part", std::string(name_of(from)),
      "cast the values first"));
}

void check_same_order(const TensorFormat& from, const TensorFormat& to) {
  if (from.dim_rank() == to.dim_rank()) return;
  throw FormatMismatch(error_message(
      "Strata::convert", "format",
      "a format of order " + std::to_string(from.dim_rank()) + " like that of " +
          from.to_string(),
      to.to_string()));
}

}  // namespace Strata::Impl
