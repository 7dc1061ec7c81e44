// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of matrices that are stored differently, to CSR.
#include <algorithm>
#include <memory>
#include <vector>

#include <Strata_Core.hpp>

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

/// Ones in all of every block of 2 x 2 that `csr` has something in, added up: blocks of it
/// store no zeros, which a conversion would leave out.
TensorRef filled_blocks(const TensorRef& csr) {
  const Yardstick::Csr rows = csr_of(csr);
  std::vector<std::vector<std::int64_t>> places;
  for (std::int64_t i = 0; i < csr.extents[0]; ++i)
    for (auto p = rows.positions[i]; p < rows.positions[i + 1]; ++p)
      for (std::int64_t r = i / 2 * 2; r < std::min(i / 2 * 2 + 2, csr.extents[0]); ++r) {
        const std::int64_t first = rows.coordinates[p] / 2 * 2;
        for (std::int64_t c = first; c < std::min(first + 2, csr.extents[1]); ++c)
          places.push_back({r, c});
      }
  const std::vector<double> ones(places.size(), 1.0);
  const auto made = assemble<double>(Exec(), csr.format, csr.extents, places, ones);
  Exec().fence("Strata::perf::assemble");
  return ref(made);
}

/// The yardstick has the blocks in CSR.
Contest blocks(const TensorRef& a) {
  const TensorRef b = in_format(filled_blocks(lower_part(a)), TensorFormat::parse("BSR(2,2)", 2)),
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
