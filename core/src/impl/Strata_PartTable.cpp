// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_PartTable.hpp>

#include <algorithm>

namespace Strata::Impl {

MeasureTable::MeasureTable(const CompositeFormat& format) {
  for (const PartFormat& part : format.parts()) {
    for (const EntryCondition& condition : part.conditions) {
      const auto known =
          std::find(measures.begin(), measures.end(), condition.measure);
      measure_of.push_back(static_cast<std::size_t>(known - measures.begin()));
      if (known == measures.end()) measures.push_back(condition.measure);
      conditions.push_back(
          {nullptr, condition.range.lower, condition.range.upper});
    }
    ends.push_back(static_cast<std::int64_t>(conditions.size()));
  }
}

}  // namespace Strata::Impl
