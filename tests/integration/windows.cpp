// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows, strides and index sets: what they cost, how plans and views have them,
// what is refused.
#include <algorithm>
#include <functional>
#include <numeric>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <Strata_Einsum.hpp>
#include <Strata_Error.hpp>
#include <Strata_Levels.hpp>
#include <Strata_ResultStructure.hpp>
#include <Strata_TestMessage.hpp>
#include <Strata_TestSpaces.hpp>
#include <Strata_TestTensors.hpp>

namespace {

using namespace Strata;
using namespace Strata::Testing;
using Kokkos::HostSpace;
using Extents = std::vector<std::int64_t>;

/// An entry at every coordinate of a vector.
CooData full_vector(std::int64_t extent) {
  CooData data{ScalarType::f64, {extent}, {}, {}};
  for (std::int64_t c = 0; c < extent; ++c) data.add({c}, static_cast<double>(c % 7 + 1));
  return data;
}

/// `rows` rows of as many entries, in a matrix with 1000 columns.
CooData banded_matrix(std::int64_t rows, std::int64_t entries) {
  CooData data{ScalarType::f64, {rows, 1000}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t n = 0; n < entries; ++n) {
      data.add({i, n * 1000 / entries}, static_cast<double>((i + n) % 5 + 1));
    }
  }
  return data;
}

template <class Space>
class Windows : public testing::Test {
 protected:
  TensorRef declared(const TensorFormat& format, const Extents& extents) {
    return format.is_dense() ? make_tensor(m_exec, format, {ScalarType::f64, extents, {}, {}})
                             : declare_result(format, ScalarType::f64, extents);
  }
  /// A plan of the counting build that has been executed.
  Plan counted(const std::string& notation, const TensorFormat& format, const Extents& extents,
               const Operands& inputs, PlanOptions options = {}) {
    Operands all             = inputs;
    all["a"]                 = declared(format, extents);
    options.count_iterations = true;
    Plan plan                = compile(m_exec, notation, all, options);
    plan.execute(m_exec);
    m_exec.fence("Strata::test::windows");
    return plan;
  }
  /// Iterations of such a plan, whose result is right.
  std::int64_t iterations(const std::string& notation, const TensorFormat& format,
                          const Extents& extents, const Operands& inputs, PlanOptions options = {}) {
    const Plan plan          = counted(notation, format, extents, inputs, options);
    const CheckReport report = check_result(notation, inputs, plan.result());
    EXPECT_TRUE(report.passed()) << notation << ": " << report.to_string();
    return plan.iterations();
  }
  typename Space::execution_space m_exec = Space::make();
};
TYPED_TEST_SUITE(Windows, TestSpaces);

// Ten entries of a million: what is outside the window is not touched, but for a
// search.
TYPED_TEST(Windows, CostWhatTheyHold) {
  const std::int64_t extent = 1'000'000;
  const TensorRef b = make_tensor(this->m_exec, Formats::sparse_vector(), full_vector(extent));
  const TensorRef c = make_tensor(this->m_exec, Formats::sparse_vector(), full_vector(10));
  const auto value  = [](std::int64_t n) { return static_cast<double>(n % 7 + 1); };
  struct Case {
    const char* notation;
    std::function<double(std::int64_t)> expected;
    int most;  ///< iterations
  };
  const std::vector<std::int64_t> set      = {0,      1,      1000,   9999,   20000,
                                              400000, 500000, 600001, 700000, 999999};
  const std::vector<std::int64_t> anywhere = {9, 1, 1000, 9999, 20000, 400000, 1, 600001, 700000, 3};
  const Case cases[] = {
      {"a(i) = b(i(500000,500010))", [&](auto n) { return value(500000 + n); }, 100},
      {"a(i) = b(i(999990,1000000)) * c(i)",
       [&](auto n) { return value(999990 + n) * value(n); }, 100},
      {"a(i) = b(i(500000,500010)) + c(i)",
       [&](auto n) { return value(500000 + n) + value(n); }, 100},
      {"a(i) = b(i(300000,300010)) + b(i(700000,700010))",
       [&](auto n) { return value(300000 + n) + value(700000 + n); }, 100},
      // Between two steps, and between two members, a search.
      {"a(i) = b(i(0,1000000,100000))", [&](auto n) { return value(100000 * n); }, 2000},
      {"a(i) = b(i({0,1,1000,9999,20000,400000,500000,600001,700000,999999}))",
       [&](auto n) { return value(set[n]); }, 2000},
      {"a(i) = b(i({9,1,1000,9999,20000,400000,1,600001,700000,3}))",
       [&](auto n) { return value(anywhere[n]); }, 2000}};
  for (const TensorFormat& format : {Formats::dense(1), Formats::sparse_vector()})
    for (const Case& one : cases) {
      Operands inputs{{"b", b}};
      if (std::string(one.notation).find("c(i)") != std::string::npos) inputs["c"] = c;
      const Plan plan        = this->counted(one.notation, format, {10}, inputs);
      const TensorRef result = plan.result();
      ASSERT_EQ(result.num_values, 10);
      for (std::int64_t n = 0; n < 10; ++n)
        EXPECT_EQ(static_cast<const double*>(result.values)[n], one.expected(n))
            << one.notation << " at " << n;
      EXPECT_LE(plan.iterations(), one.most) << one.notation;
    }
}

