// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_WeighedTensors.h"

namespace Strata::Impl {

namespace {

WeighedTensor weighed_tensor(const strata::ProgramStep& step, std::size_t number,
                             const ExecutionTensors& tensors) {
  const auto& w = step.weighed[number];
  if (w.sampled >= 0)
    return WeighedTensor::sampled(
        tensors[w.tensor], w.sampled,
        w.begins < 0 ? nullptr : static_cast<std::uint64_t*>(tensors[w.begins].values));
  WeighedTensor out{tensors[w.tensor], w.depth, {}, {}};
  for (std::size_t n = 0; n < w.windows.size(); n += 3)
    out.windows.push_back({w.windows[n], w.windows[n + 1], w.windows[n + 2]});
  for (std::size_t n = number + 1; n < step.weighed.size(); ++n)
    if (step.weighed[n].parent == static_cast<int>(number))
      out.beneath.push_back(
          {step.weighed[n].parentLevel, weighed_tensor(step, n, tensors)});
  return out;
}

}  // namespace

std::vector<WeighedTensor> weighed_tensors(const strata::ProgramStep& step,
                                           const ExecutionTensors& tensors) {
  std::vector<WeighedTensor> out;
  for (std::size_t n = 0; n < step.weighed.size(); ++n)
    if (step.weighed[n].parent < 0)
      out.push_back(weighed_tensor(step, n, tensors));
  return out;
}

}  // namespace Strata::Impl
