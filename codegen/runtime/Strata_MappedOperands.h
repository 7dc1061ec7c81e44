// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MAPPED_OPERANDS_H
#define STRATA_MAPPED_OPERANDS_H

#include <optional>
#include <string>

#include <Strata_FlattenLevels.hpp>
#include <Strata_IndexNotation.hpp>
#include <Strata_PlanOptions.hpp>
#include <strata/Analysis/ConcreteNotation.h>

/// \file
/// Tensors whose levels store expressions of dimensions (blocks, diagonals, …). The
/// code generator sees them in a format whose levels are dimensions: a plan converts
/// operands before, and results afterwards. Private to the runtime (a .h is not
/// installed).
namespace Strata::Impl {

/// How an operand of `format` is read by kernels that are compiled at run time: as it
/// is stored, its levels flattened to one for every dimension. None: a copy is.
std::optional<FlattenedFormat> read_in_place(const TensorFormat& format,
                                             const std::vector<std::int64_t>& extents);

/// The format that a tensor of `format` is copied to: itself where every level
/// stores a dimension. Else dimensions come in the order of the first levels that
/// store nothing else, the first one dense if that level is, others where all levels
/// that store something of them are, but never all: BSR is CSR. Index types stay
/// where they are sure to suffice. Extents below 0 are not known.
TensorFormat compiled_format(const TensorFormat& format,
                             const std::vector<std::int64_t>& extents);

/// True where all levels are dense: a copy is then indexed rather than searched.
bool stores_everything(const TensorFormat& format);
/// The same order of dimensions, each a dense level.
TensorFormat with_dense_levels(const TensorFormat& format);

/// The copy of the operand `name` that is compiled for, as the plan lists copies.
strata::Conversion compiled_copy(const std::string& name,
                                 const TensorFormat& stored,
                                 const TensorFormat& compiled, double entries,
                                 ScalarType scalar);

/// \throws UnsupportedExpression unless every level of the tensors of a statement
///   stores a dimension; where C++ is emitted the whole of it, in built-in levels.
void check_compiled(const CheckedAssignment& statement, Backend backend);

}  // namespace Strata::Impl

#endif
