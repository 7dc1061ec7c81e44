// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_MERGE_BODY_NAMES_HPP
#define STRATA_MERGE_BODY_NAMES_HPP

#include <map>
#include <string>

#include <Strata_PlanOptions.hpp>

namespace Strata {

/// Bodies of merging loops by the names that command lines and the IR use.
inline const std::map<std::string, MergeBody>& merge_body_names() {
  static const std::map<std::string, MergeBody> names{
      {"automatic", MergeBody::automatic},
      {"branchy", MergeBody::branchy},
      {"branchfree", MergeBody::branch_free},
      {"gallop", MergeBody::gallop},
      {"locate", MergeBody::locate}};
  return names;
}

}  // namespace Strata

#endif
