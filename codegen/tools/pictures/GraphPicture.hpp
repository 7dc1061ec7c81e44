// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_GRAPH_PICTURE_HPP
#define STRATA_TOOLS_GRAPH_PICTURE_HPP

#include <string>
#include <vector>

#include <strata/Analysis/IterationGraph.h>

#include "Operands.hpp"

namespace Strata::Tool {

/// A node of the graph: an index variable.
struct GraphNode {
  std::string variable;
  bool summed = false;
  bool cyclic = false;  ///< on a cycle of the storage orders
};

/// An iteration graph: a bar per variable, in the order of the loops, and a line
/// per access that stops at the variables of its levels, in storage order. A
/// line that must go up contradicts the order of the loops.
class GraphPicture {
 public:
  static constexpr double bar_height = 24;
  /// From the top to where the first labels may begin.
  static constexpr double heading = Chip::height + 4;

  /// `result`: the access whose line is dashed.
  GraphPicture(std::vector<GraphNode> nodes, const strata::IterationGraph& graph,
               const std::string& result, const OperandColors& colors);

  double width() const { return m_width; }
  /// Free height that the labels need above a bar.
  double label_height() const { return m_label_height; }
  /// True when a line goes up.
  bool goes_up() const { return m_goes_up; }
  /// `bars`: y of the upper side of every bar.
  void draw(Svg& svg, Point top_left, const std::vector<double>& bars) const;

 private:
  /// One level of an access.
  struct Stop {
    int node = 0;
    int levels = 1;                  ///< levels in a row with this variable
    std::vector<std::string> label;  ///< lines
    bool up = false;                 ///< reached against the order
    bool cyclic = false;
  };
  struct Lane {
    Chip chip;
    bool dashed = false;
    double x    = 0;  ///< of the line
    std::vector<Stop> stops;
  };

  Lane make_lane(const strata::TensorPath& path, const std::string& result,
                 const OperandColors& colors);
  int node_of(const std::string& variable) const;
  void draw_lane(Svg& svg, Point shift, const Lane& lane,
                 const std::vector<double>& bars) const;
  void draw_up(Svg& svg, double x, double from, double to, const Stop& stop) const;
  void draw_bar(Svg& svg, Point top_left, const GraphNode& node) const;

  std::vector<GraphNode> m_nodes;
  std::vector<Lane> m_lanes;
  double m_names = 0;  ///< width of the part of a bar that holds its name
  double m_width = 0, m_label_height = 0;
  bool m_goes_up = false;
};

}  // namespace Strata::Tool

#endif
