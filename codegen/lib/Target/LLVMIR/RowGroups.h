// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_LLVMIR_ROWGROUPS_H
#define STRATA_LIB_TARGET_LLVMIR_ROWGROUPS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <cstdint>
#include <optional>

/// \file
/// Rows that are added up at the same time.
namespace strata {

/// Where a row begins or ends.
struct RowEnd {
  mlir::Value value; ///< as the sum has it
  /// Of all rows of a group that lack no entry at this end.
  mlir::Value shared;
  /// What finds it in a row that lacks some, and what its condition is in others. Null: no
  /// row lacks any.
  mlir::scf::IfOp search;
  bool conditionOfOthers = true;
  /// What the condition comes from where rows have any place for entries, false where they
  /// have none. Null: it is another condition.
  mlir::scf::IfOp test;
};

/// A loop over rows, and the one inside of it that adds up a row.
struct RowGroups {
  mlir::scf::ForOp outer, inner;
  int64_t lanes; ///< rows of a group
  /// What one row reads lies beside what the next one does: floating-point numbers of a
  /// group are vectors.
  bool sideBySide;
  RowEnd begin, end;
  /// The place before the end, where its test asks about the entry there, so that it may
  /// ask about any. Null: it does not.
  mlir::Value last;

  auto before() {
    return llvm::make_range(outer.getBody()->begin(), inner->getIterator());
  }
  auto behind() {
    return llvm::make_range(std::next(inner->getIterator()),
                            outer.getBody()->getTerminator()->getIterator());
  }
};

/// By how much the last index of `load`, which counts neighbours in memory, grows with
/// `variable` where no other one does.
std::optional<int64_t> placeGrowthOf(mlir::memref::LoadOp load, mlir::Value variable,
                                     int64_t group);

/// Iterations of a loop that always has as many; none: of another.
std::optional<int64_t> tripsOf(mlir::scf::ForOp loop);

/// Makes `rows` go group by group.
void jam(RowGroups rows);

} // namespace strata

#endif
