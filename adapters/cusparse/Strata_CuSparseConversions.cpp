// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CuSparseConversionsImpl.hpp>

#include <string>

#include <Strata_Error.hpp>
#include <impl/Strata_CuSparseDescriptors.hpp>

namespace Strata::CuSparse::Impl {

namespace {

constexpr const char *conversion = "Strata::CuSparse::convert",
                     *densifying = "Strata::CuSparse::to_dense";
using Kind                       = MatrixStorage::Kind;

[[noreturn]] void refuse(const std::string& from, const std::string& to) {
  throw UnsupportedExpression(error_message(
      conversion, "formats", "CSR to CSC, CSC to CSR, COO to CSR, or dense to CSR or CSC",
      from + " to " + to, "use Strata::convert"));
}

/// What is made of a source: the same tensor in another format.
TensorRef like(const TensorRef& source, const TensorFormat& format) {
  TensorRef wanted;
  wanted.format  = format;
  wanted.scalar  = source.scalar;
  wanted.extents = source.extents;
  return wanted;
}

/// Old functions, which know indices of 32 bits.
void check_narrow(const SparseMatrix& m, const TensorFormat& target) {
  if (m.index_type == CUSPARSE_INDEX_32I && target.pos_type().bits() == 32 &&
      target.crd_type().bits() == 32)
    return;
  throw FormatMismatch(error_message(conversion, "source and result",
                                     "positions and coordinates of 32 bits", "others",
                                     "use Strata::convert"));
}

/// Compressed rows as columns, or the other way round.
TensorRef exchange(Session& session, const TensorRef& source, const SparseMatrix& given,
                   const TensorFormat& target) {
  check_narrow(given, target);
  const Functions& f   = session.functions();
  const SparseMatrix m = given.storage.kind == Kind::rows ? given : given.transposed();
  TensorRef result     = session.make_sparse(like(source, target), m.entries);
  const int rows = static_cast<int>(m.rows), columns = static_cast<int>(m.columns),
            entries            = static_cast<int>(m.entries);
  const auto* const positions  = static_cast<const int*>(m.positions);
  const auto* const indices    = static_cast<const int*>(m.indices);
  auto* const new_positions = static_cast<int*>(const_cast<void*>(result.levels[1].positions));
  auto* const new_indices = static_cast<int*>(const_cast<void*>(result.levels[1].coordinates));
  const auto type         = data_type(conversion, m.scalar);
  std::size_t bytes       = 0;
  session.check(
      f.Csr2cscEx2_bufferSize(session.handle(), rows, columns, entries, m.values, positions,
                              indices, result.values, new_positions, new_indices, type,
                              CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO,
                              CUSPARSE_CSR2CSC_ALG_DEFAULT, &bytes),
      conversion);
  session.check(
      f.Csr2cscEx2(session.handle(), rows, columns, entries, m.values, positions, indices,
                   result.values, new_positions, new_indices, type, CUSPARSE_ACTION_NUMERIC,
                   CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT,
                   session.buffer(0, bytes)),
      conversion);
  return result;
}

/// A list that is sorted by rows, compressed: the entries stay where they are.
TensorRef compress(Session& session, const TensorRef& source, const SparseMatrix& m,
                   const TensorFormat& target) {
  check_narrow(m, target);
  TensorRef result        = session.make_sparse(like(source, target), m.entries);
  const LevelArrays& made = result.levels[1];
  session.check(session.functions().Xcoo2csr(
                    session.handle(), static_cast<const int*>(m.positions),
                    static_cast<int>(m.entries), static_cast<int>(m.rows),
                    static_cast<int*>(const_cast<void*>(made.positions)),
                    CUSPARSE_INDEX_BASE_ZERO),
                conversion);
  const auto entries = static_cast<std::size_t>(m.entries);
  session.copy(const_cast<void*>(made.coordinates), m.indices, 4 * entries);
  session.copy(result.values, m.values, size_of(m.scalar) * entries);
  return result;
}

/// Rows of what is not 0.
TensorRef sparsify(Session& session, const TensorRef& source, Kind kind,
                   const TensorFormat& target) {
  const Functions& f = session.functions();
  const bool columns = kind == Kind::columns;
  DenseMatrix given  = dense_matrix(conversion, "source", source);
  if (columns) given = given.transposed();
  TensorRef wanted   = like(source, target);
  wanted.levels.resize(2);
  SparseMatrix rows = sparse_matrix(conversion, "result", wanted);
  if (columns) rows = rows.transposed();
  rows.positions   = session.buffer(1, positions_bytes(rows));
  const auto dense = describe(session, conversion, given);
  const auto made  = describe(session, conversion, rows);
  constexpr auto default_algorithm = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
  std::size_t bytes = 0;
  session.check(f.DenseToSparse_bufferSize(session.handle(), dense.get(), made.get(),
                                           default_algorithm, &bytes),
                conversion);
  void* const buffer = session.buffer(0, bytes);
  session.check(f.DenseToSparse_analysis(session.handle(), dense.get(), made.get(),
                                         default_algorithm, buffer),
                conversion);
  TensorRef result = make_room(session, conversion, made, rows, wanted);
  session.check(f.DenseToSparse_convert(session.handle(), dense.get(), made.get(),
                                        default_algorithm, buffer),
                conversion);
  return result;
}

}  // namespace

TensorRef convert(Session& session, const TensorRef& source, const TensorFormat& target) {
  const auto to = matrix_storage(target);
  if (!to) refuse(source.format.to_string(), target.to_string());
  const bool to_lines = to->kind == Kind::rows || to->kind == Kind::columns;
  if (source.format.is_dense() && to_lines) return sparsify(session, source, to->kind, target);
  if (source.format.is_dense()) refuse("dense", name_of(to->kind));
  const SparseMatrix m = sparse_matrix(conversion, "source", source);
  const Kind from      = m.storage.kind;
  if ((from == Kind::rows && to->kind == Kind::columns) ||
      (from == Kind::columns && to->kind == Kind::rows))
    return exchange(session, source, m, target);
  if (from == Kind::coordinates && to->kind == Kind::rows)
    return compress(session, source, m, target);
  refuse(name_of(from), name_of(to->kind));
}

void to_dense(Session& session, const TensorRef& source, const TensorRef& target) {
  const Functions& f   = session.functions();
  const SparseMatrix m = sparse_matrix(densifying, "source", source);
  const DenseMatrix d  = dense_matrix(densifying, "result", target);
  check_same_type(densifying, m.scalar, d.scalar);
  check_extent(densifying, "rows of the result", m.rows, d.rows);
  check_extent(densifying, "columns of the result", m.columns, d.columns);
  if (target.is_const)
    throw FormatMismatch(error_message(densifying, "the result", "values that may be written",
                                       "const values", "pass a View of values"));
  const auto sparse                = describe(session, densifying, m);
  const auto dense                 = describe(session, densifying, d);
  constexpr auto default_algorithm = CUSPARSE_SPARSETODENSE_ALG_DEFAULT;
  std::size_t bytes                = 0;
  session.check(f.SparseToDense_bufferSize(session.handle(), sparse.get(), dense.get(),
                                           default_algorithm, &bytes),
                densifying);
  session.check(f.SparseToDense(session.handle(), sparse.get(), dense.get(), default_algorithm,
                                session.buffer(0, bytes)),
                densifying);
}

}  // namespace Strata::CuSparse::Impl
