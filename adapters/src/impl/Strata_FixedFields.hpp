// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_FIXED_FIELDS_HPP
#define STRATA_IMPL_FIXED_FIELDS_HPP

#include <string>
#include <string_view>

#include <impl/Strata_FortranFormat.hpp>
#include <impl/Strata_TextScanner.hpp>

namespace Strata::Impl {

/// The lines of a text, and on them fields of a width, which need no blanks between
/// them. A block of fields begins on a line of its own.
class FixedFields {
 public:
  FixedFields(std::string_view text, const std::string& file) : m_scanner(text, file, '\0') {}

  /// The next line without its end, which may be empty; `what` it should hold is for
  /// the message. \throws IoError at the end of the text.
  std::string_view next_line(std::string_view what);
  /// Fields are then those of a block, from the next line on.
  void begin_block(const FortranFormat& format, std::string_view what);
  /// The next field of the block, spelled as C++ reads it; valid until the next
  /// call. \throws IoError where there is none.
  std::string_view next_field();
  /// At the current line, for faults.
  const TextScanner& scanner() const { return m_scanner; }

 private:
  TextScanner m_scanner;
  std::size_t m_next         = 0;  ///< begin of the line after the current one
  std::int64_t m_line_number = 0;
  std::string_view m_line;
  FortranFormat m_format;
  std::string m_what, m_field;
  int m_on_line = 0;  ///< fields taken from the line
};

}  // namespace Strata::Impl

#endif
