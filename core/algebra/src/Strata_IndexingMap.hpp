// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_INDEXING_MAP_HPP
#define STRATA_INDEXING_MAP_HPP

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_IndexDomain.hpp>
#include <Strata_IndexMap.hpp>

namespace Strata {

/// An index map and where it holds: which elements of one tensor belong to an
/// element of another. Dimensions are the coordinates of that element, symbols
/// run over what belongs to it, run-time variables are loaded when the kernel
/// runs. Text, all ranges closed:
///   "(d0)[s0]{rt0} -> (d0 * 2, s0 + rt0), domain: d0 in [0, 4], s0 in [0, 1],
///    rt0 in [0, 9], d0 + s0 in [0, 4]"
struct IndexingMap {
  IndexMap map;
  IndexDomain domain;

  /// Variables are named d0…, s0…, rt0…. \throws ShapeMismatch for an
  /// expression with a variable that the domain has no range for.
  static IndexingMap of(std::vector<AffineExprPtr> results, IndexDomain domain);
  static IndexingMap identity(const std::vector<std::int64_t>& extents);
  /// \throws ParseError with a caret under the place.
  static IndexingMap parse(std::string_view text);
  std::string to_string() const;

  std::size_t num_results() const { return map.results.size(); }
  /// Results at a point. \throws ShapeMismatch outside of the domain.
  std::vector<std::int64_t> operator()(const IndexPoint& point) const;
  std::vector<std::int64_t> operator()(
      const std::vector<std::int64_t>& dimensions) const;

  /// The same map on the same domain, spelled canonically. Symbols are numbered
  /// in the order of their first use, those without use are gone; maps with
  /// run-time variables keep all, since what these are loaded from may use
  /// them.
  IndexingMap simplified() const;
  /// Every result [i] as a dimension, the dimensions as results; what the
  /// results do not determine becomes symbols. Relates the same pairs.
  /// \throws UnsupportedExpression for products of unknowns and counting.
  IndexingMap inverse() const;
  /// Whether some point of the domain has these results. Exact.
  bool image_contains(const std::vector<std::int64_t>& results) const;
  /// Distinct results at all points. \pre bounded domain
  std::set<std::vector<std::int64_t>> image() const;

  /// Same trees, ranges and constraints; names do not matter.
  bool operator==(const IndexingMap& other) const {
    return map == other.map && domain == other.domain;
  }
};

/// first, then second: second's dimensions are first's results. Symbols and
/// run-time variables of first come first. Simplified.
/// \throws ShapeMismatch when the numbers differ.
IndexingMap compose(const IndexingMap& first, const IndexingMap& second);

}  // namespace Strata

#endif
