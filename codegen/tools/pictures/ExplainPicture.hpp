// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_EXPLAIN_PICTURE_HPP
#define STRATA_TOOLS_EXPLAIN_PICTURE_HPP

#include <string>

#include <Strata_Explain.h>

namespace Strata::Tool {

/// The explanation as SVG: for every launch the iteration graph and, beside each
/// of its variables, the merge lattice and the loop in words. A refused
/// expression is drawn as its graph, with the reason.
std::string draw_explanation(const Impl::Explanation& explanation);

}  // namespace Strata::Tool

#endif
