// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times Strata against written-out loops and other libraries. Exit status: 0
// all answers agree, 1 some do not or something failed, 2 bad arguments.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <omp.h>

#include <CLI/CLI.hpp>
#include <Strata_ReadTensor.hpp>
#include <benchmark/benchmark.h>

#include "Strata_Context.hpp"
#include "Strata_Inputs.hpp"
#include "Strata_Kernels.hpp"
#include "Strata_Registration.hpp"

namespace Strata::Perf {
namespace {

struct Arguments {
  std::vector<std::string> lists;
  std::string data   = ".";
  std::string filter = ".";
  std::string json;
  Schedule schedule;
  bool quick_bandwidth = false;
  bool one_thread      = false;
  bool row_splits      = false;
};

void declare(CLI::App& app, Arguments& a) {
  app.add_option("--list", a.lists, "File with inputs: name source [kernel ...]")
      ->required();
  app.add_option("--data", a.data, "Folder of the files that lists name")
      ->capture_default_str();
  app.add_option("--filter", a.filter,
                 "Regular expression: only kernel/input that contain it");
  app.add_option("--rounds", a.schedule.rounds, "Rounds of every contest")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--sample-ms", a.schedule.sample_ms,
                 "Calls are repeated until a sample takes this long")
      ->capture_default_str();
  app.add_flag("--quick-bandwidth", a.quick_bandwidth,
               "Measure the bandwidth on small arrays only");
  app.add_flag("--one-thread", a.one_thread,
               "Strata takes part with one thread as well");
  app.add_flag("--row-splits", a.row_splits,
               "Yardsticks take part with static and dynamic splits of rows as well");
  app.add_option("--json", a.json, "Google Benchmark's report goes here");
}

/// The last input, stored: kernels that follow each other use it again.
class Shelf {
 public:
  const TensorRef& get(const Input& input) {
    if (m_name != input.name) {
      m_tensor                  = {};
      const CoordinateList list = load(input);
      m_tensor = assemble(Exec(), benchmark_format(list.order()), list);
      m_name   = input.name;
    }
    return m_tensor;
  }

 private:
  std::string m_name;
  TensorRef m_tensor;
};

/// Those of `names` only.
void leave_in(Contest& contest, const std::vector<std::string>& names) {
  auto& all = contest.contestants;
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const Contestant& c) {
                             return std::count(names.begin(), names.end(),
                                               c.name) == 0;
                           }),
            all.end());
}

Contest prepare(const Kernel& kernel, const Input& input, Shelf& shelf) {
  const TensorRef& tensor = shelf.get(input);
  if (tensor.order() != kernel.order)
    throw ShapeMismatch(error_message(
        kernel.name, input.name, "order " + std::to_string(kernel.order),
        "order " + std::to_string(tensor.order()),
        "name the kernels in the list"));
  Contest contest     = kernel.prepare(tensor);
  contest.facts.input = input.name;
  return contest;
}

/// \throws IoError when two inputs have one name: reports go by names.
std::vector<Input> read_lists(const Arguments& arguments) {
  std::vector<Input> inputs;
  std::set<std::string> names;
  for (const std::string& path : arguments.lists)
    for (Input& input : read_list(path, arguments.data)) {
      if (!names.insert(input.name).second)
        throw IoError(error_message("read a list of benchmark inputs", path,
                                    "another name for every input",
                                    "'" + input.name + "' again"));
      inputs.push_back(std::move(input));
    }
  return inputs;
}

void register_all(const Arguments& arguments, const RunSettings& settings,
                  Shelf& shelf) {
  const std::regex filter(arguments.filter);
  const std::vector<Kernel> kernels = all_kernels();
  for (const Input& input : read_lists(arguments))
    for (const Kernel& kernel : kernels) {
      if (!input.wants(kernel.name) ||
          !std::regex_search(kernel.name + "/" + input.name, filter))
        continue;
      const int order = order_of(input);
      if (order >= 0 && order != kernel.order) continue;
      std::vector<std::string> contestants = kernel.contestants;
      if (arguments.one_thread && kernel.is_generated)
        contestants.push_back(one_thread_name);
      if (arguments.row_splits && kernel.has_row_splits)
        contestants.insert(contestants.end(), {static_rows_name, dynamic_rows_name});
      register_contest(
          kernel.name, input.name, contestants,
          [=, &shelf] {
            Contest contest = prepare(kernel, input, shelf);
            leave_in(contest, contestants);
            return contest;
          },
          settings);
    }
}

/// Google Benchmark's own flags as it wants them; the name of the program goes
/// into reports, its path does not.
void initialize_benchmark(const Arguments& arguments,
                          std::vector<std::string> others) {
  if (!arguments.json.empty()) {
    others.push_back("--benchmark_out=" + arguments.json);
    others.push_back("--benchmark_out_format=json");
  }
  static char name[] = "strata-perf";  // reports point to it
  std::vector<char*> words{name};
  for (std::string& word : others) words.push_back(word.data());
  int count = static_cast<int>(words.size());
  benchmark::Initialize(&count, words.data());
  if (count > 1)
    throw CLI::ExtrasError({words.begin() + 1, words.begin() + count});
}

int run(const Arguments& arguments, const std::vector<std::string>& others) {
  initialize_benchmark(arguments, others);
  RunSettings settings;
  settings.schedule = arguments.schedule;
  settings.threads  = Exec().concurrency();
  omp_set_num_threads(settings.threads);  // yardsticks and peers: as many
  const Bandwidth cache  = measure_bandwidth(cache_array_bytes());
  const Bandwidth memory = arguments.quick_bandwidth
                               ? cache
                               : measure_bandwidth(memory_array_bytes());
  settings.memory_read = memory.read;
  add_context(settings.threads, memory, cache);
  std::printf("%d threads, %.1f GB/s read from memory, %.1f GB/s from cache\n",
              settings.threads, memory.read, cache.read);
  Shelf shelf;
  register_all(arguments, settings, shelf);
  const int failures = run_benchmarks();
  if (failures > 0)
    std::fprintf(stderr, "strata-perf: %d benchmarks failed\n", failures);
  return failures > 0 ? 1 : 0;
}

}  // namespace
}  // namespace Strata::Perf

int main(int argc, char** argv) {
  Strata::Perf::Arguments arguments;
  CLI::App app("Strata against written-out loops and other libraries");
  app.allow_extras();
  Strata::Perf::declare(app, arguments);
  CLI11_PARSE(app, argc, argv);
  const Kokkos::ScopeGuard guard(
      Kokkos::InitializationSettings().set_disable_warnings(true));
  try {
    return Strata::Perf::run(arguments, app.remaining());
  } catch (const std::exception& e) {
    std::fprintf(stderr, "strata-perf: %s\n", e.what());
    return 2;
  }
}
