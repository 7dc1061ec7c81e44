// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Registration.hpp"

#include <cstdio>
#include <exception>
#include <memory>

#include <benchmark/benchmark.h>

#include "Strata_Statistics.hpp"

namespace Strata::Perf {

namespace {

int failures = 0;

/// A contest that is held when the first contestant asks for the outcome.
class Heat {
 public:
  explicit Heat(std::function<Contest()> prepare, const Schedule& schedule)
      : m_prepare(std::move(prepare)), m_schedule(schedule) {}

  /// \throws what preparing threw, every time.
  const Outcome& outcome() {
    if (m_error) std::rethrow_exception(m_error);
    if (!m_held) try {
        m_outcome = hold(m_prepare(), m_schedule);
        m_held    = true;
      } catch (...) {
        m_error = std::current_exception();
        throw;
      }
    return m_outcome;
  }

 private:
  std::function<Contest()> m_prepare;
  Schedule m_schedule;
  Outcome m_outcome;
  bool m_held = false;
  std::exception_ptr m_error;
};

std::string label_of(const Facts& facts, const Standing& standing) {
  return "peer=" + standing.name + "; version=" + standing.version +
         "; matrix=" + facts.input + "; extents=" + facts.extents +
         "; expression=" + facts.expression + "; formats=" + facts.formats;
}

void add_counters(benchmark::State& state, const Outcome& outcome,
                  const Standing& standing, const RunSettings& settings) {
  const Facts& facts = outcome.facts;
  const double ms    = median(standing.ms);
  const double rate  = facts.bytes * 1e-6 / ms;
  auto& counters     = state.counters;
  counters["median_ms"]         = ms;
  counters["min_ms"]            = quantile(standing.ms, 0);
  counters["quartile1_ms"]      = quantile(standing.ms, 0.25);
  counters["quartile3_ms"]      = quantile(standing.ms, 0.75);
  counters["max_ms"]            = quantile(standing.ms, 1);
  counters["gb_s"]              = rate;
  counters["bandwidth_percent"] = 100 * rate / settings.memory_read;
  counters["bytes"]             = facts.bytes;
  counters["flops"]             = facts.flops;
  counters["entries"]           = facts.entries;
  counters["entries_per_s"]     = facts.entries * 1e3 / ms;
  counters["peak_mib"]          = outcome.peak_mib;
  counters["kokkos_threads"]    = settings.threads;
  if (standing.name == strata_name) counters["compile_ms"] = facts.compile_ms;
  const Standing* strata = outcome.find(strata_name);
  if (!strata || strata->ms.empty()) return;
  const std::vector<double> ratios = paired_ratios(standing.ms, strata->ms);
  counters["ratio"]           = median(ratios);
  counters["ratio_quartile1"] = quantile(ratios, 0.25);
  counters["ratio_quartile3"] = quantile(ratios, 0.75);
}

void fail(benchmark::State& state, const std::string& why) {
  ++failures;
  state.SkipWithError(why.c_str());
}

void report(benchmark::State& state, Heat& heat, const std::string& name,
            const RunSettings& settings) {
  const Outcome* outcome = nullptr;
  try {
    outcome = &heat.outcome();
  } catch (const std::exception& e) {
    return fail(state, e.what());
  }
  const Standing* standing = outcome->find(name);
  if (!standing) return fail(state, name + " did not take part");
  state.SetLabel(label_of(outcome->facts, *standing));
  if (!standing->fault.empty()) return fail(state, standing->fault);
  std::size_t round = 0;
  for (auto _ : state) {
    (void)_;
    state.SetIterationTime(standing->ms[round++] * 1e-3);
  }
  add_counters(state, *outcome, *standing, settings);
}

/// One line a benchmark: how many times as long as Strata, then the rest.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override {
    std::printf("%7s  %-40s %10s %9s %6s %8s\n", "ratio", "benchmark",
                "median ms", "GB/s", "% bw", "spread");
    return true;
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const std::string& name = run.run_name.function_name;
      if (run.error_occurred) {
        std::printf("%7s  %-40s %s\n", "FAULT", name.c_str(),
                    run.error_message.c_str());
      } else {
        const auto value = [&](const char* key) {
          const auto found = run.counters.find(key);
          return found == run.counters.end() ? 0.0 : found->second.value;
        };
        std::printf("%7.2f  %-40s %10.4g %9.3g %6.3g %7.0f%%\n", value("ratio"),
                    name.c_str(), value("median_ms"), value("gb_s"),
                    value("bandwidth_percent"),
                    100 * (value("quartile3_ms") - value("quartile1_ms")) /
                        value("median_ms"));
      }
    }
    std::fflush(stdout);
  }
};

}  // namespace

void register_contest(const std::string& kernel, const std::string& input,
                      const std::vector<std::string>& contestants,
                      std::function<Contest()> prepare,
                      const RunSettings& settings) {
  const auto heat =
      std::make_shared<Heat>(std::move(prepare), settings.schedule);
  for (const std::string& name : contestants)
    benchmark::RegisterBenchmark(
        (kernel + "/" + input + "/" + name).c_str(),
        [heat, name, settings](benchmark::State& state) {
          report(state, *heat, name, settings);
        })
        ->Iterations(settings.schedule.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

int run_benchmarks() {
  failures = 0;
  TableReporter table;
  benchmark::RunSpecifiedBenchmarks(&table);
  return failures;
}

}  // namespace Strata::Perf
