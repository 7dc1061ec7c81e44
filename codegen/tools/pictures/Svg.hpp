// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_SVG_HPP
#define STRATA_TOOLS_SVG_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace Strata::Tool {

/// Colours of all pictures; they are drawn on white.
namespace Colors {
inline constexpr const char* ink   = "#1f2933";
inline constexpr const char* muted = "#6b7785";
inline constexpr const char* line  = "#c3cad3";
inline constexpr const char* panel = "#f5f7fa";
inline constexpr const char* alarm = "#c62828";
inline constexpr const char* note  = "#a86200";

/// Colour number n of a series, dark enough for text on white.
const char* series(std::size_t n);
/// `color` mixed with white: 0 is white, 1 the colour itself.
std::string tint(std::string_view color, double strength);
}  // namespace Colors

struct Point {
  double x = 0, y = 0;
};

/// How a shape is filled and outlined. Lengths are pixels.
struct Paint {
  std::string fill   = "none";
  std::string stroke = "none";
  double width       = 1;
  const char* dash   = nullptr;  ///< "4 3": lengths of dashes and gaps
  double radius      = 0;        ///< of a rectangle's corners
};

enum class Anchor { start, middle, end };

struct TextStyle {
  double size       = 12;
  std::string color = Colors::ink;
  Anchor anchor     = Anchor::start;
  bool bold         = false;
  bool halo         = false;  ///< a white ground, for text on lines
  double angle      = 0;      ///< degrees, clockwise
};

/// Width that `text` (UTF-8) takes at most in the usual sans-serif fonts.
double text_width(std::string_view text, double size = 12, bool bold = false);

/// `text`, cut with … so that it is no wider than `width`.
std::string fit_text(std::string_view text, double width, double size = 12);

/// `text` in lines no wider than `width`, broken at blanks.
std::vector<std::string> wrap_text(std::string_view text, double width, double size = 12);

/// Text of XML: &, <, > and quotes escaped; bytes that are no UTF-8 and control
/// characters replaced by '?'.
std::string escape_xml(std::string_view text);

/// Shortest decimal text of a length: two digits after the point at most.
std::string length_text(double value);

/// A picture as SVG: shapes in the order in which they are added.
class Svg {
 public:
  void rect(double x, double y, double width, double height, const Paint& paint);
  void circle(Point center, double radius, const Paint& paint);
  void line(Point from, Point to, const Paint& paint);
  /// `data`: commands of SVG's path attribute d.
  void path(const std::string& data, const Paint& paint);
  /// The baseline is at `at`.
  void text(Point at, std::string_view text, const TextStyle& style = {});
  /// A filled tip at `at`, of a line that comes from `from`.
  void arrow_head(Point from, Point at, const std::string& color, double size = 6);

  /// Shapes until end_group() are shifted, then scaled; edges stay sharp when
  /// `crisp`.
  void begin_group(Point shift, double scale_x = 1, double scale_y = 1, bool crisp = false);
  void end_group();

  /// The whole document. `title` is for readers that cannot see it.
  std::string document(double width, double height, std::string_view title) const;

 private:
  std::string m_body;
};

/// Writes `text` to the file.
/// \throws IoError when the file cannot be written.
void write_picture(const std::string& path, const std::string& text);

}  // namespace Strata::Tool

#endif
