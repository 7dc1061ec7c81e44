// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_FORMAT_OPTION_HPP
#define STRATA_TOOLS_FORMAT_OPTION_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <Strata_CompositeFormat.hpp>
#include <Strata_TensorFormat.hpp>

/// \file
/// Values of --format. Errors begin with the option, which may name a tensor, too:
/// "--format A".
namespace Strata::Tool {

/// True for the name of a composite format.
bool is_composite(const std::optional<std::string>& format);

/// Whether the name of a composite format would do as well, which messages say.
enum class Parts { none, possible };

/// \throws UsageError, UnsupportedExpression.
TensorFormat parse_format(const std::string& option, const std::string& text, int order,
                          Parts parts);

/// Nothing for a text that is no name of a composite format. \throws UsageError.
std::optional<CompositeFormat> parse_composite(const std::string& option,
                                               const std::string& text,
                                               const std::vector<std::int64_t>& extents);

}  // namespace Strata::Tool

#endif
