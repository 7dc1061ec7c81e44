// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_OPERANDS_HPP
#define STRATA_TEST_OPERANDS_HPP

#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "Strata_CuSparseDouble.hpp"

namespace Strata::Testing {

template <class T>
using Rows = Kokkos::View<T**, Kokkos::LayoutRight, Kokkos::HostSpace>;
template <class T>
using Columns = Kokkos::View<T**, Kokkos::LayoutLeft, Kokkos::HostSpace>;
template <class T>
using Vector = Kokkos::View<T*, Kokkos::HostSpace>;

/// Small integers, so that sums are the same in any order; `density` of them are not 0.
template <class View>
View numbers(const std::vector<std::size_t>& extents, double density = 1, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> chance(0, 1);
  const auto next = [&] {
    using T          = typename View::value_type;
    const double one = 1 + static_cast<double>(random() % 5);
    if (chance(random) >= density) return T(0);
    if constexpr (is_complex(scalar_type_of_v<T>))
      return T(one, 1 + static_cast<double>(random() % 3));
    else
      return T(one);
  };
  if constexpr (View::rank() == 1) {
    View v("Strata::test", extents[0]);
    for (std::size_t i = 0; i < extents[0]; ++i) v(i) = next();
    return v;
  } else {
    View v("Strata::test", extents[0], extents[1]);
    for (std::size_t i = 0; i < extents[0]; ++i)
      for (std::size_t j = 0; j < extents[1]; ++j) v(i, j) = next();
    return v;
  }
}

/// A dense matrix as a sparse one in "CSR<32>" and the like.
template <class T>
auto sparse(const Rows<T>& dense, const std::string& format) {
  return Strata::convert(Host(), dense, TensorFormat::parse(format, 2));
}

/// The sparse matrix, dense again.
template <class View>
Rows<typename View::non_const_value_type> dense(const View& view) {
  using T        = typename View::non_const_value_type;
  const auto all = Strata::convert(Host(), view, Formats::dense(2));
  Rows<T> made("Strata::test", static_cast<std::size_t>(view.extent(0)),
               static_cast<std::size_t>(view.extent(1)));
  for (std::size_t i = 0; i < made.size(); ++i) made.data()[i] = all.values()(i);
  return made;
}

template <class A, class B>
void expect_same(const A& a, const B& b) {
  ASSERT_EQ(a.extent(0), b.extent(0));
  ASSERT_EQ(a.extent(1), b.extent(1));
  for (std::size_t i = 0; i < a.extent(0); ++i) {
    if constexpr (A::rank() == 1)
      EXPECT_EQ(a(i), b(i)) << i;
    else
      for (std::size_t j = 0; j < a.extent(1); ++j) EXPECT_EQ(a(i, j), b(i, j)) << i << ' ' << j;
  }
}

/// alpha · op(a) · op(b) + beta · c, written out.
template <class A, class B, class C, class T>
Rows<T> product(T alpha, const A& a, bool transpose_a, const B& b, bool transpose_b, T beta,
                const C& c) {
  Rows<T> result("Strata::test", c.extent(0), c.extent(1));
  const std::size_t inner = a.extent(transpose_a ? 0 : 1);
  for (std::size_t i = 0; i < c.extent(0); ++i)
    for (std::size_t j = 0; j < c.extent(1); ++j) {
      T sum(0);
      for (std::size_t k = 0; k < inner; ++k)
        sum += (transpose_a ? a(k, i) : a(i, k)) * (transpose_b ? b(j, k) : b(k, j));
      result(i, j) = alpha * sum + beta * c(i, j);
    }
  return result;
}

/// Without the calls that ask for sizes.
inline std::vector<std::string> operations() {
  std::vector<std::string> kept;
  for (const std::string& call : take_calls())
    if (call.find("bufferSize") == std::string::npos && call.rfind("Create", 0) != 0 &&
        call.rfind("SetStream", 0) != 0)
      kept.push_back(call);
  return kept;
}
using Calls = std::vector<std::string>;

}  // namespace Strata::Testing

#endif
