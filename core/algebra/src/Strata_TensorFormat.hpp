// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TENSOR_FORMAT_HPP
#define STRATA_TENSOR_FORMAT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_IndexMap.hpp>
#include <Strata_IndexRange.hpp>
#include <Strata_LevelType.hpp>

namespace Strata {

/// Width and signedness of stored positions or coordinates. Width 0 is native
/// (64 bits in memory). Unsigned unless wrapped from a library that is signed.
struct IndexType {
  int width      = 0;  ///< 0, 8, 16, 32 or 64; of packed coordinates 1, 2 or 4
  bool is_signed = false;

  int bits() const { return width == 0 ? 64 : width; }
  int bytes() const { return bits() / 8; }  ///< see index_bytes() for packed ones
  /// Largest number it holds.
  std::uint64_t max() const {
    const int b = bits() - (is_signed ? 1 : 0);
    return b == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << b) - 1;
  }
  friend bool operator==(const IndexType&, const IndexType&) = default;
};

/// A part of a dimension: the coordinates offset, offset + stride, …, `size` of
/// them, which are 0, 1, … in the part. Any of the numbers may be left to run time.
struct DimensionSlice {
  static constexpr std::int64_t dynamic = -1;  ///< '?' in text
  std::int64_t offset = dynamic, size = dynamic, stride = dynamic;

  bool is_static() const { return offset >= 0 && size >= 0 && stride > 0; }
  /// The coordinate behind the last one. \pre is_static()
  std::int64_t end() const { return size == 0 ? offset : offset + (size - 1) * stride + 1; }
  friend bool operator==(const DimensionSlice&, const DimensionSlice&) = default;
};

/// One for each dimension; none: the whole dimension.
using DimensionSlices = std::vector<std::optional<DimensionSlice>>;

/// How a tensor is stored: an index map dimensions → levels and one level type
/// per level. Immutable after construction; every constructor verifies.
///
/// A level stores a dimension, or an affine expression of several: `i floordiv 2`
/// and `i mod 2` (blocks), `j - i` (diagonals), `i * 8 + j` (both in one). The
/// dimensions follow from the levels; level coordinates without an element of
/// the tensor (the last rows of a block that sticks out) are padding.
///
/// A dimension may be a slice of one that is stored: what the tensor has is then a
/// part of what its arrays hold.
class TensorFormat {
 public:
  /// Order 0: one value.
  TensorFormat() = default;
  /// \throws FormatMismatch with the rule that is violated (MLIR's rules:
  ///   singleton only below compressed(nonunique)/singleton …, one level type
  ///   per result, widths in {0,8,16,32,64} (coordinates: 1,2,4, too); a map
  ///   that does not tell elements apart); UnsupportedExpression for symbols, and counting.
  TensorFormat(IndexMap map, std::vector<LevelType> levels, IndexType pos = {},
               IndexType crd = {});
  /// Levels in dimension order given by `order` (order[l] = dimension of level l).
  TensorFormat(const std::vector<int>& order, std::vector<LevelType> levels,
               IndexType pos = {}, IndexType crd = {});

  /// Parses MLIR's encoding: "(i, j) -> (i : dense, j : compressed)", the same
  /// inside "map = …, posWidth = 32, crdWidth = 32", inside
  /// "#sparse_tensor.encoding<{ … }>", or a named format: "CSR", "CSC", "DCSR",
  /// "DCSC", "COO"/"COO(n)", "CSF"/"CSF(n)", "SparseVector", "Dense"/"Dense(n)",
  /// these with a mode order "CSF(2,0,1)" too, "BSR(r,c)", "CSB(r,c)", "DIA",
  /// index types as "CSR<32>" or "CSR<64, i32>" (else native); or TACO's letters,
  /// one a level (d dense, s compressed, u compressed(nonunique), q singleton, c
  /// singleton(nonunique)), and which dimensions they store: "ds", "ds:1,0". `rank`
  /// settles the order (−1: the name must say).
  /// \throws ParseError with a caret; UnsupportedExpression for a map or level
  ///   that parses but is not supported, with the reason.
  static TensorFormat parse(std::string_view text, int rank = -1);
  /// "(d0, d1) -> (d0 : dense, d1 : compressed)" plus ", posWidth = 32, crdWidth
  /// = 32" where given ("posSigned = true" is ours: MLIR has no signed ones);
  /// parse(to_string()) == *this.
  std::string to_string() const;
  /// "#sparse_tensor.encoding<{ map = …, posWidth = …, crdWidth = … }>".
  std::string to_encoding() const;

