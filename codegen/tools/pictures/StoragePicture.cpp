// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StoragePicture.hpp"

#include <algorithm>

#include <Strata_TensorFile.hpp>
#include <fmt/format.h>

#include "StorageColumns.hpp"

namespace Strata::Tool {
namespace {

constexpr double margin = 24, row = ArrayRows::row, number_size = ArrayColumn::number_size;
constexpr double panel_padding = 12, panel_gap = 22, ribbon_gap = 64, link_gap = 30;

class StoragePage {
 public:
  StoragePage(const TensorRef& tensor, std::int64_t limit) : m_tensor(tensor), m_limit(limit) {
    std::int64_t parents = 1;
    for (int l = 0; l < tensor.format.lvl_rank(); ++l) {
      const StorageLevel level(tensor, l, parents, l == 0 ? nullptr : &m_levels.back().level);
      m_levels.push_back({level, ArrayRows(level.size(), limit), {}, {}, {}});
      fill_columns(l);
      parents = level.size();
    }
    m_values.count = fmt::format("({})", tensor.num_values);
    for (const std::int64_t p : ArrayRows(parents, limit).shown())
      m_values.numbers.push_back(value_text(tensor, p));
    m_values.measure();
  }

  std::string draw(const std::string& name) {
    place();
    title(name);
    for (const Panel& panel : m_panels) draw_panel(panel);
    for (std::size_t l = 0; l < m_levels.size(); ++l) draw_level(l);
    const ArrayRows rows(m_levels.empty() ? 1 : m_levels.back().level.size(), m_limit);
    for (const std::int64_t p : rows.shown())
      box(m_values, rows.top(p), m_values.numbers[m_row_of(rows, p)], "#ffffff", Colors::muted);
    gap(m_values, rows);
    caption();
    return m_svg.document(m_width + margin, m_bottom + 40, "storage of " + name);
  }

 private:
  static std::size_t m_row_of(const ArrayRows& rows, std::int64_t i) {
    return static_cast<std::size_t>(i < rows.head() ? i : rows.head() + i - rows.tail_begin());
  }

  const ArrayRows parent_rows(std::size_t l) const {
    return l == 0 ? ArrayRows(1, m_limit) : m_levels[l - 1].rows;
  }

  void fill_columns(int l) {
    DrawnLevel& drawn         = m_levels.back();
    const StorageLevel& level = drawn.level;
    drawn.coordinates.name =
        level.traits().stores_coordinates ? fmt::format("coordinates[{}]", l) : "(not stored)";
    drawn.coordinates.count = fmt::format("({})", level.size());
    std::int64_t parent     = -1;
    int shade               = 1;
    for (const std::int64_t p : drawn.rows.shown()) {
      const std::int64_t own = level.parent_of(p);
      drawn.coordinates.numbers.push_back(own < 0 ? "p" : std::to_string(level.coordinate(p)));
      if (own != std::exchange(parent, own)) shade = 1 - shade;
      drawn.shade[parent] = level.has_intervals() ? shade : static_cast<int>(parent & 1);
    }
    drawn.coordinates.measure();
    if (!level.traits().stores_positions) return;
    drawn.positions.name  = fmt::format("positions[{}]", l);
    drawn.positions.count = fmt::format("({})", level.num_positions());
    if (level.has_intervals())
      for (const std::int64_t q : fence_posts(parent_rows(static_cast<std::size_t>(l))))
        drawn.positions.numbers.push_back(std::to_string(level.begin(q)));
    else
      for (const std::int64_t i : position_rows(drawn).shown())
        drawn.positions.numbers.push_back(std::to_string(level.position(i)));
    drawn.positions.measure();
  }

  /// Of an array of positions that has not one for each parent.
  ArrayRows position_rows(const DrawnLevel& drawn) const {
    return ArrayRows(drawn.level.num_positions(), m_limit);
  }

