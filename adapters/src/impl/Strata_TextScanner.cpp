// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_TextScanner.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

#include <Strata_Error.hpp>

namespace Strata::Impl {
namespace {

std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 60;
  std::string text = "'";
  for (const char c : word.substr(0, longest))
    text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return text + (word.size() > longest ? "…'" : "'");
}

}  // namespace

TextScanner::TextScanner(std::string_view text, std::string file, char comment)
    : m_text(text), m_file(std::move(file)), m_comment(comment) {}

void TextScanner::move_to(std::size_t line_begin, std::int64_t line_number,
                          std::size_t at) {
  m_begin       = line_begin;
  m_end         = std::min(m_text.find('\n', m_begin), m_text.size());
  m_next        = m_end + 1;
  m_at          = at;
  m_line_number = line_number;
}

bool TextScanner::next_line() {
  while (m_next < m_text.size()) {
    m_begin = m_at = m_next;
    m_end          = std::min(m_text.find('\n', m_begin), m_text.size());
    m_next         = m_end + 1;
    ++m_line_number;
    while (m_at < m_end && is_blank(m_text[m_at])) ++m_at;
    if (m_at < m_end && m_text[m_at] != m_comment) return true;
  }
  m_begin = m_at = m_end = m_text.size();
  return false;
}

std::string_view TextScanner::next_word() {
  while (m_at < m_end && is_blank(m_text[m_at])) ++m_at;
  const std::size_t begin = m_at;
  while (m_at < m_end && !is_blank(m_text[m_at])) ++m_at;
  return m_text.substr(begin, m_at - begin);
}

bool TextScanner::has_word() const {
  std::size_t at = m_at;
  while (at < m_end && is_blank(m_text[at])) ++at;
  return at < m_end;
}

int TextScanner::count_words() const {
  TextScanner rest = *this;
  int words        = 0;
  while (!rest.next_word().empty()) ++words;
  return words;
}

std::string_view TextScanner::line() const {
  std::string_view text = m_text.substr(m_begin, m_end - m_begin);
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

void TextScanner::fail(std::string_view expected, std::string_view got) const {
  throw IoError(m_file + ":" + std::to_string(std::max<std::int64_t>(m_line_number, 1)) +
                ": expected " + std::string(expected) + ", got " + std::string(got));
}

void TextScanner::fail_at(std::string_view expected, std::string_view word) const {
  if (!word.empty()) fail(expected, quoted(word));
  fail(expected, m_next >= m_text.size() && m_begin == m_text.size()
                     ? "the end of the file"
                     : "the end of the line");
}

void TextScanner::expect_end_of_line(std::string_view what) {
  const std::string_view word = next_word();
  if (!word.empty()) fail_at("the end of the line after " + std::string(what), word);
}

std::int64_t TextScanner::parse_count(std::string_view word, std::int64_t least,
                                      std::string_view what) const {
  std::int64_t number  = 0;
  const auto [end, ec] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (ec != std::errc{} || end != word.data() + word.size() || number < least)
    fail_at(what, word);
  return number;
}

void TextScanner::read_coordinates(std::span<const std::int64_t> extents, std::int64_t base,
                                   std::span<std::int64_t> at) {
  for (std::size_t d = 0; d < at.size(); ++d) {
    const std::string_view word = next_word();
    std::int64_t number         = 0;
    const auto [end, ec] =
        std::from_chars(word.data(), word.data() + word.size(), number);
    if (ec != std::errc{} || end != word.data() + word.size() || number < base ||
        (extents[d] >= 0 && number - base >= extents[d]))
      fail_coordinate(word, d, extents[d], base);
    at[d] = number - base;
  }
}

void TextScanner::fail_coordinate(std::string_view word, std::size_t dimension,
                                  std::int64_t extent, std::int64_t base) const {
  const std::string first = std::to_string(base);
  std::string expected    = "a coordinate ";
  expected += extent < 0 ? "of " + first + " or more"
                         : "from " + first + " to " + std::to_string(extent - 1 + base);
  expected += " in dimension " + std::to_string(dimension + 1);
  if (word == "0" && base == 1)
    fail(expected, "'0'; the file seems to be 0-based, coordinates must start at 1");
  fail_at(expected, word);
}

void check_extents(const std::string& file, const ReadOptions& options,
                   std::span<const std::int64_t> found) {
  const int order = options.known_order();
  if (order >= 0 && order != static_cast<int>(found.size()))
    throw ShapeMismatch(error_message("read", file,
                                      "a tensor of order " + std::to_string(order),
                                      "order " + std::to_string(found.size()) + " (" +
                                          extents_to_string(found) + ")"));
  if (options.extents && !std::equal(found.begin(), found.end(),
                                     options.extents->begin(), options.extents->end()))
    throw ShapeMismatch(error_message("read", file,
                                      "extents " + extents_to_string(*options.extents),
                                      extents_to_string(found) + " in the file"));
}

}  // namespace Strata::Impl
