// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SumOptions.hpp"

#include <map>

namespace Strata::Tool {

namespace {
const std::map<std::string, RaceStrategy> strategies{{"automatic", RaceStrategy::automatic},
                                                     {"none", RaceStrategy::none},
                                                     {"atomics", RaceStrategy::atomics},
                                                     {"privatize", RaceStrategy::privatize}};
}  // namespace

void add_sum_options(CLI::App& app, PlanOptions& plan) {
  app.add_flag("--strict", plan.strict, "No reassociation of floating-point sums");
  app.add_flag("--deterministic", plan.deterministic,
               "The same bits in every run, on any number of threads");
  app.add_flag("--balanced", plan.balanced,
               "Pieces of equal work, also within a row or sum; default: where the contents ask "
               "for it");
  app.add_option("--race", plan.race,
                 "How pieces add to the same entries: automatic (default), none (one piece), "
                 "atomics or privatize (copies of the result)")
      ->transform(CLI::CheckedTransformer(strategies).description(""))
      ->type_name("STRATEGY");
}

std::vector<std::string> sum_options(const PlanOptions& plan) {
  std::vector<std::string> options;
  if (plan.strict) options.push_back("--strict");
  if (plan.deterministic) options.push_back("--deterministic");
  if (plan.balanced) options.push_back("--balanced");
  for (const auto& [name, strategy] : strategies)
    if (strategy == plan.race && plan.race != RaceStrategy::automatic)
      options.push_back("--race " + name);
  return options;
}

}  // namespace Strata::Tool
