// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <impl/Strata_CheckedMath.hpp>
#include <impl/Strata_OperationChecks.hpp>

namespace Strata::Impl {

std::string numbers_text(const Extents& extents) {
  std::string text;
  for (std::int64_t extent : extents)
    text.append(text.empty() ? "" : ", ").append(std::to_string(extent));
  return "[" + text + "]";
}

std::int64_t num_elements(const Extents& extents) {
  std::int64_t product = 1;
  for (std::int64_t extent : extents) product = checked_mul(product, extent);
  return product;
}

bool is_one_of(std::size_t d, const std::vector<std::size_t>& dimensions) {
  return std::find(dimensions.begin(), dimensions.end(), d) != dimensions.end();
}

void OperationChecks::require_rank(std::string_view argument,
                                   std::size_t expected,
                                   std::size_t got) const {
  if (expected != got)
    fail(argument, std::to_string(expected) + " entries", std::to_string(got),
         "give one for each dimension");
}

void OperationChecks::require_extents(std::string_view argument,
                                      const Extents& extents) const {
  if (std::any_of(extents.begin(), extents.end(),
                  [](std::int64_t extent) { return extent < 0; }))
    fail(argument, "extents of 0 or more", numbers_text(extents),
         "check the extents");
}

void OperationChecks::require_dimensions(
    std::string_view argument, const std::vector<std::size_t>& dimensions,
    std::size_t rank) const {
  std::vector<bool> seen(rank, false);
  for (std::size_t d : dimensions) {
    if (d >= rank || seen[d])
      fail(argument, "distinct dimensions below " + std::to_string(rank),
           numbers_text(Extents(dimensions.begin(), dimensions.end())),
           "dimensions are counted from 0");
    seen[d] = true;
  }
}

void OperationChecks::require_permutation(
    std::string_view argument, const std::vector<std::size_t>& dimensions,
    std::size_t rank) const {
  require_rank(argument, rank, dimensions.size());
  require_dimensions(argument, dimensions, rank);
}

OperandMaps operand_maps(const IndexingMap& output_to_input,
                         std::vector<RuntimeRead> reads) {
  return {output_to_input.simplified(), output_to_input.inverse(),
          std::move(reads)};
}

OperandMaps scalar_operand(const Extents& output) {
  return operand_maps(IndexingMap::of({}, IndexDomain::of_extents(output)));
}

}  // namespace Strata::Impl
