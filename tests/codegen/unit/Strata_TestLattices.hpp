// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_LATTICES_HPP
#define STRATA_TEST_LATTICES_HPP

#include <string>

#include <strata/Analysis/MergeLattice.h>
#include <strata/Analysis/Roles.h>

namespace Strata::Testing {

/// Declares order-1 tensors by their first letter: d… dense, else compressed.
inline TensorDeclarations declare_vectors(const IndexExprPtr& expr) {
  TensorDeclarations tensors;
  auto visit = [&](auto&& self, const IndexExprPtr& e) -> void {
    if (e->kind == IndexExpr::Kind::access) {
      TensorDeclaration& t = tensors[e->access.tensor];
      const int rank       = static_cast<int>(e->access.indices.size());
      const bool dense     = e->access.tensor[0] == 'd';
      t.format  = dense ? Formats::dense(rank) : Formats::csf(rank);
      t.extents = std::vector<std::int64_t>(rank, 8);
    }
    for (const IndexExprPtr& arg : e->args) self(self, arg);
  };
  visit(visit, expr);
  return tensors;
}

/// The lattice of i for the right-hand side of `notation`.
inline strata::MergeLattice lattice_of(const std::string& notation) {
  const Assignment a = parse_notation(notation);
  return strata::latticeOf(a.rhs, "i", declare_vectors(a.rhs));
}

/// "expression; expression; …" of the lattice's points.
inline std::string expressions(const strata::MergeLattice& lattice) {
  std::string out;
  for (const strata::LatticePoint& p : lattice.points)
    out += (out.empty() ? "" : "; ") + to_string(*p.expr);
  return out;
}

}  // namespace Strata::Testing

#endif
