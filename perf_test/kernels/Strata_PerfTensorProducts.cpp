// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MTTKRP of a tensor of order 3 in CSF. No peer in process does it.
#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

Yardstick::Csf3 csf_of(const TensorRef& tensor) {
  Yardstick::Csf3 csf;
  for (int l = 0; l < 3; ++l) {
    csf.positions[l] =
        static_cast<const std::int32_t*>(tensor.levels[l].positions);
    csf.coordinates[l] =
        static_cast<const std::int32_t*>(tensor.levels[l].coordinates);
  }
  csf.values = static_cast<const double*>(tensor.values);
  return csf;
}

template <int Rank>
Contest mttkrp(const TensorRef& b) {
  const std::string notation = "A(i,r) = B(i,k,l) * C(k,r) * D(l,r)";
  const Rows c = make_rows("C", b.extents[1], Rank, 6),
             d = make_rows("D", b.extents[2], Rank, 7),
             a = make_rows("A", b.extents[0], Rank, 8);
  const Plan plan = compile_anew(
      notation, {{"A", ref(a)}, {"B", b}, {"C", ref(c)}, {"D", ref(d)}});
  const std::int64_t size = b.extents[0] * Rank;
  const auto answer       = [=] {
    return Answer{{}, {a.data(), a.data() + size}};
  };
  Contest contest{facts_of("mttkrp" + std::to_string(Rank), notation, b), {},
                  scrubber(a.data(), size)};
  add_plan(contest.facts, plan);
  contest.contestants = {
      strata_contestant(plan, answer),
      yardstick_contestant(
          [=, csf = csf_of(b)] {
            Yardstick::mttkrp<Rank>(csf, b.extents[0], c.data(), d.data(),
                                    a.data());
          },
          answer)};
  return contest;
}

}  // namespace

std::vector<Kernel> tensor_products() {
  const std::vector<std::string> contestants{strata_name, yardstick_name};
  return {{"mttkrp16", 3, contestants, mttkrp<16>},
          {"mttkrp32", 3, contestants, mttkrp<32>}};
}

}  // namespace Strata::Perf
