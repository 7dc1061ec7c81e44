// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/FibreLengths.h"

#include <algorithm>
#include <cmath>

namespace strata {

static double averageLength(const Strata::TensorDeclaration &tensor,
                            double entries) {
  double fibres = 1;
  for (int l = 0; l + 1 < tensor.format.lvl_rank(); ++l)
    fibres *= static_cast<double>(
        tensor.extents.at(tensor.format.dimension_of_level(l)));
  entries = std::max(entries, 1.0);
  return entries / std::clamp(fibres, 1.0, entries);
}

std::map<std::string, double>
averageFibreLengths(const CompileRequest &request) {
  std::map<std::string, double> lengths;
  for (const auto &[name, entries] : request.concretize.entriesOf) {
    const auto tensor = request.stmt.tensors.find(name);
    if (tensor != request.stmt.tensors.end() &&
        !tensor->second.format.is_dense())
      lengths[name] = averageLength(tensor->second, entries);
  }
  return lengths;
}

std::map<std::string, int> fibreLengths(const CompileRequest &request) {
  std::map<std::string, int> lengths;
  for (const auto &[name, length] : averageFibreLengths(request))
    lengths[name] = static_cast<int>(std::lround(std::log2(length)));
  if (lengths.size() < 2)
    return {};
  int least = lengths.begin()->second;
  for (const auto &entry : lengths)
    least = std::min(least, entry.second);
  for (auto &entry : lengths)
    entry.second -= least;
  return lengths;
}

} // namespace strata
