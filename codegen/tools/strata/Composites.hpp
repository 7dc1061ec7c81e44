// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_COMPOSITES_HPP
#define STRATA_TOOLS_COMPOSITES_HPP

#include <map>
#include <string>
#include <vector>

#include <Strata_CompositeFormat.hpp>
#include <Strata_IndexNotation.hpp>

#include "FormatOption.hpp"
#include "Loading.hpp"
#include "Problem.hpp"

/// \file
/// Operands that --format wants as sums of parts: A as A0 + A1 + ….
namespace Strata::Tool {

struct StoredParts {
  CompositeFormat format;
  std::vector<std::string> names;  ///< of the parts, as statements use them
};
using Composites = std::map<std::string, StoredParts>;

/// The format with index widths that fit `entries`, see choose_index_types().
CompositeFormat choose_index_types(const CompositeFormat& format,
                                   const std::vector<std::int64_t>& extents,
                                   std::int64_t entries);

/// The tensors of the problem that are to be stored in parts.
/// \throws UnsupportedExpression for a result, and for a fill value other than 0 unless a
///   semiring says what + is; UsageError of parse_composite().
Composites composites_of(const Problem& problem, const LoadedTensors& loaded,
                         const TensorDeclarations& tensors);

/// The statements over parts.
std::string over_parts(const std::string& notation, const Composites& composites);

/// The declarations with parts in the place of what they are parts of.
TensorDeclarations declare_parts(TensorDeclarations tensors, const Composites& composites);

}  // namespace Strata::Tool

#endif
