// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TUNING_TOOL_H
#define STRATA_TUNING_TOOL_H

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace Strata::Impl {

/// Who chooses among candidates and measures them itself. Candidate 0 is the default.
class TuningTool {
 public:
  virtual ~TuningTool() = default;
  /// Which candidate runs next; what is done until end() is its time.
  virtual std::size_t begin() = 0;
  virtual void end()          = 0;
};

/// Makes a tool for the candidates of a statement; null: nobody wants to choose.
using ToolFactory = std::unique_ptr<TuningTool> (*)(const std::string& key,
                                                    const std::vector<std::string>& names);

/// The tool that is connected through the tuning hooks of Kokkos Tools; null where there
/// is none, and where Kokkos was built without KOKKOS_ENABLE_TUNING.
///
/// The tool sees an input "Strata::statement", a categorical number that stands for the
/// statement and the class of its data, and an output "Strata::strategy: …" with the
/// names of the candidates, a categorical number that counts them from 0.
std::unique_ptr<TuningTool> connected_tool(const std::string& key,
                                           const std::vector<std::string>& names);

}  // namespace Strata::Impl

#endif
