// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_SHARE_LAUNCHES_H
#define STRATA_SHARE_LAUNCHES_H

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <strata/Analysis/SharedLoops.h>
#include <strata/Compiler.h>

/// \file
/// Which statements of a program run in one launch. Private to the runtime (a .h is
/// not installed).
namespace Strata::Impl {

/// A statement as it would be compiled by itself.
struct SharingCandidate {
  strata::CompileRequest request;
  std::string old_result;
  strata::ConcreteProgram concrete;
  bool any_pieces = false;  ///< strata::SharingStatement::anyPieces
};

/// Statements, one behind the other, in one launch.
struct SharedGroup {
  std::size_t first = 0, count = 1;
  strata::SharedStatements shared;  ///< of two or more
};

struct SharedProgram {
  std::vector<SharedGroup> groups;   ///< all statements, in their order
  std::vector<std::string> reasons;  ///< why one is apart from those before; or empty
};

/// Each statement with those before it, where that is possible. `checked`:
/// strata::shareLoops().
SharedProgram share_launches(const std::vector<SharingCandidate>& statements,
                             bool checked);
/// Every statement by itself.
SharedProgram apart(std::size_t statements);

/// What the launch of a group is compiled from; tensors in `registers` are not stored.
strata::CompileRequest joint_request(
    const SharedGroup& group, const std::vector<SharingCandidate>& statements,
    const std::set<std::string>& registers);

/// A statement of the group as it stands in the launch: what explain() prints.
SharingCandidate part_of(const SharedGroup& group, std::size_t number,
                         SharingCandidate statement);

/// "in the launch of statement 1: they share the loops over i, j", or why not, as a
/// line; empty for the first one.
std::string sharing_text(const SharedProgram& program, std::size_t statement);

}  // namespace Strata::Impl

#endif
