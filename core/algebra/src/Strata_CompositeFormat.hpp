// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_COMPOSITE_FORMAT_HPP
#define STRATA_COMPOSITE_FORMAT_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <Strata_IndexRange.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata {

/// A number that every entry of a tensor has. `keys` are expressions of its
/// coordinates; entries for which they have the same values make a group: a row
/// (d0), a row within columns of a partition (d0, d1 floordiv 8), a block
/// (d0 floordiv 2, d1 floordiv 2), a diagonal (d1 - d0).
struct EntryMeasure {
  enum class Kind {
    value,  ///< of the one key
    count,  ///< entries in its group: the length of the row
    rank    ///< entries of the group before it, in the order of the dimensions
  };
  Kind kind = Kind::value;
  std::vector<AffineExprPtr> keys;

  static EntryMeasure value(AffineExprPtr key);
  static EntryMeasure count(std::vector<AffineExprPtr> keys);
  static EntryMeasure rank(std::vector<AffineExprPtr> keys);

  /// "d1 floordiv 3", "count(d0)", "rank(d0, d1 floordiv 3)"
  std::string to_string(const AffineNames& names = {}) const;
  bool operator==(const EntryMeasure& other) const;
};

/// A measure that lies in a range.
struct EntryCondition {
  EntryMeasure measure;
  IndexRange range;

  /// "rank(d0) <= 1", "d1 floordiv 3 = 0", "count(d0) in [2, 4]"
  std::string to_string(const AffineNames& names = {}) const;
  bool operator==(const EntryCondition&) const = default;
};

/// One part of a composite format.
struct PartFormat {
  TensorFormat format;
  std::vector<EntryCondition> conditions{};  ///< all hold; none: any entry
  /// Above 0: what lies below one coordinate of the first level is stored as
  /// several segments of at most so many entries, under the same coordinate each.
  /// The level is compressed(nonunique), and nothing else stores its dimension.
  std::int64_t row_width = 0;

  bool operator==(const PartFormat&) const = default;
};

/// How a tensor is stored as a sum of parts, each in a format of its own (SparseTIR's
/// composable formats; HYB = ELL + COO). An entry belongs to the first part whose
/// conditions it meets.
class CompositeFormat {
 public:
  /// \throws FormatMismatch unless there are parts of one order, with measures over
  ///   their dimensions, and first levels that can be cut where rows are
  explicit CompositeFormat(std::vector<PartFormat> parts);

  const std::vector<PartFormat>& parts() const { return m_parts; }
  int dim_rank() const { return m_parts.front().format.dim_rank(); }
  /// Formats of the parts, one a line, with what they take.
  std::string to_string() const;
  bool operator==(const CompositeFormat&) const = default;

 private:
  std::vector<PartFormat> m_parts;
};

}  // namespace Strata

#endif
