// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FormatOption.hpp"

#include <algorithm>

#include <Strata_Error.hpp>
#include <Strata_HybridFormats.hpp>

#include "Problem.hpp"

namespace Strata::Tool {
namespace {

/// f(), whose errors say which option they are about.
template <class F>
auto about(const std::string& option, F&& f) {
  try {
    return f();
  } catch (const UnsupportedExpression& e) {
    throw UnsupportedExpression(option + ": " + e.what());
  } catch (const Error& e) {
    throw UsageError(option + ": " + e.what());
  }
}

/// "unknown format 'X'; known are CSR, …" and, below, the text: the list goes on.
std::string with_composites(std::string message) {
  if (!message.starts_with("unknown format ")) return message;
  return message.insert(std::min(message.find('\n'), message.size()), ", HYB, BSR_ELL, HDC");
}

}  // namespace

bool is_composite(const std::optional<std::string>& format) {
  return format && HybridFormats::is_name(*format);
}

TensorFormat parse_format(const std::string& option, const std::string& text, int order,
                          Parts parts) {
  return about(option, [&] {
    try {
      return TensorFormat::parse(text, order);
    } catch (const ParseError& e) {
      if (parts == Parts::none || order != 2) throw;
      throw ParseError(with_composites(e.what()));
    }
  });
}

std::optional<CompositeFormat> parse_composite(const std::string& option,
                                               const std::string& text,
                                               const std::vector<std::int64_t>& extents) {
  if (is_composite(text) && extents.size() != 2)
    throw UsageError(error_message(option, text, "a matrix",
                                   "order " + std::to_string(extents.size())));
  return about(option, [&] { return HybridFormats::parse(text, extents); });
}

}  // namespace Strata::Tool
