// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs conformance files: statements with formats, data and expected results.
// Exit status: 0 no failure, 1 at least one failure, 2 bad usage or input.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <Strata_Error.hpp>

#include <Strata_MergeBodyNames.hpp>
#include <Strata_WorklistNames.hpp>

#include "Strata_ConformanceRun.hpp"

namespace {

using namespace Strata::Testing;

struct Arguments {
  std::vector<std::string> files;
  std::string list, space = "serial", filter, backend = "jit", write;
  Strata::MergeBody merge = Strata::MergeBody::automatic;
  Strata::Worklist worklist = Strata::Worklist::automatic;
  Strata::Passes passes     = Strata::Passes::automatic;
  int pieces = 0, in_team = 0, team = 0, vector = 0, permute = -1, unit = 12, units = 1, jobs = 2;
  bool check_races = false, bits = false, phases = false;
  bool count = false, strict = false, deterministic = false, verbose = false;
};

void declare_options(CLI::App& app, Arguments& a) {
  app.add_option("files", a.files, "Conformance files (JSON)")->required();
  app.add_option("--list", a.list, "Only the cases named in this file, one a line");
  app.add_option("--space", a.space,
                 "Execution space; device: plans for CUDA, whose kernels the host plays")
      ->check(CLI::IsMember({"serial", "openmp", "cuda", "device"}))
      ->capture_default_str();
  app.add_option("--filter", a.filter, "Only the cases whose name contains a match of this regex");
  app.add_option("--backend", a.backend,
                 "cxx: kernels as emitted C++; dense: the dense evaluator instead of kernels")
      ->check(CLI::IsMember({"jit", "cxx", "dense"}))
      ->capture_default_str();
  app.add_option("--pieces", a.pieces, "Pieces per launch; 0: chosen by the plan")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--unit", a.unit, "Kernels in a translation unit of the back end cxx")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--write-cuda", a.write,
                 "Only write the translation units for Kokkos::Cuda into this folder: unit0.cpp ...");
  app.add_option("--units", a.units, "How many of them")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--jobs", a.jobs, "Translation units that are compiled at a time")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--team", a.team, "Threads in a team; with --strict results are also compared "
                 "with those without teams, bit by bit")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--in-team", a.in_team,
                 "With the back end cxx: functions for teams, called by one of this many threads")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--vector", a.vector, "Lanes in a thread")->check(CLI::NonNegativeNumber);
  app.add_flag("--check-races", a.check_races, "Checking build: fail on accesses without order");
  app.add_option("--permute", a.permute, "Seed of another order of units, threads and lanes")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--merge", a.merge, "Body of merging loops: automatic, branchy, branchfree, gallop, "
                 "locate")
      ->transform(CLI::CheckedTransformer(Strata::merge_body_names()));
  app.add_option("--worklist", a.worklist, "Worklists: automatic, dense, hashed, sorted")
      ->transform(CLI::CheckedTransformer(Strata::worklist_names()));
  app.add_option("--passes", a.passes, "Passes of sparse results: automatic, one, two")
      ->transform(CLI::CheckedTransformer(Strata::passes_names()));
  app.add_flag("--count", a.count, "Counting build: loop iterations against the bound");
  app.add_flag("--strict", a.strict, "No reassociation of floating-point sums");
  app.add_flag("--deterministic", a.deterministic,
               "Deterministic kernels; results equal those of one thread bit by bit");
  app.add_flag("--compare-bits", a.bits,
               "Strict kernels; results equal those of plain JIT kernels, also serial, bit by bit");
  app.add_flag("--phases", a.phases,
               "Strict kernels; sparse results by assemble() and compute(), with other values "
               "first, whose bits are those of plain JIT kernels");
  app.add_flag("--verbose", a.verbose, "Name every case before it runs (finds a crash)");
  app.footer("Example: strata-conformance cases.json --list dense-results.txt --space openmp");
}

