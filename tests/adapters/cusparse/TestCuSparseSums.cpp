// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of sparse matrices, against sums written out.
#include <Strata_Error.hpp>
#include <Strata_TestMessage.hpp>

#include "Strata_TestOperands.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using CuSparse::Context;

constexpr std::size_t m = 7, n = 9;

template <class T>
class CuSparseSums : public testing::Test {
 protected:
  void SetUp() override { take_calls(); }
  void TearDown() override {
    take_calls();
    EXPECT_EQ(num_live_objects(), 0);
  }
};
using Types = testing::Types<float, double, Kokkos::complex<float>, Kokkos::complex<double>>;
TYPED_TEST_SUITE(CuSparseSums, Types);

TYPED_TEST(CuSparseSums, HaveWhatEitherStores) {
  using T      = TypeParam;
  const auto a = numbers<Rows<T>>({m, n}, 0.3, 7), b = numbers<Rows<T>>({m, n}, 0.3, 8);
  Rows<T> expected("Strata::test", m, n);
  std::int64_t stored = 0;
  for (std::size_t p = 0; p < expected.size(); ++p) {
    expected.data()[p] = T(3) * a.data()[p] + T(2) * b.data()[p];
    stored += a.data()[p] != T(0) || b.data()[p] != T(0) ? 1 : 0;
  }
  for (const std::string format : {"CSR<32>", "CSC<32>"}) {
    const Context context{Host()};
    const auto C = CuSparse::add(context, 3, sparse(a, format), 2, sparse(b, format));
    EXPECT_EQ(C.format(), TensorFormat::parse(format, 2));
    EXPECT_EQ(ref(C).num_values, stored);
    validate(Host(), ref(C));
    expect_same(dense(C), expected);
    EXPECT_EQ(operations(), (Calls{"Xcsrgeam2Nnz", "csrgeam2 alpha=3 beta=2"}));
  }
}

TEST(CuSparseSum, NamesWhatItDoesNotTake) {
  const Context context{Host()};
  const auto all = numbers<Rows<double>>({m, n}, 0.5), other = numbers<Rows<double>>({n, m}, 0.5);
  const auto add = [&](const auto& a, const auto& b) {
    return [&context, a, b] { CuSparse::add(context, 1, a, 1, b); };
  };
  expect_contains(message_of<FormatMismatch>(add(sparse(all, "CSR<64>"), sparse(all, "CSR<64>"))),
                  "32 bits");
  expect_contains(message_of<FormatMismatch>(add(sparse(all, "CSR<32>"), sparse(all, "CSC<32>"))),
                  "CSC");
  expect_contains(message_of<FormatMismatch>(add(sparse(all, "COO<32>"), sparse(all, "COO<32>"))),
                  "CSR or CSC");
  expect_contains(message_of<ShapeMismatch>(add(sparse(all, "CSR<32>"), sparse(other, "CSR<32>"))),
                  "rows of B");
  take_calls();
}

}  // namespace
