// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_LOOP_WORDS_HPP
#define STRATA_TOOLS_LOOP_WORDS_HPP

#include <string>
#include <vector>

#include <Strata_Explain.h>

namespace Strata::Tool {

/// Loop number `l` of a launch in words, the first line says what it visits:
/// "for every j stored in A(i,j)", "locate x(j)", "add up A(i,j) * x(j)".
std::vector<std::string> loop_words(const Impl::ExplainedLaunch& launch, std::size_t l);

/// "y(i) += A(i,j) * x(j)".
std::string statement_text(const strata::ConcreteStatement& statement,
                           const IndexExpr& rhs);

}  // namespace Strata::Tool

#endif
