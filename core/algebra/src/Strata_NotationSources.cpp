// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions over a variable that nothing inside of them has: their extent is that of
// the dimensions that the statement indexes by a variable of the same name.
#include <algorithm>
#include <optional>
#include <set>

#include <impl/Strata_NotationCheck.hpp>
#include <impl/Strata_NotationFunctions.hpp>

namespace Strata::Impl {
namespace {

using Kind = IndexExpr::Kind;

bool is_indexed(const IndexExpr& e, const std::string& variable) {
  const auto& indices = e.access.indices;
  return std::any_of(indices.begin(), indices.end(),
                     [&](const IndexArg& index) { return index.variable == variable; }) ||
         std::any_of(e.args.begin(), e.args.end(),
                     [&](const IndexExprPtr& arg) { return is_indexed(*arg, variable); });
}

void append_bound(const IndexExpr& e, std::set<std::string>& out) {
  if (e.kind == Kind::reduce) out.insert(e.variable);
  for (const IndexExprPtr& arg : e.args) append_bound(*arg, out);
}

/// One of the dimensions that a variable may take its extent from.
struct Dimension {
  const Access* access;
  std::size_t number;
  std::int64_t extent;
};

class SourceFinder {
 public:
  SourceFinder(const Assignment& a, const ExplicitSums& sums, const TensorDeclarations& tensors)
      : m_sums(sums), m_tensors(tensors) {
    collect(a.lhs);
    collect(*a.rhs);
  }

  ExtentSources run(const IndexExpr& e) {
    if (e.kind == Kind::reduce && !is_indexed(*e.args[0], e.variable))
      if (auto source = source_of(e)) m_found[e.variable] = std::move(*source);
    for (const IndexExprPtr& arg : e.args) run(*arg);
    return m_found;
  }

 private:
  const std::string& spelled(const std::string& variable) const {
    const auto found = m_sums.spelled.find(variable);
    return found == m_sums.spelled.end() ? variable : found->second;
  }

  void collect(const IndexExpr& e) {
    if (e.kind == Kind::access) collect(e.access);
    for (const IndexExprPtr& arg : e.args) collect(*arg);
  }

  void collect(const Access& access) {
    const auto& extents = m_tensors.at(access.tensor).extents;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      const IndexArg& index = access.indices[d];
      if (index.window && index.window->stride < 1) continue;  // refused with its place
      if (extents[d] >= 0 || index.is_restricted())
        m_dimensions[spelled(index.variable)].push_back({&access, d, index.length(extents[d])});
    }
  }

  /// None: there is no other dimension, or they do not agree. Names that sums inside of
  /// the reduction bind hide its own.
  std::optional<ExtentSource> source_of(const IndexExpr& reduction) const {
    const auto named = m_dimensions.find(spelled(reduction.variable));
    if (named == m_dimensions.end()) return std::nullopt;
    std::set<std::string> hidden;
    append_bound(*reduction.args[0], hidden);
    const Dimension* chosen = nullptr;
    for (const Dimension& d : named->second) {
      if (hidden.contains(d.access->indices[d.number].variable)) continue;
      if (chosen && chosen->extent != d.extent) return std::nullopt;
      if (!chosen) chosen = &d;
    }
    if (!chosen) return std::nullopt;
    ExtentSource source{{chosen->access->tensor, {}}, chosen->extent};
    source.access.indices.resize(chosen->access->indices.size());
    source.access.indices[chosen->number]          = chosen->access->indices[chosen->number];
    source.access.indices[chosen->number].variable = reduction.variable;
    return source;
  }

  const ExplicitSums& m_sums;
  const TensorDeclarations& m_tensors;
  std::map<std::string, std::vector<Dimension>> m_dimensions;  ///< by name in the text
  ExtentSources m_found;
};

}  // namespace

ExtentSources find_extent_sources(const Assignment& a, const ExplicitSums& sums,
                                  const TensorDeclarations& tensors) {
  return SourceFinder(a, sums, tensors).run(*a.rhs);
}

IndexExprPtr with_extent_sources(const IndexExprPtr& e, const ExtentSources& sources) {
  if (sources.empty() || e->args.empty()) return e;
  IndexExpr copy = *e;
  for (IndexExprPtr& arg : copy.args) arg = with_extent_sources(arg, sources);
  const auto source = e->kind == Kind::reduce ? sources.find(e->variable) : sources.end();
  if (source != sources.end()) copy.access = source->second.access;
  return std::make_shared<const IndexExpr>(std::move(copy));
}

}  // namespace Strata::Impl
