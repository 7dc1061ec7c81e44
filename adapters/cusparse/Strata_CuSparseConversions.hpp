// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CUSPARSE_CONVERSIONS_HPP
#define STRATA_CUSPARSE_CONVERSIONS_HPP

#include <Strata_CuSparseContext.hpp>
#include <Strata_CuSparseError.hpp>
#include <Strata_Ref.hpp>
#include <impl/Strata_CuSparseConversionsImpl.hpp>

namespace Strata::CuSparse {

/// A new tensor with the entries of `source` in `format`: CSR to CSC and back, COO to
/// CSR (these with indices of 32 bits), dense (what is not 0 of it) to CSR or CSC.
/// \param source an m × n SparseView or View \param format the result's, index types included
/// Asynchronous, but that a dense matrix waits for the number of entries.
/// \throws UnsupportedExpression for other formats (Strata::convert has all of them);
///   FormatMismatch for other index types; IndexOverflow, LibraryError.
template <class ExecutionSpace, class Source>
auto convert(const Context<ExecutionSpace>& context, const Source& source,
             const TensorFormat& format) {
  using scalar = typename Source::non_const_value_type;
  return view_of<scalar, typename ExecutionSpace::memory_space>(
      Impl::convert(context.session(), ref(source), format));
}

/// Writes an m × n matrix in CSR, CSC, COO or BSR to a View of either layout, zeros
/// included. Asynchronous.
/// \throws FormatMismatch, ShapeMismatch, UnsupportedExpression, LibraryError.
template <class ExecutionSpace, class Source, class Target>
void to_dense(const Context<ExecutionSpace>& context, const Source& source,
              const Target& target) {
  Impl::to_dense(context.session(), ref(source), ref(target));
}

}  // namespace Strata::CuSparse

#endif
