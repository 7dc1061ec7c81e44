// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Tile.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include <Strata_Error.hpp>
#include <impl/Strata_CheckedMath.hpp>
#include <impl/Strata_ResultGroups.hpp>
#include <impl/Strata_Simplifier.hpp>

namespace Strata {
namespace {

/// The smallest progression with all values, and whether it has no others.
struct Progression {
  TileDimension dimension;
  bool is_exact = true;
};

/// factor * x for x in a range, as an ascending progression.
TileDimension multiples(std::int64_t factor, const IndexRange& range) {
  const IndexRange values = range * IndexRange{factor, factor};
  return {values.lower, range.size(), factor < 0 ? -factor : factor};
}

/// Values of a sum of multiples of variables that share no constraint.
std::optional<Progression> progression_of(const Impl::LinearForm& form,
                                          const IndexDomain& domain) {
  std::vector<TileDimension> parts;
  std::int64_t offset = form.constant;
  for (const auto& [atom, factor] : form.terms) {
    if (!atom->is_variable() || !domain.range(*atom).is_bounded())
      return std::nullopt;
    const TileDimension part = multiples(factor, domain.range(*atom));
    offset                   = Impl::checked_add(offset, part.offset);
    if (part.size > 1) parts.push_back(part);
  }
  std::sort(parts.begin(), parts.end(),
            [](const auto& a, const auto& b) { return a.stride < b.stride; });
  Progression sum{{offset, 1, 1}, true};
  for (const TileDimension& part : parts) {
    TileDimension& d = sum.dimension;
    if (d.size == 1) d.stride = part.stride;
    const std::int64_t stride = std::gcd(d.stride, part.stride);
    const std::int64_t reach =
        Impl::checked_add(Impl::checked_mul(d.stride, d.size - 1),
                          Impl::checked_mul(part.stride, part.size - 1));
    // No gaps where the coarse steps are not longer than what the fine ones
    // reach.
    sum.is_exact &= stride == d.stride && part.stride / d.stride <= d.size;
    d = {offset, reach / stride + 1, stride};
  }
  return sum;
}

TileDimension progression_of(const std::set<std::int64_t>& values) {
  if (values.empty()) return {};
  std::int64_t stride = 0;
  for (std::int64_t v : values) stride = std::gcd(stride, v - *values.begin());
  if (stride == 0) return {*values.begin(), 1, 1};
  return {*values.begin(), (*values.rbegin() - *values.begin()) / stride + 1,
          stride};
}

bool is_enumerable(const IndexDomain& domain) {
  try {
    Impl::require_enumerable(domain, "propagate_tile");
    return true;
  } catch (const UnsupportedExpression&) {
    return false;
  }
}

/// Finds the tile of results that share variables.
class GroupTile {
 public:
  GroupTile(const Impl::ResultGroup& group, OperandTile& out)
      : m_group(group), m_map(group.map), m_out(out) {}

  void find() {
    if (m_group.results.size() == 1 && m_map.domain.constraints.empty() &&
        find_linear())
      return;
    if (is_enumerable(m_map.domain))
      enumerate();
    else
      bound();
  }

 private:
  bool find_linear() {
    Impl::Simplifier simplifier(m_map.domain);
    const auto found =
        progression_of(simplifier.form(m_map.map.results[0]), m_map.domain);
    if (!found) return false;
    m_out.tile[m_group.results[0]] = found->dimension;
    m_out.is_exact &= found->is_exact;
    return true;
  }

  void enumerate() {
    const auto image          = m_map.image();
    std::int64_t num_in_tiles = 1;
    for (std::size_t i = 0; i < m_group.results.size(); ++i) {
      std::set<std::int64_t> values;
      for (const auto& point : image) values.insert(point[i]);
      const TileDimension d          = progression_of(values);
      num_in_tiles                   = Impl::checked_mul(num_in_tiles, d.size);
      m_out.tile[m_group.results[i]] = d;
    }
    m_out.is_exact &= num_in_tiles == std::ssize(image);
  }

  void bound() {
    for (std::size_t i = 0; i < m_group.results.size(); ++i) {
      const IndexRange values = m_map.domain.range_of(*m_map.map.results[i]);
      m_out.tile[m_group.results[i]] = {values.lower, values.size(), 1};
    }
    m_out.is_exact = false;
  }

  const Impl::ResultGroup& m_group;
  const IndexingMap& m_map;
  OperandTile& m_out;
};

}  // namespace

IndexingMap tile_map(const Tile& tile) {
  IndexDomain domain;
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < tile.size(); ++d) {
    if (tile[d].size < 0 || tile[d].stride < 1)
      throw ShapeMismatch(error_message(
          "tile_map", "tile", "sizes of 0 or more and strides of 1 or more",
          "size " + std::to_string(tile[d].size) + ", stride " +
              std::to_string(tile[d].stride),
          "check dimension " + std::to_string(d)));
    domain.dimensions.push_back(IndexRange::of_extent(tile[d].size));
    results.push_back(AffineExpr::dimension(d) * tile[d].stride +
                      tile[d].offset);
  }
  return IndexingMap::of(std::move(results), std::move(domain));
}

OperandTile propagate_tile(const IndexingMap& output_to_input,
                           const Tile& tile) {
  const std::size_t rank = output_to_input.domain.dimensions.size();
  if (tile.size() != rank)
    throw ShapeMismatch(error_message(
        "propagate_tile", "tile", std::to_string(rank) + " dimensions",
        std::to_string(tile.size()), "give one entry for each dimension"));
  const IndexingMap map = compose(tile_map(tile), output_to_input);
  OperandTile result{Tile(map.num_results()), true};
  if (map.domain.is_empty()) return result;
  for (const Impl::ResultGroup& group : Impl::group_results(map))
    GroupTile(group, result).find();
  return result;
}

}  // namespace Strata
