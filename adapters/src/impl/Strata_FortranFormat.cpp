// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_FortranFormat.hpp>

#include <cctype>

namespace Strata::Impl {
namespace {

/// Reads a format character by character, blanks left out, in upper case.
class FormatReader {
 public:
  explicit FormatReader(std::string_view text) {
    for (const char c : text)
      if (std::isspace(static_cast<unsigned char>(c)) == 0)
        m_text += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }

  bool take(char c) {
    if (m_at >= m_text.size() || m_text[m_at] != c) return false;
    ++m_at;
    return true;
  }
  /// The letter, if it is one of `set`; else 0.
  char take_one_of(std::string_view set) {
    if (m_at >= m_text.size() || set.find(m_text[m_at]) == std::string_view::npos) return 0;
    return m_text[m_at++];
  }
  std::optional<int> take_number() {
    constexpr std::size_t most_digits = 6;
    const std::size_t first           = m_at;
    int number                        = 0;
    while (m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at])) != 0 &&
           m_at - first < most_digits)
      number = 10 * number + (m_text[m_at++] - '0');
    if (m_at == first) return std::nullopt;
    return number;
  }
  bool at_end() const { return m_at == m_text.size(); }
  std::size_t at() const { return m_at; }
  void move_to(std::size_t at) { m_at = at; }

 private:
  std::string m_text;
  std::size_t m_at = 0;
};

/// "1P" or "-2P", with or without a comma.
void take_scale(FormatReader& in, FortranFormat& format) {
  const std::size_t before = in.at();
  const bool is_negative   = in.take('-');
  const auto scale         = in.take_number();
  if (!scale || !in.take('P')) return in.move_to(before);
  format.scale = is_negative ? -*scale : *scale;
  in.take(',');
}

/// "1X,"
void take_blanks(FormatReader& in, FortranFormat& format) {
  const std::size_t before = in.at();
  const auto blanks        = in.take_number();
  if (!blanks || !in.take('X')) return in.move_to(before);
  format.skipped = *blanks;
  in.take(',');
}

/// "5E15.8", "16I5", "E24.16E3"
bool take_field(FormatReader& in, FortranFormat& format, int& repeat) {
  take_scale(in, format);
  take_blanks(in, format);
  take_scale(in, format);
  repeat      = in.take_number().value_or(1);
  format.kind = in.take_one_of("IEDFG");
  if (format.kind == 0) return false;
  const auto width = in.take_number();
  if (!width) return false;
  format.width = *width;
  if (in.take('.')) format.decimals = in.take_number().value_or(0);
  if (!format.is_integer() && in.take('E')) in.take_number();
  return repeat > 0 && format.width > 0;
}

}  // namespace

std::optional<FortranFormat> parse_fortran_format(std::string_view text) {
  FormatReader in(text);
  FortranFormat format;
  if (!in.take('(')) return std::nullopt;
  take_scale(in, format);
  const std::size_t before = in.at();
  const int groups         = in.take_number().value_or(1);
  const bool has_group     = in.take('(');
  if (!has_group) in.move_to(before);
  int repeat = 1;
  if (!take_field(in, format, repeat) || (has_group && !in.take(')')) || !in.take(')') ||
      !in.at_end())
    return std::nullopt;
  // Blanks stand before each field only where there is one to a group.
  if (format.skipped > 0 && repeat > 1) return std::nullopt;
  format.repeat = has_group ? groups * repeat : repeat;
  return format;
}

std::string spell_field(std::string_view field, const FortranFormat& format) {
  std::string out;
  bool has_point = false, has_exponent = false;
  for (const char c : field) {
    const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const bool is_sign = c == '-' || c == '+';
    if (c == ' ') continue;
    if (!format.is_integer() && (upper == 'D' || upper == 'E')) {
      has_exponent = true;
      out += 'e';
      continue;
    }
    // A sign behind a digit begins an exponent whose letter was left out.
    if (!format.is_integer() && is_sign && !out.empty() && out.back() != 'e') {
      has_exponent = true;
      out += 'e';
    }
    has_point |= c == '.';
    if (c == '+' && (out.empty() || out.back() == 'e')) continue;
    out += c;
  }
  const int shift = (has_point ? 0 : format.decimals) + (has_exponent ? 0 : format.scale);
  if (out.empty() || format.is_integer() || shift == 0) return out;
  if (!has_exponent) return out + "e" + std::to_string(-shift);
  const std::size_t e = out.find('e');
  const std::size_t digits = e - (has_point ? 1 : 0);
  // A point before the last `decimals` digits of the mantissa.
  if (has_point || static_cast<std::size_t>(shift) > digits) return out;
  out.insert(e - static_cast<std::size_t>(shift), ".");
  return out;
}

}  // namespace Strata::Impl
