// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tensor in CSF times dense operands, or another one. No peer in process does it.
#include <memory>
#include <string>

#include "Strata_Kernels.hpp"
#include "Strata_Rearranged.hpp"

namespace Strata::Perf {

namespace {

/// MTTKRP for the factor of a mode.
struct Mttkrp {
  int order, mode, rank;

  /// "mttkrp16", "mttkrp16_1" for order 3, "mttkrp16_order4_1" for others.
  std::string name() const {
    std::string text = "mttkrp" + std::to_string(rank);
    if (order != 3) text += "_order" + std::to_string(order);
    return mode == 0 && order == 3 ? text : text + "_" + std::to_string(mode);
  }
};

/// "A(k,r) = B(i,k,l) * C(i,r) * D(l,r)"; the names of the factors are those of `operands`.
std::string notation_of(const Mttkrp& m) {
  const std::string indices = "iklmn", names = "CDEF";
  std::string access, factors;
  std::size_t next = 0;
  for (int n = 0; n < m.order; ++n) {
    access += (n > 0 ? "," : "") + std::string(1, indices[n]);
    if (n != m.mode)
      factors += std::string(" * ") + names[next++] + "(" + indices[n] + ",r)";
  }
  return std::string("A(") + indices[m.mode] + ",r) = B(" + access + ")" + factors;
}

Contest contest_of(const Mttkrp& m, const TensorRef& b) {
  const std::int64_t rows = b.extents[m.mode];
  const Rows a            = make_rows("A", rows, m.rank, 8);
  Operands operands{{"A", ref(a)}, {"B", b}};
  Yardstick::Factors factors{};
  char name = 'C';
  for (int n = 0; n < m.order; ++n) {
    if (n == m.mode) continue;
    const Rows factor = make_rows(std::string(1, name), b.extents[n], m.rank, 6 + n);
    factors[n]        = factor.data();
    operands[std::string(1, name++)] = ref(factor);
  }
  const auto copies = std::make_shared<Yardstick::Copies>();
  const auto run    = [&](Yardstick::Split split) {
    const auto compute = Yardstick::mttkrp_of(m.order, m.mode, m.rank, split);
    return [=, csf = csf_of(b)] { compute(csf, rows, factors, a.data(), *copies); };
  };
  Contest contest = dense_contest({m.name(), notation_of(m), operands, "B"}, a.data(),
                                  rows * m.rank, run(Yardstick::Split::dynamic_rows));
  add_row_splits(contest, run);
  return contest;
}

std::vector<Mttkrp> all_mttkrp() {
  std::vector<Mttkrp> all;
  for (int order = 3; order <= Yardstick::max_order; ++order)
    for (int mode = 0; mode < order; ++mode)
      for (const int rank : {8, 16, 32, 64}) all.push_back({order, mode, rank});
  return all;
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

constexpr int ttm_width = 16;

/// C(k,l), by columns.
Kokkos::View<double**, Kokkos::LayoutLeft, Exec> ttm_factor(const TensorRef& b) {
  const Kokkos::View<double**, Kokkos::LayoutLeft, Exec> c("C", ttm_width, b.extents[2]);
  const Vector numbers = make_vector("numbers", c.size(), 9);
  Kokkos::deep_copy(Exec(), Vector(c.data(), c.size()), numbers);
  Exec().fence("Strata::perf::factor");
  return c;
}

Contest ttm_dense(const TensorRef& b) {
  const auto c = ttm_factor(b);
  const std::int64_t rows = b.extents[0], columns = b.extents[1];
  const Kokkos::View<double***, Kokkos::LayoutRight, Exec> y("Y", rows, columns, ttm_width);
  return dense_contest({"ttm16_dense",
                        "Y(i,j,k) = B(i,j,l) * C(k,l)",
                        {{"Y", ref(y)}, {"B", b}, {"C", ref(c)}},
                        "B"},
                       y.data(), static_cast<std::int64_t>(y.size()), [=, csf = csf_of(b)] {
                         Yardstick::ttm16(csf, rows, columns, c.data(), y.data());
                       });
}

/// The levels of the result above the dense one are those of the tensor.
Contest ttm(const TensorRef& b) {
  const auto c = ttm_factor(b);
  const TensorFormat format = with_32_bits(TensorFormat::parse(
      "(i, j, k) -> (i : compressed, j : compressed, k : dense)", 3));
  const Expression expression{
      "ttm16",
      "Y(i,j,k) = B(i,j,l) * C(k,l)",
      {{"Y", new_result(format, {b.extents[0], b.extents[1], ttm_width})}, {"B", b}, {"C", ref(c)}},
      "B"};
  const auto result = std::make_shared<Yardstick::OwnedLevels>();
  return sparse_contest(expression,
                        {yardstick_name, "",
                         [=, csf = csf_of(b)] { *result = Yardstick::ttm16(csf, c.data()); },
                         [=] { return answer_of_yardstick(*result); }},
                        &answer_of_levels);
}

Contest inner(const TensorRef& b) {
  const TensorRef c = half_moved(b);
  const Kokkos::View<double, Exec> s("s");
  return dense_contest({"inner",
                        "s = B(i,j,k) * C(i,j,k)",
                        {{"s", ref(s)}, {"B", b}, {"C", c}},
                        "B"},
                       s.data(), 1, [s, x = csf_of(b), y = csf_of(c), b, c] {
                         s() = Yardstick::inner(x, y);
                       });
}

}  // namespace

std::vector<Kernel> tensor_products() {
  const std::vector<std::string> contestants{strata_name, yardstick_name};
  std::vector<Kernel> kernels;
  for (const Mttkrp& m : all_mttkrp())
    kernels.push_back({m.name(), m.order, contestants,
                       [m](const TensorRef& b) { return contest_of(m, b); },
                       true, true});
  kernels.push_back({"ttv", 3, contestants, ttv});
  kernels.push_back({"ttm16", 3, contestants, ttm});
  kernels.push_back({"ttm16_dense", 3, contestants, ttm_dense});
  kernels.push_back({"inner", 3, contestants, inner});
  return kernels;
}

}  // namespace Strata::Perf