// Where a coordinate follows from its position nothing is searched for, and where it does
// not, nothing is searched twice.
TYPED_TEST(Windows, CoordinatesOfPlacesAreNotSearched) {
  const TensorFormat bitmap = TensorFormat::parse("(i) -> (i : bitmap)", 1);
  const TensorRef c = make_tensor(this->m_exec, Formats::sparse_vector(), full_vector(10));
  for (const auto& [format, set, window, merged] :
       {std::tuple{bitmap, 20, 20, 20}, std::tuple{Formats::sparse_vector(), 230, 50, 50}}) {
    const Operands b{{"b", make_tensor(this->m_exec, format, full_vector(100'000))}};
    const Operands both{{"b", b.at("b")}, {"c", c}};
    const TensorFormat dense = Formats::dense(1);
    EXPECT_LE(this->iterations("a(i) = b(i({9,1,1000,9999,20000,40000,1,60001,70000,3}))",
                               dense, {10}, b), set)
        << format.to_string();
    EXPECT_LE(this->iterations("a(i) = b(i(50000,50010))", dense, {10}, b), window)
        << format.to_string();
    EXPECT_LE(this->iterations("a(i) = b(i(50000,50010)) * c(i)", dense, {10}, both), merged)
        << format.to_string();
  }
}

TYPED_TEST(Windows, OfRowsAndColumnsCostWhatTheyHold) {
  const Operands inputs{{"B", make_tensor(this->m_exec, Formats::csr(), banded_matrix(400, 100))}};
  const Operands outer{{"B", make_tensor(this->m_exec, Formats::dcsr(), banded_matrix(400, 100))}};
  for (const Operands& operands : {inputs, outer}) {
    for (const TensorFormat& result : {Formats::dense(2), Formats::csr(), Formats::dcsr()}) {
      EXPECT_LE(this->iterations("a(i,j) = B(i(300,305),j(400,420))", result, {5, 20}, operands),
                500);
      EXPECT_LE(this->iterations("a(i,j) = B(i({3,7,399}),j(400,420))", result, {3, 20}, operands),
                500);
    }
  }
}

// Pieces are cut through the window, not through the operand.
TYPED_TEST(Windows, AreCutIntoPiecesOfEqualWork) {
  const TensorRef b = make_tensor(this->m_exec, Formats::sparse_vector(), full_vector(20'000));
  const Operands inputs{{"b", b}};
  for (const char* notation : {"a(i) = b(i(1000,5000)) + b(i(15000,19000))",
                               "a(i) = b(i(1000,9000,2)) * b(i(15000,19000))"}) {
    for (const int pieces : {2, 7, 64}) {
      PlanOptions options;
      options.pieces  = pieces;
      const Plan plan = this->counted(notation, Formats::sparse_vector(), {4000}, inputs, options);
      const CheckReport report = check_result(notation, inputs, plan.result());
      EXPECT_TRUE(report.passed()) << notation << ": " << report.to_string();
      const std::vector<std::int64_t> work = plan.piece_iterations();
      const std::int64_t sum = std::accumulate(work.begin(), work.end(), std::int64_t{0});
      EXPECT_LE(*std::max_element(work.begin(), work.end()) * pieces, 1.2 * sum + 20 * pieces)
          << notation << " in " << pieces << " pieces";
    }
  }
}

TYPED_TEST(Windows, OfViewsOfAnyLayout) {
  using Exec = typename TypeParam::execution_space;
  Kokkos::View<double**, Kokkos::LayoutLeft, Exec> x("x", 6, 7);
  Kokkos::View<double**, Kokkos::LayoutRight, Exec> y("y", 9, 9);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 7; ++j) x(i, j) = 10 * i + j;
  Kokkos::deep_copy(y, -1.0);
  einsum(this->m_exec, "y(i(5,8),j(0,9,4)) += x(i(1,4),j({2,3,6}))", y, x);
  this->m_exec.fence("Strata::test::windows");
  const int columns[] = {2, 3, 6};
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j) {
      const bool inside = i >= 5 && i < 8 && j % 4 == 0;
      EXPECT_EQ(y(i, j), -1.0 + (inside ? x(i - 4, columns[j / 4]) : 0)) << i << ", " << j;
    }
}

// Kernels know the numbers: another window is another kernel.
TYPED_TEST(Windows, OfOnePlanAreNotThoseOfAnother) {
  const TensorRef b = make_tensor(this->m_exec, Formats::sparse_vector(), full_vector(50));
  for (int lo = 0; lo < 4; ++lo)
    for (const std::string stride : {"", ",2"}) {
      const std::string window = std::to_string(lo) + "," + std::to_string(lo + 7) + stride;
      const std::int64_t length = stride.empty() ? 7 : 4;
      this->iterations("a(i) = b(i(" + window + "))", Formats::dense(1), {length}, {{"b", b}});
    }
}

TYPED_TEST(Windows, OfTheLeftKeepTheStructureOfTheRest) {
  CooData old{ScalarType::f64, {5, 6}, {}, {}}, part{ScalarType::f64, {2, 2}, {}, {}};
  for (const Extents& c : {Extents{0, 5}, {1, 1}, {1, 2}, {4, 0}}) old.add(c, 1.0);
  for (const Extents& c : {Extents{0, 0}, {1, 1}}) part.add(c, 2.0);
  for (const TensorFormat& format : {Formats::csr(), Formats::dcsr(), Formats::coo(2)}) {
    const TensorRef before = make_tensor(this->m_exec, format, old);
    TensorRef A            = before;
    const TensorRef B      = make_tensor(this->m_exec, Formats::csr(), part);
    const char* notation   = "A(i(1,3),j(2,6,2)) += B(i,j)";
    einsum(this->m_exec, notation, A, B);
    this->m_exec.fence("Strata::test::windows");
    const Operands inputs{{"A", before}, {"B", B}};
    const CheckReport report = check_result(notation, inputs, A);
    EXPECT_TRUE(report.passed()) << report.to_string();
    EXPECT_EQ(structure_fault(A, expected_coordinates(notation, inputs, A)), "");
    EXPECT_EQ(A.num_values, 5) << format.to_string();
  }
}

// Two tensors one below the other, as docs/sparse-tensor-import.md says.
TYPED_TEST(Windows, ConcatenateTensors) {
  CooData upper{ScalarType::f64, {4, 5}, {}, {}}, lower{ScalarType::f64, {2, 5}, {}, {}},
      both{ScalarType::f64, {6, 5}, {}, {}};
  for (const Extents& c : {Extents{0, 4}, {1, 1}, {3, 2}}) upper.add(c, 1.0), both.add(c, 1.0);
  for (const std::int64_t i : {0, 1}) lower.add({i, i + 2}, 2.0), both.add({i + 4, i + 2}, 2.0);
  TensorRef C = this->declared(Formats::csr(), {6, 5});
  einsum(this->m_exec, "C(i(0,4),j) = A(i,j)", C, make_tensor(this->m_exec, Formats::csr(), upper));
  einsum(this->m_exec, "C(i(4,6),j) += B(i,j)", C, make_tensor(this->m_exec, Formats::csc(), lower));
  this->m_exec.fence("Strata::test::windows");
  const CheckReport report = check_result(
      "C(i,j) = P(i,j)", {{"P", make_tensor(this->m_exec, Formats::csr(), both)}}, C);
  EXPECT_TRUE(report.passed() && C.num_values == 5) << report.to_string();
}

// += in a semiring takes the old contents of the part in, and leaves the rest alone.
TYPED_TEST(Windows, AddedToInASemiring) {
  CooData old{ScalarType::f64, {5, 6}, {}, {}}, part{ScalarType::f64, {2, 6}, {}, {}};
  for (const Extents& c : {Extents{0, 5}, {1, 1}, {1, 2}, {2, 4}, {4, 0}})
    old.add(c, 1.0 + static_cast<double>(c[1]));
  for (const Extents& c : {Extents{0, 0}, {0, 2}, {1, 1}, {1, 4}}) part.add(c, 3.0);
  const TensorRef B = make_tensor(this->m_exec, Formats::csr(), part);
  for (const char* semiring : {"min-plus", "max-second", "any-pair", "plus-times", "add-close"})
    for (const char* body : {"A(i(1,3),j) += B(i,j)", "A(i({3,1}),j(0,6,3)) += B(i,j(0,2)) * B(i,j(1,3))",
                             "A(j,j(0,5)) += B(i,j(0,5))"})
      for (const TensorFormat& format : {Formats::dense(2), Formats::csr(), Formats::dcsr()}) {
        const std::string notation =
            "define add(x, y) = max(x, y) identity 0 commutative associative; "
            "define close(x, y) = abs(x - y); semiring " + std::string(semiring) + "; " + body;
        GuardedDense contents(ScalarType::f64, {5, 6}, {}), before(ScalarType::f64, {5, 6}, {});
        contents.fill(old);
        before.fill(old);
        const bool dense    = format.is_dense();
        const TensorRef A   = make_tensor(this->m_exec, dense ? Formats::csr() : format, old);
        const Operands inputs{{"A", dense ? before.ref() : A}, {"B", B}};
        Operands all = inputs;
        if (dense) all["A"] = contents.ref();
        const Plan plan = compile(this->m_exec, notation, all);
        plan.execute(this->m_exec);
        this->m_exec.fence("Strata::test::windows");
        const CheckReport report = check_result(notation, inputs, plan.result());
        EXPECT_TRUE(report.passed()) << notation << format.to_string() << report.to_string();
        if (!dense) {
          EXPECT_EQ(structure_fault(plan.result(),
                                    expected_coordinates(notation, inputs, plan.result())), "")
              << notation << format.to_string();
        }
      }
}

// The copy by rows iterates the columns, which the operand locates.
TYPED_TEST(Windows, MembersThatRepeatInACopyOfAnOperand) {
  CooData data{ScalarType::f64, {3, 5}, {}, {}};
  for (const Extents& c : {Extents{0, 1}, {0, 3}, {1, 0}, {2, 1}, {2, 4}})
    data.add(c, static_cast<double>(1 + c[0] + 3 * c[1]));
  for (const TensorFormat& operand : {Formats::csc(), Formats::dcsc(), Formats::csr()})
    for (const TensorFormat& format : {Formats::csr(), Formats::dcsr(), Formats::coo(2)}) {
      const Operands inputs{{"B", make_tensor(this->m_exec, operand, data)}};
      for (const char* notation : {"A(i,k) = B(i,k({0,1,1,2}))", "A(i,k) = B(i,k({4,1,1,0}))"}) {
        TensorRef A = declare_result(format, ScalarType::f64, {3, 4});
        einsum(this->m_exec, notation, A, inputs.at("B"));
        this->m_exec.fence("Strata::test::windows");
        const CheckReport report = check_result(notation, inputs, A);
        EXPECT_TRUE(report.passed()) << report.to_string();
        EXPECT_EQ(structure_fault(A, expected_coordinates(notation, inputs, A)), "");
      }
    }
}

// What is kept of entries that are not next to each other has loops for the members of
// both sets, each behind the loop whose coordinate it takes.
TYPED_TEST(Windows, SetsOutOfOrderWhereDuplicatesAreSummed) {
  CooData data{ScalarType::f64, {6, 3, 4}, {}, {}};
  for (const Extents& c : {Extents{0, 1, 2}, {3, 0, 0}, {3, 0, 2}, {3, 0, 2}, {4, 2, 0}, {5, 1, 3}})
    data.add(c, 2.0 + static_cast<double>(c[2]));
  const TensorFormat format = TensorFormat::parse(
      "(d0, d1, d2) -> (d0 : compressed(nonunique), d1 : singleton, d2 : compressed)");
  CooData five{ScalarType::f64, {}, {}, {}};
  five.add({}, 5.0);
  const Operands inputs{{"G", make_tensor(this->m_exec, format, data)},
                        {"D", make_tensor(this->m_exec, Formats::dense(0), five)}};
  for (const char* semiring : {"min-first", "max-second", "min-plus", "any-pair", "plus-times"})
    for (const char* body : {"a = D * G(l({4,5,3}),k,j({0,2,0}))", "a = D * G(l({4,5,3}),k,j)",
                             "a = D * G(l,k,j({0,2,0}))"})
      this->iterations(std::string("semiring ") + semiring + "; " + body, Formats::dense(0), {},
                       inputs);
}

// What a dense operand stores is there, whatever the member of the set is.
TYPED_TEST(Windows, BesideOperandsThatStoreEverything) {
  CooData data{ScalarType::f64, {1, 6}, {}, {}}, all{ScalarType::f64, {1, 4}, {}, {}};
  for (const std::int64_t j : {1, 4}) data.add({0, j}, 2.0);
  for (std::int64_t j = 0; j < 4; ++j) all.add({0, j}, 3.0);
  const TensorFormat columns = TensorFormat::parse("(d0, d1) -> (d1 : compressed, d0 : dense)");
  const Operands inputs{{"B", make_tensor(this->m_exec, columns, data)},
                        {"C", make_tensor(this->m_exec, Formats::dense(2), all)},
                        {"D", make_tensor(this->m_exec, Formats::dense(2), all)},
                        {"E", make_tensor(this->m_exec, Formats::csr(), all)}};
  const char* notation =
      "semiring plus-pair; A = (C(i,j) * D(i,j) + B(i,j({4,0,5,1}))) * E(i,j)";
  Operands operands = inputs;
  operands["A"]     = make_dense(this->m_exec, TensorFormat(), ScalarType::f64, {});
  const Plan plan   = compile(this->m_exec, notation, operands);
  plan.execute(this->m_exec);
  this->m_exec.fence("Strata::test::windows");
  EXPECT_EQ(*static_cast<const double*>(plan.result().values), 4) << plan.explain();
}

// Entries come as the set ascends, the numbers of its members do not.
TYPED_TEST(Windows, SetsOutOfOrderWhoseVariablesAreValues) {
  CooData data{ScalarType::f64, {4, 5}, {}, {}};
  for (const Extents& c : {Extents{0, 1}, {1, 4}, {3, 0}, {3, 2}}) data.add(c, 2.0);
  for (const TensorFormat& format : {Formats::csr(), Formats::dcsr(), Formats::csc()}) {
    Operands inputs{{"B", make_tensor(this->m_exec, format, data)}};
    CooData old{ScalarType::f64, {7, 5}, {}, {}};
    old.add({5, 1}, 3.0);
    for (const char* notation :
         {"A(i({6,0,5,2}),j) = B(i,j) * (i + 1)", "A(i({6,0,5,2}),j({4,3,1,0,2})) = B(i,j) + i * B(i,j) - j",
          "A(i({6,0,5,2}),j) += i * B(i,j)"}) {
      if (std::string(notation).find("+=") != std::string::npos)
        inputs["A"] = make_tensor(this->m_exec, format, old);
      Operands all = inputs;
      all.try_emplace("A", declare_result(format, ScalarType::f64, {7, 5}));
      const Plan plan = compile(this->m_exec, notation, all);
      plan.execute(this->m_exec);
      this->m_exec.fence("Strata::test::windows");
      const CheckReport report = check_result(notation, inputs, plan.result());
      EXPECT_TRUE(report.passed()) << notation << ": " << report.to_string();
      EXPECT_EQ(structure_fault(plan.result(), expected_coordinates(notation, inputs, plan.result())), "")
          << notation;
    }
  }
}

TYPED_TEST(Windows, ThatDoNotFitAreRefused) {
  const TensorRef b = make_tensor(this->m_exec, Formats::sparse_vector(), full_vector(10));
  const auto compiled = [&](const char* notation) {
    Operands all{{"a", this->declared(Formats::dense(1), {3})}, {"b", b}};
    compile(this->m_exec, notation, all);
  };
  EXPECT_NE(message_of<ShapeMismatch>([&] { compiled("a(i) = b(i(8,11))"); })
                .find("window [8, 11) is not inside the extent 10"),
            std::string::npos);
  EXPECT_NE(message_of<ShapeMismatch>([&] { compiled("a(i) = b(i(4,8))"); })
                .find("index variable 'i' has extent 3 in a(i) and 4 in b(i(4,8))"),
            std::string::npos);
  EXPECT_NE(message_of<UnsupportedExpression>([&] { compiled("a(i({1,2,1})) = b(i(0,3))"); })
                .find("the index set on the left has the coordinate 1 twice"),
            std::string::npos);
}

}  // namespace
