// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_IndexMapOracle.hpp"

namespace Strata::Testing {

Relation relation_of(const IndexingMap& map, const Coordinates& runtime) {
  Relation pairs;
  map.domain.for_each_point([&](const IndexPoint& p) {
    if (p.runtime == runtime) pairs.emplace(p.dimensions, map(p));
  });
  return pairs;
}

Relation swapped(const Relation& relation) {
  Relation pairs;
  for (const auto& [a, b] : relation) pairs.emplace(b, a);
  return pairs;
}

std::vector<Coordinates> elements_of(const Extents& extents) {
  std::vector<Coordinates> elements{{}};
  for (std::int64_t extent : extents) {
    std::vector<Coordinates> longer;
    for (const Coordinates& c : elements)
      for (std::int64_t i = 0; i < extent; ++i) {
        longer.push_back(c);
        longer.back().push_back(i);
      }
    elements = std::move(longer);
  }
  return elements;
}

Relation relation_where(
    const Extents& output, const Extents& input,
    const std::function<bool(const Coordinates&, const Coordinates&)>&
        related) {
  Relation pairs;
  const std::vector<Coordinates> inputs = elements_of(input);
  for (const Coordinates& o : elements_of(output))
    for (const Coordinates& i : inputs)
      if (related(o, i)) pairs.emplace(o, i);
  return pairs;
}

void expect_relation(const OperandMaps& maps, const Relation& expected,
                     const Coordinates& runtime) {
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(relation_of(maps.output_to_input, runtime), expected)
      << maps.output_to_input.to_string();
  EXPECT_EQ(swapped(relation_of(maps.input_to_output, runtime)), expected)
      << maps.input_to_output.to_string();
}

void expect_directions_agree(const OperandMaps& maps) {
  expect_relation(maps, relation_of(maps.output_to_input));
}

void expect_map(const IndexingMap& map, const std::string& text) {
  EXPECT_EQ(map.to_string(), text);
  EXPECT_EQ(IndexingMap::parse(text), map) << text;
}

}  // namespace Strata::Testing
