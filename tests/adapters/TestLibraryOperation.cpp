// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements are told apart by their notation and by which tensors are sparse.
#include <sstream>

#include <gtest/gtest.h>
#include <Strata_LibraryOperation.hpp>

namespace Strata::Test {
namespace {

struct Operand {
  std::string name;
  TensorFormat format;
  ScalarType scalar = ScalarType::f64;
  double fill       = 0;
};

LibraryMatch match(const std::string& notation, const std::vector<Operand>& operands) {
  TensorDeclarations tensors;
  for (const Operand& o : operands)
    tensors[o.name] = {o.format, o.scalar,
                       std::vector<std::int64_t>(static_cast<std::size_t>(o.format.dim_rank()), 6),
                       o.fill};
  return match_library_operation(check(parse_notation(notation), tensors));
}

std::string text_of(const std::complex<double>& z) {
  std::ostringstream out;
  out << z.real();
  if (z.imag() != 0) out << "+" << z.imag() << "i";
  return out.str();
}

/// "SpMV y = 2 A x + 1 y", "SpMM C^T = 1 A^T B^T + 0 C"; what did not match: the reason.
std::string found(const std::string& notation, const std::vector<Operand>& operands) {
  const LibraryMatch m = match(notation, operands);
  if (!m.operation) return m.reason;
  EXPECT_EQ(m.reason, "");
  const LibraryOperation& o = *m.operation;
  const auto op             = [](const std::string& name, bool transpose) {
    return name + (transpose ? "^T" : "");
  };
  return std::string(name_of(o.kind)) + " " + op(o.result, o.transpose_result) + " = " +
         text_of(o.alpha) + " " + (o.mask.empty() ? "" : o.mask + "*") +
         op(o.left, o.transpose_left) + " " + op(o.right, o.transpose_right) + " + " +
         text_of(o.beta) + " " + o.result;
}

const TensorFormat csr = Formats::csr(), csc = Formats::csc(), vec = Formats::dense(1),
                   mat = Formats::dense(2), columns = Formats::dense(2, {1, 0});

const std::vector<Operand> spmv{{"y", vec}, {"A", csr}, {"x", vec}};
const std::vector<Operand> spmm{{"C", mat}, {"A", csc}, {"B", columns}};

TEST(LibraryOperation, MatrixVector) {
  EXPECT_EQ(found("y(i) = A(i,j) * x(j)", spmv), "SpMV y = 1 A x + 0 y");
  EXPECT_EQ(found("y(i) = x(j) * A(i,j)", spmv), "SpMV y = 1 A x + 0 y");
  EXPECT_EQ(found("y(i) = A(j,i) * x(j)", spmv), "SpMV y = 1 A^T x + 0 y");
  EXPECT_EQ(found("y(i) += A(i,j) * x(j)", spmv), "SpMV y = 1 A x + 1 y");
  EXPECT_EQ(found("y(i) = sum(j, A(i,j) * x(j))", spmv), "SpMV y = 1 A x + 0 y");
}

TEST(LibraryOperation, Factors) {
  EXPECT_EQ(found("y(i) = 2 * A(i,j) * x(j)", spmv), "SpMV y = 2 A x + 0 y");
  EXPECT_EQ(found("y(i) = -A(i,j) * (x(j) * 1.5)", spmv), "SpMV y = -1.5 A x + 0 y");
  EXPECT_EQ(found("y(i) = 2 * sum(j, A(i,j) * x(j))", spmv), "SpMV y = 2 A x + 0 y");
  EXPECT_EQ(found("y(i) = 2 * A(i,j) * x(j) + 3 * y(i)", spmv), "SpMV y = 2 A x + 3 y");
  EXPECT_EQ(found("y(i) = y(i) - A(i,j) * x(j)", spmv), "SpMV y = -1 A x + 1 y");
  EXPECT_EQ(found("y(i) = -(y(i) * 4) - A(i,j) * x(j)", spmv), "SpMV y = -1 A x + -4 y");
  EXPECT_EQ(found("y(i) += A(i,j) * x(j) + y(i)", spmv), "SpMV y = 1 A x + 2 y");
}

TEST(LibraryOperation, NamesDoNotMatter) {
  EXPECT_EQ(found("result(row) = m(row,c) * v(c)", {{"result", vec}, {"m", csr}, {"v", vec}}),
            "SpMV result = 1 m v + 0 result");
  // Nor does a matrix called like a vector of others.
  EXPECT_EQ(found("A(x) = y(x,i) * j(i)", {{"A", vec}, {"y", csr}, {"j", vec}}),
            "SpMV A = 1 y j + 0 A");
  // The dense one may come first, and be called A.
  EXPECT_EQ(found("C(i,j) = A(i,k) * B(k,j)", {{"C", mat}, {"A", mat}, {"B", csr}}),
            "SpMM C^T = 1 B^T A^T + 0 C");
}

TEST(LibraryOperation, MatrixTimesDense) {
  EXPECT_EQ(found("C(i,k) = A(i,j) * B(j,k)", spmm), "SpMM C = 1 A B + 0 C");
  EXPECT_EQ(found("C(i,k) = A(j,i) * B(j,k)", spmm), "SpMM C = 1 A^T B + 0 C");
  EXPECT_EQ(found("C(i,k) = A(i,j) * B(k,j)", spmm), "SpMM C = 1 A B^T + 0 C");
  EXPECT_EQ(found("C(k,i) += A(i,j) * B(j,k)", spmm), "SpMM C^T = 1 A B + 1 C");
}

TEST(LibraryOperation, Sampled) {
  const std::vector<Operand> sddmm{{"C", csr}, {"S", csr}, {"A", mat}, {"B", mat}};
  EXPECT_EQ(found("C(i,j) = S(i,j) * A(i,k) * B(k,j)", sddmm), "SDDMM C = 1 S*A B + 0 C");
  EXPECT_EQ(found("C(i,j) = A(i,k) * S(i,j) * B(j,k)", sddmm), "SDDMM C = 1 S*A B^T + 0 C");
  EXPECT_EQ(found("C(i,j) = S(i,j) * A(k,j) * B(k,i)", sddmm), "SDDMM C = 1 S*B^T A + 0 C");
  EXPECT_EQ(found("C(i,j) = 3 * S(i,j) * A(i,k) * B(k,j)", sddmm), "SDDMM C = 3 S*A B + 0 C");
  EXPECT_EQ(found("C(i,j) = S(j,i) * A(i,k) * B(k,j)", sddmm),
            "the sparse factor has other variables than the result");
  EXPECT_EQ(found("C(i,j) += S(i,j) * A(i,k) * B(k,j)", sddmm),
            "a sparse result that keeps its old values");
}

TEST(LibraryOperation, SparseProduct) {
  const std::vector<Operand> spgemm{{"C", csr}, {"A", csr}, {"B", csr}};
  EXPECT_EQ(found("C(i,j) = A(i,k) * B(k,j)", spgemm), "SpGEMM C = 1 A B + 0 C");
  EXPECT_EQ(found("C(i,j) = A(k,j) * B(i,k)", spgemm), "SpGEMM C = 1 B A + 0 C");
  EXPECT_EQ(found("C(i,j) = A(k,i) * B(j,k)", spgemm), "SpGEMM C = 1 A^T B^T + 0 C");
  EXPECT_EQ(found("C(i,j) = A(i,k) * A(k,j)", {{"C", csr}, {"A", csr}}),
            "SpGEMM C = 1 A A + 0 C");
}

TEST(LibraryOperation, OtherStatements) {
  const auto refused = [](const std::string& notation, const std::vector<Operand>& operands) {
    const LibraryMatch m = match(notation, operands);
    EXPECT_FALSE(m.operation) << notation;
    EXPECT_NE(m.reason, "") << notation;
  };
  refused("y(i) = A(i,j)", {{"y", vec}, {"A", csr}});
  refused("y(i) = A(i,j) + x(j)", spmv);
  refused("y(i) = A(i,j) / x(j)", spmv);
  refused("y(i) = sqrt(A(i,j)) * x(j)", spmv);
  refused("y(i) = A(i,j) * x(i)", spmv);
  refused("y(i) = A(i,i) * x(i)", spmv);
  refused("y(i) = reduce_max(j, A(i,j) * x(j))", spmv);
  refused("semiring min-plus; y(i) = A(i,j) * x(j)", spmv);
  refused("y(i) = A(i(0,6),j) * x(j)", spmv);
  refused("y(i) = A(i,j) * y(j)", {{"y", vec}, {"A", csr}});
  refused("y(i) = A(i,j) * x(j) + A(i,k) * x(k)", spmv);
  refused("y(i) = A(i,j) * x(j) + z(i)", {{"y", vec}, {"A", csr}, {"x", vec}, {"z", vec}});
  refused("y(i) = A(i,j) * x(j) * z(j)", {{"y", vec}, {"A", csr}, {"x", vec}, {"z", vec}});
  refused("C(i,j) = A(i,j) * B(i,j)", spmm);
  refused("C(i,j) = A(i,k) * B(k,j) * 1.0 + C(j,i)", spmm);
  refused("y(i) = j * A(i,j)", {{"y", vec}, {"A", csr}});
}

TEST(LibraryOperation, OtherTensors) {
  // All dense, or a sparse vector; a sparse result of a dense factor; a dense one of sparse.
  EXPECT_EQ(found("y(i) = A(i,j) * x(j)", {{"y", vec}, {"A", mat}, {"x", vec}}),
            "not one sparse and one dense factor");
  EXPECT_EQ(found("y(i) = A(i,j) * x(j)", {{"y", vec}, {"A", csr}, {"x", Formats::sparse_vector()}}),
            "not one sparse and one dense factor");
  EXPECT_EQ(found("C(i,j) = A(i,k) * B(k,j)", {{"C", csr}, {"A", csr}, {"B", mat}}),
            "a sparse result of a dense factor");
  EXPECT_EQ(found("C(i,j) = A(i,k) * B(k,j)", {{"C", mat}, {"A", csr}, {"B", csr}}),
            "not one sparse and one dense factor");
  EXPECT_EQ(found("C(i,j) = A(i,k,l) * B(k,j)",
                  {{"C", mat}, {"A", Formats::csf(3)}, {"B", mat}}),
            "it does not sum over one variable");
}

TEST(LibraryOperation, TypesAndFills) {
  const auto typed = [](ScalarType a, ScalarType x, double fill = 0) {
    return found("y(i) = A(i,j) * x(j)", {{"y", vec, x}, {"A", csr, a, fill}, {"x", vec, x}});
  };
  for (const ScalarType t : {ScalarType::f32, ScalarType::f64, ScalarType::c64, ScalarType::c128})
    EXPECT_EQ(typed(t, t), "SpMV y = 1 A x + 0 y");
  for (const std::string& other :
       {typed(ScalarType::f32, ScalarType::f64), typed(ScalarType::i32, ScalarType::i32),
        typed(ScalarType::f16, ScalarType::f16), typed(ScalarType::f64, ScalarType::f64, 1)})
    EXPECT_EQ(other.find("SpMV"), std::string::npos) << other;
}

}  // namespace
}  // namespace Strata::Test
