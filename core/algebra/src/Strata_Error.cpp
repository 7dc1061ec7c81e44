// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Error.hpp>

#include <algorithm>

namespace Strata {
namespace {

/// Longest line that is shown whole; longer ones are cut around the place.
constexpr std::size_t max_shown = 160;

bool is_continuation_byte(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Columns that UTF-8 text takes.
std::size_t columns(std::string_view s) {
  return s.size() - std::count_if(s.begin(), s.end(), is_continuation_byte);
}

/// One line of text that contains a place, and the place inside it.
struct ShownLine {
  std::string_view line;
  std::size_t begin, end;
  bool cut_left = false, cut_right = false;
};

/// The line that holds `begin`. Order: the line is found, then cut to size.
ShownLine find_line(std::string_view text, std::size_t begin, std::size_t end) {
  begin = std::min(begin, text.size());
  end   = std::clamp(end, begin, text.size());
  const std::size_t newline =
      begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  const std::size_t first = newline == std::string_view::npos ? 0 : newline + 1;
  const std::size_t last  = std::min(text.find('\n', begin), text.size());
  ShownLine s{text.substr(first, last - first), begin - first,
              std::min(end, last) - first};
  if (s.line.size() <= max_shown) return s;
  std::size_t from = s.begin > max_shown / 2 ? s.begin - max_shown / 2 : 0;
  while (from > 0 && is_continuation_byte(s.line[from])) --from;
  std::size_t to = std::min(from + max_shown, s.line.size());
  while (to < s.line.size() && is_continuation_byte(s.line[to])) ++to;
  return {s.line.substr(from, to - from), s.begin - from,
          std::min(s.end, to) - from, from > 0, to < s.line.size()};
}

}  // namespace

std::string error_message(std::string_view operation, std::string_view argument,
                          std::string_view expected, std::string_view got,
                          std::string_view advice) {
  std::string message(operation);
  const auto append = [&](std::string_view separator, std::string_view prefix,
                          std::string_view part) {
    if (part.empty()) return;
    if (!message.empty()) message += separator;
    message.append(prefix).append(part);
  };
  append(": ", "", argument);
  append(": ", "expected ", expected);
  append(expected.empty() ? ": " : ", ", "got ", got);
  append("; ", "", advice);
  return message;
}

std::string caret_message(std::string_view what, std::string_view text,
                          std::size_t begin, std::size_t end) {
  const ShownLine s = find_line(text, begin, end);
  std::string line(s.line);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  const std::size_t indent =
      columns(s.line.substr(0, s.begin)) + (s.cut_left ? 3 : 0);
  const std::size_t width = std::max<std::size_t>(
      1, columns(s.line.substr(s.begin, s.end - s.begin)));
  std::string message(what);
  message.append("\n  ").append(s.cut_left ? "..." : "").append(line);
  message.append(s.cut_right ? "..." : "").append("\n  ");
  message.append(indent, ' ').append("^").append(width - 1, '~');
  return message;
}

}  // namespace Strata
