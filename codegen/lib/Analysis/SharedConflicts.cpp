// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What flows between statements that go through loops together.
#include "LoopShape.h"

#include "strata/Analysis/ExprUtils.h"

namespace strata {

using Strata::CheckedAssignment;
using Kind = IndexExpr::Kind;

/// Accesses to \p tensor that read it; adding to it is none.
static std::vector<Access> readsOf(const CheckedAssignment &stmt,
                                   const std::string &tensor) {
  std::vector<Access> found;
  walk(stmt.assignment.rhs, [&](const IndexExprPtr &e) {
    if (e->kind == Kind::access && e->access.tensor == tensor)
      found.push_back(e->access);
  });
  return found;
}

/// The first read of what \p written writes elsewhere than at the coordinates at which
/// it does; of a scalar, any.
static std::string readElsewhere(const CheckedAssignment &reader,
                                 const Access &written) {
  for (const Access &access : readsOf(reader, written.tensor))
    if (written.indices.empty() || accessKey(access) != accessKey(written))
      return accessKey(access);
  return "";
}

static std::string number(size_t statement) {
  return "statement " + std::to_string(statement + 1) + " of the launch";
}

/// What both write: at the same coordinates, or, of scalars, one after the other.
static std::string writtenTwice(const CheckedAssignment &before,
                                const CheckedAssignment &last, bool checked) {
  const Access &a = before.assignment.lhs, &b = last.assignment.lhs;
  if (a.tensor != b.tensor)
    return "";
  if (checked)
    return "'" + a.tensor + "' is written twice, and its entries are checked";
  return accessKey(a) == accessKey(b)
             ? ""
             : "it writes " + accessKey(b) + " where " + accessKey(a) +
                   " has been written";
}

/// What \p before reads and \p last writes.
static std::string overwritten(const CheckedAssignment &before,
                               const CheckedAssignment &last, bool checked) {
  const Access &written = last.assignment.lhs;
  const bool isRead = !readsOf(before, written.tensor).empty();
  if (checked && isRead)
    return "it overwrites '" + written.tensor +
           "', which is still needed for the check of what reads it";
  // A scalar is assigned behind the loops: others still read the old one.
  const std::string key =
      written.indices.empty() ? "" : readElsewhere(before, written);
  return key.empty() ? ""
                     : "it writes " + accessKey(written) + ", and " + key +
                           " is read";
}

std::string conflictOfLast(const std::vector<CheckedAssignment> &stmts,
                           bool checked) {
  const CheckedAssignment &last = stmts.back();
  for (size_t s = 0; s + 1 < stmts.size(); ++s) {
    const CheckedAssignment &before = stmts[s];
    const Access &written = before.assignment.lhs;
    if (const std::string key = readElsewhere(last, written); !key.empty())
      return "it reads " + key + (written.indices.empty()
                                      ? ", which is known behind the loops of "
                                      : ", of which other entries are written by ") +
             number(s);
    const std::string twice = writtenTwice(before, last, checked);
    if (!twice.empty())
      return twice;
    const std::string over = overwritten(before, last, checked);
    if (!over.empty())
      return over + " by " + number(s);
  }
  return "";
}

} // namespace strata
