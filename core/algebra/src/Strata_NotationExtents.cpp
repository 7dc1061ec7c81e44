// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <optional>
#include <set>

#include <impl/Strata_NotationCheck.hpp>
#include <impl/Strata_NotationFunctions.hpp>

namespace Strata::Impl {
namespace {

using Kind = IndexExpr::Kind;

/// An extent and the access it comes from.
struct KnownExtent {
  std::int64_t extent;
  std::string access;
};

/// Collects the extent of every variable from the accesses.
class ExtentInference {
 public:
  ExtentInference(const Assignment& a,
                  const std::map<std::string, std::string>& origin,
                  const ExtentSources& sources, TensorDeclarations& tensors)
      : m_statement(a), m_origin(origin), m_sources(sources), m_tensors(tensors) {}

  std::map<std::string, std::int64_t> run() {
    visit(m_statement.lhs, m_statement.lhs_where);
    refuse_repeats(m_statement.lhs);
    visit(*m_statement.rhs);
    fill_result();
    visit_bound(*m_statement.rhs);
    return std::move(m_extents);
  }

 private:
  /// The variable of the text that a variable belongs to.
  const std::string& root(const std::string& variable) const {
    const auto found = m_origin.find(variable);
    return found == m_origin.end() ? variable : found->second;
  }

  void visit(const IndexExpr& e) {
    if (e.kind == Kind::access) visit(e.access, e.where);
    for (const IndexExprPtr& arg : e.args) visit(*arg);
  }

  void visit(const Access& access, SourceRange where) {
    const auto& extents = m_tensors.at(access.tensor).extents;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      const IndexArg& index = access.indices[d];
      const bool whole      = !index.window && !index.has_index_set;
      if (extents[d] < 0) {
        if (whole && access.tensor == m_statement.lhs.tensor) continue;
        fail_at<ShapeMismatch>(m_statement,
                               "extent of dimension " + std::to_string(d) +
                                   " of '" + access.tensor + "' is unknown",
                               where);
      }
      record(index, used_extent(index, extents[d]), access, where);
    }
  }

  /// Extent of the variable when it indexes a dimension of `extent`.
  std::int64_t used_extent(const IndexArg& index, std::int64_t extent) const {
    if (index.window) return window_extent(index, extent);
    if (!index.has_index_set) return extent;
    for (std::int64_t c : index.index_set)
      if (c < 0 || c >= extent)
        fail_at<ShapeMismatch>(m_statement,
                               "coordinate " + std::to_string(c) +
                                   " of the index set is outside the extent " +
                                   std::to_string(extent),
                               index.where);
    return index.length(extent);
  }

  /// An entry of the result would be given two values.
  void refuse_repeats(const Access& lhs) const {
    for (const IndexArg& index : lhs.indices) {
      std::set<std::int64_t> seen;
      for (std::int64_t c : index.index_set)
        if (!seen.insert(c).second)
          fail_at<UnsupportedExpression>(
              m_statement,
              "the index set on the left has the coordinate " +
                  std::to_string(c) +
                  " twice; expected each coordinate of the result once",
              index.where);
    }
  }

  std::int64_t window_extent(const IndexArg& index, std::int64_t extent) const {
    const auto [lo, hi, stride] = *index.window;
    if (stride < 1)
      fail_at<ShapeMismatch>(m_statement,
                             "the stride of a window must be positive, got " +
                                 std::to_string(stride),
                             index.where);
    if (lo < 0 || hi < lo || hi > extent)
      fail_at<ShapeMismatch>(
          m_statement,
          "window [" + std::to_string(lo) + ", " + std::to_string(hi) +
              ") is not inside the extent " + std::to_string(extent),
          index.where);
    return index.length(extent);
  }

  Access as_written(Access access) const {
    for (IndexArg& index : access.indices)
      index.variable = root(index.variable);
    return access;
  }

  void record(const IndexArg& index, std::int64_t extent, const Access& access,
              SourceRange where) {
    const std::string text = print_access(as_written(access), {});
    const auto [known, is_new] =
        m_known.try_emplace(root(index.variable), KnownExtent{extent, text});
    if (!is_new && known->second.extent != extent)
      fail_at<ShapeMismatch>(m_statement,
                             "index variable '" + root(index.variable) +
                                 "' has extent " +
                                 std::to_string(known->second.extent) + " in " +
                                 known->second.access + " and " +
                                 std::to_string(extent) + " in " + text,
                             where);
    m_extents[index.variable] = extent;
  }

  std::int64_t require(const std::string& variable, SourceRange where) {
    const auto known  = m_known.find(root(variable));
    const auto source = m_sources.find(variable);
    if (known == m_known.end() && source != m_sources.end())
      return m_extents[variable] = source->second.extent;
    if (known == m_known.end())
      fail_at<UnsupportedExpression>(
          m_statement,
          "the extent of index variable '" + variable +
              "' is unknown: nothing on the right with a known extent is "
              "indexed by it; give the extents of '" +
              m_statement.lhs.tensor + "'",
          where);
    return m_extents[variable] = known->second.extent;
  }

  void fill_result() {
    const Access& lhs = m_statement.lhs;
    auto& extents     = m_tensors.at(lhs.tensor).extents;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      const std::int64_t extent =
          require(lhs.indices[d].variable, m_statement.lhs_where);
      if (extents[d] < 0) extents[d] = extent;
    }
  }

  void visit_bound(const IndexExpr& e) {
    if (!e.variable.empty()) require(e.variable, e.where);
    for (const IndexExprPtr& arg : e.args) visit_bound(*arg);
    for (const IndexArg& index : e.access.indices)
      require(index.variable, e.where);
  }

  const Assignment& m_statement;
  const std::map<std::string, std::string>& m_origin;
  const ExtentSources& m_sources;
  TensorDeclarations& m_tensors;
  std::map<std::string, KnownExtent> m_known;
  std::map<std::string, std::int64_t> m_extents;
};

}  // namespace

std::map<std::string, std::int64_t> infer_extents(
    const Assignment& a, const std::map<std::string, std::string>& origin,
    const ExtentSources& sources, TensorDeclarations& tensors) {
  return ExtentInference(a, origin, sources, tensors).run();
}

}  // namespace Strata::Impl
