// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Utilisation.hpp>

#include <algorithm>

#include <Strata_Error.hpp>
#include <impl/Strata_CheckedMath.hpp>
#include <impl/Strata_OperationChecks.hpp>
#include <impl/Strata_ResultGroups.hpp>

namespace Strata {
namespace {

constexpr const char* operation = "operand_utilisation";

/// One bit for every element of some extents.
class ElementSet {
 public:
  explicit ElementSet(const Extents& extents)
      : m_extents(extents), m_bits(checked_size(extents), false) {}

  void insert(const std::vector<std::int64_t>& element) {
    std::int64_t number = 0;
    for (std::size_t d = 0; d < element.size(); ++d)
      number = number * m_extents[d] + element[d];
    if (m_bits[number]) return;
    m_bits[number] = true;
    ++m_size;
  }
  std::int64_t size() const { return m_size; }

 private:
  static std::int64_t checked_size(const Extents& extents) {
    const std::int64_t size = Impl::num_elements(extents);
    if (size > max_size)
      throw UnsupportedExpression(
          error_message(operation, "extents",
                        "at most " + std::to_string(max_size) +
                            " elements that hang together",
                        Impl::numbers_text(extents), "look at tiles"));
    return size;
  }
  static constexpr std::int64_t max_size = std::int64_t(1) << 32;

  const Extents& m_extents;
  std::vector<bool> m_bits;
  std::int64_t m_size = 0;
};

void check_inside(const IndexingMap& map, const Extents& extents) {
  const Impl::OperationChecks checks(operation);
  if (map.num_results() != extents.size())
    checks.fail("maps", std::to_string(extents.size()) + " results",
                map.to_string(), "give maps to the operand");
  if (map.domain.is_plainly_empty()) return;
  for (std::size_t d = 0; d < extents.size(); ++d)
    if (!IndexRange::of_extent(extents[d])
             .contains(map.domain.range_of(*map.map.results[d])))
      checks.fail("maps", "results inside of " + Impl::numbers_text(extents),
                  map.to_string(), "give the extents of the operand");
}

Extents extents_of(const std::vector<std::size_t>& results,
                   const Extents& extents) {
  Extents own;
  for (std::size_t r : results) own.push_back(extents[r]);
  return own;
}

void insert_image(ElementSet& elements, const IndexingMap& map) {
  Impl::require_enumerable(map.domain, operation);
  map.domain.for_each_point(
      [&](const IndexPoint& p) { elements.insert(map(p)); });
}

/// Groups share no variables: what they take multiplies.
std::int64_t count_image(const IndexingMap& map, const Extents& extents) {
  std::int64_t count = 1;
  for (const Impl::ResultGroup& group : Impl::group_results(map)) {
    const Extents own = extents_of(group.results, extents);
    ElementSet elements(own);
    insert_image(elements, group.map);
    count = Impl::checked_mul(count, elements.size());
  }
  return count;
}

}  // namespace

Utilisation operand_utilisation(const std::vector<IndexingMap>& maps,
                                const Extents& extents) {
  Utilisation result{0, Impl::num_elements(extents)};
  std::vector<IndexingMap> simple;
  for (const IndexingMap& map : maps) {
    simple.push_back(map.simplified());
    check_inside(simple.back(), extents);
    if (simple.back().domain.is_empty()) simple.pop_back();
  }
  for (const IndexingMap& map : simple) {
    result.read = std::max(result.read, count_image(map, extents));
    if (result.read == result.total) return result;
  }
  if (simple.size() <= 1) return result;
  ElementSet elements(extents);
  for (const IndexingMap& map : simple) insert_image(elements, map);
  result.read = elements.size();
  return result;
}

Utilisation stored_utilisation(
    const std::vector<IndexingMap>& maps,
    const std::vector<std::vector<std::int64_t>>& entries) {
  Utilisation result{0, static_cast<std::int64_t>(entries.size())};
  std::vector<IndexingMap> simple;
  for (const IndexingMap& map : maps) simple.push_back(map.simplified());
  for (const std::vector<std::int64_t>& entry : entries)
    result.read += std::any_of(
        simple.begin(), simple.end(),
        [&](const IndexingMap& map) { return map.image_contains(entry); });
  return result;
}

}  // namespace Strata
