// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_EntryMeasures.hpp>

#include <Strata_Error.hpp>
#include <Strata_IndexDomain.hpp>

namespace Strata::Impl {

ListedEntries listed_entries(const TensorRef& coo) {
  ListedEntries entries;
  entries.order = coo.order();
  entries.size  = coo.num_values;
  for (int d = 0; d < entries.order; ++d)
    entries.coordinates[d] =
        IndexSpan(coo.levels[d].coordinates, coo.format.crd_type());
  return entries;
}

GroupKeys::GroupKeys(const EntryMeasure& measure,
                     const std::vector<std::int64_t>& tensor_extents) {
  const IndexDomain domain = IndexDomain::of_extents(tensor_extents);
  for (const AffineExprPtr& key : measure.keys) {
    const Strata::IndexRange range = domain.range_of(*key);
    if (!range.is_bounded())
      throw IndexOverflow(error_message("Strata::decompose", measure.to_string(),
                                        "values that 63 bits hold",
                                        range.to_string(),
                                        "choose smaller factors"));
    expressions.push_back(range.lower == 0 ? key : key - range.lower);
    extents.push_back(range.size());
  }
}

}  // namespace Strata::Impl
