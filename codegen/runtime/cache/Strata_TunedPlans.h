// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TUNED_PLANS_H
#define STRATA_TUNED_PLANS_H

#include <optional>
#include <string>
#include <string_view>

/// \file
/// What tuning has measured, for plans that are compiled later: in this process, and in
/// files beside the kernels.
namespace Strata::Impl {

struct TunedPlan {
  std::string key;       ///< statement, formats, machine, class of the data
  std::string title;     ///< for people
  std::string strategy;  ///< Strategy::to_string()
  double ms         = 0;
  double default_ms = 0;
};

std::string to_bytes(const TunedPlan& plan);
/// Nothing for bytes that to_bytes() did not make, or that were changed since.
std::optional<TunedPlan> tuned_plan_from(std::string_view bytes);

/// False where a look-up can find nothing: no plan was tuned by this process, or by any
/// before it began. Costs nothing.
bool any_tuned();

/// What was found for `key`. A file that is damaged is mentioned, once in a process.
std::optional<TunedPlan> find_tuned(const std::string& key);

/// For this process, and for others where there is a folder of kernels.
void keep_tuned(const TunedPlan& plan);

}  // namespace Strata::Impl

#endif
