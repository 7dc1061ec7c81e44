// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KERNEL_FORM_NAMES_HPP
#define STRATA_KERNEL_FORM_NAMES_HPP

#include <map>
#include <string>

#include <Strata_PlanOptions.hpp>

namespace Strata {

/// Forms of sums by the names that command lines and passes use.
inline const std::map<std::string, Sums>& sums_names() {
  static const std::map<std::string, Sums> names{{"automatic", Sums::automatic},
                                                 {"plain", Sums::plain},
                                                 {"two", Sums::two},
                                                 {"vectors", Sums::vectors}};
  return names;
}

/// Extents in kernels by the names that command lines use.
inline const std::map<std::string, InnerExtents>& extents_names() {
  static const std::map<std::string, InnerExtents> names{{"automatic", InnerExtents::automatic},
                                                    {"compiled", InnerExtents::compiled},
                                                    {"open", InnerExtents::open}};
  return names;
}

/// What is prefetched by the names that command lines use.
inline const std::map<std::string, Prefetch>& prefetch_names() {
  static const std::map<std::string, Prefetch> names{{"automatic", Prefetch::automatic},
                                                     {"streams", Prefetch::streams},
                                                     {"none", Prefetch::none}};
  return names;
}

/// How rows are added up by the names that command lines use.
inline const std::map<std::string, RowBlocks>& row_blocks_names() {
  static const std::map<std::string, RowBlocks> names{{"automatic", RowBlocks::automatic},
                                                      {"blocks", RowBlocks::blocks},
                                                      {"whole", RowBlocks::whole}};
  return names;
}

/// Where pieces are cut by the names that command lines use.
inline const std::map<std::string, Balance>& balance_names() {
  static const std::map<std::string, Balance> names{{"automatic", Balance::automatic},
                                                    {"rows", Balance::rows},
                                                    {"work", Balance::work}};
  return names;
}

}  // namespace Strata

#endif
