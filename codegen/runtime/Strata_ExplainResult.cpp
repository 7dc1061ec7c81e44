// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a launch makes its sparse result, in words.
#include <algorithm>

#include "Strata_Explain.h"

namespace Strata::Impl {

namespace {

using Names = std::vector<std::string>;

std::string joined(const Names& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

/// Variables of a result in the order in which `format` stores them.
Names stored_order(const Access& lhs, const TensorFormat& format) {
  Names out;
  for (int l = 0; l < format.lvl_rank(); ++l)
    out.push_back(lhs.indices[format.dimension_of_level(l)].variable);
  return out;
}

/// Why entries do not come in the order of the levels of a result.
std::string why_listed(const strata::ConcreteStatement& s,
                       const Names& levels) {
  const auto is_stored = [&](const std::string& v) {
    return std::find(levels.begin(), levels.end(), v) != levels.end();
  };
  Names result;
  std::string outside;
  for (const std::string& v : s.loops)
    if (is_stored(v))
      result.push_back(v);
    else if (result.size() < levels.size())
      outside = v;
  if (!outside.empty())
    return "the sum over " + outside + " runs around a loop of the result";
  if (result != levels)
    return "the loops run in the order " + joined(result) +
           ", the levels of the result are " + joined(levels);
  return "the entries of an operand are in no order";
}

}  // namespace

std::string explain_result(const strata::ConcreteProgram& program,
                           const strata::ConcreteStatement& s) {
  const TensorFormat& format = program.tensors.at(s.lhs.tensor).format;
  if (format.is_dense()) return "";
  if (s.collectedIn.empty()) {
    const std::string entries =
        s.list.empty() ? "appended as the loops come to them, which is the "
                         "order of its levels"
                       : std::string("added up in a ") +
                             (s.bounds.empty() ? "" : "hashed ") +
                             "worklist, sorted and appended";
    return "  sparse result: count, allocate, fill; entries are " + entries +
           "\n";
  }
  const TensorFormat& target = program.tensors.at(s.collectedIn).format;
  return "  sparse result: count, allocate, fill a list of entries; convert it "
         "to " + s.collectedIn + " (sort, sum what is equal), because " +
         why_listed(s, stored_order(s.lhs, target)) + "\n";
}

}  // namespace Strata::Impl
