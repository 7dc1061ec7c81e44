// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpyPicture.hpp"

#include <algorithm>
#include <cmath>

#include <Strata_Error.hpp>
#include <fmt/format.h>

#include "SpyGrid.hpp"
#include "Svg.hpp"

namespace Strata::Tool {
namespace {

constexpr double margin = 24, tick_size = 10.5, panel_gap = 28;
constexpr double largest_cell = 24, least_side = 40, least_pixels = 1.3;
constexpr int most_dimensions = 8;

std::string shade_color(int shade) {
  return Colors::tint("#123a63", 0.22 + 0.78 * (shade - 1) / (SpyGrid::num_shades - 1));
}

/// Coordinates that a cell needs at least so that it can be seen.
std::int64_t least_cell(const SpyAxis& axis) {
  const auto most = static_cast<std::int64_t>(
      std::clamp(axis.pixels / least_pixels, 1.0, static_cast<double>(SpyAxis::max_cells)));
  return std::max<std::int64_t>(1, (axis.extent + most - 1) / most);
}

/// Sides and cells of a plot whose longer side has `side` pixels at most. Cells
/// are square unless a side would be too short to see.
void fit_plot(SpyAxis& rows, SpyAxis& columns, double side) {
  const std::int64_t longer = std::max<std::int64_t>({rows.extent, columns.extent, 1});
  const double pixels       = std::min(largest_cell, side / static_cast<double>(longer));
  bool square               = true;
  for (SpyAxis* axis : {&rows, &columns}) {
    axis->pixels = pixels * static_cast<double>(axis->extent);
    if (axis->pixels >= least_side || (longer <= SpyAxis::max_cells && axis->extent > 0)) continue;
    axis->pixels = least_side;
    square       = false;
  }
  rows.cell    = least_cell(rows);
  columns.cell = least_cell(columns);
  if (square) rows.cell = columns.cell = std::max(rows.cell, columns.cell);
}

std::string axis_title(const SpyAxis& axis) {
  return fmt::format("dimension {}, extent {}", axis.dimension, axis.extent);
}

std::string range_text(const SpyGrid::Range& range) {
  return range.first == range.last ? std::to_string(range.first)
                                   : fmt::format("{}–{}", range.first, range.last);
}

/// One plot with its axes and the scale of its shades.
class SpyPanel {
 public:
  explicit SpyPanel(SpyGrid grid)
      : m_grid(std::move(grid)), m_plot{m_grid.columns().pixels, m_grid.rows().pixels} {
    const SpyAxis& rows = m_grid.rows();
    if (rows.dimension >= 0) m_left = 24 + text_width(last(rows), tick_size);
    m_width  = m_left + std::max(m_plot.x, text_width(axis_title(m_grid.columns()), tick_size));
    m_height = top + std::max(m_plot.y, rows.dimension < 0
                                            ? 0
                                            : text_width(axis_title(rows), tick_size));
    scale(nullptr, {0, 0});
  }

  double width() const { return m_width; }
  double height() const { return m_height + 30 + m_scale_height; }

  void draw(Svg& svg, Point at) {
    axes(svg, at);
    const Point corner{at.x + m_left, at.y + top};
    const SpyAxis &rows = m_grid.rows(), &columns = m_grid.columns();
    svg.rect(corner.x, corner.y, m_plot.x, m_plot.y, {.fill = "#ffffff"});
    if (rows.cells() > 0 && columns.cells() > 0) {
      // A last cell that is not full ends where the extent does.
      const double x = m_plot.x / static_cast<double>(columns.extent);
      const double y = m_plot.y / static_cast<double>(rows.extent);
      if (std::min(x, y) >= 8) lines(svg, corner, {x, y});
      svg.begin_group(corner, x * static_cast<double>(columns.cell),
                      y * static_cast<double>(rows.cell), true);
      for (int shade = 1; shade <= SpyGrid::num_shades; ++shade) {
        const std::string path = m_grid.path(shade);
        if (!path.empty()) svg.path(path, {.fill = shade_color(shade)});
      }
      svg.end_group();
    }
    svg.rect(corner.x, corner.y, m_plot.x, m_plot.y, {.stroke = Colors::muted});
    scale(&svg, {at.x + m_left, at.y + m_height + 18});
  }

 private:
  static constexpr double top = 36;

  static std::string last(const SpyAxis& axis) { return std::to_string(axis.extent - 1); }

  /// Titles and the first and last coordinate of both dimensions.
  void axes(Svg& svg, Point at) const {
    const TextStyle title{.size = tick_size};
    const TextStyle tick{.size = tick_size, .color = Colors::muted};
    const Point corner{at.x + m_left, at.y + top};
    svg.text({corner.x, at.y + 12}, axis_title(m_grid.columns()), title);
    TextStyle right = tick;
    right.anchor    = Anchor::end;
    const SpyAxis &rows = m_grid.rows(), &columns = m_grid.columns();
    if (columns.extent > 0) svg.text({corner.x, corner.y - 5}, "0", tick);
    if (columns.extent > 1 && m_plot.x > 24 + text_width(last(columns), tick_size))
      svg.text({corner.x + m_plot.x, corner.y - 5}, last(columns), right);
    if (rows.dimension < 0) return;
    if (rows.extent > 0) svg.text({corner.x - 5, corner.y + tick_size}, "0", right);
    if (rows.extent > 1 && m_plot.y > 30)
      svg.text({corner.x - 5, corner.y + m_plot.y - 2}, last(rows), right);
    TextStyle side = title;
    side.angle     = 90;
    svg.text({at.x, corner.y}, axis_title(rows), side);
  }

