// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_CompositeFormat.hpp>

#include <algorithm>
#include <utility>

#include <Strata_Error.hpp>
#include <Strata_FormatName.hpp>

namespace Strata {
namespace {

using Kind = AffineExpr::Kind;

[[noreturn]] void refuse(std::size_t part, const std::string& expected,
                         const std::string& got, const char* advice = "") {
  throw FormatMismatch(error_message("CompositeFormat",
                                     "part " + std::to_string(part), expected, got,
                                     advice));
}

/// True for sums, multiples, quotients and remainders of the dimensions.
bool is_over_dimensions(const AffineExpr& e, int rank) {
  if (e.kind == Kind::dimension) return e.value < rank;
  if (e.is_variable() || e.kind == Kind::count) return false;
  return (!e.lhs || is_over_dimensions(*e.lhs, rank)) &&
         (!e.rhs || is_over_dimensions(*e.rhs, rank));
}

void check_conditions(const PartFormat& part, std::size_t number) {
  for (const EntryCondition& condition : part.conditions) {
    const EntryMeasure& measure = condition.measure;
    if (measure.keys.empty() ||
        (measure.kind == EntryMeasure::Kind::value && measure.keys.size() != 1))
      refuse(number, "measures of one key (value) or more (count, rank)",
             std::to_string(measure.keys.size()) + " keys");
    for (const AffineExprPtr& key : measure.keys)
      if (!is_over_dimensions(*key, part.format.dim_rank()))
        refuse(number,
               "expressions of the " + std::to_string(part.format.dim_rank()) +
                   " dimensions",
               "'" + to_string(*key, AffineNames{}) + "'");
  }
}

void check_row_width(const PartFormat& part, std::size_t number) {
  if (part.row_width == 0) return;
  if (part.row_width < 0)
    refuse(number, "a row width of 0 (none) or more",
           std::to_string(part.row_width));
  const char* expected =
      "a first level compressed(nonunique) that alone stores its dimension";
  const char* advice      = "rows that are cut repeat their coordinate";
  const IndexMap& map     = part.format.map();
  const bool has_row_level =
      part.format.lvl_rank() > 1 &&
      part.format.level(0).kind == LevelKind::compressed &&
      !part.format.level(0).unique && part.format.level(0).ordered &&
      map.results[0]->kind == Kind::dimension && !part.format.is_sliced();
  if (!has_row_level) refuse(number, expected, part.format.to_string(), advice);
  for (std::size_t l = 1; l < map.results.size(); ++l)
    for_each_variable(*map.results[l], [&](const AffineExpr& v) {
      if (v.value == map.results[0]->value)
        refuse(number, expected, part.format.to_string(), advice);
    });
}

}  // namespace

EntryMeasure EntryMeasure::value(AffineExprPtr key) {
  return {Kind::value, {std::move(key)}};
}
EntryMeasure EntryMeasure::count(std::vector<AffineExprPtr> keys) {
  return {Kind::count, std::move(keys)};
}
EntryMeasure EntryMeasure::rank(std::vector<AffineExprPtr> keys) {
  return {Kind::rank, std::move(keys)};
}

std::string EntryMeasure::to_string(const AffineNames& names) const {
  std::string text;
  for (const AffineExprPtr& key : keys)
    text += (text.empty() ? "" : ", ") + Strata::to_string(*key, names);
  if (kind == Kind::value) return text;
  return (kind == Kind::count ? "count(" : "rank(") + text + ")";
}

bool EntryMeasure::operator==(const EntryMeasure& other) const {
  return kind == other.kind && std::equal(keys.begin(), keys.end(),
                                          other.keys.begin(), other.keys.end(),
                                          [](const auto& a, const auto& b) {
                                            return equal(a, b);
                                          });
}

std::string EntryCondition::to_string(const AffineNames& names) const {
  const std::string text = measure.to_string(names);
  const std::int64_t floor =
      measure.kind == EntryMeasure::Kind::rank ? 0
      : measure.kind == EntryMeasure::Kind::count ? 1
                                                  : IndexRange::no_lower;
  if (range.is_point()) return text + " = " + std::to_string(range.lower);
  if (range.upper == IndexRange::no_upper)
    return text + " >= " + std::to_string(range.lower);
  if (range.lower <= floor) return text + " <= " + std::to_string(range.upper);
  return text + " in " + range.to_string();
}

CompositeFormat::CompositeFormat(std::vector<PartFormat> parts)
    : m_parts(std::move(parts)) {
  if (m_parts.empty())
    throw FormatMismatch(
        error_message("CompositeFormat", "parts", "at least one", "none"));
  for (std::size_t p = 0; p < m_parts.size(); ++p) {
    if (m_parts[p].format.dim_rank() != dim_rank() || dim_rank() == 0)
      refuse(p,
             "a format of order " + std::to_string(std::max(dim_rank(), 1)) +
                 ", as all parts",
             "order " + std::to_string(m_parts[p].format.dim_rank()));
    check_conditions(m_parts[p], p);
    check_row_width(m_parts[p], p);
  }
}

std::string CompositeFormat::to_string() const {
  std::string text;
  for (const PartFormat& part : m_parts) {
    text += (text.empty() ? "" : "\n+ ") + name_of(part.format);
    const char* word = " where ";
    for (const EntryCondition& condition : part.conditions) {
      text += word + condition.to_string();
      word = " and ";
    }
    if (part.row_width > 0)
      text += ", rows of " + std::to_string(part.row_width);
  }
  return text;
}

}  // namespace Strata
