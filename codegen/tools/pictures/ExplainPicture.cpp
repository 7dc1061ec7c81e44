// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ExplainPicture.hpp"

#include <algorithm>
#include <cmath>

#include <strata/Analysis/ExprUtils.h>

#include "GraphPicture.hpp"
#include "LatticePicture.hpp"
#include "LoopWords.hpp"

namespace Strata::Tool {
namespace {

constexpr double margin = 24, column_gap = 40, words_width = 330, words_line = 16;
constexpr double least_width = 760;

std::string tensor_text(const TensorDeclaration& t) {
  std::string out(name_of(t.scalar));
  for (std::size_t d = 0; d < t.extents.size(); ++d)
    out += (d ? " × " : " ") + std::to_string(t.extents[d]);
  return t.extents.empty() ? out + " scalar" : out + ", " + t.format.to_string();
}

/// A launch that only gives every entry of its result one value.
bool is_fill(const Impl::ExplainedLaunch& launch) {
  return launch.statement.rhs->kind == IndexExpr::Kind::literal;
}

/// One row of a launch: a variable with its lattice and its loop in words.
struct LoopRow {
  LatticePicture lattice;
  std::vector<std::string> words;
  std::size_t bold = 0;  ///< first lines that are
  double indent    = 0;

  double height() const {
    return std::max(lattice.height(), static_cast<double>(words.size()) * words_line);
  }
};

class Page {
 public:
  explicit Page(const Impl::Explanation& explanation) : m_explanation(explanation) {
    const auto& names = explanation.request.names;
    m_colors.set(names.front(), "#3b4653");
    for (const std::string& name : names) m_colors.add(name);
    for (const auto& c : explanation.concrete.conversions) m_colors.add(c.name);
    for (const auto& t : explanation.concrete.temporaries) m_colors.add(t.name);
  }

  std::string draw() {
    const std::string title = to_string(m_explanation.request.stmt.assignment);
    lines(wrap_text(title, least_width, 18), {.size = 18, .bold = true}, 24);
    tensors();
    const auto fills = std::count_if(m_explanation.launches.begin(),
                                     m_explanation.launches.end(), is_fill);
    const bool split =
        static_cast<std::ptrdiff_t>(m_explanation.launches.size()) - fills > 1;
    const bool rearranged = split || !m_explanation.concrete.conversions.empty();
    if (m_explanation.refusal || (rearranged && !m_explanation.graph.isAcyclic()))
      whole_graph();
    for (std::size_t n = 0; n < m_explanation.launches.size(); ++n) launch(n);
    legend();
    for (const double y : m_rules)
      m_svg.line({margin, y}, {m_width, y}, {.stroke = Colors::line});
    return m_svg.document(m_width + margin, m_y + margin, "strata explain: " + title);
  }

 private:
  void widen(double right) { m_width = std::max(m_width, right); }

  void lines(const std::vector<std::string>& texts, const TextStyle& style, double step) {
    for (const std::string& text : texts) {
      m_svg.text({margin, m_y + style.size}, text, style);
      widen(margin + text_width(text, style.size, style.bold));
      m_y += step;
    }
  }

  void tensors() {
    m_y += 6;
    double indent = 0;
    const auto& all = m_explanation.request;
    for (const std::string& name : all.names)
      indent = std::max(indent, Chip{name, "", true}.width());
    for (const auto& c : m_explanation.concrete.conversions)
      indent = std::max(indent, Chip{c.name, "", true}.width());
    for (const auto& t : m_explanation.concrete.temporaries)
      indent = std::max(indent, Chip{t.name, "", true}.width());
    const auto row = [&](const std::string& name, bool result, const std::string& text) {
      Chip{name, m_colors.of(name), !result}.draw(m_svg, {margin, m_y});
      m_svg.text({margin + indent + 10, m_y + 13}, text, {.size = 11, .color = Colors::muted});
      widen(margin + indent + 10 + text_width(text, 11));
      m_y += Chip::height + 4;
    };
    for (const std::string& name : all.names)
      row(name, name == all.names.front(), tensor_text(all.stmt.tensors.at(name)));
    for (const auto& c : m_explanation.concrete.conversions)
      row(c.name, false,
          tensor_text(m_explanation.concrete.tensors.at(c.name)) + ", copy of " + c.source);
    for (const auto& t : m_explanation.concrete.temporaries)
      row(t.name, false, std::string(name_of(t.scalar)) + ", temporary");
  }