  void lines(Svg& svg, Point corner, Point cell) const {
    const Paint paint{.stroke = "#e4e8ee"};
    for (std::int64_t c = 1; c < m_grid.columns().extent; ++c) {
      const double x = corner.x + cell.x * static_cast<double>(c);
      svg.line({x, corner.y}, {x, corner.y + m_plot.y}, paint);
    }
    for (std::int64_t r = 1; r < m_grid.rows().extent; ++r) {
      const double y = corner.y + cell.y * static_cast<double>(r);
      svg.line({corner.x, y}, {corner.x + m_plot.x, y}, paint);
    }
  }

  std::string scale_title() const {
    const SpyAxis &rows = m_grid.rows(), &columns = m_grid.columns();
    if (rows.cell == 1 && columns.cell == 1) return "entries at each coordinate";
    if (rows.dimension < 0) return fmt::format("entries in each {} coordinates", columns.cell);
    return fmt::format("entries in each cell of {} × {} coordinates", rows.cell, columns.cell);
  }

  /// Shades with their counts, in as many lines as fit; null: measures only.
  void scale(Svg* svg, Point at) {
    const TextStyle style{.size = tick_size, .color = Colors::muted};
    const double limit = std::max(m_width - m_left, 240.0);
    if (svg) svg->text({at.x, at.y + 10}, scale_title(), style);
    m_width  = std::max(m_width, m_left + text_width(scale_title(), tick_size));
    double x = 0, y = 20;
    const auto ranges = m_grid.ranges();
    for (std::size_t shade = 1; shade < ranges.size(); ++shade) {
      if (ranges[shade].last == 0) continue;
      const std::string text = range_text(ranges[shade]);
      const double width     = 20 + text_width(text, tick_size);
      if (x > 0 && x + width > limit) x = 0, y += 18;
      if (svg) {
        svg->rect(at.x + x, at.y + y, 12, 12, {.fill = shade_color(static_cast<int>(shade))});
        svg->text({at.x + x + 16, at.y + y + 10}, text, style);
      }
      x += width + 10;
      m_width = std::max(m_width, m_left + x);
    }
    m_scale_height = y + 14;
  }

  SpyGrid m_grid;
  Point m_plot;
  double m_left = 0, m_width = 0, m_height = 0, m_scale_height = 0;
};

std::vector<SpyPanel> make_panels(const CoordinateList& list) {
  std::vector<SpyPanel> panels;
  const double side = list.order() > 2 ? 260 : 520;
  const auto add    = [&](int d0, int d1) {
    SpyAxis rows, columns;
    for (const auto& [axis, d] : {std::pair{&rows, d0}, std::pair{&columns, d1}})
      if (d >= 0) *axis = {d, list.extents[static_cast<std::size_t>(d)]};
    fit_plot(rows, columns, side);
    panels.emplace_back(SpyGrid(list, rows, columns));
  };
  if (list.order() == 1) add(-1, 0);
  for (int d0 = 0; d0 < list.order(); ++d0)
    for (int d1 = d0 + 1; d1 < list.order(); ++d1) add(d0, d1);
  return panels;
}

}  // namespace

std::string draw_spy(const std::string& name, const std::string& subtitle,
                     const CoordinateList& list) {
  if (list.order() == 0 || list.order() > most_dimensions)
    throw UnsupportedExpression(error_message(
        "strata inspect --spy", name, "a tensor of order 1 to 8",
        "order " + std::to_string(list.order()), "draw the levels with --svg"));
  Svg svg;
  double y = margin, width = margin;
  const auto line = [&](const std::string& text, const TextStyle& style, double step) {
    svg.text({margin, y + style.size}, text, style);
    width = std::max(width, margin + text_width(text, style.size, style.bold));
    y += step;
  };
  line(name, {.size = 18, .bold = true}, 26);
  line(fmt::format("{}, {} entries", extents_to_string(list.extents), list.num_entries),
       {.color = Colors::muted}, 18);
  for (const std::string& text : wrap_text(subtitle, 700))
    line(text, {.color = Colors::muted}, 18);
  if (list.order() > 2) line("projections onto pairs of dimensions", {.color = Colors::muted}, 18);
  y += 14;
  double x = margin, height = 0;
  int in_row = 0;
  for (SpyPanel& panel : make_panels(list)) {
    if (in_row++ == 3) {
      x = margin, y += height + panel_gap, height = 0;
      in_row = 1;
    }
    panel.draw(svg, {x, y});
    width  = std::max(width, x + panel.width());
    height = std::max(height, panel.height());
    x += panel.width() + panel_gap;
  }
  return svg.document(width + margin, y + height + margin, "entries of " + name);
}

}  // namespace Strata::Tool