  /// Positions shown for these parents: both ends of every interval.
  static std::vector<std::int64_t> fence_posts(const ArrayRows& parents) {
    std::vector<std::int64_t> out;
    for (std::int64_t q = 0; q <= parents.head(); ++q) out.push_back(q);
    for (std::int64_t q = parents.tail_begin(); parents.hides() && q <= parents.size(); ++q)
      out.push_back(q);
    return out;
  }

  /// What a level stores.
  std::string content_of(int l) const {
    const TensorFormat& format = m_tensor.format;
    return format.is_permutation() ? fmt::format("dimension {}", format.dimension_of_level(l))
                                   : format.level_expression(l);
  }

  std::vector<std::string> heading_of(std::size_t l) const {
    const StorageLevel& level = m_levels[l].level;
    std::string type          = level.traits().name;
    if (!level.type().unique) type += ", nonunique";
    if (!level.type().ordered && level.traits().ordered) type += ", nonordered";
    return {fmt::format("level {}", l), type,
            fmt::format("{}, extent {}", content_of(static_cast<int>(l)), level.extent())};
  }

  void place() {
    double x       = margin;
    const auto add = [&](std::vector<std::string> heading, const std::string& color,
                         std::vector<ArrayColumn*> columns, double before, double between) {
      Panel panel{std::move(heading), color, x, 0, {}};
      double at = x + panel_padding + before;
      for (ArrayColumn* column : columns) {
        column->x = at;
        at += column->width + between;
      }
      panel.width = at - between + panel_padding - x;
      for (std::size_t n = 0; n < panel.heading.size(); ++n)
        panel.width = std::max(panel.width, text_width(panel.heading[n], n == 0 ? 13 : 11, n == 0) +
                                                2 * panel_padding);
      panel.columns = std::move(columns);
      x += panel.width + panel_gap;
      m_panels.push_back(std::move(panel));
    };
    for (std::size_t l = 0; l < m_levels.size(); ++l) {
      DrawnLevel& drawn     = m_levels[l];
      const LevelKind kind  = drawn.level.type().kind;
      const double before   = l == 0 || drawn.level.traits().stores_positions ? 0
                              : kind == LevelKind::singleton          ? link_gap
                                                                      : ribbon_gap;
      std::vector<ArrayColumn*> columns{&drawn.coordinates};
      if (drawn.level.traits().stores_positions)
        columns.insert(columns.begin(), &drawn.positions);
      add(heading_of(l), Colors::series(l), columns, before, ribbon_gap);
    }
    add({"values", std::string(name_of(m_tensor.scalar)), ""}, Colors::ink, {&m_values}, 0, 0);
    m_width = x - panel_gap;
  }

  void title(const std::string& name) {
    double y        = margin;
    const auto line = [&](const std::string& text, const TextStyle& style, double step) {
      m_svg.text({margin, y + style.size}, text, style);
      m_width = std::max(m_width, margin + text_width(text, style.size, style.bold));
      y += step;
    };
    line(name, {.size = 18, .bold = true}, 26);
    line(fmt::format("{}, {} stored values", extents_to_string(m_tensor.extents),
                     m_tensor.num_values),
         {.color = Colors::muted}, 18);
    if (!m_levels.empty())
      for (const std::string& text : wrap_text(m_tensor.format.to_string(), 760))
        line(text, {.color = Colors::muted}, 18);
    m_heading  = y + 12;
    m_top      = m_heading + 106;
    double low = row;
    for (const DrawnLevel& drawn : m_levels)
      low = std::max({low, drawn.rows.height(), drawn.level.has_intervals()
                                                    ? 0.0
                                                    : position_rows(drawn).height()});
    m_bottom = m_top + low + row;
  }

