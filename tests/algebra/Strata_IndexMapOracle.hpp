// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_INDEX_MAP_ORACLE_HPP
#define STRATA_INDEX_MAP_ORACLE_HPP

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <Strata_OperationMaps.hpp>

namespace Strata::Testing {

using Coordinates = std::vector<std::int64_t>;
/// Pairs (element of the output, element of the input) that belong together.
using Relation = std::set<std::pair<Coordinates, Coordinates>>;

/// Every pair of a map, by enumeration; run-time variables are held at values.
Relation relation_of(const IndexingMap& map, const Coordinates& runtime = {});
Relation swapped(const Relation& relation);

/// Every element of extents, in row-major order.
std::vector<Coordinates> elements_of(const Extents& extents);
/// Pairs of elements for which related(output, input) holds.
Relation relation_where(
    const Extents& output, const Extents& input,
    const std::function<bool(const Coordinates&, const Coordinates&)>& related);

/// Both directions are the relation, point by point.
void expect_relation(const OperandMaps& maps, const Relation& expected,
                     const Coordinates& runtime = {});
/// Both directions are one relation that is not empty.
void expect_directions_agree(const OperandMaps& maps);

/// Prints as the text, and the text parses to it.
void expect_map(const IndexingMap& map, const std::string& text);

}  // namespace Strata::Testing

#endif
