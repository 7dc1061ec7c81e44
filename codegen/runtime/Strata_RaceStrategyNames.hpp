// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_RACE_STRATEGY_NAMES_HPP
#define STRATA_RACE_STRATEGY_NAMES_HPP

#include <map>
#include <string>

#include <Strata_PlanOptions.hpp>

namespace Strata {

/// Race strategies by the names that command lines use.
inline const std::map<std::string, RaceStrategy>& race_strategy_names() {
  static const std::map<std::string, RaceStrategy> names{
      {"automatic", RaceStrategy::automatic},
      {"none", RaceStrategy::none},
      {"atomics", RaceStrategy::atomics},
      {"privatize", RaceStrategy::privatize},
      {"ranges", RaceStrategy::ranges}};
  return names;
}

}  // namespace Strata

#endif