  void section(const std::string& text) {
    m_y += 18;
    m_rules.push_back(m_y);
    m_y += 12;
    lines(wrap_text(text, least_width, 14), {.size = 14, .bold = true}, 19);
  }

  bool on_cycle(const std::string& v) const {
    const auto& cycle = m_explanation.cycle;
    return std::find(cycle.begin(), cycle.end(), v) != cycle.end();
  }

  /// The assignment as written, before terms and reductions find their places.
  void whole_graph() {
    section("iteration graph of the assignment");
    std::vector<GraphNode> nodes;
    const Access& lhs = m_explanation.request.stmt.assignment.lhs;
    for (const std::string& v : m_explanation.graph.variables())
      nodes.push_back({v, !strata::usesVariable(lhs, v), on_cycle(v)});
    const GraphPicture graph(nodes, m_explanation.graph, strata::accessKey(lhs), m_colors);
    std::vector<double> bars;
    double y = m_y + 4 + GraphPicture::heading;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      bars.push_back(y + graph.label_height());
      y = bars.back() + GraphPicture::bar_height + (graph.goes_up() ? 24 : 0);
    }
    graph.draw(m_svg, {margin, m_y + 4}, bars);
    widen(margin + graph.width());
    m_y = y + 12;
    reasons();
  }

  void reasons() {
    if (!m_explanation.cycle.empty())
      lines({"the storage orders form a cycle: no order of the loops serves every path"},
            {.color = Colors::alarm, .bold = true}, 18);
    if (!m_explanation.refusal) {
      for (const auto& c : m_explanation.concrete.conversions)
        lines(wrap_text(c.source + " is read from the copy " + c.name + ": " + c.reason,
                        least_width),
              {.color = Colors::muted}, 16);
      if (m_explanation.concrete.conversions.empty())
        lines({"each launch below serves some of the terms"}, {.color = Colors::muted}, 18);
      return;
    }
    try {
      std::rethrow_exception(m_explanation.refusal);
    } catch (const std::exception& e) {
      lines(wrap_text(std::string("not supported: ") + e.what(), least_width),
            {.color = Colors::alarm}, 16);
    }
  }

  void launch(std::size_t n) {
    const Impl::ExplainedLaunch& launch = m_explanation.launches[n];
    const std::string text =
        statement_text(launch.statement, *launch.statement.rhs);
    section("launch " + std::to_string(n) + ": " + text);
    if (is_fill(launch)) {
      std::string note = launch.statement.loops.empty() ? "one value" : "every entry";
      if (!launch.statement.parallel.empty()) note += ", in parallel over " +
                                                      launch.statement.parallel;
      lines({note}, {.color = Colors::muted}, 16);
    } else if (launch.loops.empty()) {
      lines({"no loops"}, {.color = Colors::muted}, 16);
    } else {
      loops(launch);
    }
  }

