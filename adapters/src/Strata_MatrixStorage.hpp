// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MATRIX_STORAGE_HPP
#define STRATA_MATRIX_STORAGE_HPP

#include <cstdint>
#include <optional>
#include <string>

#include <Strata_TensorFormat.hpp>

namespace Strata {

/// The ways to store a sparse matrix that libraries of sparse matrices have in common.
struct MatrixStorage {
  enum class Kind : std::uint8_t {
    rows,         ///< compressed rows: CSR
    columns,      ///< compressed columns: CSC
    coordinates,  ///< a list of entries that is sorted by rows: COO
    blocks        ///< compressed rows of dense blocks, which are stored by rows: BSR
  };
  Kind kind                  = Kind::rows;
  std::int64_t block_rows    = 1;
  std::int64_t block_columns = 1;
};

/// "CSR", "CSC", "COO", "BSR".
const char* name_of(MatrixStorage::Kind kind);

/// Which of them `format` is, whatever its index types; none where an entry may be
/// stored twice or out of order, or where dimensions are slices.
std::optional<MatrixStorage> matrix_storage(const TensorFormat& format);

}  // namespace Strata

#endif
