// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random statements against the dense evaluator. STRATA_RANDOM_SEED,
// STRATA_RANDOM_CASES and STRATA_RANDOM_CASE (one case alone) choose the cases;
// every failure prints the line that replays it. With STRATA_RANDOM_DEVICE every fifth
// case runs on a device that the host plays, too.
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <Strata_LevelRegistry.hpp>

#include "Strata_CaseRunner.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

/// Largest share of cases that may be refused: sparse results with a fill value that no
/// one nest of loops makes.
constexpr double s_refused_share = 0.005;

std::int64_t setting(const char* name, std::int64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoll(text, nullptr, 10) : otherwise;
}

/// What the formats of operands, or of results, have in many cases: levels of plugins, levels
/// that store more than a dimension, widths of coordinates.
std::set<std::string> drawn_formats(bool of_results) {
  constexpr std::int64_t cases = 15000;
  std::set<std::string> drawn;
  for (std::int64_t n = 0; n < cases; ++n) {
    for (const auto& [name, tensor] : draw_case(1, n).tensors) {
      if (tensor.is_result != of_results) continue;
      for (const LevelType level : tensor.format.levels())
        if (is_registered(level.kind)) drawn.insert(level_definition(level.kind).name);
      if (!tensor.format.is_permutation()) drawn.insert("expressions");
      drawn.insert("width " + std::to_string(tensor.format.crd_type().width));
    }
  }
  return drawn;
}

TEST(RandomExpressions, EveryKindOfFormatIsDrawn) {
  std::set<std::string> all = {"expressions", "width 0",  "width 1",  "width 2",
                               "width 4",     "width 8",  "width 16", "width 32",
                               "width 64"};
  for (const LevelDefinition& level : registered_levels()) all.insert(level.name);
  EXPECT_EQ(drawn_formats(false), all);
  EXPECT_EQ(drawn_formats(true), all);
}

TEST(RandomExpressions, AgreeWithTheDenseEvaluator) {
  const std::int64_t seed = setting("STRATA_RANDOM_SEED", 20250301);
  const std::int64_t only = setting("STRATA_RANDOM_CASE", -1);
  const std::int64_t cases =
      only >= 0 ? only + 1 : setting("STRATA_RANDOM_CASES", 500);
  std::cout << "seed " << seed << ", " << cases << " cases\n";
  Tally tally;
  for (std::int64_t n = only >= 0 ? only : 0; n < cases; ++n) {
    const std::string replay = "STRATA_RANDOM_SEED=" + std::to_string(seed) +
                               " STRATA_RANDOM_CASE=" + std::to_string(n) +
                               " random_expressions";
    const RandomCase c = draw_case(static_cast<std::uint64_t>(seed), n);
    set_crash_note("crashed in: " + replay + "\n" + c.describe());
    if (only >= 0) std::cout << c.describe(1000) << "\n";
    const CaseOutcome outcome = run_case(c);
    tally.add(outcome);
    if (outcome.kind == CaseOutcome::Kind::failed) {
      ADD_FAILURE() << replay << "\n" << c.describe() << "\n" << outcome.reason;
    }
    if (only >= 0) std::cout << outcome.reason << "\n";
  }
  std::cout << tally.summary();
  if (only < 0) {
    EXPECT_LE(static_cast<double>(tally.refused),
              s_refused_share * static_cast<double>(cases));
  }
}

}  // namespace
