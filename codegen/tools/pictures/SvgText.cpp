// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text in pictures: how wide it is, where it breaks, how XML spells it.
#include <cstdint>
#include <sstream>

#include "Svg.hpp"

namespace Strata::Tool {
namespace {

/// Bytes of the UTF-8 character at `at`; 0: none that is valid XML.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > text.size()) return 0;
  std::uint32_t code = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(at + i) & 0x3f);
  }
  const bool overlong  = code < (length == 2 ? 0x80u : length == 3 ? 0x800u : 0x10000u);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  const bool no_character = code == 0xfffe || code == 0xffff || code > 0x10ffff;
  return overlong || surrogate || no_character ? 0 : length;
}

/// Width of a character of size 1, for the widest of the usual fonts.
double character_width(char first, std::size_t length) {
  if (length > 1) return 0.9;
  constexpr std::string_view narrow = "ijlI|'!.,:;/\\[]()ftr -J\"", wide = "mwMW@%#+=<>~^";
  if (narrow.find(first) != std::string_view::npos) return 0.42;
  if (wide.find(first) != std::string_view::npos) return 0.97;
  return first >= 'A' && first <= 'Z' ? 0.74 : 0.64;
}

/// Calls f(character, width of a size-1 font) for each character.
template <class F>
void for_each_character(std::string_view text, F&& f) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    const std::string_view c = length == 0 ? "?" : text.substr(at, length);
    f(c, character_width(c[0], c.size()));
    at += length == 0 ? 1 : length;
  }
}

}  // namespace

double text_width(std::string_view text, double size, bool bold) {
  double width = 0;
  for_each_character(text, [&](std::string_view, double w) { width += w; });
  return width * size * (bold ? 1.1 : 1.0);
}

std::string fit_text(std::string_view text, double width, double size) {
  if (text_width(text, size) <= width) return std::string(text);
  std::string out;
  double left = width / size - 0.9;
  for_each_character(text, [&](std::string_view c, double w) {
    left -= w;
    if (left >= 0) out += c;
  });
  return out + "…";
}

std::vector<std::string> wrap_text(std::string_view text, double width, double size) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string word; in >> word;) {
    const std::string longer = lines.empty() ? word : lines.back() + " " + word;
    if (lines.empty() || text_width(longer, size) > width)
      lines.push_back(word);
    else
      lines.back() = longer;
  }
  return lines;
}

std::string escape_xml(std::string_view text) {
  std::string out;
  for_each_character(text, [&](std::string_view c, double) {
    switch (c[0]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  });
  return out;
}

}  // namespace Strata::Tool
