// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/SmallExtents.h"
#include "strata/Analysis/ExprUtils.h"

#include <algorithm>
#include <set>

namespace strata {

/// A longer loop gains nothing from a fixed end.
constexpr std::int64_t largestExtent = 64;
/// Entries that make a kernel of its own worth its compilation.
constexpr double manyEntries = 50000;

static bool storesMany(const CompileRequest &request) {
  const auto &known = request.concretize.entriesOf;
  return std::any_of(known.begin(), known.end(), [](const auto &operand) {
    return operand.second >= manyEntries;
  });
}

std::map<std::string, std::int64_t>
smallExtents(const CompileRequest &request) {
  if (!request.fixesExtents || !storesMany(request))
    return {};
  std::map<std::string, std::int64_t> out;
  std::set<std::string> differing; // between statements
  auto note = [&](const Strata::CheckedAssignment &stmt, const Access &access) {
    const auto unit = request.unitLevels.find(access.tensor);
    if (unit == request.unitLevels.end())
      return;
    const auto &format = stmt.tensors.at(access.tensor).format;
    const auto &index =
        access.indices[format.dimension_of_level(unit->second)];
    const auto extent = stmt.extents.find(index.variable);
    if (index.is_restricted() || extent == stmt.extents.end() ||
        extent->second < 2 || extent->second > largestExtent)
      return;
    const auto [known, isNew] = out.emplace(index.variable, extent->second);
    if (known->second != extent->second)
      differing.insert(index.variable);
  };
  auto noteAll = [&](const Strata::CheckedAssignment &stmt) {
    note(stmt, stmt.assignment.lhs);
    walk(stmt.assignment.rhs, [&](const IndexExprPtr &e) {
      if (e->kind == IndexExpr::Kind::access)
        note(stmt, e->access);
    });
  };
  noteAll(request.stmt);
  std::for_each(request.followers.begin(), request.followers.end(), noteAll);
  for (const std::string &variable : differing)
    out.erase(variable);
  return out;
}

} // namespace strata
