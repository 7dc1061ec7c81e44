// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUSPARSE_DESCRIPTORS_HPP
#define STRATA_IMPL_CUSPARSE_DESCRIPTORS_HPP

#include <memory>
#include <string_view>
#include <type_traits>

#include <impl/Strata_CuSparseMatrix.hpp>
#include <impl/Strata_CuSparseSession.hpp>

namespace Strata::CuSparse::Impl {

/// Descriptors that are destroyed at the end of their scope.
template <class Handle>
class Descriptor {
 public:
  template <class Destroy>
  Descriptor(Handle handle, Destroy destroy) : m_handle(handle, destroy) {}
  Handle get() const { return m_handle.get(); }

 private:
  std::shared_ptr<std::remove_pointer_t<Handle>> m_handle;
};

using SparseDescriptor  = Descriptor<cusparseSpMatDescr_t>;
using MatrixDescriptor  = Descriptor<cusparseDnMatDescr_t>;
using VectorDescriptor  = Descriptor<cusparseDnVecDescr_t>;
using ProductDescriptor = Descriptor<cusparseSpGEMMDescr_t>;

/// Of the arrays as they are. \throws LibraryError, UnsupportedExpression.
SparseDescriptor describe(const Session& session, std::string_view operation,
                          const SparseMatrix& matrix);
MatrixDescriptor describe(const Session& session, std::string_view operation,
                          const DenseMatrix& matrix);
VectorDescriptor describe(const Session& session, std::string_view operation,
                          const DenseVector& vector);
/// What the steps of a product of sparse matrices pass on.
ProductDescriptor describe_product(const Session& session, std::string_view operation);

/// Bytes of the positions of compressed rows.
std::size_t positions_bytes(const SparseMatrix& rows);
/// A tensor like `wanted` for as many entries as `descriptor` has by now, whose arrays
/// become those of the descriptor. Its positions are what those of `rows`, which the
/// descriptor was made of, have become: some operations write them early.
TensorRef make_room(const Session& session, std::string_view operation,
                    const SparseDescriptor& descriptor, const SparseMatrix& rows,
                    const TensorRef& wanted);

}  // namespace Strata::CuSparse::Impl

#endif
