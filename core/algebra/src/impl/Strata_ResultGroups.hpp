// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_RESULT_GROUPS_HPP
#define STRATA_IMPL_RESULT_GROUPS_HPP

#include <vector>

#include <Strata_IndexingMap.hpp>

namespace Strata::Impl {

/// Results of a map that share variables, or constraints, with no others: a map
/// of its own.
struct ResultGroup {
  std::vector<std::size_t> results;  ///< numbers among the map's, ascending
  IndexingMap map;                   ///< only their variables have more than
                                     ///< one value
};

/// The groups of a simplified map whose domain is not empty. Groups without
/// results are left out: they hold somewhere.
std::vector<ResultGroup> group_results(const IndexingMap& map);

/// \throws UnsupportedExpression when a domain's ranges have more points than
/// max_enumerated.
void require_enumerable(const IndexDomain& domain, std::string_view operation);
inline constexpr std::int64_t max_enumerated = std::int64_t(1) << 26;

}  // namespace Strata::Impl

#endif
