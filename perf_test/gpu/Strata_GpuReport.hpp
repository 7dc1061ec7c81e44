// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PERF_GPU_REPORT_HPP
#define STRATA_PERF_GPU_REPORT_HPP

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "Strata_GpuContest.hpp"

namespace Strata::Perf {

/// What a run has measured, as JSON; a line for each contest is printed as it comes.
class GpuReport {
 public:
  /// \param copy_rates GB/s of copies, see measure_copy()
  GpuReport(const Space& exec, const Schedule& schedule, std::size_t array_bytes,
            const std::vector<double>& copy_rates);

  void add(const GpuContest& contest, const Outcome& outcome);
  /// A contest that did not take place.
  void add_fault(const std::string& kernel, const std::string& input, const std::string& fault);

  int num_rows() const { return static_cast<int>(m_json.at("benchmarks").size()); }
  /// Rows of a contest that did not take place or had somebody who was wrong.
  int num_faults() const { return m_faults; }
  /// \throws IoError
  void write(const std::string& path) const;

 private:
  nlohmann::ordered_json m_json;
  double m_copy_rate = 0;
  int m_faults       = 0;
};

}  // namespace Strata::Perf

#endif
