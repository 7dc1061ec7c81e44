// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_MatrixStorage.hpp>

namespace Strata {

namespace {

/// Coordinates of a level that stores `x mod c`.
std::int64_t block_extent(const TensorFormat& format, int level) {
  // They do not depend on the extents.
  return format.level_range(level, {0, 0}).upper + 1;
}

std::optional<MatrixStorage> block_storage(const TensorFormat& format) {
  if (format.lvl_rank() != 4 || format.has_order()) return {};
  MatrixStorage storage{MatrixStorage::Kind::blocks, 1, 1};
  storage.block_rows    = block_extent(format, 2);
  storage.block_columns = block_extent(format, 3);
  if (storage.block_rows < 1 || storage.block_columns < 1) return {};
  const TensorFormat blocks =
      Formats::bsr(storage.block_rows, storage.block_columns)
          .with_index_types(format.pos_type(), format.crd_type());
  if (!(format == blocks)) return {};
  return storage;
}

}  // namespace

const char* name_of(MatrixStorage::Kind kind) {
  switch (kind) {
    case MatrixStorage::Kind::rows: return "CSR";
    case MatrixStorage::Kind::columns: return "CSC";
    case MatrixStorage::Kind::coordinates: return "COO";
    default: return "BSR";
  }
}

std::optional<MatrixStorage> matrix_storage(const TensorFormat& format) {
  if (format.dim_rank() != 2 || format.is_sliced()) return {};
  using Kind      = MatrixStorage::Kind;
  const auto like = [&](const TensorFormat& other) {
    return format ==
           other.with_index_types(format.pos_type(), format.crd_type());
  };
  if (like(Formats::csr())) return MatrixStorage{Kind::rows, 1, 1};
  if (like(Formats::csc())) return MatrixStorage{Kind::columns, 1, 1};
  if (like(Formats::coo(2))) return MatrixStorage{Kind::coordinates, 1, 1};
  return block_storage(format);
}

}  // namespace Strata
