// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Svg.hpp"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include <Strata_Error.hpp>
#include <fmt/format.h>

namespace Strata::Tool {
namespace {

std::string attributes(const Paint& paint) {
  std::string out = fmt::format(" fill=\"{}\"", paint.fill);
  if (paint.stroke == "none") return out;
  out += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", paint.stroke,
                     length_text(paint.width));
  if (paint.dash) out += fmt::format(" stroke-dasharray=\"{}\"", paint.dash);
  return out;
}

const char* anchor_name(Anchor anchor) {
  switch (anchor) {
    case Anchor::middle: return "middle";
    case Anchor::end: return "end";
    default: return "start";
  }
}

}  // namespace

const char* Colors::series(std::size_t n) {
  static constexpr const char* colors[] = {"#2463a6", "#b8560f", "#2e7d46", "#7a4a9e",
                                           "#0f7f87", "#8a4b38", "#b03a78", "#6a6f10"};
  return colors[n % std::size(colors)];
}

std::string Colors::tint(std::string_view color, double strength) {
  std::string out = "#";
  for (int c = 0; c < 3; ++c) {
    const int value = std::stoi(std::string(color.substr(1 + 2 * c, 2)), nullptr, 16);
    out += fmt::format("{:02x}", static_cast<int>(std::lround(255 - strength * (255 - value))));
  }
  return out;
}

std::string length_text(double value) {
  return fmt::format("{:.10g}", std::round(value * 100) / 100 + 0.0);
}

void Svg::rect(double x, double y, double width, double height, const Paint& paint) {
  m_body += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", length_text(x),
                        length_text(y), length_text(width), length_text(height));
  if (paint.radius > 0) m_body += fmt::format(" rx=\"{}\"", length_text(paint.radius));
  m_body += attributes(paint) + "/>\n";
}

void Svg::circle(Point center, double radius, const Paint& paint) {
  m_body += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", length_text(center.x),
                        length_text(center.y), length_text(radius), attributes(paint));
}

void Svg::line(Point from, Point to, const Paint& paint) {
  m_body += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>\n",
                        length_text(from.x), length_text(from.y), length_text(to.x),
                        length_text(to.y), attributes(paint));
}

void Svg::path(const std::string& data, const Paint& paint) {
  m_body += fmt::format("<path d=\"{}\"{}/>\n", data, attributes(paint));
}

void Svg::text(Point at, std::string_view text, const TextStyle& style) {
  if (text.empty()) return;
  std::string extra;
  if (style.anchor != Anchor::start)
    extra += fmt::format(" text-anchor=\"{}\"", anchor_name(style.anchor));
  if (style.bold) extra += " font-weight=\"bold\"";
  if (style.halo) {
    const double width = text_width(text, style.size, style.bold);
    const double share = style.anchor == Anchor::start ? 0 : style.anchor == Anchor::end ? 1 : 0.5;
    rect(at.x - share * width - 1, at.y - 0.85 * style.size, width + 2, 1.1 * style.size,
         {.fill = "#ffffff"});
  }
  if (style.angle != 0)
    extra += fmt::format(" transform=\"rotate({} {} {})\"", length_text(style.angle),
                         length_text(at.x), length_text(at.y));
  m_body += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{}>{}</text>\n",
                        length_text(at.x), length_text(at.y), length_text(style.size),
                        style.color, extra, escape_xml(text));
}

void Svg::arrow_head(Point from, Point at, const std::string& color, double size) {
  const double length = std::hypot(at.x - from.x, at.y - from.y);
  if (length == 0) return;
  const double dx = (at.x - from.x) / length * size, dy = (at.y - from.y) / length * size;
  const auto corner = [&](double side) {
    return length_text(at.x - dx - side * dy / 2) + " " +
           length_text(at.y - dy + side * dx / 2);
  };
  path("M" + length_text(at.x) + " " + length_text(at.y) + "L" + corner(1) + "L" + corner(-1) +
           "Z",
       {.fill = color});
}

void Svg::begin_group(Point shift, double scale_x, double scale_y, bool crisp) {
  m_body += fmt::format("<g transform=\"translate({} {}) scale({:.6g} {:.6g})\"{}>\n",
                        length_text(shift.x), length_text(shift.y), scale_x, scale_y,
                        crisp ? " shape-rendering=\"crispEdges\"" : "");
}

void Svg::end_group() { m_body += "</g>\n"; }

std::string Svg::document(double width, double height, std::string_view title) const {
  const std::string w = length_text(std::ceil(width)), h = length_text(std::ceil(height));
  return fmt::format(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
             "viewBox=\"0 0 {0} {1}\" font-family=\"Helvetica, Arial, 'Liberation Sans', "
             "'DejaVu Sans', sans-serif\">\n<title>{2}</title>\n",
             w, h, escape_xml(title)) +
         fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", w, h) + m_body +
         "</svg>\n";
}

void write_picture(const std::string& path, const std::string& text) {
  const auto fail = [&] {
    throw IoError(path + ": cannot be written: " + std::strerror(errno));
  };
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) fail();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) fail();
}

}  // namespace Strata::Tool
