// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix times a vector in formats made for some matrices, against our own CSR.
#include <Strata_Convert.hpp>

#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

constexpr const char* csr_name = "Strata-CSR";

Expression product(const std::string& kernel, const TensorRef& a, const Vector& x,
                   const Vector& y) {
  return {kernel, "y(i) = A(i,j) * x(j)", {{"y", ref(y)}, {"A", a}, {"x", ref(x)}}};
}

Contest contest_of(const std::string& kernel, const TensorRef& csr,
                   const std::string& format) {
  const TensorRef a =
      convert(Exec(), csr, with_32_bits(TensorFormat::parse(format, 2)));
  Exec().fence("Strata::perf::convert");
  const Vector x = make_vector("x", a.extents[1], 1),
               y = make_vector("y", a.extents[0], 2);
  const Yardstick::Csr rows = csr_of(csr);
  Contest contest =
      dense_contest(product(kernel, a, x, y), y.data(), rows.rows,
                    [=] { Yardstick::spmv(rows, x.data(), y.data()); });
  const Expression in_csr = product(kernel, csr, x, y);
  const Plan plan         = compile(Exec(), in_csr.notation, in_csr.operands);
  Contestant ours = strata_contestant(
      in_csr, plan, [=] { return contest.contestants.front().answer(); });
  ours.name = csr_name;
  contest.contestants.push_back(std::move(ours));
  return contest;
}

Kernel kernel_of(const std::string& name, const std::string& format) {
  return {name, 2, {strata_name, yardstick_name, csr_name},
          [=](const TensorRef& a) { return contest_of(name, a, format); }};
}

}  // namespace

std::vector<Kernel> format_kernels() {
  return {kernel_of("spmv_bsr2", "BSR(2,2)"), kernel_of("spmv_bsr3", "BSR(3,3)"),
          kernel_of("spmv_bsr4", "BSR(4,4)"),
          kernel_of("spmv_ell", "(i, j) -> (i : dense, j : ell)"),
          kernel_of("spmv_sell", "(i, j) -> (i : dense, j : sell[8])"),
          kernel_of("spmv_dia", "DIA")};
}

}  // namespace Strata::Perf
