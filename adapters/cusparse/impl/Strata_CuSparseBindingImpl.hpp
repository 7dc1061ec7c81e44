// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CUSPARSE_BINDING_IMPL_HPP
#define STRATA_IMPL_CUSPARSE_BINDING_IMPL_HPP

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <Strata_LibraryOperation.hpp>
#include <Strata_TensorRef.hpp>
#include <impl/Strata_CuSparseSession.hpp>

namespace Strata::CuSparse::Impl {

/// An operation on operands that it takes. It returns a sparse result; a dense one is
/// written in place.
using BoundOperation = std::function<TensorRef(Session&)>;

/// Binds `operation` to operands by name; extents of a sparse result may be negative.
/// \throws Error when cuSPARSE does not take them, and why.
BoundOperation bind_operation(const LibraryOperation& operation,
                              const std::map<std::string, TensorRef>& operands);

/// A statement as an operation of cuSPARSE, or why it is none.
struct BoundStatement {
  std::optional<BoundOperation> run;
  std::string name;    ///< "SpMV"; empty where nothing was bound
  std::string reason;  ///< else
};

/// \throws ParseError, ShapeMismatch, UnsupportedExpression for a statement that is none
///   on these operands.
BoundStatement bind_statement(std::string_view notation,
                              const std::map<std::string, TensorRef>& operands);

}  // namespace Strata::CuSparse::Impl

#endif
