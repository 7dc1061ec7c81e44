// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Our lattices against those of MLIR's sparse_tensor Merger, point by point.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <mlir/Dialect/SparseTensor/Utils/Merger.h>
#include <strata/Analysis/ExprUtils.h>

#include "Strata_TestLattices.hpp"

namespace {

using namespace mlir::sparse_tensor;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::Operator;
using PointSet = std::set<std::set<std::string>>;

/// Builds the same expression in MLIR's merger; tensors by number.
class Oracle {
 public:
  explicit Oracle(const IndexExprPtr& expr) {
    strata::walk(expr, [&](const IndexExprPtr& e) {
      if (e->kind == IndexExpr::Kind::access)
        m_numbers.emplace(e->access.tensor, 0);
    });
    unsigned next = 0;
    for (auto& [name, number] : m_numbers) number = next++;
    m_merger = std::make_unique<Merger>(next + 1, 1, 1);
    for (const auto& [name, number] : m_numbers)
      m_merger->setLevelAndType(
          number, 0, 0,
          *buildLevelType(name[0] == 'd' ? LevelFormat::Dense
                                         : LevelFormat::Compressed,
                          true, true));
    m_merger->setLevelAndType(next, 0, 0,
                              *buildLevelType(LevelFormat::Dense, true, true));
    m_root = add(expr);
  }

  /// Names of the sparse tensors merged at each point.
  PointSet points() {
    PointSet out;
    const LatSetId set = m_merger->optimizeSet(m_merger->buildLattices(m_root, 0));
    for (const LatPointId p : m_merger->set(set)) {
      std::set<std::string> names;
      for (const auto& [name, number] : m_numbers)
        if (name[0] != 'd' &&
            m_merger->lat(p).bits.test(m_merger->makeTensorLoopId(number, 0)))
          names.insert(name);
      out.insert(names);
    }
    return out;
  }

 private:
  ExprId add(const IndexExprPtr& e) {
    if (e->kind == IndexExpr::Kind::access)
      return m_merger->addTensorExp(m_numbers.at(e->access.tensor));
    const auto kind = e->op == Operator::add   ? TensorExp::Kind::kAddF
                      : e->op == Operator::sub ? TensorExp::Kind::kSubF
                                               : TensorExp::Kind::kMulF;
    if (e->op == Operator::neg)
      return m_merger->addExp(TensorExp::Kind::kNegF, add(e->args[0]));
    const ExprId left = add(e->args[0]), right = add(e->args[1]);
    return m_merger->addExp(kind, left, right);
  }

  std::map<std::string, unsigned> m_numbers;
  std::unique_ptr<Merger> m_merger;
  ExprId m_root = 0;
};

PointSet our_points(const std::string& notation) {
  const auto lattice = Strata::Testing::lattice_of(notation);
  PointSet out;
  for (const auto& p : lattice.points) {
    std::set<std::string> names;
    for (int i : p.iterators)
      names.insert(lattice.iterators[i].substr(0, lattice.iterators[i].find('(')));
    out.insert(names);
  }
  return out;
}

class AgainstMerger : public testing::TestWithParam<const char*> {};

TEST_P(AgainstMerger, has_the_same_points) {
  const std::string notation = GetParam();
  EXPECT_EQ(our_points(notation),
            Oracle(Strata::parse_notation(notation).rhs).points())
      << notation;
}

INSTANTIATE_TEST_SUITE_P(
    Expressions, AgainstMerger,
    testing::Values("a(i) = b(i)", "a(i) = b(i) * c(i)", "a(i) = b(i) + c(i)",
                    "a(i) = b(i) - c(i)", "a(i) = -b(i)",
                    "a(i) = b(i) + c(i) * e(i)", "a(i) = b(i) * c(i) + e(i)",
                    "a(i) = (b(i) + c(i)) * e(i)",
                    "a(i) = b(i) + c(i) + e(i)", "a(i) = b(i) * c(i) * e(i)",
                    "a(i) = b(i) * d(i)", "a(i) = b(i) + d(i)",
                    "a(i) = d1(i) * d2(i)", "a(i) = d1(i) + d2(i)",
                    "a(i) = b(i) + c(i) * e(i) + d(i)",
                    "a(i) = (b(i) + c(i)) * d(i)",
                    "a(i) = b(i) * c(i) + e(i) * f(i)",
                    "a(i) = (b(i) + c(i)) * (e(i) + f(i))",
                    "a(i) = b(i) - c(i) * e(i) - f(i)"));

}  // namespace
