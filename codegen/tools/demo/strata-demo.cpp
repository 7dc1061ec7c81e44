// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of kernels, each one line of index notation, over tensors that are
// generated or named on the command line. Exit status: 0 done, 1 a check
// failed, 2 bad input, 3 not supported, 70 an internal error.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <Strata_Core.hpp>
#include <Strata_Generators.hpp>
#include <Strata_Plan.hpp>
#include <Strata_TensorFile.hpp>
#include <fmt/format.h>

#include "../support/KokkosSession.hpp"
#include "../support/Measure.hpp"
#include "Kernels.hpp"

namespace Strata::Demo {
namespace {

struct Settings {
  std::vector<std::string> files;
  bool quick       = false;
  int repeat       = 20;
  double budget_ms = 1000;
};

struct Source {
  std::string name;
  std::function<CoordinateList()> make;
};

std::vector<Source> generated_sources(bool quick) {
  using namespace Generators;
  if (quick)
    return {{"Poisson 24^3", [] { return poisson3d(24); }},
            {"power law 2^12", [] { return power_law(12, 40000); }},
            {"banded 5000", [] { return banded(5000, 8); }},
            {"random 200^3", [] { return uniform({200, 200, 200}, 20000); }},
            {"skewed 300^3", [] { return skewed({300, 300, 300}, 20000); }}};
  return {{"Poisson 100^3", [] { return poisson3d(100); }},
          {"power law 2^18", [] { return power_law(18, 1500000); }},
          {"banded 200000", [] { return banded(200000, 8); }},
          {"random 1500^3", [] { return uniform({1500, 1500, 1500}, 1000000); }},
          {"skewed 2000^3", [] { return skewed({2000, 2000, 2000}, 1000000); }}};
}

std::vector<Source> sources_of(const Settings& settings) {
  if (settings.files.empty()) return generated_sources(settings.quick);
  std::vector<Source> sources;
  for (const auto& path : settings.files)
    sources.push_back({path.substr(path.find_last_of('/') + 1), [path] {
                         ReadOptions options;
                         options.type = ScalarType::f64;
                         return read_tensor_file(path, options);
                       }});
  return sources;
}

void print_header() {
  fmt::print("{:<15} {:<38} {:>10} {:>10} {:>9} {:>9} {:>6}  {}\n", "kernel", "index notation",
             "compile ms", "run ms", "GFLOP/s", "GB/s", "% bw", "check");
}

/// Compiles, measures, checks; prints a line of the table.
bool run_kernel(const Space& exec, const Kernel& kernel, const Sample& sample,
                const Settings& settings, double bandwidth) {
  const Setup setup = kernel.prepare(exec, sample);
  PlanOptions options;
  options.use_cache = false;  // every line shows what compiling it takes
  const Tool::Stopwatch compilation;
  const Plan plan         = compile(exec, kernel.notation, setup.operands, options);
  const double compile_ms = compilation.ms();
  plan.execute(exec);  // first touch
  exec.fence("Strata::demo::execute");
  const double error = setup.largest_error();
  const bool ok      = error <= 1e-10;
  const double ms    = Tool::median(Tool::measure(exec, settings.repeat, settings.budget_ms,
                                                  [&] { plan.execute(exec); }));
  const double rate  = plan.cost().bytes / ms * 1e-6;
  fmt::print("{:<15} {:<38} {:>10.2f} {:>10.4g} {:>9.3f} {:>9.2f} {:>6.0f}  {}\n", kernel.name,
             kernel.notation, compile_ms, ms, plan.cost().flops / ms * 1e-6, rate,
             100 * rate / bandwidth, ok ? "ok" : fmt::format("FAIL (error {:.2g})", error));
  std::fflush(stdout);
  return ok;
}

/// All kernels on one tensor; the number of failed checks.
int run_source(const Space& exec, const Source& source, const Settings& settings,
               double bandwidth) {
  Sample sample{source.name, source.make(), {}};
  const int order = sample.list.order();
  fmt::print("\n{}: {}, {} entries{}\n", sample.name, extents_to_string(sample.list.extents),
             sample.list.num_entries,
             order == 2 ? ", CSR" : order == 3 ? ", CSF" : "; no kernels for its order");
  if (order != 2 && order != 3) return 0;
  sample.tensor = assemble_sample(exec, sample.list);
  print_header();
  int failed = 0;
  for (const auto& kernel : all_kernels())
    if (kernel.order == order)
      failed += !run_kernel(exec, kernel, sample, settings, bandwidth);
  return failed;
}

int run_demo(const Settings& settings) {
  const Tool::KokkosSession session;
  const Space exec;
  const double bandwidth = Tool::measure_bandwidth(exec);
  fmt::print("{} with {} threads, measured bandwidth {:.2f} GB/s\n", exec.name(),
             exec.concurrency(), bandwidth);
  int failed = 0;
  for (const auto& source : sources_of(settings))
    failed += run_source(exec, source, settings, bandwidth);
  fmt::print("\n{}\n", failed == 0 ? "all checks ok" : fmt::format("{} checks FAILED", failed));
  return failed == 0 ? 0 : 1;
}

int fail(const char* message, int status) {
  std::fflush(stdout);
  std::fprintf(stderr, "strata-demo: %s\n", message);
  return status;
}

}  // namespace
}  // namespace Strata::Demo

int main(int argc, char** argv) {
  using namespace Strata;
  Demo::Settings settings;
  CLI::App app(
      "SpMV, residual, SpMM, sampled product, TTV, MTTKRP and inner product, each one line "
      "of index notation, over generated tensors or those in files.");
  app.add_option("files", settings.files, "Matrices and order-3 tensors: .mtx or .tns");
  app.add_flag("--quick", settings.quick, "Small tensors");
  app.add_option("--repeat", settings.repeat, "Runs of each kernel")->capture_default_str();
  app.add_option("--budget", settings.budget_ms, "Milliseconds for the runs of a kernel")
      ->capture_default_str();
  app.footer("Examples:\n  strata-demo\n  strata-demo --quick\n  strata-demo bus.mtx nell.tns");
  try {
    app.parse(argc, argv);
    return Demo::run_demo(settings);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    return Demo::fail(e.what(), 2);
  } catch (const UnsupportedExpression& e) {
    return Demo::fail(e.what(), 3);
  } catch (const CodegenError& e) {
    return Demo::fail(e.what(), 70);
  } catch (const Error& e) {
    return Demo::fail(e.what(), 2);
  } catch (const std::exception& e) {
    return Demo::fail(e.what(), 70);
  }
}
