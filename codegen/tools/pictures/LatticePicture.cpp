// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LatticePicture.hpp"

#include <algorithm>
#include <map>

#include "Boxes.hpp"

namespace Strata::Tool {
namespace {

constexpr double gap_x = 26, gap_y = 40, chip_gap = 4, padding = 6;

double chips_width(const std::vector<Chip>& chips) {
  double width = chips.empty() ? 0 : -chip_gap;
  for (const Chip& chip : chips) width += chip.width() + chip_gap;
  return width;
}

/// Point where the loop goes on from point p without `iterator`; −1: nowhere.
int next_point(const strata::MergeLattice& lattice, int p, int iterator) {
  int best = -1;
  for (const int q : lattice.dominatedBy(p)) {
    const auto& its = lattice.points[q].iterators;
    if (std::find(its.begin(), its.end(), iterator) != its.end()) continue;
    if (best < 0 || its.size() > lattice.points[best].iterators.size()) best = q;
  }
  return best;
}

}  // namespace

LatticePicture::LatticePicture(const Impl::ExplainedLoop& loop, const OperandColors& colors) {
  if (loop.lattice.points.size() > max_points) {
    add_counts(loop.lattice);
  } else if (loop.lattice.empty()) {
    m_nodes.push_back({.text = "nothing to compute: no loop"});
  } else {
    add_points(loop, colors);
    add_edges(loop, colors);
  }
  assign_layers();
  add_bends();
  order_layers();
  place();
}

void LatticePicture::add_points(const Impl::ExplainedLoop& loop, const OperandColors& colors) {
  const strata::MergeLattice& lattice = loop.lattice;
  for (std::size_t p = 0; p < lattice.points.size(); ++p) {
    Node node;
    if (lattice.needsUniverse(static_cast<int>(p)))
      node.chips.push_back({"every " + loop.variable, Colors::muted});
    for (const std::string& member : lattice.points[p].members) {
      const auto& all   = lattice.iterators;
      const bool merged = std::find(all.begin(), all.end(), member) != all.end();
      node.chips.push_back({member, colors.of(member), merged});
    }
    if (lattice.points.size() > 1)
      node.text = fit_text(to_string(*lattice.points[p].expr), 220, 11);
    m_nodes.push_back(node);
  }
}

/// A box for each number of iterators, where there are too many points to draw.
void LatticePicture::add_counts(const strata::MergeLattice& lattice) {
  m_counted = true;
  std::map<std::size_t, int, std::greater<>> counts;
  for (const auto& p : lattice.points) ++counts[p.iterators.size()];
  for (const auto& [iterators, points] : counts) {
    const int at = static_cast<int>(m_nodes.size());
    m_nodes.push_back({.text = std::to_string(points) + (points == 1 ? " point" : " points") +
                               " of " + std::to_string(iterators) +
                               (iterators == 1 ? " iterator" : " iterators")});
    if (at > 0) exhaust(at - 1, at, {"one of them", Colors::muted});
  }
}

void LatticePicture::add_edges(const Impl::ExplainedLoop& loop, const OperandColors& colors) {
  const strata::MergeLattice& lattice = loop.lattice;
  const int done = static_cast<int>(m_nodes.size());
  m_nodes.push_back({.kind = Kind::done});
  for (int p = 0; p < done; ++p) {
    const auto& iterators = lattice.points[p].iterators;
    for (const int i : iterators) {
      const std::string& key = lattice.iterators[i];
      const int next         = next_point(lattice, p, i);
      exhaust(p, next < 0 ? done : next, {key, colors.of(key)});
    }
    if (iterators.empty()) exhaust(p, done, {"every " + loop.variable, Colors::muted});
  }
}

void LatticePicture::exhaust(int from, int to, Chip label) {
  const auto same = std::find_if(m_edges.begin(), m_edges.end(), [&](const Edge& e) {
    return e.from == from && e.to == to;
  });
  Edge& edge = same == m_edges.end() ? m_edges.emplace_back(Edge{from, to, {}, {}}) : *same;
  edge.labels.push_back(std::move(label));
}

/// Every node below all it is reached from. Edges are listed by their source,
/// and a source comes before its targets.
void LatticePicture::assign_layers() {
  for (const Edge& e : m_edges)
    m_nodes[e.to].layer = std::max(m_nodes[e.to].layer, m_nodes[e.from].layer + 1);
}

void LatticePicture::add_bends() {
  for (Edge& e : m_edges)
    for (int layer = m_nodes[e.from].layer + 1; layer < m_nodes[e.to].layer; ++layer) {
      e.bends.push_back(static_cast<int>(m_nodes.size()));
      m_nodes.push_back({.kind = Kind::bend, .layer = layer});
    }
}

/// Each layer in the order of the middles of what its nodes are reached from.
void LatticePicture::order_layers() {
  for (int n = 0; n < static_cast<int>(m_nodes.size()); ++n) {
    const auto layer = static_cast<std::size_t>(m_nodes[n].layer);
    if (m_layers.size() <= layer) m_layers.resize(layer + 1);
    m_layers[layer].push_back(n);
  }
  std::vector<std::vector<int>> sources(m_nodes.size());
  for (const Edge& e : m_edges) {
    int from = e.from;
    for (const int bend : e.bends) sources[bend].push_back(std::exchange(from, bend));
    sources[e.to].push_back(from);
  }
  for (auto& layer : m_layers) {
    for (const int n : layer) {
      for (const int s : sources[n]) m_nodes[n].order += m_nodes[s].order;
      if (!sources[n].empty()) m_nodes[n].order /= static_cast<double>(sources[n].size());
    }
    std::stable_sort(layer.begin(), layer.end(),
                     [&](int a, int b) { return m_nodes[a].order < m_nodes[b].order; });
    for (std::size_t at = 0; at < layer.size(); ++at)
      m_nodes[layer[at]].order =
          static_cast<double>(at) - 0.5 * static_cast<double>(layer.size() - 1);
  }
}

void LatticePicture::place() {
  std::vector<double> widths;
  for (const auto& layer : m_layers) {
    double width = -gap_x;
    for (const int n : layer) {
      Node& node = m_nodes[n];
      node.width = node.kind == Kind::done
                       ? 80
                       : std::max(chips_width(node.chips), text_width(node.text, 11));
      node.width += node.kind == Kind::point ? 2 * padding : 0;
      node.height = node.kind == Kind::point ? 2 * padding : 10;
      if (!node.chips.empty()) node.height += Chip::height;
      if (!node.text.empty()) node.height += 15;
      width += node.width + gap_x;
    }
    widths.push_back(width);
    m_width = std::max(m_width, width);
  }
  for (std::size_t l = 0; l < m_layers.size(); ++l) {
    double x = (m_width - widths[l]) / 2, height = 0;
    for (const int n : m_layers[l]) {
      m_nodes[n].top = {x + m_nodes[n].width / 2, m_height};
      x += m_nodes[n].width + gap_x;
      height = std::max(height, m_nodes[n].height);
    }
    for (const int n : m_layers[l])
      if (m_nodes[n].kind == Kind::bend) m_nodes[n].height = height;
    m_height += height + (l + 1 < m_layers.size() ? gap_y : 0);
  }
}

std::vector<Point> LatticePicture::route(const Edge& edge, Point shift) const {
  const auto at = [&](const Node& n, double y) {
    return Point{shift.x + n.top.x, shift.y + n.top.y + y};
  };
  std::vector<Point> points{at(m_nodes[edge.from], m_nodes[edge.from].height)};
  for (const int bend : edge.bends) {
    points.push_back(at(m_nodes[bend], 0));
    points.push_back(at(m_nodes[bend], m_nodes[bend].height));
  }
  points.push_back(at(m_nodes[edge.to], 0));
  return points;
}

void LatticePicture::draw_node(Svg& svg, Point shift, const Node& node) const {
  const Point top{shift.x + node.top.x, shift.y + node.top.y};
  if (node.kind == Kind::done) {
    svg.circle({top.x, top.y + 5}, 5, {.fill = Colors::muted});
    svg.text({top.x + 10, top.y + 9}, "done", {.size = 11, .color = Colors::muted});
  }
  if (node.kind != Kind::point) return;
  svg.rect(top.x - node.width / 2, top.y, node.width, node.height,
           {.fill = "#ffffff", .stroke = Colors::line, .radius = 6});
  double x = top.x - chips_width(node.chips) / 2;
  for (const Chip& chip : node.chips) {
    chip.draw(svg, {x, top.y + padding});
    x += chip.width() + chip_gap;
  }
  svg.text({top.x, top.y + node.height - padding - 3}, node.text,
           {.size = 11, .anchor = Anchor::middle});
}

/// Labels stand where they cover no other: near the middle of their edge, else
/// nearer to its ends.
void LatticePicture::draw_labels(Svg& svg, Point shift) const {
  std::vector<Box> taken;
  for (const Edge& edge : m_edges) {
    const std::vector<Point> points = route(edge, shift);
    double width = -8;
    for (const Chip& label : edge.labels) width += text_width(label.text, 10) + 8;
    Box box;
    for (const double t : {0.42, 0.28, 0.56, 0.18, 0.68, 0.8}) {
      const double x = points[0].x + t * (points[1].x - points[0].x);
      const double y = points[0].y + t * (points[1].y - points[0].y);
      box            = {x - width / 2, y - 6, width, 12};
      if (std::none_of(taken.begin(), taken.end(),
                       [&](const Box& other) { return overlap(box, other); }))
        break;
    }
    taken.push_back(box);
    double x = box.x;
    for (const Chip& label : edge.labels) {
      svg.text({x, box.y + 10}, label.text, {.size = 10, .color = label.color, .halo = true});
      x += text_width(label.text, 10) + 8;
    }
  }
}

void LatticePicture::draw(Svg& svg, Point shift) const {
  for (const Edge& edge : m_edges) {
    const std::vector<Point> points = route(edge, shift);
    const std::string color =
        edge.labels.size() == 1 ? edge.labels[0].color : std::string(Colors::muted);
    std::string data;
    for (const Point& p : points)
      data += (data.empty() ? "M" : "L") + length_text(p.x) + " " + length_text(p.y);
    svg.path(data, {.stroke = color, .width = 1.2});
    svg.arrow_head(points[points.size() - 2], points.back(), color);
  }
  draw_labels(svg, shift);
  for (const Node& node : m_nodes) draw_node(svg, shift, node);
}

}  // namespace Strata::Tool