  std::vector<LoopRow> rows_of(const Impl::ExplainedLaunch& launch) {
    std::vector<LoopRow> rows;
    for (std::size_t l = 0; l < launch.loops.size(); ++l) {
      LoopRow row{LatticePicture(launch.loops[l], m_colors), {}, 0,
                  16.0 * launch.loops[l].depth};
      m_counted |= row.lattice.counted();
      for (const std::string& line : loop_words(launch, l)) {
        for (std::string& part : wrap_text(line, words_width))
          row.words.push_back(std::move(part));
        if (row.bold == 0) row.bold = row.words.size();
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }

  void loops(const Impl::ExplainedLaunch& launch) {
    std::vector<GraphNode> nodes;
    for (const Impl::ExplainedLoop& loop : launch.loops)
      nodes.push_back({loop.variable, loop.summed, false});
    for (const std::string& v : launch.graph.variables()) {
      const auto same = [&](const GraphNode& node) { return node.variable == v; };
      if (std::none_of(nodes.begin(), nodes.end(), same)) nodes.push_back({v, false, false});
    }
    const GraphPicture graph(nodes, launch.graph, strata::accessKey(launch.statement.lhs),
                             m_colors);
    const std::vector<LoopRow> rows = rows_of(launch);
    double lattices = 0;
    for (const LoopRow& row : rows) lattices = std::max(lattices, row.lattice.width());
    const double middle = margin + graph.width() + column_gap;
    const double right  = middle + lattices + column_gap;
    headings(middle, right);
    const double top = m_y;
    std::vector<double> bars;
    m_y += GraphPicture::heading;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      bars.push_back(m_y + graph.label_height());
      m_y = bars.back() + GraphPicture::bar_height + (graph.goes_up() ? 24 : 0);
      if (n >= rows.size()) {
        loopless(nodes[n].variable, {right, bars[n] + 14});
        continue;
      }
      draw_row(rows[n], {middle + (lattices - rows[n].lattice.width()) / 2, bars[n]}, right);
      m_y = std::max(m_y, bars[n] + rows[n].height() + 6);
    }
    graph.draw(m_svg, {margin, top}, bars);
    if (graph.goes_up()) {
      m_y += 8;
      lines({"↑ this level comes before its parent's loop: it is located, not iterated"},
            {.color = Colors::note}, 16);
    }
  }

  /// A variable of the result that has no loop of its own.
  void loopless(const std::string& variable, Point at) {
    const std::string text = variable == strata::pieceVariable
                                 ? "each piece has its own"
                                 : "no loop: nothing is stored";
    m_svg.text(at, text, {.color = Colors::muted});
    widen(at.x + text_width(text));
  }

  void headings(double middle, double right) {
    const TextStyle style{.size = 11, .color = Colors::muted};
    m_y += 4;
    m_svg.text({margin, m_y + 11}, "iteration graph", style);
    m_svg.text({middle, m_y + 11}, "merge lattice", style);
    m_svg.text({right, m_y + 11}, "loops", style);
    m_y += 24;
  }

  void draw_row(const LoopRow& row, Point lattice, double words) {
    row.lattice.draw(m_svg, lattice);
    widen(lattice.x + row.lattice.width());
    for (std::size_t n = 0; n < row.words.size(); ++n) {
      const bool bold = n < row.bold;
      const TextStyle style{.color = bold ? Colors::ink : Colors::muted, .bold = bold};
      const double x = words + row.indent + (bold ? 0 : 12);
      m_svg.text({x, lattice.y + 14 + words_line * static_cast<double>(n)}, row.words[n], style);
      widen(x + text_width(row.words[n], style.size, style.bold));
    }
  }

  void legend() {
    m_y += 18;
    m_rules.push_back(m_y);
    m_y += 10;
    lines({"graph: a bar per index variable, in the order of the loops (Σ: summed); a line per "
           "access through its levels, the result's dashed"},
          {.size = 10.5, .color = Colors::muted}, 15);
    if (m_explanation.refusal) return;
    lines({"lattice: filled = iterated, outlined = located (its level stores every coordinate); "
           "an edge names the iterators that are exhausted"},
          {.size = 10.5, .color = Colors::muted}, 15);
    if (m_counted)
      lines({"lattices of more than " + std::to_string(LatticePicture::max_points) +
             " points are counted; the text lists all"},
            {.size = 10.5, .color = Colors::muted}, 15);
  }

  const Impl::Explanation& m_explanation;
  OperandColors m_colors;
  Svg m_svg;
  bool m_counted = false;       ///< a lattice was too large to draw
  std::vector<double> m_rules;  ///< between sections; as wide as the page
  double m_y = margin, m_width = margin + least_width;
};

}  // namespace

std::string draw_explanation(const Impl::Explanation& explanation) {
  return Page(explanation).draw();
}

}  // namespace Strata::Tool
