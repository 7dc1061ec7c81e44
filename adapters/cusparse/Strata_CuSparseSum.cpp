// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of sparse matrices. The generic API has none: functions of one type each.
#include <impl/Strata_CuSparseSumImpl.hpp>

#include <limits>

#include <Strata_Error.hpp>
#include <impl/Strata_CuSparseDescriptors.hpp>

namespace Strata::CuSparse::Impl {

namespace {

constexpr const char* operation = "Strata::CuSparse::add";
using Kind                      = MatrixStorage::Kind;

/// Its compressed rows, or those of its transpose.
SparseMatrix as_rows(const char* name, const TensorRef& tensor) {
  SparseMatrix m = sparse_matrix(operation, name, tensor);
  if (m.storage.kind != Kind::rows && m.storage.kind != Kind::columns)
    throw FormatMismatch(
        error_message(operation, name, "CSR or CSC", name_of(m.storage.kind), "convert it"));
  if (m.index_type != CUSPARSE_INDEX_32I)
    throw FormatMismatch(error_message(operation, name, "positions and coordinates of 32 bits",
                                       "64 bits", "convert it"));
  if (m.entries > std::numeric_limits<int>::max())
    throw IndexOverflow(error_message(operation, name, "a number of entries that 31 bits hold",
                                      std::to_string(m.entries)));
  return m.storage.kind == Kind::columns ? m.transposed() : m;
}

/// A pointer, of whatever type a parameter has.
struct Pointer {
  const void* address;
  template <class T>
  operator T*() const {
    return static_cast<T*>(const_cast<void*>(address));
  }
};

constexpr std::size_t workspace_buffer = 0, positions_buffer = 2;

/// One sum, step by step; what they have in common.
struct Steps {
  Session& session;
  const SparseMatrix &a, &b;
  const Factor &alpha, &beta;
  Descriptor<cusparseMatDescr_t> form;

  int rows() const { return static_cast<int>(a.rows); }
  int columns() const { return static_cast<int>(a.columns); }

  /// Calls one of csrgeam2 and csrgeam2_bufferSizeExt.
  template <class Function, class Last>
  void call(Function function, const Pointer& values, const Pointer& positions,
            const Pointer& indices, Last last) const {
    session.check(function(session.handle(), rows(), columns(), Pointer{alpha.data()}, form.get(),
                           static_cast<int>(a.entries), Pointer{a.values}, Pointer{a.positions},
                           Pointer{a.indices}, Pointer{beta.data()}, form.get(),
                           static_cast<int>(b.entries), Pointer{b.values}, Pointer{b.positions},
                           Pointer{b.indices}, form.get(), values, positions, indices, last),
                  operation);
  }
  /// Writes the positions of the sum. \return its number of entries
  int count(const Pointer& positions, void* workspace) const {
    int entries = 0;
    session.check(
        session.functions().Xcsrgeam2Nnz(
            session.handle(), rows(), columns(), form.get(), static_cast<int>(a.entries),
            Pointer{a.positions}, Pointer{a.indices}, form.get(), static_cast<int>(b.entries),
            Pointer{b.positions}, Pointer{b.indices}, form.get(), positions, &entries, workspace),
        operation);
    return entries;
  }
};

template <class Size, class Sum>
TensorRef add_up(const Steps& steps, const TensorRef& wanted, Size size, Sum sum) {
  Session& session            = steps.session;
  const std::size_t num_bytes = positions_bytes(steps.a);
  const Pointer positions{session.buffer(positions_buffer, num_bytes)};
  std::size_t bytes = 0;
  steps.call(size, Pointer{nullptr}, positions, Pointer{nullptr}, &bytes);
  void* const workspace = session.buffer(workspace_buffer, bytes);
  const TensorRef made  = session.make_sparse(wanted, steps.count(positions, workspace));
  const Pointer own{made.levels[1].positions};
  session.copy(own, positions, num_bytes);
  steps.call(sum, Pointer{made.values}, own, Pointer{made.levels[1].coordinates}, workspace);
  return made;
}

}  // namespace

SparseSum::SparseSum(std::complex<double> alpha, const TensorRef& a, std::complex<double> beta,
                     const TensorRef& b)
    : m_a(as_rows("A", a)),
      m_b(as_rows("B", b)),
      m_wanted(a),
      m_alpha(operation, alpha, a.scalar),
      m_beta(operation, beta, a.scalar) {
  data_type(operation, a.scalar);
  check_same_type(operation, a.scalar, b.scalar);
  const Kind kind_a = matrix_storage(a.format)->kind, kind_b = matrix_storage(b.format)->kind;
  if (kind_a != kind_b)
    throw FormatMismatch(
        error_message(operation, "B", name_of(kind_a), name_of(kind_b), "convert it"));
  check_extent(operation, "rows of B", a.extents[0], b.extents[0]);
  check_extent(operation, "columns of B", a.extents[1], b.extents[1]);
  m_wanted.owner = nullptr;
}

TensorRef SparseSum::run(Session& session) const {
  const Functions& f        = session.functions();
  cusparseMatDescr_t handle = nullptr;
  session.check(f.CreateMatDescr(&handle), operation);
  const Steps steps{session, m_a, m_b, m_alpha, m_beta, {handle, f.DestroyMatDescr}};
  switch (m_wanted.scalar) {
    case ScalarType::f32: return add_up(steps, m_wanted, f.Scsrgeam2_bufferSizeExt, f.Scsrgeam2);
    case ScalarType::f64: return add_up(steps, m_wanted, f.Dcsrgeam2_bufferSizeExt, f.Dcsrgeam2);
    case ScalarType::c64: return add_up(steps, m_wanted, f.Ccsrgeam2_bufferSizeExt, f.Ccsrgeam2);
    default: return add_up(steps, m_wanted, f.Zcsrgeam2_bufferSizeExt, f.Zcsrgeam2);
  }
}

}  // namespace Strata::CuSparse::Impl
