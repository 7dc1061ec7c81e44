// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestOperands.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;
using CuSparse::Context;

template <class T>
class CuSparseConversions : public testing::Test {
 protected:
  void SetUp() override { take_calls(); }
  void TearDown() override { EXPECT_EQ(num_live_objects(), 0); }
};
using Scalars = testing::Types<float, double, Kokkos::complex<float>, Kokkos::complex<double>>;
TYPED_TEST_SUITE(CuSparseConversions, Scalars);

TYPED_TEST(CuSparseConversions, BetweenSparseFormats) {
  using T        = TypeParam;
  const auto all = numbers<Rows<T>>({5, 8}, 0.4);
  const std::vector<std::vector<std::string>> pairs{
      {"CSR<32>", "CSC<32>", "Csr2cscEx2 5x8"},
      {"CSC<32>", "CSR<32>", "Csr2cscEx2 8x5"},
      {"COO<32>", "CSR<32>", "Xcoo2csr"}};
  for (const auto& pair : pairs) {
    const Context context{Host()};
    const TensorFormat target = TensorFormat::parse(pair[1], 2);
    const auto made           = CuSparse::convert(context, sparse(all, pair[0]), target);
    EXPECT_EQ(made.format(), target);
    validate(Host(), ref(made));
    expect_same(dense(made), all);
    EXPECT_EQ(operations(), Calls{pair[2]});
  }
}

TYPED_TEST(CuSparseConversions, FromDense) {
  using T        = TypeParam;
  const auto all = numbers<Rows<T>>({5, 8}, 0.4);
  const Columns<T> turned("Strata::test", 5, 8);
  Kokkos::deep_copy(turned, all);
  for (const std::string format : {"CSR<32>", "CSC<32>", "CSR<64>", "CSC"}) {
    const Context context{Host()};
    const TensorFormat target = TensorFormat::parse(format, 2);
    const auto a = CuSparse::convert(context, all, target);
    const auto b = CuSparse::convert(context, turned, target);
    validate(Host(), ref(a));
    validate(Host(), ref(b));
    EXPECT_EQ(a.nnz(), sparse(all, format).nnz());
    expect_same(dense(a), all);
    expect_same(dense(b), all);
  }
  take_calls();
}

TYPED_TEST(CuSparseConversions, ToDense) {
  using T        = TypeParam;
  const auto all = numbers<Rows<T>>({6, 8}, 0.4);
  for (const std::string format : {"CSR<32>", "CSC<64>", "COO<32>", "BSR(3,2)"}) {
    const Context context{Host()};
    const auto rows    = numbers<Rows<T>>({6, 8}, 1, 9);
    const auto columns = numbers<Columns<T>>({6, 8}, 1, 9);
    CuSparse::to_dense(context, sparse(all, format), rows);
    CuSparse::to_dense(context, sparse(all, format), columns);
    expect_same(rows, all);
    expect_same(columns, all);
  }
  take_calls();
}

TEST(CuSparseConversionErrors, OtherFormats) {
  const auto all = numbers<Rows<double>>({6, 8}, 0.4);
  const Context context{Host()};
  const auto convert = [&](const std::string& from, const std::string& to) -> std::string {
    try {
      CuSparse::convert(context, sparse(all, from), TensorFormat::parse(to, 2));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(convert("CSR<32>", "COO<32>").find("CSR to COO"), std::string::npos);
  EXPECT_NE(convert("CSR<32>", "DCSR<32>").find("Strata::convert"), std::string::npos);
  EXPECT_NE(convert("CSR<64>", "CSC<64>").find("32 bits"), std::string::npos);
  EXPECT_NE(convert("CSR<32>", "CSC<64>").find("32 bits"), std::string::npos);
  EXPECT_THROW(CuSparse::to_dense(context, sparse(all, "CSR<32>"), Rows<double>("d", 6, 7)),
               ShapeMismatch);
  EXPECT_THROW(CuSparse::to_dense(context, sparse(all, "CSR<32>"), Rows<float>("d", 6, 8)),
               FormatMismatch);
  take_calls();
}

}  // namespace
