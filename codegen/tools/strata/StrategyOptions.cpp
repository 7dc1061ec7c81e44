// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StrategyOptions.hpp"

#include <map>

#include <Strata_KernelFormNames.hpp>
#include <Strata_MergeBodyNames.hpp>
#include <Strata_RaceStrategyNames.hpp>
#include <Strata_WorklistNames.hpp>

#include "Choice.hpp"

namespace Strata::Tool {

void add_strategy_options(CLI::App& app, PlanOptions& plan) {
  app.add_flag("--strict", plan.strict, "No reassociation of floating-point sums");
  app.add_flag("--deterministic", plan.deterministic,
               "The same bits in every run, on any number of threads");
  app.add_option("--balance", plan.balance,
                 "Where pieces are cut: automatic (default), rows, or work, into equal parts also "
                 "within a row or sum")
      ->transform(choice(balance_names()))
      ->type_name("BY");
  app.add_option("--pieces", plan.pieces,
                 "Pieces of each launch, which cut sums too unless --balance rows; default: by the "
                 "threads and the work")
      ->check(CLI::Range(1, 1 << 20))
      ->type_name("NUMBER");
  app.add_option("--race", plan.race,
                 "How pieces add to the same entries: automatic (default), none (one piece), "
                 "atomics, privatize (copies of the result) or ranges (of its coordinates)")
      ->transform(choice(race_strategy_names()))
      ->type_name("STRATEGY");
  app.add_option("--merge", plan.merge,
                 "How loops that merge operands advance: automatic (default), branchy, branchfree, "
                 "gallop or locate (fibres that are merged again are kept in a row)")
      ->transform(choice(merge_body_names()))
      ->type_name("BODY");
  app.add_option("--worklist", plan.worklist,
                 "How entries that come out of order are added up: automatic (default), dense, "
                 "hashed or sorted")
      ->transform(choice(worklist_names()))
      ->type_name("KIND");
  app.add_option("--passes", plan.passes,
                 "How often the loops of a sparse result run that says how large it is at most: "
                 "automatic (default), one, or two, which count first")
      ->transform(choice(passes_names()))
      ->type_name("NUMBER");
  app.add_option("--sums", plan.sums,
                 "How innermost sums are added up: automatic (default), plain, two (partial sums) "
                 "or vectors")
      ->transform(choice(sums_names()))
      ->type_name("FORM");
  app.add_option("--extents", plan.extents,
                 "Short loops over neighbours: automatic (default), compiled (for these extents), "
                 "or open (for any)")
      ->transform(choice(extents_names()))
      ->type_name("WHEN");
  app.add_option("--prefetch", plan.prefetch,
                 "What is prefetched: automatic (default), streams (fibres, blocks and rows side "
                 "by side), or none")
      ->transform(choice(prefetch_names()))
      ->type_name("WHAT");
  app.add_option("--row-blocks", plan.row_blocks,
                 "How a thread adds up long rows that it keeps: automatic (default), blocks (of "
                 "four registers), or whole")
      ->transform(choice(row_blocks_names()))
      ->type_name("HOW");
}

void add_conversion_options(CLI::App& app, ConversionChoices& choices) {
  static const std::map<std::string, TransposeMethod> methods{
      {"automatic", TransposeMethod::automatic},
      {"direct", TransposeMethod::direct},
      {"buckets", TransposeMethod::buckets}};
  app.add_option("--transpose", choices.transpose,
                 "How conversions move rows to columns on hosts: automatic (default), direct, or "
                 "buckets of neighbouring columns first")
      ->transform(choice(methods))
      ->type_name("METHOD");
  app.add_option("--sort-buckets", choices.sort_buckets,
                 "Buckets that conversions sort entries in, a power of two; 1: none, all threads "
                 "sort all of them; default: by their number")
      ->check(CLI::Range(1, 2048))
      ->type_name("NUMBER");
  app.add_flag("--entry-by-entry", choices.entry_by_entry,
               "Conversions list, sort and place entries one by one, as devices do");
}

void add_tuning_options(CLI::App& app, PlanOptions& plan) {
  app.add_flag("--tune", plan.tune,
               "Measure the strategies that are left open on these operands, run by the fastest, "
               "and keep the choice for later runs over operands of the same class");
  app.add_option("--tune-ms", plan.tune_ms, "Milliseconds to measure, about")
      ->check(CLI::Range(1, 3600000))
      ->capture_default_str()
      ->type_name("MS");
  app.add_flag("!--no-tuned", plan.use_tuned, "Do not use what --tune has kept");
}

void add_fuse_option(CLI::App& app, Fuse& fuse) {
  static const std::map<std::string, Fuse> names{
      {"auto", Fuse::automatic}, {"all", Fuse::all}, {"none", Fuse::none}};
  app.add_option("--fuse", fuse,
                 "Products of products: auto (default), in the form with less work; all, in one "
                 "kernel; none, each factor in a temporary")
      ->transform(choice(names))
      ->type_name("FORM");
}

void add_share_option(CLI::App& app, Share& share) {
  static const std::map<std::string, Share> names{{"auto", Share::automatic},
                                                  {"none", Share::none}};
  app.add_option("--share", share,
                 "Statements in one launch: auto (default), where their loops are the same and "
                 "nothing is lost; none, launches of their own")
      ->transform(choice(names))
      ->type_name("WHEN");
}

std::vector<std::string> strategy_options(const PlanOptions& plan) {
  std::vector<std::string> options;
  if (plan.strict) options.push_back("--strict");
  if (plan.deterministic) options.push_back("--deterministic");
  if (plan.pieces > 0) options.push_back("--pieces " + std::to_string(plan.pieces));
  const auto add = [&](const char* option, const auto& names, auto chosen) {
    for (const auto& [name, value] : names)
      if (value == chosen && name != "automatic")
        options.push_back(std::string(option) + " " + name);
  };
  add("--race", race_strategy_names(), plan.race);
  add("--merge", merge_body_names(), plan.merge);
  add("--worklist", worklist_names(), plan.worklist);
  add("--passes", passes_names(), plan.passes);
  add("--sums", sums_names(), plan.sums);
  add("--extents", extents_names(), plan.extents);
  add("--prefetch", prefetch_names(), plan.prefetch);
  add("--row-blocks", row_blocks_names(), plan.row_blocks);
  add("--balance", balance_names(), plan.balance);
  return options;
}

}  // namespace Strata::Tool
