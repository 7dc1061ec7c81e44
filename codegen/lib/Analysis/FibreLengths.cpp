// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/FibreLengths.h"

#include <algorithm>
#include <cmath>

namespace strata {

/// Places of the levels above the last one.
static double placesOf(const Strata::TensorDeclaration &tensor) {
  double places = 1;
  for (int l = 0; l + 1 < tensor.format.lvl_rank(); ++l)
    places *= static_cast<double>(
        tensor.extents.at(tensor.format.dimension_of_level(l)));
  return places;
}

static double averageLength(double fibres, double entries) {
  entries = std::max(entries, 1.0);
  return entries / std::clamp(fibres, 1.0, entries);
}

std::map<std::string, double>
averageFibreLengths(const CompileRequest &request) {
  std::map<std::string, double> lengths;
  for (const auto &[name, entries] : request.concretize.entriesOf) {
    const auto tensor = request.stmt.tensors.find(name);
    if (tensor == request.stmt.tensors.end() ||
        tensor->second.format.is_dense())
      continue;
    const auto stored = request.fibresOf.find(name);
    lengths[name] = averageLength(stored == request.fibresOf.end()
                                      ? placesOf(tensor->second)
                                      : stored->second,
                                  entries);
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

std::set<std::string> shortFibres(const CompileRequest &request) {
  std::set<std::string> out;
  for (const auto &[name, length] : averageFibreLengths(request))
    if (length < shortFibre)
      out.insert(name);
  return out;
}

} // namespace strata
