// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GenericForm.h"

#include "Refusal.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace mlir;
using linalg::GenericOp;

namespace strata {

static void requireMap(GenericOp op, OpOperand &operand) {
  const AffineMap map = op.getMatchingIndexingMap(&operand);
  std::set<unsigned> used;
  for (AffineExpr e : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(e);
    std::string text;
    llvm::raw_string_ostream(text) << map;
    const std::string argument =
        "operand " + std::to_string(operand.getOperandNumber());
    if (!dim)
      refuse(op, argument, "one loop index for each dimension",
             "the indexing map " + text,
             "shifted, blocked and constant indices are not lowered yet: pass "
             "a tensor that holds what is indexed");
    if (!used.insert(dim.getPosition()).second && op.isDpsInit(&operand))
      refuse(op, argument, "different loops for the dimensions of the result",
             "the indexing map " + text, "write the diagonal to a vector");
  }
}

std::vector<unsigned> positions(AffineMap map) {
  std::vector<unsigned> out;
  for (AffineExpr e : map.getResults())
    out.push_back(cast<AffineDimExpr>(e).getPosition());
  return out;
}

std::vector<std::string> apply(AffineMap map,
                               const std::vector<std::string> &dims) {
  std::vector<std::string> out;
  for (unsigned p : positions(map))
    out.push_back(dims[p]);
  return out;
}

void requireForm(GenericOp op) {
  if (op.getNumResults() != 1 || op.getNumDpsInits() != 1)
    refuse(op, "", "one result", std::to_string(op.getNumDpsInits()),
           "write an op for each result");
  for (OpOperand &operand : op->getOpOperands())
    requireMap(op, operand);
  const std::vector<unsigned> result =
      positions(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  for (auto [d, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    if (iterator == utils::IteratorType::parallel &&
        !llvm::is_contained(result, d))
      refuse(op, "loop " + std::to_string(d),
             "\"reduction\", as it indexes no dimension of the result",
             "\"parallel\"", "change its iterator type");
}

} // namespace strata
