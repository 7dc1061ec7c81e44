// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CONVERSION_SCOPE_HPP
#define STRATA_CONVERSION_SCOPE_HPP

#include <string>
#include <vector>

#include <Strata_ConversionChoices.hpp>

namespace Strata {

/// While it lives, conversions that this thread starts (convert(), assemble(), those of
/// plans) do as `choices` say and leave a line about what they did and why. Choices that
/// a scope inside another one leaves open are those of the outer one; both get the lines.
class ConversionScope {
 public:
  /// \throws UnsupportedExpression for a negative number of buckets
  explicit ConversionScope(const ConversionChoices& choices = {});
  ~ConversionScope();
  ConversionScope(const ConversionScope&)            = delete;
  ConversionScope& operator=(const ConversionScope&) = delete;

  const ConversionChoices& choices() const { return m_choices; }
  /// A line for each that sorted or transposed, or found its entries in order.
  const std::vector<std::string>& report() const { return m_report; }
  void add(const std::string& line);

  /// That of this thread; nullptr: there is none.
  static ConversionScope* innermost();

 private:
  ConversionChoices m_choices;
  std::vector<std::string> m_report;
  ConversionScope* m_outer;
};

}  // namespace Strata

#endif
