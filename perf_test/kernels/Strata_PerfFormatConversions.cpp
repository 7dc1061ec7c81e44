// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One format to another. Results are new allocations for every contestant; a copy of as
// many bytes gives the pace.
#include <Strata_Convert.hpp>

#include "Strata_Kernels.hpp"

namespace Strata::Perf {

namespace {

double bytes_of(const TensorRef& tensor) {
  double indices = 0;
  for (const LevelArrays& level : tensor.levels)
    indices += static_cast<double>(level.num_positions + level.num_coordinates);
  return 4 * indices + 8 * static_cast<double>(tensor.num_values);
}

/// Copies `bytes` / 2 bytes.
Contestant copy_of(double bytes) {
  const auto size = static_cast<std::int64_t>(bytes / 16);
  const Vector from = make_vector("from", size, 1), to = make_vector("to", size, 2);
  return {copy_name, "", [=] { Yardstick::copy(from.data(), to.data(), size); }, {}};
}

/// `from` to `format`; `yardstick` makes the same arrays.
template <class Make>
Contest conversion(const std::string& kernel, const TensorRef& from, const std::string& format,
                   Make yardstick) {
  const TensorFormat to = with_32_bits(TensorFormat::parse(format, from.order()));
  const auto made       = std::make_shared<TensorRef>();
  const auto run        = [=] {
    const Exec exec;
    *made = convert(exec, from, to);
    exec.fence("Strata::perf::convert");
  };
  const auto result = std::make_shared<decltype(yardstick())>();
  run();
  Contest contest{facts_of(kernel, "to " + format, from), {}, {}};
  contest.facts.bytes = bytes_of(from) + bytes_of(*made);
  contest.contestants = {
      {strata_name, "", run, [=] { return answer_of_levels(*made); }},
      {yardstick_name, "", [=] { *result = yardstick(); }, [=] { return answer_of_yardstick(*result); }},
      copy_of(contest.facts.bytes)};
  return contest;
}

/// A conversion of the matrix in CSR.
template <class Make>
Kernel matrix_kernel(const std::string& name, const std::string& format, Make yardstick) {
  return {name, 2, {strata_name, yardstick_name, copy_name},
          [=](const TensorRef& a) {
            return conversion(name, a, format, [=] { return yardstick(csr_of(a)); });
          },
          false};
}

constexpr const char* ell = "(i, j) -> (i : dense, j : ell)";

Contest from_ell(const TensorRef& csr) {
  const TensorRef a = convert(Exec(), csr, with_32_bits(TensorFormat::parse(ell, 2)));
  Exec().fence("Strata::perf::convert");
  const auto* const shape = static_cast<const std::int32_t*>(a.levels[1].positions);
  const Yardstick::Ell same{a.extents[0], a.extents[1], shape[0],
                            static_cast<const std::int32_t*>(a.levels[1].coordinates),
                            static_cast<const double*>(a.values)};
  return conversion("from_ell", a, "CSR", [=] { return Yardstick::to_csr(same); });
}

Contest to_csf(const TensorRef& csf) {
  const TensorRef a = convert(
      Exec(), csf,
      with_32_bits(TensorFormat::parse(
          "(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)", 3)));
  Exec().fence("Strata::perf::convert");
  Yardstick::Coo3 coo{a.num_values, {}, static_cast<const double*>(a.values)};
  for (int l = 0; l < 3; ++l)
    coo.coordinates[l] = static_cast<const std::int32_t*>(a.levels[l].coordinates);
  return conversion("to_csf", a, "CSF", [=] { return Yardstick::to_csf(coo); });
}

}  // namespace

std::vector<Kernel> format_conversions() {
  using Yardstick::Csr;
  return {matrix_kernel("to_ell", ell, [](const Csr& a) { return Yardstick::to_ell(a); }),
          matrix_kernel("to_dia", "DIA", [](const Csr& a) { return Yardstick::to_diagonals(a); }),
          matrix_kernel("to_bsr2", "BSR(2,2)",
                        [](const Csr& a) { return Yardstick::to_blocks(a, 2); }),
          matrix_kernel("to_bsr3", "BSR(3,3)",
                        [](const Csr& a) { return Yardstick::to_blocks(a, 3); }),
          {"from_ell", 2, {strata_name, yardstick_name, copy_name}, from_ell, false},
          {"to_csf", 3, {strata_name, yardstick_name, copy_name}, to_csf, false}};
}

}  // namespace Strata::Perf
