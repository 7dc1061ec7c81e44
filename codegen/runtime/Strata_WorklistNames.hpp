// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_WORKLIST_NAMES_HPP
#define STRATA_WORKLIST_NAMES_HPP

#include <map>
#include <string>

#include <Strata_PlanOptions.hpp>

namespace Strata {

/// Worklists by the names that command lines and the IR use.
inline const std::map<std::string, Worklist>& worklist_names() {
  static const std::map<std::string, Worklist> names{
      {"automatic", Worklist::automatic},
      {"dense", Worklist::dense},
      {"hashed", Worklist::hashed},
      {"sorted", Worklist::sorted}};
  return names;
}

/// Passes of a sparse result by the names that command lines use.
inline const std::map<std::string, Passes>& passes_names() {
  static const std::map<std::string, Passes> names{{"automatic", Passes::automatic},
                                                   {"one", Passes::one},
                                                   {"two", Passes::two}};
  return names;
}

}  // namespace Strata

#endif
