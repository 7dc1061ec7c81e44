// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of matrices that are stored differently, to CSR.
#include <memory>

#include <Strata_Convert.hpp>

#include "Strata_Kernels.hpp"
#include "Strata_Rearranged.hpp"

namespace Strata::Perf {

namespace {

TensorRef in_format(const TensorRef& tensor, const TensorFormat& format) {
  TensorRef made = convert(Exec(), tensor, with_32_bits(format));
  Exec().fence("Strata::perf::convert");
  return made;
}

Expression sum(const std::string& kernel, const TensorRef& a, const TensorRef& b) {
  return {kernel, "C(i,j) = A(i,j) + B(i,j)",
          {{"C", new_result(a.format, a.extents)}, {"A", a}, {"B", b}}};
}

/// The yardstick has the blocks in CSR, with the zeros that they store.
Contest blocks(const TensorRef& a) {
  const TensorRef b = in_format(lower_part(a), TensorFormat::parse("BSR(2,2)", 2)),
                  rows = in_format(b, benchmark_format(2));
  return sparse_contest(sum("spadd_bsr2", a, b),
                        maker<Yardstick::OwnedCsr>(
                            yardstick_name, [x = csr_of(a), y = csr_of(rows), rows] {
                              return Yardstick::add(x, y);
                            }));
}

/// Where entries go when they are read by rows is found out once, by both.
Contest columns(const TensorRef& a) {
  const TensorRef b = in_format(lower_part(a), Formats::csc());
  const Yardstick::Csc csc{b.extents[0], b.extents[1],
                           static_cast<const std::int32_t*>(b.levels[1].positions),
                           static_cast<const std::int32_t*>(b.levels[1].coordinates),
                           static_cast<const double*>(b.values)};
  const auto places = std::make_shared<Yardstick::Places>(Yardstick::places_of(csc));
  return sparse_contest(sum("spadd_csc", a, b),
                        maker<Yardstick::OwnedCsr>(
                            yardstick_name, [=, x = csr_of(a), kept = b] {
                              return Yardstick::add(x, csc, *places);
                            }));
}

}  // namespace

std::vector<Kernel> mixed_formats() {
  const std::vector<std::string> contestants{strata_name, yardstick_name};
  return {{"spadd_bsr2", 2, contestants, blocks}, {"spadd_csc", 2, contestants, columns}};
}

}  // namespace Strata::Perf
