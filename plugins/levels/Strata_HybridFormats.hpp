// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_HYBRID_FORMATS_HPP
#define STRATA_HYBRID_FORMATS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_CompositeFormat.hpp>
#include <Strata_Error.hpp>
#include <Strata_FixedWidthLevels.hpp>

namespace Strata::HybridFormats {

namespace Terms {
inline AffineExprPtr row() { return AffineExpr::dimension(0); }
inline AffineExprPtr column() { return AffineExpr::dimension(1); }

inline IndexRange at_least(std::int64_t lower) {
  return {lower, IndexRange::no_upper};
}
inline void check_positive(const char* name, const char* argument,
                           std::int64_t number) {
  if (number < 1)
    throw FormatMismatch(
        error_message(name, argument, "1 or more", std::to_string(number)));
}
}  // namespace Terms

/// HYB (Bell and Garland 2009): the first `width` entries of every row in ELL, what
/// is left in COO.
/// \throws FormatMismatch for a width below 1
inline CompositeFormat hyb(std::int64_t width) {
  Terms::check_positive("HybridFormats::hyb", "width", width);
  const TensorFormat ell(std::vector<int>{0, 1},
                         {{LevelKind::dense}, {Levels::ell}});
  return CompositeFormat(
      {{ell, {{EntryMeasure::rank({Terms::row()}), {0, width - 1}}}},
       {Formats::coo(2)}});
}

/// hyb(c, k) of SparseTIR, for a matrix of `columns` columns: `partitions` of
/// ceil(columns / partitions) columns each, in these a part for each of the `buckets`
/// (1, 2, 4, … there). The part of bucket b stores the rows with at most b entries
/// in the partition that no smaller bucket takes, with the rows as coordinates of a
/// compressed level; that of the last one takes longer rows, too, cut into several of
/// at most b entries. Partition by partition, empty parts included.
/// \throws FormatMismatch unless numbers are positive and buckets ascend
inline CompositeFormat column_part_hyb(std::int64_t columns,
                                       std::int64_t partitions,
                                       const std::vector<std::int64_t>& buckets) {
  const char* name = "HybridFormats::column_part_hyb";
  Terms::check_positive(name, "partitions", partitions);
  if (buckets.empty())
    throw FormatMismatch(error_message(name, "buckets", "at least one", "none"));
  const std::int64_t width =
      columns > 0 ? (columns - 1) / partitions + 1 : 1;
  const AffineExprPtr partition = floordiv(Terms::column(), width);
  const EntryMeasure length     = EntryMeasure::count({Terms::row(), partition});
  const LevelType rows{LevelKind::compressed}, cut{LevelKind::compressed, false};
  std::vector<PartFormat> parts;
  for (std::int64_t p = 0; p < partitions; ++p)
    for (std::size_t k = 0; k < buckets.size(); ++k) {
      const std::int64_t least = (k == 0 ? 0 : buckets[k - 1]) + 1;
      Terms::check_positive(name, "buckets: the distance to the one before",
                           buckets[k] - least + 1);
      const bool last = k + 1 == buckets.size();
      parts.push_back(
          {TensorFormat(std::vector<int>{0, 1},
                        {last ? cut : rows, {Levels::fixed_width}}),
           {{EntryMeasure::value(partition), {p, p}},
            {length, last ? Terms::at_least(least) : IndexRange{least, buckets[k]}}},
           last ? buckets[k] : 0});
    }
  return CompositeFormat(std::move(parts));
}

/// The blocks of `rows` × `columns` with at least `entries` entries in BSR, what is
/// left with as many places in every row as the fullest one needs (ELL).
/// \throws FormatMismatch for numbers below 1
inline CompositeFormat bsr_ell(std::int64_t rows, std::int64_t columns,
                               std::int64_t entries) {
  Terms::check_positive("HybridFormats::bsr_ell", "entries", entries);
  const TensorFormat bsr = Formats::bsr(rows, columns);
  const TensorFormat ell(std::vector<int>{0, 1},
                         {{LevelKind::dense}, {Levels::ell}});
  return CompositeFormat(
      {{bsr,
        {{EntryMeasure::count({floordiv(Terms::row(), rows),
                               floordiv(Terms::column(), columns)}),
          Terms::at_least(entries)}}},
       {ell}});
}

/// HDC (Morpheus): the diagonals with at least `entries` entries in DIA, what is left
/// in CSR.
/// \throws FormatMismatch for a number below 1
inline CompositeFormat hdc(std::int64_t entries) {
  Terms::check_positive("HybridFormats::hdc", "entries", entries);
  return CompositeFormat(
      {{Formats::dia(),
        {{EntryMeasure::count({Terms::column() - Terms::row()}),
          Terms::at_least(entries)}}},
       {Formats::csr()}});
}

/// True for a text that begins with the name of a composite format, as "HYB(2)" does.
bool is_name(std::string_view text);

/// The format that a name means for a matrix of these extents: "HYB(w)" hyb(w),
/// "HYB(c,k)" column_part_hyb of c partitions and the buckets 1, 2, …, 2^k,
/// "BSR_ELL(r,c,e)" bsr_ell(r, c, e), "HDC(e)" hdc(e). Nothing for other texts.
/// \throws ParseError for other numbers than these; ShapeMismatch for extents of
///   another order.
std::optional<CompositeFormat> parse(std::string_view text,
                                     const std::vector<std::int64_t>& extents);

}  // namespace Strata::HybridFormats

#endif
