// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_OVER_PARTS_HPP
#define STRATA_OVER_PARTS_HPP

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_IndexNotation.hpp>

namespace Strata {

/// The names of the parts of tensors that are stored as sums, A: A0, A1 …
/// (decompose()).
using PartNames = std::map<std::string, std::vector<std::string>>;

/// The statement over the parts of tensors. A term that is a multiple of one tensor in parts
/// becomes one term for each part, so that each part is walked by itself; anywhere else the
/// sum of the parts stands in the place of the tensor. As no two parts store an entry for the
/// same coordinates, and nothing of a fill value of 0 (or of what the + of a semiring leaves
/// as it is), the statement stores and means the same.
/// \throws UnsupportedExpression when the statement assigns a tensor in parts, or for a tensor
///   without parts.
Assignment over_parts(const Assignment& statement, const PartNames& parts);

/// The same for the text of one or several statements.
/// \throws ParseError as well
std::string over_parts(std::string_view statements, const PartNames& parts);

}  // namespace Strata

#endif
