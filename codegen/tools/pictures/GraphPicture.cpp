// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GraphPicture.hpp"

#include <algorithm>

namespace Strata::Tool {
namespace {

constexpr double label_size = 11, label_line = 13;
constexpr double before_line = 12, after_line = 6, dot = 4.5;

std::vector<std::string> level_label(LevelType type) {
  std::vector<std::string> lines{level_traits(type).name};
  if (!type.unique) lines.push_back("nonunique");
  if (!type.ordered) lines.push_back("nonordered");
  return lines;
}

std::string bar_name(const GraphNode& node) {
  return node.summed ? "Σ " + node.variable : node.variable;
}

}  // namespace

GraphPicture::GraphPicture(std::vector<GraphNode> nodes, const strata::IterationGraph& graph,
                           const std::string& result, const OperandColors& colors)
    : m_nodes(std::move(nodes)) {
  for (const GraphNode& node : m_nodes)
    m_names = std::max(m_names, text_width(bar_name(node), 13, true) + 16);
  m_width = m_names;
  for (const strata::TensorPath& path : graph.paths()) {
    Lane lane    = make_lane(path, result, colors);
    double label = 0;
    for (const Stop& stop : lane.stops)
      for (const std::string& line : stop.label)
        label = std::max(label, text_width(line, label_size));
    lane.x = m_width + before_line;
    m_width += std::max(before_line + after_line + label, lane.chip.width()) + 10;
    m_lanes.push_back(std::move(lane));
  }
}

int GraphPicture::node_of(const std::string& variable) const {
  const auto same = [&](const GraphNode& n) { return n.variable == variable; };
  return static_cast<int>(std::find_if(m_nodes.begin(), m_nodes.end(), same) -
                          m_nodes.begin());
}

GraphPicture::Lane GraphPicture::make_lane(const strata::TensorPath& path,
                                           const std::string& result,
                                           const OperandColors& colors) {
  Lane lane;
  lane.dashed = path.access == result;
  lane.chip   = {path.access, colors.of(path.access), !lane.dashed};
  for (std::size_t l = 0; l < path.variables.size(); ++l) {
    Stop stop{.node = node_of(path.variables[l]), .label = level_label(path.levels[l])};
    if (l > 0 && lane.stops.back().node == stop.node) {
      Stop& above = lane.stops.back();
      ++above.levels;
      stop.label.front().insert(0, "and ");
      above.label.insert(above.label.end(), stop.label.begin(), stop.label.end());
      continue;
    }
    if (l > 0) {
      const int above = lane.stops.back().node;
      stop.up         = stop.node < above;
      stop.cyclic     = stop.up && m_nodes[above].cyclic && m_nodes[stop.node].cyclic;
    }
    m_goes_up |= stop.up;
    lane.stops.push_back(std::move(stop));
  }
  for (const Stop& stop : lane.stops)
    m_label_height = std::max(m_label_height,
                              static_cast<double>(stop.label.size()) * label_line + 6);
  return lane;
}

/// The way from the bar at `from` to one further up, beside the line.
void GraphPicture::draw_up(Svg& svg, double x, double from, double to, const Stop& stop) const {
  const std::string color = stop.cyclic ? Colors::alarm : Colors::note;
  const double end        = to + bar_height;
  svg.line({x - 7, from}, {x - 7, end + 6}, {.stroke = color, .width = 2, .dash = "2 3"});
  svg.arrow_head({x - 7, from}, {x - 7, end}, color, 8);
  for (std::size_t n = 0; n < stop.label.size(); ++n)
    svg.text({x + after_line, end + label_line * static_cast<double>(n + 1)}, stop.label[n],
             {.size = label_size, .color = color});
}

void GraphPicture::draw_lane(Svg& svg, Point shift, const Lane& lane,
                             const std::vector<double>& bars) const {
  const double x = shift.x + lane.x;
  const Paint line{.stroke = lane.chip.color, .width = 2.5,
                   .dash = lane.dashed ? "6 4" : nullptr};
  double y = shift.y + Chip::height, above = y;
  for (const Stop& stop : lane.stops) {
    const double top = bars[static_cast<std::size_t>(stop.node)];
    const auto lines = static_cast<double>(stop.label.size());
    if (stop.up) {
      draw_up(svg, x, above, top, stop);
    } else {
      svg.line({x, y}, {x, top + bar_height / 2}, line);
      for (std::size_t n = 0; n < stop.label.size(); ++n)
        svg.text({x + after_line, top - 5 - label_line * (lines - 1 - static_cast<double>(n))},
                 stop.label[n], {.size = label_size, .color = lane.chip.color});
    }
    above = top;
    y     = top + bar_height;
  }
}

void GraphPicture::draw_bar(Svg& svg, Point at, const GraphNode& node) const {
  const std::string edge = node.cyclic ? Colors::alarm : Colors::muted;
  svg.rect(at.x, at.y, m_width, bar_height,
           {.fill = node.summed ? "#fdf3d8" : "#e9eef4", .stroke = edge,
            .width = node.cyclic ? 2.0 : 1.0, .radius = bar_height / 2});
  svg.text({at.x + 12, at.y + 16.5}, bar_name(node),
           {.size = 13, .color = node.cyclic ? Colors::alarm : Colors::ink, .bold = true});
}

void GraphPicture::draw(Svg& svg, Point shift, const std::vector<double>& bars) const {
  for (const Lane& lane : m_lanes) draw_lane(svg, shift, lane, bars);
  for (std::size_t n = 0; n < m_nodes.size(); ++n)
    draw_bar(svg, {shift.x, bars[n]}, m_nodes[n]);
  for (const Lane& lane : m_lanes) {
    lane.chip.draw(svg, {shift.x + lane.x - before_line + 2, shift.y});
    for (const Stop& stop : lane.stops)
      for (int level = 0; level < stop.levels; ++level)
        svg.circle({shift.x + lane.x + 3 * dot * level,
                    bars[static_cast<std::size_t>(stop.node)] + bar_height / 2},
                   dot,
                   {.fill   = lane.chip.filled ? lane.chip.color : "#ffffff",
                    .stroke = lane.chip.color,
                    .width  = 2});
  }
}

}  // namespace Strata::Tool
