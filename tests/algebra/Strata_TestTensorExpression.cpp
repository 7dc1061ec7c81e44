// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Strata_TensorExpression.hpp>
#include <Strata_TestMessage.hpp>

namespace {

using Strata::IndexVar;
using Strata::Statement;
using Strata::Tensor;
using Strata::TensorRef;

TensorRef make_ref(std::vector<std::int64_t> extents) {
  static std::vector<double> storage(64);
  static std::size_t used = 0;
  TensorRef ref;
  ref.format  = Strata::Formats::dense(static_cast<int>(extents.size()));
  ref.extents = std::move(extents);
  ref.values  = &storage[used++ % storage.size()];
  return ref;
}

class TensorExpression : public ::testing::Test {
 protected:
  IndexVar i{"i"}, j{"j"}, k{"k"};
  Tensor A = tensor(make_ref({4, 5}), "A"), x = tensor(make_ref({5}), "x"),
         y = tensor(make_ref({4}), "y"), alpha = tensor(make_ref({}), "alpha");
};

std::string text(const Statement& s) {
  EXPECT_EQ(to_string(s.assignment), s.assignment.text);
  return s.assignment.text;
}

TEST_F(TensorExpression, Statements) {
  EXPECT_EQ(text(y(i) = A(i, j) * x(j)), "y(i) = A(i,j) * x(j)");
  EXPECT_EQ(text(y(i) += A(i, j) * x(j)), "y(i) += A(i,j) * x(j)");
  EXPECT_EQ(text(y(i) = x(i)), "y(i) = x(i)");
  EXPECT_EQ(text(y(i) += x(i)), "y(i) += x(i)");
  EXPECT_EQ(text(y(i) = 0), "y(i) = 0");
  EXPECT_EQ(text(alpha() = x(i) * x(i)), "alpha = x(i) * x(i)");
  EXPECT_EQ(text(y(i) = -alpha * A(i, j) - (y(i) - x(i))),
            "y(i) = -alpha * A(i,j) - (y(i) - x(i))");
}

TEST_F(TensorExpression, StatementsBindTheirTensors) {
  const Statement s = (y(i) = A(i, j) * x(j) + alpha * y(i));
  ASSERT_EQ(s.tensors.size(), 4u);
  EXPECT_EQ(s.tensors.at("A").values, A.ref().values);
  EXPECT_EQ(s.tensors.at("y").values, y.ref().values);
  EXPECT_EQ(s.tensors.at("alpha").values, alpha.ref().values);
}

TEST_F(TensorExpression, ScalarsOnBothSides) {
  EXPECT_EQ(text(y(i) = 2 * x(i) + x(i) * 0.5), "y(i) = 2 * x(i) + x(i) * 0.5");
  EXPECT_EQ(text(y(i) = x(i) / 4.0f - true), "y(i) = x(i) / 4.0 - true");
  EXPECT_EQ(text(y(i) = std::complex<float>(1, 2) * x(i)),
            "y(i) = complex(1.0, 2.0) * x(i)");
  EXPECT_EQ(text(y(i) = -2 * x(i)), "y(i) = -2 * x(i)");
  EXPECT_THROW((void)(y(i) = x(i) * ~0ull), Strata::ParseError);
}

TEST_F(TensorExpression, Functions) {
  EXPECT_EQ(text(alpha() = Strata::sum(i, Strata::sqrt(x(i)))),
            "alpha = sum(i, sqrt(x(i)))");
  EXPECT_EQ(text(y(i) = reduce_min(j, max(A(i, j), 0))),
            "y(i) = reduce_min(j, max(A(i,j), 0))");
  EXPECT_EQ(text(y(i) = reduce_or(j, logical_not(neq(A(i, j), 0)))),
            "y(i) = reduce_or(j, not(neq(A(i,j), 0)))");
  EXPECT_EQ(text(y(i) = Strata::cast<double>(gt(x(i), 1)) + heaviside(x(i))),
            "y(i) = cast_f64(gt(x(i), 1)) + heaviside(x(i))");
  EXPECT_EQ(text(y(i) = pow(x(i), 2) + atan2(x(i), 1) + mod(x(i), alpha)),
            "y(i) = pow(x(i), 2) + atan2(x(i), 1) + mod(x(i), alpha)");
}

TEST_F(TensorExpression, WindowsAndIndexSets) {
  EXPECT_EQ(text(y(i(0, 2)) = x(i({1, 3}))), "y(i(0,2)) = x(i({1,3}))");
  EXPECT_EQ(text(y(i) = x(i(0, 5, 2))), "y(i) = x(i(0,5,2))");
}

TEST_F(TensorExpression, IndexValues) {
  EXPECT_EQ(text(y(i) = i * x(i) + 2 * i), "y(i) = i * x(i) + 2 * i");
}

TEST_F(TensorExpression, UnnamedThingsGetTheSameNamesEveryTime) {
  for (int round = 0; round < 2; ++round) {
    IndexVar a, b;
    const Tensor m = tensor(make_ref({4, 5})), v = tensor(make_ref({5}));
    const Statement s = (y(a) = m(a, b) * v(b));
    EXPECT_EQ(text(s), "y(i) = T0(i,j) * T1(j)");
    EXPECT_EQ(s.tensors.at("T1").values, v.ref().values);
    EXPECT_EQ(s.tensors.size(), 3u);
  }
}

TEST_F(TensorExpression, UnnamedThingsAvoidNamesInUse) {
  const Tensor T0 = tensor(make_ref({4, 5}), "T0"), m = tensor(make_ref({5}));
  IndexVar a;
  EXPECT_EQ(text(y(i) = T0(i, a) * m(a)), "y(i) = T0(i,j) * T1(j)");
}

TEST_F(TensorExpression, Errors) {
  using Strata::Testing::message_of;
  EXPECT_EQ(message_of<Strata::ShapeMismatch>([&] { (void)A(i); }),
            "tensor A: indices: expected 2 (the order), got 1");
  EXPECT_THROW((void)(y(i) = 2 * A), Strata::ShapeMismatch);
  EXPECT_THROW(IndexVar("1x"), Strata::ParseError);
  EXPECT_THROW((void)tensor(make_ref({}), "sum"), Strata::ParseError);
  const Tensor other = tensor(make_ref({5}), "x");
  EXPECT_EQ(message_of<Strata::FormatMismatch>(
                [&] { (void)(y(i) = x(i) + other(i)); }),
            "two different tensors of one statement are named 'x'");
}

}  // namespace
