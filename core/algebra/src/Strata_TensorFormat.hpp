// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TENSOR_FORMAT_HPP
#define STRATA_TENSOR_FORMAT_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_IndexMap.hpp>
#include <Strata_LevelType.hpp>

namespace Strata {

/// Width and signedness of stored positions or coordinates. Width 0 is native
/// (64 bits in memory). Unsigned unless wrapped from a library that is signed.
struct IndexType {
  int width      = 0;  ///< 0, 8, 16, 32 or 64
  bool is_signed = false;

  int bits() const { return width == 0 ? 64 : width; }
  int bytes() const { return bits() / 8; }
  /// Largest number it holds.
  std::uint64_t max() const {
    const int b = bits() - (is_signed ? 1 : 0);
    return b == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << b) - 1;
  }
  friend bool operator==(const IndexType&, const IndexType&) = default;
};

/// How a tensor is stored: an index map dimensions → levels and one level type
/// per level. Immutable after construction; every constructor verifies.
class TensorFormat {
 public:
  /// Order 0: one value.
  TensorFormat() = default;
  /// \throws FormatMismatch with the rule that is violated (MLIR's rules:
  ///   singleton only below compressed(nonunique)/singleton …, one level type
  ///   per result, widths in {0,8,16,32,64}).
  TensorFormat(IndexMap map, std::vector<LevelType> levels, IndexType pos = {},
               IndexType crd = {});
  /// Levels in dimension order given by `order` (order[l] = dimension of level l).
  TensorFormat(const std::vector<int>& order, std::vector<LevelType> levels,
               IndexType pos = {}, IndexType crd = {});

  /// Parses MLIR's encoding: "(i, j) -> (i : dense, j : compressed)", the same
  /// inside "map = …, posWidth = 32, crdWidth = 32", inside
  /// "#sparse_tensor.encoding<{ … }>", or a named format: "CSR", "CSC", "DCSR",
  /// "DCSC", "COO"/"COO(n)", "CSF"/"CSF(n)", "SparseVector", "Dense"/"Dense(n)",
  /// the last four with a mode order "CSF(2,0,1)" too, index types as "CSR<32>" or
  /// "CSR<64, i32>" (else native). `rank` settles the order (−1: the name must say).
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
  /// Dimension stored at level l. \pre permutation() (always true so far).
  int dimension_of_level(int l) const { return m_order[l]; }
  const std::vector<int>& order() const { return m_order; }
  /// True when every level is dense.
  bool is_dense() const;
  IndexType pos_type() const { return m_pos; }
  IndexType crd_type() const { return m_crd; }
  TensorFormat with_index_types(IndexType pos, IndexType crd) const;

  friend bool operator==(const TensorFormat&, const TensorFormat&) = default;

 private:
  IndexMap m_map;
  std::vector<LevelType> m_levels;
  std::vector<int> m_order;
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
}  // namespace Formats

}  // namespace Strata

#endif