  void draw_panel(const Panel& panel) {
    m_svg.rect(panel.x, m_heading, panel.width, m_bottom - m_heading,
               {.fill = Colors::panel, .radius = 8});
    const double x = panel.x + panel_padding;
    for (std::size_t n = 0; n < panel.heading.size(); ++n)
      m_svg.text({x, m_heading + 20 + 17 * static_cast<double>(n)}, panel.heading[n],
                 {.size  = n == 0 ? 13.0 : 11.0,
                  .color = n == 0 ? panel.color : std::string(Colors::muted),
                  .bold  = n == 0});
    for (const ArrayColumn* column : panel.columns) {
      const TextStyle style{.size = 10.5, .anchor = Anchor::middle};
      const double middle = column->x + column->width / 2;
      m_svg.text({middle, m_heading + 74}, column->name, style);
      m_svg.text({middle, m_heading + 87}, column->count,
                 {.size = 10.5, .color = Colors::muted, .anchor = Anchor::middle});
    }
  }

  /// One element whose upper side is at `top` below the first row.
  void box(const ArrayColumn& column, double top, const std::string& number,
           const std::string& fill, const std::string& stroke, const char* dash = nullptr) {
    m_svg.rect(column.x, m_top + top, column.width, row,
               {.fill = fill, .stroke = stroke, .dash = dash});
    m_svg.text({column.x + column.width / 2, m_top + top + 15.5}, number,
               {.size = number_size, .anchor = Anchor::middle});
  }

  void gap(const ArrayColumn& column, const ArrayRows& rows) {
    if (!rows.hides()) return;
    m_svg.text({column.x + column.width / 2, m_top + rows.top(rows.head() + 1) + 4}, "…",
               {.size = 16, .color = Colors::muted, .anchor = Anchor::middle});
  }

  /// Whether neighbours may have the same parent.
  bool branches(std::size_t l) const { return !m_levels[l].level.traits().branchless; }

  void draw_level(std::size_t l) {
    const DrawnLevel& drawn = m_levels[l];
    const std::string color = Colors::series(l);
    const bool has_positions = drawn.level.traits().stores_positions;
    if (drawn.level.has_intervals()) {
      if (l > 0) guides(l, has_positions ? drawn.positions : drawn.coordinates);
      ribbons(l);
    } else if (l > 0) {
      links(l);
    }
    if (has_positions) draw_positions(l);
    const bool stored = drawn.level.traits().stores_coordinates;
    for (const std::int64_t p : drawn.rows.shown()) {
      const int shade = branches(l) ? drawn.shade.at(drawn.level.parent_of(p)) : 0;
      box(drawn.coordinates, drawn.rows.top(p), drawn.coordinates.numbers[m_row_of(drawn.rows, p)],
          stored ? Colors::tint(color, shade == 0 ? 0.1 : 0.25) : std::string("#ffffff"),
          stored ? color : std::string(Colors::muted), stored ? nullptr : "3 3");
    }
    gap(drawn.coordinates, drawn.rows);
  }

  void draw_positions(std::size_t l) {
    const DrawnLevel& drawn = m_levels[l];
    const bool between      = drawn.level.has_intervals();  // two parents each
    const ArrayRows rows    = between ? parent_rows(l) : position_rows(drawn);
    std::size_t n           = 0;
    for (const std::int64_t q : between ? fence_posts(rows) : rows.shown())
      box(drawn.positions, rows.top(q) - (between ? row / 2 : 0), drawn.positions.numbers[n++],
          "#ffffff", Colors::series(l));
    gap(drawn.positions, rows);
  }

  /// From parents to their children, wherever these are.
  void links(std::size_t l) {
    const DrawnLevel &drawn = m_levels[l], &above = m_levels[l - 1];
    const std::vector<std::int64_t> shown = above.rows.shown();
    for (const std::int64_t p : drawn.rows.shown()) {
      const std::int64_t q = drawn.level.parent_of(p);
      if (q < 0 || !std::binary_search(shown.begin(), shown.end(), q)) continue;
      const Point from{above.coordinates.right(), m_top + above.rows.top(q) + row / 2},
          to{drawn.coordinates.x, m_top + drawn.rows.top(p) + row / 2};
      m_svg.line(from, to, {.stroke = Colors::series(l)});
      m_svg.arrow_head(from, to, Colors::series(l));
    }
  }

