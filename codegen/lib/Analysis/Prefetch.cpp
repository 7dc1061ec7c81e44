// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/Prefetch.h"
#include "strata/Analysis/FibreLengths.h"

#include <algorithm>

namespace strata {

double mostEntries(const CompileRequest &request) {
  double most = 0;
  for (const auto &[name, entries] : request.concretize.entriesOf)
    most = std::max(most, entries);
  return most;
}

std::map<std::string, double> prefetchedFibres(const CompileRequest &request) {
  auto lengths = averageFibreLengths(request);
  std::erase_if(lengths, [](const auto &operand) { return operand.second >= longFibre; });
  return lengths;
}

PrefetchChoice choosePrefetch(const CompileRequest &request) {
  using Strata::Prefetch;
  const Prefetch asked = request.options.prefetch;
  const bool forHost = request.chip.empty() && request.options.backend == Strata::Backend::jit;
  if (!forHost || asked == Prefetch::none)
    return {};
  if (asked == Prefetch::streams)
    return {true, true};
  const bool many = mostEntries(request) >= entriesForPrefetch;
  return {many, many && !prefetchedFibres(request).empty()};
}

} // namespace strata
