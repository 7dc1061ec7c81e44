// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_LATTICE_PICTURE_HPP
#define STRATA_TOOLS_LATTICE_PICTURE_HPP

#include <string>
#include <vector>

#include <Strata_Explain.h>

#include "Operands.hpp"

namespace Strata::Tool {

/// The merge lattice of a loop: a node per point with its iterators (filled) and
/// what is located (outlined), top to bottom; an edge goes where the loop
/// continues when the iterators written at it are exhausted.
class LatticePicture {
 public:
  LatticePicture(const Impl::ExplainedLoop& loop, const OperandColors& colors);

  double width() const { return m_width; }
  double height() const { return m_height; }
  void draw(Svg& svg, Point top_left) const;

  /// Points beyond which they are counted, not drawn.
  static constexpr std::size_t max_points = 15;
  bool counted() const { return m_counted; }

 private:
  enum class Kind { point, done, bend };
  struct Node {
    Kind kind = Kind::point;
    int layer = 0;
    std::vector<Chip> chips{};
    std::string text{};           ///< below the chips
    double width = 0, height = 0;
    Point top{};                  ///< middle of the upper side
    double order = 0;             ///< in its layer
  };
  struct Edge {
    int from = 0, to = 0;
    std::vector<int> bends;       ///< nodes on the way
    std::vector<Chip> labels;     ///< text and colour of what is exhausted
  };

  void add_points(const Impl::ExplainedLoop& loop, const OperandColors& colors);
  void add_counts(const strata::MergeLattice& lattice);
  void add_edges(const Impl::ExplainedLoop& loop, const OperandColors& colors);
  void exhaust(int from, int to, Chip label);
  void assign_layers();
  void add_bends();
  void order_layers();
  void place();
  void draw_node(Svg& svg, Point shift, const Node& node) const;
  void draw_labels(Svg& svg, Point shift) const;
  std::vector<Point> route(const Edge& edge, Point shift) const;

  std::vector<Node> m_nodes;
  std::vector<Edge> m_edges;
  std::vector<std::vector<int>> m_layers;
  double m_width = 0, m_height = 0;
  bool m_counted = false;
};

}  // namespace Strata::Tool

#endif
