// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_FixedFields.hpp>

namespace Strata::Impl {

std::string_view FixedFields::next_line(std::string_view what) {
  const std::string_view text = m_scanner.text();
  ++m_line_number;
  m_scanner.move_to(m_next, m_line_number, m_next);
  if (m_next >= text.size()) m_scanner.fail(what, "the end of the file");
  const std::size_t end = std::min(text.find('\n', m_next), text.size());
  m_line                = text.substr(m_next, end - m_next);
  if (m_line.ends_with('\r')) m_line.remove_suffix(1);
  m_next = end + 1;
  return m_line;
}

void FixedFields::begin_block(const FortranFormat& format, std::string_view what) {
  m_format  = format;
  m_what    = what;
  m_on_line = format.repeat;
}

std::string_view FixedFields::next_field() {
  const auto stride = static_cast<std::size_t>(m_format.width + m_format.skipped);
  std::size_t begin = 0;
  for (;;) {
    if (m_on_line == m_format.repeat) {
      next_line(m_what);
      m_on_line = 0;
    }
    begin = static_cast<std::size_t>(m_on_line++) * stride +
            static_cast<std::size_t>(m_format.skipped);
    if (begin < m_line.size()) break;
    m_on_line = m_format.repeat;  // a short line
  }
  m_field = spell_field(m_line.substr(begin, static_cast<std::size_t>(m_format.width)), m_format);
  if (m_field.empty()) m_scanner.fail(m_what, "a blank field");
  return m_field;
}

}  // namespace Strata::Impl
