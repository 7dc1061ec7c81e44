// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_CONVERSION_LAUNCHLOWERING_H
#define STRATA_LIB_CONVERSION_LAUNCHLOWERING_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "strata/Conversion/Arithmetic.h"
#include "strata/Dialect/Position/Position.h"

#include <Strata_LevelFunctions.hpp>
#include <Strata_TensorFormat.hpp>

namespace strata {

struct FlatOptions {
  bool strict = false;
  bool countIterations = false;
  int vectorBytes = 0;
};

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
    return mlir::arith::DivUIOp::create(b, loc, x, y);
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
};

using LevelBuffers = Strata::LevelStorage<FlatBuilder>;

/// The arrays of one tensor as arguments of a launch function.
struct TensorBuffers {
  Strata::TensorFormat format;
  Strata::ScalarType scalar;
  mlir::Value values;
  std::vector<LevelBuffers> levels; ///< extents by level
  std::vector<mlir::Value> extents; ///< by dimension
  std::vector<mlir::Value> strides; ///< by level; all-dense formats only
};

/// An iterator as positions (or coordinates) [begin, end).
struct Sequence {
  const TensorBuffers *tensor = nullptr; ///< null: the universe
  int level = 0;
  mlir::Value begin, end;

  bool isUniverse() const { return !tensor; }
  bool isUnique() const {
    return isUniverse() || tensor->format.level(level).unique;
  }
};

/// One merging loop: the iterators it advances, the cases it can come to, and
/// the points (masks) of which one must have something left.
struct MergeShape {
  llvm::SmallVector<unsigned> merged, cases;
  llvm::SmallVector<int64_t> alive;

  /// The loop of lattice point \p p.
  static MergeShape ofPoint(pos::CoiterateOp op, unsigned p);
  /// One loop for all points.
  static MergeShape shared(pos::CoiterateOp op);
};

/// Lowers the body of one strata_pos.launch into a function of flat buffers.
class LaunchLowering {
public:
  LaunchLowering(mlir::OpBuilder &builder, mlir::Location loc,
                 llvm::DenseMap<mlir::Value, TensorBuffers> tensors,
                 mlir::Value counters, FlatOptions options)
      : b(builder), loc(loc), flat{builder, loc},
        arithmetic(builder, loc, !options.strict), tensors(std::move(tensors)),
        counters(counters), options(options) {}

  void lower(pos::LaunchOp launch, mlir::Value piece, mlir::Value pieces);

private:
  /// Lowers the operations of a block; returns what its yield yields.
  mlir::Value lowerBlock(mlir::Block &block);
  void lowerOp(mlir::Operation &op);

  void lowerPositions(pos::PositionsOp op);
  void lowerUniverse(pos::UniverseOp op);
  void lowerCut(pos::CutOp op);
  mlir::Value cutCoordinate(llvm::ArrayRef<Sequence> sequences,
                            mlir::Value extent, mlir::Value piece,
                            mlir::Value pieces);
  mlir::Value cutOfLongest(llvm::ArrayRef<Sequence> sequences,
                           mlir::Value extent, mlir::Value piece,
                           mlir::Value pieces);
  void lowerWindow(pos::WindowOp op);
  void lowerSlice(pos::SliceOp op);
  mlir::Value lowerBound(const Sequence &s, mlir::Value begin,
                         mlir::Value coordinate);
  void lowerLocate(pos::LocateOp op);
  void lowerValue(pos::ValueOp op);
  void lowerStore(pos::StoreOp op);
  mlir::Value loadValue(const TensorBuffers &t, mlir::Value position);
  void storeValue(mlir::Value value, const TensorBuffers &t,
                  mlir::Value position);

  // Loops (LoopLowering.cpp)
  void lowerCoiterate(pos::CoiterateOp op);
  /// Point \p c, which is the iterator \p self alone: a for-loop over what is left
  /// of it, or over its distinct coordinates where they may repeat.
  mlir::Value lowerSingle(pos::CoiterateOp op, unsigned c, unsigned self,
                          llvm::SmallVector<Sequence> at, mlir::Value init);
  mlir::Value lowerSegments(pos::CoiterateOp op, unsigned c, unsigned self,
                            llvm::SmallVector<Sequence> at, mlir::Value init);
  /// One merging while-loop. Updates where the sequences stand and the
  /// accumulator.
  void lowerMerge(pos::CoiterateOp op, const MergeShape &shape,
                  llvm::MutableArrayRef<Sequence> sequences,
                  mlir::Value &accumulator);
  /// Its body; returns the next carried values.
  llvm::SmallVector<mlir::Value>
  mergeStep(pos::CoiterateOp op, const MergeShape &shape,
            llvm::ArrayRef<Sequence> at, mlir::ValueRange carried,
            mlir::Value accumulator);
  mlir::Value anyAlive(const MergeShape &shape, llvm::ArrayRef<Sequence> at,
                       mlir::ValueRange carried);
  mlir::Value coordinateOrEnd(const Sequence &s, mlir::Value position);
  mlir::Value lowerCases(pos::CoiterateOp op, llvm::ArrayRef<unsigned> cases,
                         llvm::ArrayRef<Sequence> at,
                         llvm::ArrayRef<mlir::Value> matches,
                         mlir::Value coordinate, mlir::Value accumulator);
  /// The body of case `c` for iterators that stand at segments `at`.
  mlir::Value lowerCase(pos::CoiterateOp op, unsigned c, mlir::Value coordinate,
                        llvm::ArrayRef<Sequence> at, mlir::Value accumulator);
  mlir::Value coordinateAt(const Sequence &s, mlir::Value position);
  mlir::Value segmentEnd(const Sequence &s, mlir::Value position,
                         mlir::Value coordinate);
  void annotate(mlir::Operation *loop, pos::CoiterateOp op);
  void countIteration();

  mlir::OpBuilder &b;
  mlir::Location loc;
  FlatBuilder flat;
  Arithmetic arithmetic;
  llvm::DenseMap<mlir::Value, TensorBuffers> tensors;
  mlir::Value counters, thisPiece;
  FlatOptions options;
  mlir::IRMapping map;
  llvm::DenseMap<mlir::Value, Sequence> sequences;
};

} // namespace strata

#endif
