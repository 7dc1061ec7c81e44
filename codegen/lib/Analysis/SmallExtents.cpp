// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/SmallExtents.h"
#include "strata/Analysis/ExprUtils.h"

#include <algorithm>
#include <functional>

namespace strata {

static bool storesMany(const CompileRequest &request) {
  const auto &known = request.concretize.entriesOf;
  return std::any_of(known.begin(), known.end(), [](const auto &operand) {
    return operand.second >= entriesForFixedExtents;
  });
}

using Statement = Strata::CheckedAssignment;

static std::vector<Statement> statementsOf(const CompileRequest &request) {
  std::vector<Statement> all{request.stmt};
  all.insert(all.end(), request.followers.begin(), request.followers.end());
  return all;
}

static void forEachAccess(const Statement &stmt,
                          const std::function<void(const Access &)> &f) {
  f(stmt.assignment.lhs);
  walk(stmt.assignment.rhs, [&](const IndexExprPtr &e) {
    if (e->kind == IndexExpr::Kind::access)
      f(e->access);
  });
}

std::map<std::string, std::int64_t>
smallExtents(const CompileRequest &request) {
  using Strata::InnerExtents;
  const InnerExtents asked = request.options.extents;
  if (!request.fixesExtents || asked == InnerExtents::open ||
      (asked == InnerExtents::automatic && !storesMany(request)))
    return {};
  std::map<std::string, std::int64_t> out;
  const std::vector<Statement> statements = statementsOf(request);
  for (const Statement &stmt : statements)
    forEachAccess(stmt, [&](const Access &access) {
      const auto unit = request.unitLevels.find(access.tensor);
      if (unit == request.unitLevels.end())
        return;
      const auto &format = stmt.tensors.at(access.tensor).format;
      const auto &index =
          access.indices[format.dimension_of_level(unit->second)];
      const auto extent = stmt.extents.find(index.variable);
      if (!index.is_restricted() && extent != stmt.extents.end() &&
          extent->second >= 1 && extent->second <= largestFixedExtent)
        out.emplace(index.variable, extent->second);
    });
  // One name may be two variables of statements that share a launch.
  for (const Statement &stmt : statements)
    std::erase_if(out, [&](const auto &fixed) {
      const auto own = stmt.extents.find(fixed.first);
      return own != stmt.extents.end() && own->second != fixed.second;
    });
  return out;
}

std::map<std::string, std::vector<std::int64_t>>
fixedExtents(const CompileRequest &request) {
  const auto small = smallExtents(request);
  std::map<std::string, std::vector<std::int64_t>> out;
  if (small.empty())
    return out;
  for (const Statement &stmt : statementsOf(request))
    forEachAccess(stmt, [&](const Access &access) {
      std::vector<std::int64_t> &extents = out[access.tensor];
      extents.resize(access.indices.size(), -1);
      for (std::size_t d = 0; d < extents.size(); ++d)
        if (const auto it = small.find(access.indices[d].variable);
            it != small.end() && !access.indices[d].is_restricted())
          extents[d] = it->second;
    });
  return out;
}

} // namespace strata