std::vector<ConformanceCase> select(const Arguments& a) {
  std::vector<ConformanceCase> cases;
  for (const std::string& file : a.files)
    for (ConformanceCase& c : read_conformance_file(file)) cases.push_back(std::move(c));
  if (!a.list.empty()) {
    const auto names = read_name_list(a.list);
    std::set<std::string> wanted(names.begin(), names.end()), missing = wanted;
    for (const ConformanceCase& c : cases) missing.erase(c.name);
    if (!missing.empty()) throw Strata::IoError(a.list + ": no case is named " + *missing.begin());
    std::erase_if(cases, [&](const ConformanceCase& c) { return !wanted.contains(c.name); });
  }
  if (!a.filter.empty()) {
    const std::regex filter(a.filter);
    std::erase_if(cases, [&](const ConformanceCase& c) { return !std::regex_search(c.name, filter); });
  }
  return cases;
}

int write_units(const std::filesystem::path& folder, const std::vector<std::string>& units) {
  for (std::size_t n = 0; n < units.size(); ++n) {
    std::ofstream file(folder / ("unit" + std::to_string(n) + ".cpp"));
    if (!(file << units[n]).flush()) throw Strata::IoError(folder.string() + ": cannot be written");
  }
  std::cout << units.size() << " units" << std::endl;
  return 0;
}

int run(const Arguments& a) {
  ConformanceSettings settings;
  settings.openmp                   = a.space == "openmp";
  settings.device                   = a.space == "device";
  settings.cuda                     = a.space == "cuda";
  settings.evaluator                = a.backend == "dense";
  settings.compare_bits             = a.bits;
  settings.phases                   = a.phases;
  settings.in_team                  = a.in_team;
  settings.options.backend = a.backend == "cxx" ? Strata::Backend::cxx : Strata::Backend::jit;
  settings.options.pieces           = a.pieces;
  settings.options.team_size        = a.team;
  settings.options.vector_length    = a.vector;
  settings.options.check_races      = a.check_races;
  settings.options.permute          = a.permute;
  settings.options.merge            = a.merge;
  settings.options.worklist         = a.worklist;
  settings.options.passes           = a.passes;
  settings.options.count_iterations = a.count;
  settings.options.strict           = a.strict || a.bits || a.phases;
  settings.options.deterministic    = a.deterministic;
#ifndef KOKKOS_ENABLE_CUDA
  if (settings.cuda) throw Strata::UnsupportedExpression("this Kokkos has no CUDA");
#endif
#ifndef KOKKOS_ENABLE_OPENMP
  if (settings.openmp) throw Strata::UnsupportedExpression("this Kokkos has no OpenMP");
#endif
  const std::vector<ConformanceCase> cases = select(a);
  if (!a.write.empty()) return write_units(a.write, cxx_units(cases, settings, "Cuda", a.units));
  if (a.backend == "cxx") build_cxx_kernels(cases, settings, a.unit, a.jobs);
  int count[3] = {0, 0, 0};
  for (const ConformanceCase& c : cases) {
    if (a.verbose) std::cout << "run " << c.name << std::endl;
    const ConformanceOutcome outcome = run_conformance_case(c, settings);
    ++count[static_cast<int>(outcome.kind)];
    if (outcome.kind != ConformanceOutcome::Kind::passed) {
      std::cout << (outcome.kind == ConformanceOutcome::Kind::failed ? "FAILED  " : "refused ")
                << c.name << ": " << outcome.reason << std::endl;
    } else if (a.count) {
      std::cout << "passed  " << c.name << ": " << outcome.iterations << " iterations, bound 4 x "
                << outcome.bound << "\n";
    }
  }
  std::cout << count[0] << " passed, " << count[1] << " failed, " << count[2] << " refused"
            << std::endl;
  return count[1] == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  setenv("STRATA_KERNEL_CACHE", "off", 0);  // kernels are compiled, whatever is on disk
  CLI::App app("Runs conformance files through Strata.", "strata-conformance");
  Arguments arguments;
  declare_options(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  Kokkos::InitializationSettings kokkos;
  if (arguments.space == "serial") kokkos.set_num_threads(1);  // also without a Serial space
  const Kokkos::ScopeGuard guard(kokkos);
  try {
    return run(arguments);
  } catch (const std::exception& e) {
    std::cerr << "strata-conformance: " << e.what() << "\n";
    return 2;
  }
}
