// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tensor of order 3 in CSF times dense operands. No peer in process does it.
#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

using Factors =
    std::function<void(const Yardstick::Csf3& b, std::int64_t rows,
                       const double* c, const double* d, double* a)>;

/// MTTKRP for the factor of a mode; c and d are those of the other modes.
struct Mttkrp {
  std::string kernel, notation;
  int rank;
  int mode, mode_c, mode_d;
  Factors yardstick;
};

Contest contest_of(const Mttkrp& m, const TensorRef& b) {
  const std::int64_t rows = b.extents[m.mode];
  const Rows c            = make_rows("C", b.extents[m.mode_c], m.rank, 6),
             d            = make_rows("D", b.extents[m.mode_d], m.rank, 7),
             a            = make_rows("A", rows, m.rank, 8);
  return dense_contest({m.kernel,
                        m.notation,
                        {{"A", ref(a)}, {"B", b}, {"C", ref(c)}, {"D", ref(d)}},
                        "B"},
                       a.data(), rows * m.rank, [=, csf = csf_of(b)] {
                         m.yardstick(csf, rows, c.data(), d.data(), a.data());
                       });
}

/// A yardstick whose threads have results of their own.
template <auto Compute>
Factors with_copies() {
  return
      [copies = std::make_shared<Yardstick::Copies>()](
          const Yardstick::Csf3& b, std::int64_t rows, const double* c,
          const double* d, double* a) { Compute(b, rows, c, d, a, *copies); };
}

std::vector<Mttkrp> all_mttkrp() {
  const std::string first = "A(i,r) = B(i,k,l) * C(k,r) * D(l,r)";
  return {{"mttkrp16", first, 16, 0, 1, 2, Yardstick::mttkrp<16>},
          {"mttkrp32", first, 32, 0, 1, 2, Yardstick::mttkrp<32>},
          {"mttkrp16_1", "A(k,r) = B(i,k,l) * C(i,r) * D(l,r)", 16, 1, 0, 2,
           with_copies<Yardstick::mttkrp_mode1<16>>()},
          {"mttkrp16_2", "A(l,r) = B(i,k,l) * C(i,r) * D(k,r)", 16, 2, 0, 1,
           with_copies<Yardstick::mttkrp_mode2<16>>()}};
}

Contest ttv(const TensorRef& b) {
  const Vector c = make_vector("c", b.extents[2], 1);
  const std::vector<std::int64_t> extents{b.extents[0], b.extents[1]};
  return sparse_contest(
      {"ttv",
       "A(i,j) = B(i,j,k) * c(k)",
       {{"A", new_result(benchmark_format(2), extents)},
        {"B", b},
        {"c", ref(c)}},
       "B"},
      maker<Yardstick::OwnedCsr>(yardstick_name, [=, csf = csf_of(b)] {
        return Yardstick::ttv(csf, extents[0], extents[1], c.data());
      }));
}

}  // namespace

std::vector<Kernel> tensor_products() {
  const std::vector<std::string> contestants{strata_name, yardstick_name};
  std::vector<Kernel> kernels;
  for (const Mttkrp& m : all_mttkrp())
    kernels.push_back({m.kernel, 3, contestants,
                       [m](const TensorRef& b) { return contest_of(m, b); }});
  kernels.push_back({"ttv", 3, contestants, ttv});
  return kernels;
}

}  // namespace Strata::Perf
