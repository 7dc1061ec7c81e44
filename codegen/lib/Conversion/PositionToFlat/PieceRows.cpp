// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows in which one thread adds up entries are local variables where their extents are
// compiled in: LLVM keeps them in registers over all loops, and nothing else can be
// stored there.
#include "LaunchLowering.h"
#include "PieceRows.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace strata {

/// Numbers of a row, at most: as many as the registers hold.
constexpr int64_t longestLocalRow = 256;

/// The extents of one piece's part, with 1 for the piece; none: not known, or too many.
static std::optional<SmallVector<int64_t>> partExtents(const TensorBuffers &t) {
  SmallVector<int64_t> extents{1};
  int64_t size = 1;
  for (Value extent : llvm::drop_begin(t.extents)) {
    const std::optional<int64_t> known = getConstantIntValue(extent);
    if (!known)
      return std::nullopt;
    extents.push_back(*known);
    size *= *known;
  }
  if (extents.size() == 1 || size > longestLocalRow)
    return std::nullopt;
  return extents;
}

void keepPieceRows(OpBuilder &b, pos::LaunchOp launch,
                   llvm::DenseMap<Value, TensorBuffers> &tensors) {
  if (launch.getTeam()) // lanes share a row
    return;
  for (auto temporary : launch->getParentOp()->getRegion(0).getOps<itg::TemporaryOp>()) {
    TensorBuffers &t = tensors[temporary.getTensor()];
    const bool located = llvm::all_of(
        temporary.getTensor().getUsers(), [](Operation *user) {
          return isa<pos::LocateOp, pos::ValueOp, pos::StoreOp, pos::ExtentOp>(user);
        });
    if (!temporary.getScratch() || !located || !t.format.is_dense())
      continue;
    const auto extents = partExtents(t);
    if (!extents)
      continue;
    const Type element = cast<MemRefType>(t.values.getType()).getElementType();
    t.values = memref::AllocaOp::create(b, launch.getLoc(),
                                        MemRefType::get(*extents, element),
                                        b.getI64IntegerAttr(64));
    t.isOfPiece = true;
  }
}

} // namespace strata