  int dim_rank() const { return static_cast<int>(m_map.dimensions.size()); }
  int lvl_rank() const { return static_cast<int>(m_levels.size()); }
  const IndexMap& map() const { return m_map; }
  const std::vector<LevelType>& levels() const { return m_levels; }
  LevelType level(int l) const { return m_levels[l]; }
  /// True when every level stores a dimension as it is: whole, and nothing else.
  bool is_permutation() const { return m_has_order && !is_sliced(); }
  /// True when every level stores a dimension, or what it is a slice of.
  bool has_order() const { return m_has_order; }
  /// Dimension stored at level l. \throws FormatMismatch unless has_order()
  int dimension_of_level(int l) const { return order()[l]; }
  /// Dimensions of the levels. \throws FormatMismatch unless has_order()
  const std::vector<int>& order() const {
    if (!m_has_order) throw_no_order();
    return m_order;
  }
  /// What level l stores: "d0", "d0 floordiv 2".
  std::string level_expression(int l) const;
  /// Values of the expression of level l for elements of a tensor with these
  /// extents; those of `x mod c` are always [0, c - 1].
  /// \throws ShapeMismatch unless there is one extent per dimension,
  ///   IndexOverflow when the level would have 2^63 coordinates or more
  IndexRange level_range(int l, const std::vector<std::int64_t>& extents) const;
  /// Coordinates of level l: [0, extent). Where its expression has other values,
  /// a coordinate is the distance from the smallest one: diagonal j - i of an
  /// m × n matrix has the coordinate j - i + m - 1.
  std::int64_t level_extent(int l, const std::vector<std::int64_t>& extents) const;
  std::vector<std::int64_t> level_extents(
      const std::vector<std::int64_t>& extents) const;
  /// The same levels as dimensions of a tensor of their own.
  TensorFormat level_space() const;
  /// True when every level is dense, compressed or singleton, and nothing is packed.
  bool is_built_in() const;
  /// True when every level is built in and stores a dimension as it is.
  bool is_plain() const { return is_permutation() && is_built_in(); }
  /// The format with compressed levels instead of registered ones: what is stored in
  /// the same order, without padding and not packed.
  TensorFormat built_in() const;
  /// True when the values are an array of the dimensions: every level is dense
  /// and stores a dimension.
  bool is_dense() const;
  IndexType pos_type() const { return m_pos; }
  IndexType crd_type() const { return m_crd; }
  TensorFormat with_index_types(IndexType pos, IndexType crd) const;

  /// Empty, or one per dimension, one of which is a slice.
  const DimensionSlices& slices() const { return m_slices; }
  bool is_sliced() const { return !m_slices.empty(); }
  /// The same levels of a part of the tensor, instead of the part there was.
  /// \throws FormatMismatch unless there is one slice, or none, per dimension, with
  ///   offsets and sizes of at least 0 and strides of at least 1
  TensorFormat with_slices(DimensionSlices slices) const;
  /// The format of the tensor that the slices are of.
  TensorFormat whole() const { return with_slices({}); }
  /// The same with slices whose numbers are left to run time, but for strides of 1:
  /// what one kernel serves.
  TensorFormat with_dynamic_slices() const;

  friend bool operator==(const TensorFormat&, const TensorFormat&) = default;

 private:
  [[noreturn]] void throw_no_order() const;

  IndexMap m_map;
  std::vector<LevelType> m_levels;
  std::vector<int> m_order;  ///< of levels that store a dimension each
  DimensionSlices m_slices;
  bool m_has_order = true;
  IndexType m_pos, m_crd;
};

/// Named formats. `order[l]` = dimension at level l; empty = 0, 1, 2, ….
namespace Formats {
TensorFormat dense(int rank, std::vector<int> order = {});
TensorFormat sparse_vector();
TensorFormat csr();
TensorFormat csc();
TensorFormat dcsr();
TensorFormat dcsc();
TensorFormat coo(int rank, std::vector<int> order = {});
TensorFormat csf(int rank, std::vector<int> order = {});
/// Compressed rows of dense blocks of `rows` × `columns`.
TensorFormat bsr(std::int64_t rows, std::int64_t columns);
/// All blocks of `rows` × `columns`, each a list of its entries.
TensorFormat csb(std::int64_t rows, std::int64_t columns);
/// The diagonals that have entries, each with a place for every row.
TensorFormat dia();
}  // namespace Formats

}  // namespace Strata

#endif
