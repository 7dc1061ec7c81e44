// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-block-rows: see HostPasses.td.
#include "RowRegion.h"
#include "strata/HostPasses.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_BLOCKROWS
#include "strata/HostPasses.h.inc"

namespace {

struct BlockRowsPass : impl::BlockRowsBase<BlockRowsPass> {
  using BlockRowsBase::BlockRowsBase;

  void runOnOperation() override {
    SmallVector<memref::AllocaOp> rows;
    getOperation().walk([&](memref::AllocaOp row) { rows.push_back(row); });
    for (memref::AllocaOp row : rows)
      if (const int64_t size = blockOf(row); size > 0)
        if (auto region = RowRegion::find(row))
          region->block(size);
  }

  /// Elements of a block; 0: the row stays whole.
  int64_t blockOf(memref::AllocaOp row) const {
    const int64_t length = rowLength(row);
    const Type type = row.getType().getElementType();
    if (length == 0 || bytes == 0 || !type.isIntOrFloat())
      return 0;
    const int64_t blocks = length * type.getIntOrFloatBitWidth() / 8 / bytes;
    return blocks >= fewest && length % blocks == 0 ? length / blocks : 0;
  }
};

} // namespace
} // namespace strata
