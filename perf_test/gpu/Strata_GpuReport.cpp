// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_GpuReport.hpp"

#include <cstdio>
#include <fstream>

#include <Strata_Config.hpp>
#include <Strata_Error.hpp>

#include "Strata_Statistics.hpp"

namespace Strata::Perf {

namespace {

using Json = nlohmann::ordered_json;

Json quartiles(const std::vector<double>& samples) {
  return {{"median", median(samples)},
          {"quartile1", quantile(samples, 0.25)},
          {"quartile3", quantile(samples, 0.75)}};
}

const char* name_of(KernelOrigin origin) {
  switch (origin) {
    case KernelOrigin::compiled: return "compiled";
    case KernelOrigin::disk: return "disk";
    default: return "process";
  }
}

Json standing_of(const Standing& standing, double bytes, double copy_rate) {
  Json out{{"name", standing.name}};
  if (!standing.version.empty()) out["version"] = standing.version;
  if (!standing.fault.empty()) {
    out["fault"] = standing.fault;
    return out;
  }
  const double rate       = bytes * 1e-6 / median(standing.ms);
  out["ms"]               = quartiles(standing.ms);
  out["gb_s"]             = rate;
  out["fraction_of_copy"] = rate / copy_rate;
  return out;
}

/// "1.23" or nothing.
std::string text_of(const Json& row, const char* key) {
  if (!row.contains(key)) return "";
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", row[key]["median"].get<double>());
  return text;
}

void print(const Json& row) {
  const std::string name = row["kernel"].get<std::string>() + "/" + row["input"].get<std::string>();
  if (row.contains("fault"))
    std::printf("%-28s FAULT %s\n", name.c_str(), row["fault"].get<std::string>().c_str());
  else
    for (const Json& s : row["contestants"]) {
      if (s.contains("fault"))
        std::printf("%-28s %-8s FAULT %s\n", name.c_str(), s["name"].get<std::string>().c_str(),
                    s["fault"].get<std::string>().c_str());
      else
        std::printf("%-28s %-8s %10.4g ms %9.4g GB/s %5.1f %% of copy  %s\n", name.c_str(),
                    s["name"].get<std::string>().c_str(), s["ms"]["median"].get<double>(),
                    s["gb_s"].get<double>(), 100 * s["fraction_of_copy"].get<double>(),
                    s["name"] == strata_name ? text_of(row, "ratio").c_str() : "");
    }
  std::fflush(stdout);
}

}  // namespace

GpuReport::GpuReport(const Space& exec, const Schedule& schedule, std::size_t array_bytes,
                     const std::vector<double>& copy_rates)
    : m_copy_rate(median(copy_rates)) {
  m_json = {{"context",
             {{"device", device_of(exec)},
              {"played", is_played},
              {"concurrency", space_facts(exec).concurrency},
              {"chip", space_facts(exec).chip},
              {"strata", STRATA_VERSION_STRING},
              {"commit", git_commit()},
              {"kokkos", KOKKOS_VERSION},
              {"cusparse", Library::version()},
              {"rounds", schedule.rounds},
              {"sample_ms", schedule.sample_ms},
              {"copy_array_bytes", array_bytes},
              {"copy_gb_s", quartiles(copy_rates)}}},
            {"benchmarks", Json::array()}};
  std::printf("%s: copies %.4g GB/s\n", device_of(exec).c_str(), m_copy_rate);
}

void GpuReport::add(const GpuContest& contest, const Outcome& outcome) {
  const Facts& facts = outcome.facts;
  Json row{{"kernel", facts.kernel},
           {"input", facts.input},
           {"extents", facts.extents},
           {"entries", facts.entries},
           {"expression", facts.expression},
           {"formats", facts.formats},
           {"bytes", facts.bytes},
           {"flops", facts.flops},
           {"origin", name_of(contest.origin)}};
  if (!contest.no_library.empty()) row["no_library"] = contest.no_library;
  Json standings = Json::array();
  bool is_faulty = false;
  for (const Standing& s : outcome.standings) {
    standings.push_back(standing_of(s, facts.bytes, m_copy_rate));
    is_faulty |= !s.fault.empty();
  }
  const Standing *strata = outcome.find(strata_name), *rival = outcome.find(library_name);
  if (rival && strata && !is_faulty) row["ratio"] = quartiles(paired_ratios(rival->ms, strata->ms));
  row["contestants"] = std::move(standings);
  m_faults += is_faulty ? 1 : 0;
  print(row);
  m_json["benchmarks"].push_back(std::move(row));
}

void GpuReport::add_fault(const std::string& kernel, const std::string& input,
                          const std::string& fault) {
  m_json["benchmarks"].push_back({{"kernel", kernel}, {"input", input}, {"fault", fault}});
  print(m_json["benchmarks"].back());
  ++m_faults;
}

void GpuReport::write(const std::string& path) const {
  std::ofstream file(path);
  file << m_json.dump(1) << '\n';
  if (!file.flush())
    throw IoError(error_message("write the report", path, "a file that can be written", "none"));
}

}  // namespace Strata::Perf
