// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LINELAYOUT_H
#define STRATA_LIB_TARGET_LINELAYOUT_H

#include <cstddef>
#include <string>
#include <vector>

namespace strata::cpp {

/// Columns of a line of emitted code.
inline constexpr size_t lineWidth = 80;

/// Breaks a statement into lines of at most `lineWidth` columns where
/// clang-format (Google style) would: behind commas, operators and opening
/// brackets, with as few lines as possible and rather outside brackets than
/// inside. The first line is indented by \p indent, one that begins outside all
/// brackets by \p continuation (equal to \p indent: part of an argument list).
std::vector<std::string> layoutStatement(const std::string &text, size_t indent,
                                         size_t continuation);

/// The words of \p text in lines, the first behind \p first, the others behind
/// \p next.
std::vector<std::string> layoutWords(const std::string &text,
                                     const std::string &first,
                                     const std::string &next);

} // namespace strata::cpp

#endif
