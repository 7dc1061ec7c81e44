// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times plans on a CUDA device against cuSPARSE. Exit status: 0 all answers agree, 1 some do
// not or something failed, 2 bad arguments.
#include <cstdio>
#include <exception>
#include <regex>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <Strata_Error.hpp>
#include <Strata_ReadTensor.hpp>

#include "Strata_GpuBandwidth.hpp"
#include "Strata_GpuContest.hpp"
#include "Strata_GpuReport.hpp"
#include "Strata_Inputs.hpp"

namespace Strata::Perf {
namespace {

struct Arguments {
  std::vector<std::string> lists;
  std::string data   = ".";
  std::string filter = ".";
  std::string json;
  Schedule schedule;
  std::size_t copy_mib = is_played ? 1 : 1024;
  std::vector<int> make_kernels;
  bool explain = false;
  PlanOptions plan;  ///< what is forced
};

void declare(CLI::App& app, Arguments& a) {
  app.add_option("--list", a.lists, "File with inputs: name source [benchmark ...]")->required();
  app.add_option("--data", a.data, "Folder of the files that lists name")->capture_default_str();
  app.add_option("--filter", a.filter, "Regular expression: only benchmark/input that contain it");
  app.add_option("--rounds", a.schedule.rounds, "Rounds of every contest")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--sample-ms", a.schedule.sample_ms,
                 "Runs are repeated until a sample takes this long")
      ->capture_default_str();
  app.add_option("--copy-mib", a.copy_mib, "Size of the arrays that the bandwidth is measured on")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--json", a.json, "The report goes here");
  app.add_option("--vector-length", a.plan.vector_length, "Lanes of a thread in all plans")
      ->check(CLI::PositiveNumber);
  app.add_option("--team-size", a.plan.team_size, "Threads of a team in all plans")
      ->check(CLI::PositiveNumber);
  app.add_option("--pieces", a.plan.pieces, "Pieces that all plans are cut into")
      ->check(CLI::PositiveNumber);
#ifndef KOKKOS_ENABLE_CUDA
  app.add_option("--make-kernels", a.make_kernels,
                 "Only make the kernels, for devices with so many concurrent threads each")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  app.add_flag("--explain", a.explain, "Print the plans of these kernels, too");
#endif
}

TensorRef load_tensor(const Input& input) {
  const CoordinateList list = load(input);
  const TensorFormat format = list.order() == 2 ? Formats::csr() : Formats::csf(list.order());
  return assemble(Host(), format.with_index_types({32}, {32}), list);
}

bool is_wanted(const Benchmark& benchmark, const Input& input, const std::regex& filter) {
  const int order = order_of(input);
  return input.wants(benchmark.name) &&
         std::regex_search(benchmark.name + "/" + input.name, filter) &&
         (order < 0 || order == static_cast<int>(benchmark.input.indices.size()));
}

/// Calls `f`(benchmark, input, tensor) for all that lists ask for, `fault`(name, input, why)
/// for what throws. `threads` are those of the device.
template <class F, class Fault>
void for_each_benchmark(const Arguments& arguments, const std::string& threads, F&& f,
                        Fault&& fault) {
  const std::regex filter(arguments.filter);
  for (const std::string& path : arguments.lists)
    for (const Input& input : read_list(path, arguments.data)) {
      TensorRef tensor;
      for (const Benchmark& benchmark : gpu_benchmarks()) {
        if (!is_wanted(benchmark, input, filter)) continue;
        try {
          if (!tensor.owner) tensor = load_tensor(input);
          f(benchmark, input, tensor);
        } catch (const CodegenError& e) {
          fault(benchmark.name, input.name,
                std::string(e.what()) + "\nkernels of these inputs for " + threads +
                    " threads are made by scripts/gpu-check make-kernels");
        } catch (const std::exception& e) {
          fault(benchmark.name, input.name, e.what());
        }
      }
    }
}

int finish(int rows, int faults) {
  if (rows == 0) std::fprintf(stderr, "strata-gpu-perf: nothing in the lists is asked for\n");
  if (faults > 0) std::fprintf(stderr, "strata-gpu-perf: %d benchmarks failed\n", faults);
  return rows == 0 ? 2 : faults > 0 ? 1 : 0;
}

#ifndef KOKKOS_ENABLE_CUDA
int run_make_kernels(const Arguments& arguments) {
  int rows = 0, faults = 0;
  const char* const names[] = {"compiled", "from disk", "there"};
  const auto make = [&](const Benchmark& benchmark, const Input& input, const TensorRef& tensor) {
    const Problem problem = make_problem(benchmark, tensor);
    for (const int concurrency : arguments.make_kernels) {
      ++rows;
      const Plan plan = make_kernels(make_space(concurrency), problem, arguments.plan);
      std::printf("%s/%s for %d threads: %s\n%s", benchmark.name.c_str(), input.name.c_str(),
                  concurrency, names[static_cast<int>(plan.origin())],
                  arguments.explain ? plan.explain().c_str() : "");
    }
  };
  for_each_benchmark(
      arguments, "so many", make, [&](const auto& name, const auto& input, const auto& why) {
        std::printf("%s/%s: FAULT %s\n", name.c_str(), input.c_str(), std::string(why).c_str());
        ++faults;
      });
  return finish(rows + faults, faults);
}
#endif

int run(const Arguments& arguments) {
#ifndef KOKKOS_ENABLE_CUDA
  if (!arguments.make_kernels.empty()) return run_make_kernels(arguments);
#endif
  constexpr int played_threads = 256;
  const Space exec             = make_space(played_threads);
  const Library library(exec);
  const std::size_t bytes = arguments.copy_mib << 20;
  GpuReport report(exec, arguments.schedule, bytes, measure_copy(exec, bytes, arguments.schedule));
  const auto keep = [&] {  // also what was measured before somebody ends this
    if (!arguments.json.empty()) report.write(arguments.json);
  };
  for_each_benchmark(
      arguments, std::to_string(space_facts(exec).concurrency),
      [&](const Benchmark& benchmark, const Input& input, const TensorRef& tensor) {
        GpuContest contest =
            prepare(exec, library, make_problem(benchmark, tensor), arguments.plan);
        contest.contest.facts.input = input.name;
        report.add(contest, hold(contest.contest, arguments.schedule));
        keep();
      },
      [&](const auto&... fault) {
        report.add_fault(fault...);
        keep();
      });
  return finish(report.num_rows(), report.num_faults());
}

}  // namespace
}  // namespace Strata::Perf

int main(int argc, char** argv) {
  Strata::Perf::Arguments arguments;
  CLI::App app("Plans on a CUDA device against cuSPARSE");
  Strata::Perf::declare(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  const Kokkos::ScopeGuard guard(Kokkos::InitializationSettings().set_disable_warnings(true));
  try {
    return Strata::Perf::run(arguments);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "strata-gpu-perf: %s\n", e.what());
    return 2;
  }
}
