// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_OPERANDS_HPP
#define STRATA_TOOLS_OPERANDS_HPP

#include <map>
#include <string>

#include "Svg.hpp"

namespace Strata::Tool {

/// One colour per tensor, the same in every part of a picture.
class OperandColors {
 public:
  /// The result's; it is not of the series.
  void set(const std::string& tensor, const char* color) { m_colors[tensor] = color; }
  void add(const std::string& tensor) {
    if (m_colors.emplace(tensor, Colors::series(m_next)).second) ++m_next;
  }
  /// Of a tensor or an access: "A" or "A(i,j)".
  std::string of(const std::string& access) const {
    const auto found = m_colors.find(access.substr(0, access.find('(')));
    return found == m_colors.end() ? Colors::muted : found->second;
  }

 private:
  std::map<std::string, const char*> m_colors;
  std::size_t m_next = 0;
};

/// A small box with an access in its colour: filled when it is iterated,
/// outlined when it is located.
struct Chip {
  static constexpr double height = 18;
  std::string text, color;
  bool filled = true;

  double width() const { return text_width(text, 11) + 12; }
  void draw(Svg& svg, Point top_left) const {
    svg.rect(top_left.x, top_left.y, width(), height,
             {.fill = filled ? color : "#ffffff", .stroke = color, .radius = 4});
    svg.text({top_left.x + width() / 2, top_left.y + 13}, text,
             {.size = 11, .color = filled ? "#ffffff" : color, .anchor = Anchor::middle});
  }
};

}  // namespace Strata::Tool

#endif
