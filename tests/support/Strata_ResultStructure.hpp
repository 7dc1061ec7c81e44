// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_RESULT_STRUCTURE_HPP
#define STRATA_RESULT_STRUCTURE_HPP

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_Check.hpp>

namespace Strata::Testing {

using CoordinateSet = std::set<std::vector<std::int64_t>>;

/// Coordinates that a sparse result of `notation` stores: where a term of the
/// right-hand side is made of stored entries only, and the old contents of +=. Where a
/// reduction has no terms, over an extent of 0, what `result` has of these: whether it
/// stores them is left open.
CoordinateSet expected_coordinates(std::string_view notation, const Operands& inputs,
                                   const TensorRef& result);

/// What is wrong with the arrays of a sparse tensor in host memory that should
/// store `expected` and nothing else; empty: nothing. Each level that stores
/// coordinates must have each prefix (in level order) of the expected coordinates
/// once under its parent, which forbids entries with nothing below them; last
/// levels that are not unique may repeat them.
std::string structure_fault(const TensorRef& tensor, const CoordinateSet& expected);

/// The first difference between the positions and coordinates of two tensors of
/// one format; empty: they are equal bit by bit.
std::string structure_difference(const TensorRef& a, const TensorRef& b);

/// A tensor without contents that says what a sparse result shall be.
TensorRef declare_result(const TensorFormat& format, ScalarType scalar,
                         std::vector<std::int64_t> extents);

}  // namespace Strata::Testing

#endif
