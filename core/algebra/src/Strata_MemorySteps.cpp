// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_MemorySteps.hpp>

#include <utility>

#include <Strata_Error.hpp>
#include <impl/Strata_Simplifier.hpp>

namespace Strata {
namespace {

[[noreturn]] void fail(const char* operation, const char* argument,
                       std::size_t expected, std::size_t got,
                       const char* advice) {
  throw ShapeMismatch(error_message(operation, argument,
                                    std::to_string(expected),
                                    std::to_string(got), advice));
}

/// Contiguous accesses, and those that are not the same element.
std::pair<int, int> score(const std::vector<MemoryAccess>& accesses,
                          std::size_t dimension) {
  std::pair<int, int> score{0, 0};
  for (const MemoryAccess& access : accesses) {
    const auto step    = memory_step(access, AffineExpr::dimension(dimension));
    const bool is_unit = step == 1 || step == -1;
    score.first += is_unit || step == 0;
    score.second += is_unit;
  }
  return score;
}

}  // namespace

std::optional<std::int64_t> memory_step(const MemoryAccess& access,
                                        const AffineExprPtr& loop) {
  const IndexingMap map = access.map;
  if (access.strides.size() != map.num_results())
    fail("memory_step", "strides", map.num_results(), access.strides.size(),
         "give a stride for each result of the map");
  IndexDomain domain = map.domain.simplified();
  IndexRange& range  = domain.range(*loop);
  if (domain.is_plainly_empty() || range.is_point()) return 0;
  AffineExprPtr here = AffineExpr::constant(0);
  for (std::size_t i = 0; i < access.strides.size(); ++i)
    here = here + map.map.results[i] * access.strides[i];
  const AffineExprPtr there =
      substitute(here, [&](const AffineExprPtr& v) -> AffineExprPtr {
        return equal(v, loop) ? v + 1 : v;
      });
  // Constraints hold at one of the neighbours only.
  domain.constraints.clear();
  if (range.upper != IndexRange::no_upper) --range.upper;
  Impl::Simplifier simplifier(domain);
  const Impl::LinearForm step = simplifier.form(there - here);
  if (!step.is_constant()) return std::nullopt;
  return step.constant;
}

std::optional<std::size_t> choose_lane(
    const std::vector<MemoryAccess>& accesses) {
  if (accesses.empty()) return std::nullopt;
  const std::size_t rank = accesses[0].map.domain.dimensions.size();
  for (const MemoryAccess& access : accesses)
    if (access.map.domain.dimensions.size() != rank)
      fail("choose_lane", "accesses: dimensions", rank,
           access.map.domain.dimensions.size(),
           "all accesses belong to one loop nest");
  std::optional<std::size_t> best;
  std::pair<int, int> best_score;
  for (std::size_t d = rank; d-- > 0;) {
    const bool has_lanes = !accesses[0].map.domain.dimensions[d].is_point();
    const auto here      = score(accesses, d);
    if (best && (!has_lanes || here <= best_score)) continue;
    best       = d;
    best_score = has_lanes ? here : std::pair<int, int>{-1, -1};
  }
  return best;
}

}  // namespace Strata
