// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CSR → CSC: what peers call transposing.
#include <Strata_Convert.hpp>

#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

Contest transpose(const TensorRef& a) {
  const Yardstick::Csr csr  = csr_of(a);
  const TensorFormat format = with_32_bits(Formats::csc());
  Contest contest{facts_of("transpose", "CSC from CSR", a), {}, {}};
  contest.facts.bytes =
      2 * bytes_of(csr) + 4.0 * static_cast<double>(csr.columns - csr.rows);
  contest.contestants = {
      maker<TensorRef>(strata_name,
                       [=] {
                         const Exec exec;
                         TensorRef result = convert(exec, a, format);
                         exec.fence("Strata::perf::transpose");
                         return result;
                       }),
      maker<Yardstick::OwnedCsr>(yardstick_name,
                                 [=] { return Yardstick::transpose(csr); })};
  add_peers(contest, &Peer::transpose, csr);
  return contest;
}

}  // namespace

std::vector<Kernel> transposes() {
  return {{"transpose", 2, contestants_for(&Peer::transpose), transpose, false}};
}

}  // namespace Strata::Perf
