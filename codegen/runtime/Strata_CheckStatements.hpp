// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CHECK_STATEMENTS_HPP
#define STRATA_CHECK_STATEMENTS_HPP

#include <string_view>

#include <Strata_Check.hpp>
#include <Strata_ProgramOptions.hpp>

namespace Strata {

/// The dense meaning of several statements in their order: what each of them leaves
/// in the tensor it assigns, in host memory. `operands` hold what the plan's did
/// before it ran (of a sparse result the declaration is enough unless it is added to);
/// other tensors are temporaries, declared as compile() does. Sparse ones come back
/// as lists of the coordinates that are not absent.
/// \throws as evaluate().
Operands evaluate_statements(std::string_view text, const Operands& operands,
                             const ProgramOptions& program = {},
                             const CheckOptions& options   = {});

/// Compares what a plan of several statements made of the tensor `name`, which the
/// last statement that assigns it left, with their dense meaning.
/// \throws as evaluate(); ShapeMismatch where no statement assigns it.
CheckReport check_statements(std::string_view text, const Operands& operands,
                             const std::string& name, const TensorRef& result,
                             const ProgramOptions& program = {},
                             const CheckOptions& options   = {});

}  // namespace Strata

#endif
