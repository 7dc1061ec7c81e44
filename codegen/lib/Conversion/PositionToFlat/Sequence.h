// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_SEQUENCE_H
#define STRATA_LIB_CONVERSION_SEQUENCE_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

#include <Strata_LevelRegistry.hpp>
#include <Strata_ScalarType.hpp>
#include <Strata_TensorFormat.hpp>

#include <optional>

namespace strata {

/// Builder of the level functions (Strata_LevelFunctions.hpp) that emits arith
/// and memref operations.
struct FlatBuilder {
  using value_type = mlir::Value;
  struct array_type {
    mlir::Value buffer;
    bool isSigned = false;
  };

  mlir::OpBuilder &b;
  mlir::Location loc;
  /// A cursor in a run (LaunchLowering::lowerRuns), and what it is made of.
  struct {
    mlir::Value cursor, entry, digit;
  } run = {};

  mlir::Value constant(int64_t v) {
    return mlir::arith::ConstantIndexOp::create(b, loc, v);
  }
  mlir::Value add(mlir::Value x, mlir::Value y) {
    return mlir::arith::AddIOp::create(b, loc, x, y);
  }
  mlir::Value sub(mlir::Value x, mlir::Value y) {
    return mlir::arith::SubIOp::create(b, loc, x, y);
  }
  mlir::Value mul(mlir::Value x, mlir::Value y) {
    return mlir::arith::MulIOp::create(b, loc, x, y);
  }
  mlir::Value div(mlir::Value x, mlir::Value y) {
    if (run.cursor && x == run.cursor)
      return run.entry;
    return mlir::arith::DivUIOp::create(b, loc, x, y);
  }
  mlir::Value rem(mlir::Value x, mlir::Value y) {
    if (run.cursor && x == run.cursor)
      return run.digit;
    return mlir::arith::RemUIOp::create(b, loc, x, y);
  }
  mlir::Value min(mlir::Value x, mlir::Value y) {
    return mlir::arith::MinUIOp::create(b, loc, x, y);
  }
  mlir::Value max(mlir::Value x, mlir::Value y) {
    return mlir::arith::MaxUIOp::create(b, loc, x, y);
  }
  mlir::Value less(mlir::Value x, mlir::Value y) {
    return mlir::arith::CmpIOp::create(
        b, loc, mlir::arith::CmpIPredicate::ult, x, y);
  }
  mlir::Value equal(mlir::Value x, mlir::Value y) {
    return mlir::arith::CmpIOp::create(b, loc, mlir::arith::CmpIPredicate::eq,
                                       x, y);
  }
  mlir::Value both(mlir::Value x, mlir::Value y) {
    return mlir::arith::AndIOp::create(b, loc, x, y);
  }
  mlir::Value select(mlir::Value c, mlir::Value x, mlir::Value y) {
    return mlir::arith::SelectOp::create(b, loc, c, x, y);
  }
  /// Zero- or sign-extended element of an index array.
  mlir::Value load(array_type array, mlir::Value position);
  // Of registered levels (Strata_LevelFunctions.hpp; RegisteredLevels.cpp)
  mlir::Value bit(array_type array, mlir::Value n);
  mlir::Value find(array_type array, mlir::Value begin, mlir::Value end,
                   mlir::Value number);
};

using LevelBuffers = Strata::LevelStorage<FlatBuilder>;

/// A number that is known now, or at run time.
struct IndexNumber {
  int64_t constant = 0;
  mlir::Value value; ///< at run time

  bool is(int64_t number) const { return !value && constant == number; }
  mlir::Value get(FlatBuilder flat) const {
    return value ? value : flat.constant(constant);
  }
};

/// The slice that a dimension is.
struct SliceBuffers {
  IndexNumber offset = {}, stride = {1, {}};
};

/// The arrays of one tensor as arguments of a launch function.
struct TensorBuffers {
  std::string name;
  Strata::TensorFormat format;
  Strata::ScalarType scalar;
  /// All-dense formats: a memref with a dimension per level; else of rank 1.
  mlir::Value values;
  std::vector<LevelBuffers> levels; ///< extents by level
  std::vector<mlir::Value> extents; ///< by dimension
  std::vector<std::optional<SliceBuffers>> slices; ///< by level
  /// Of a tensor that the kernel makes: cursors of the pieces, one for each of
  /// appendedLevels().
  mlir::Value cursors;
  /// The values are those of one piece alone: the first dimension has one coordinate.
  bool isOfPiece = false;
  bool shortFibres = false; ///< of the last level
};

/// An iterator as positions (or coordinates) [begin, end).
struct Sequence {
  const TensorBuffers *tensor = nullptr; ///< null: the universe
  int level = 0;
  mlir::Value begin, end;
  /// Above a registered level: begin and end are cursors of its children. The
  /// coordinate of the parent, if the level asks for it.
  mlir::Value parent = {}, above = {};
  /// While its padding is searched for: added to coordinates, none is negative then.
  mlir::Value below = {};
  /// Bounds that are multiples of the run, where they are these.
  mlir::Value firstRun = {}, lastRun = {};
  /// Through a window: coordinate c is stored as offset + stride · c.
  IndexNumber offset = {}, stride = {1, {}};
  /// Through an index set: coordinate c is stored as its member c.
  const TensorBuffers *set = nullptr;
  IndexNumber length = {}; ///< coordinates, where some are skipped

  bool isUniverse() const { return !tensor; }
  /// Only some of the coordinates that are stored are among them.
  bool selects() const { return !stride.is(1) || set; }
  /// Between two positions may be some that are none of it.
  bool skips() const { return selects() || hasHoles(); }
  bool hasHoles() const { return registered() && registered()->has_holes(); }
  /// "pA1": a position of level 1 of A.
  std::string positionName() const {
    return isUniverse() ? "" : "p" + tensor->name + std::to_string(level);
  }
  bool isUnique() const {
    return isUniverse() || tensor->format.level(level).unique;
  }
  /// The registered level that it goes through, if it is one.
  const Strata::LevelDefinition *registered() const {
    const auto kind = tensor ? tensor->format.level(level).kind
                             : Strata::LevelKind::dense;
    return Strata::is_registered(kind) ? &Strata::level_definition(kind)
                                       : nullptr;
  }
};

} // namespace strata

#endif