  /// From the sides of the parents' boxes to the next array, which lies at the
  /// same height.
  void guides(std::size_t l, const ArrayColumn& to) {
    const DrawnLevel& above = m_levels[l - 1];
    if (m_levels[l].level.type().kind == LevelKind::dense) return;
    const bool links = m_levels[l].level.type().kind == LevelKind::singleton;
    for (const std::int64_t q : links ? above.rows.shown() : fence_posts(above.rows)) {
      const double y = m_top + above.rows.top(q) + (links ? row / 2 : 0);
      const Point from{above.coordinates.right(), y}, at{to.x, y};
      m_svg.line(from, at, {.stroke = links ? Colors::muted : Colors::line,
                            .dash   = links ? nullptr : "2 3"});
      if (links) m_svg.arrow_head(from, at, Colors::muted);
    }
  }

  /// From every interval of positions to the coordinates in it.
  void ribbons(std::size_t l) {
    const DrawnLevel& drawn = m_levels[l];
    const LevelKind kind    = drawn.level.type().kind;
    if (kind == LevelKind::singleton || (kind == LevelKind::dense && l == 0)) return;
    const ArrayRows parents = parent_rows(l);
    const double from = kind == LevelKind::compressed ? drawn.positions.right()
                                                      : m_levels[l - 1].coordinates.right();
    if (parents.hides()) ribbon(l, from, parents.head(), parents.tail_begin(), true);
    for (const std::int64_t q : parents.shown()) ribbon(l, from, q, q + 1, false);
  }

  void ribbon(std::size_t l, double from, std::int64_t first, std::int64_t last, bool hidden) {
    const DrawnLevel& drawn  = m_levels[l];
    const ArrayRows parents  = parent_rows(l);
    const std::int64_t begin = drawn.level.begin(first), end = drawn.level.begin(last);
    if (begin == end) return;
    const double y0 = m_top + parents.top(first), y1 = m_top + parents.top(last);
    const double y2 = m_top + drawn.rows.top(begin), y3 = m_top + drawn.rows.top(end);
    const double to = drawn.coordinates.x;
    const auto shade = drawn.shade.find(first);
    hidden |= y2 == y3;
    const std::string color = Colors::series(l);
    const auto at = [](double x, double y) { return length_text(x) + " " + length_text(y); };
    m_svg.path("M" + at(from, y0) + "L" + at(to, y2) + "L" + at(to, y3) + "L" + at(from, y1) + "Z",
               {.fill = hidden ? Colors::tint(Colors::muted, 0.12)
                               : Colors::tint(color, shade == drawn.shade.end() || shade->second
                                                         ? 0.25
                                                         : 0.1)});
    if (hidden) return;
    const Point start{from, (y0 + y1) / 2}, tip{to, (y2 + y3) / 2};
    m_svg.line(start, tip, {.stroke = color});
    m_svg.arrow_head(start, tip, color);
  }

  void caption() {
    bool hides = false;
    for (const DrawnLevel& drawn : m_levels) hides |= drawn.rows.hides();
    const ArrayRows longest(std::int64_t{1} << 40, m_limit);
    const std::string text =
        hides ? fmt::format("… of more than {} elements the first {} and the last {} are shown",
                            longest.head() + longest.tail(), longest.head(), longest.tail())
              : "all elements are shown";
    m_svg.text({margin, m_bottom + 20}, text, {.size = 10.5, .color = Colors::muted});
    m_width = std::max(m_width, margin + text_width(text, 10.5));
  }

  const TensorRef& m_tensor;
  std::int64_t m_limit;
  std::vector<DrawnLevel> m_levels;
  ArrayColumn m_values;
  std::vector<Panel> m_panels;
  Svg m_svg;
  double m_width = 0, m_heading = 0, m_top = 0, m_bottom = 0;
};

}  // namespace

std::string draw_storage(const std::string& name, const TensorRef& tensor,
                         std::int64_t max_elements) {
  const bool all = max_elements < 0 || max_elements > most_rows;
  return StoragePage(tensor, all ? most_rows : max_elements).draw(name);
}

}  // namespace Strata::Tool
