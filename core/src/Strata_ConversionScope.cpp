// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_ConversionScope.hpp>

#include <Strata_Error.hpp>

namespace Strata {

static thread_local ConversionScope* innermost_scope = nullptr;

ConversionScope::ConversionScope(const ConversionChoices& choices)
    : m_choices(choices), m_outer(innermost_scope) {
  if (choices.sort_buckets < 0)
    throw UnsupportedExpression(error_message(
        "Strata::ConversionScope", "sort_buckets", "0 (chosen), 1 (none) or more",
        std::to_string(choices.sort_buckets), "leave it at 0"));
  if (m_outer && choices.transpose == TransposeMethod::automatic)
    m_choices.transpose = m_outer->m_choices.transpose;
  if (m_outer && choices.sort_buckets == 0)
    m_choices.sort_buckets = m_outer->m_choices.sort_buckets;
  if (m_outer && m_outer->m_choices.entry_by_entry) m_choices.entry_by_entry = true;
  innermost_scope = this;
}

ConversionScope::~ConversionScope() { innermost_scope = m_outer; }

void ConversionScope::add(const std::string& line) {
  for (ConversionScope* scope = this; scope; scope = scope->m_outer)
    scope->m_report.push_back(line);
}

ConversionScope* ConversionScope::innermost() { return innermost_scope; }

}  // namespace Strata
