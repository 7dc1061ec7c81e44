// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Fusion.hpp>

#include <algorithm>

#include <impl/Strata_OperationChecks.hpp>
#include <impl/Strata_Simplifier.hpp>

namespace Strata {
namespace {

/// What a map does, whatever dimensions of extent 1 are called.
IndexingMap canonical(const IndexingMap& map) {
  if (map.domain.is_plainly_empty()) return map;
  Impl::Simplifier simplifier(map.domain, Impl::Simplifier::Points::replaced);
  std::vector<AffineExprPtr> results;
  for (const AffineExprPtr& e : map.map.results)
    results.push_back(simplifier.simplify(e));
  return IndexingMap::of(std::move(results), map.domain);
}

bool are_same(const FusedMap& a, const FusedMap& b) {
  return a.reads == b.reads && canonical(a.map) == canonical(b.map);
}

void add_distinct(std::vector<FusedMap>& maps, FusedMap map) {
  const auto same = [&](const FusedMap& m) { return are_same(m, map); };
  if (std::none_of(maps.begin(), maps.end(), same))
    maps.push_back(std::move(map));
}

/// A path to an operation's result, continued to an operand.
FusedMap continue_path(const FusedMap& path, const OperandMaps& operand,
                       const std::vector<std::size_t>& operands) {
  FusedMap longer{compose(path.map, operand.output_to_input), path.reads};
  for (const RuntimeRead& read : operand.reads)
    longer.reads.push_back(
        {operands[read.operand], compose(path.map, read.map)});
  return longer;
}

}  // namespace

std::size_t Fusion::add_parameter(Extents extents) {
  Impl::OperationChecks("Fusion::add_parameter")
      .require_extents("extents", extents);
  m_values.push_back({{std::move(extents), {}}, {}});
  return m_values.size() - 1;
}

std::size_t Fusion::add_operation(OperationMaps maps,
                                  std::vector<std::size_t> operands) {
  const Impl::OperationChecks checks("Fusion::add_operation");
  checks.require_rank("operands", maps.operands.size(), operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Extents& given  = extents(operands[i]);
    const IndexingMap& to = maps.operands[i].output_to_input;
    bool fits             = to.num_results() == given.size();
    for (std::size_t d = 0; fits && d < given.size(); ++d)
      fits = to.domain.is_plainly_empty() ||
             IndexRange::of_extent(given[d]).contains(
                 to.domain.range_of(*to.map.results[d]));
    if (!fits)
      checks.fail("operands[" + std::to_string(i) + "]",
                  "extents that hold the results of " + to.to_string(),
                  Impl::numbers_text(given),
                  "make the maps from the extents of the operands");
  }
  m_values.push_back({std::move(maps), std::move(operands)});
  return m_values.size() - 1;
}

const Extents& Fusion::extents(std::size_t value) const {
  if (value >= m_values.size())
    Impl::OperationChecks("Fusion").fail(
        "value", "one of " + std::to_string(m_values.size()) + " values",
        std::to_string(value), "add values before they are used");
  return m_values[value].maps.output;
}

std::vector<FusedMap> Fusion::maps_to(std::size_t value) const {
  (void)extents(value);
  // Operands come before what uses them: from the output backwards, all paths
  // to a value are known before it is left.
  std::vector<std::vector<FusedMap>> paths(m_values.size());
  paths.back().push_back(
      {IndexingMap::identity(m_values.back().maps.output), {}});
  for (std::size_t v = m_values.size(); v-- > value + 1;)
    for (const FusedMap& path : paths[v])
      for (std::size_t i = 0; i < m_values[v].operands.size(); ++i)
        add_distinct(paths[m_values[v].operands[i]],
                     continue_path(path, m_values[v].maps.operands[i],
                                   m_values[v].operands));
  return paths[value];
}

}  // namespace Strata
