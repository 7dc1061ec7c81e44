// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass strata-prefetch-streams: see HostPasses.td.
#include "Growth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "strata/HostPasses.h"

using namespace mlir;

namespace strata {
#define GEN_PASS_DEF_PREFETCHSTREAMS
#include "strata/HostPasses.h.inc"

namespace {

/// What is read at once from memory, and the least that an iteration reads of a stream for
/// which it prefetches by itself.
constexpr int64_t lineBytes = 64, iterationBytes = lineBytes / 2;
/// Iterations that read further apart from one another read different arrays.
constexpr int64_t pageBytes = 4096;
/// How far ahead of what is read, measured on a processor of 2024: of one array after another
/// less, because many wait in its first cache at the same time.
constexpr int64_t aheadBytes = 4096, aheadInEachBytes = 1024;
/// Around so many streams others are not asked for: where fibres have one entry on every
/// level, each would be once for each entry.
constexpr size_t mostInside = 2;
/// Entries are as wide as this in most arrays: by how many of them others are ahead as well.
constexpr int64_t entryBytes = 8;

/// An index, and a constant that is added to it.
struct Place {
  Value base;
  int64_t offset = 0;

  static Place of(Value index) {
    Place out{index};
    APInt constant;
    for (auto add = index.getDefiningOp<arith::AddIOp>();
         add && matchPattern(add.getRhs(), m_ConstantInt(&constant));
         add = out.base.getDefiningOp<arith::AddIOp>())
      out = {add.getLhs(), out.offset + constant.getSExtValue()};
    return out;
  }
};

/// An array that is read from one end to the other, and where that is to be prefetched:
/// before \p before, \p ahead elements behind \p at.
struct Stream {
  Value buffer, at;
  Operation *before;
  int64_t ahead;
};

/// An element of an array, or several side by side from there on.
struct Read {
  Operation *op;
  Value buffer, at;
  int64_t bytes; ///< of an element

  /// Of an array of one dimension; none: of another, or of constants.
  static std::optional<Read> of(Operation *op) {
    Value buffer;
    ValueRange indices;
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      buffer = load.getMemRef();
      indices = load.getIndices();
    } else if (auto several = dyn_cast<vector::LoadOp>(op)) {
      buffer = several.getBase();
      indices = several.getIndices();
    }
    // An index set of the kernel is short, and looked up where it is used.
    if (indices.size() != 1 || buffer.getDefiningOp<memref::GetGlobalOp>())
      return std::nullopt;
    const Type type = cast<MemRefType>(buffer.getType()).getElementType();
    const int64_t bytes =
        type.isIntOrFloat() ? (type.getIntOrFloatBitWidth() + 7) / 8 : 2 * entryBytes;
    return Read{op, buffer, indices[0], bytes};
  }
};

Operation *loopAround(Operation *op) {
  Operation *loop = op->getParentOp();
  while (loop && !isa<scf::ForOp, scf::WhileOp, func::FuncOp>(loop))
    loop = loop->getParentOp();
  return isa_and_nonnull<func::FuncOp>(loop) ? nullptr : loop;
}

/// \p value counts the iterations of a loop, or is carried around one that merges.
bool advances(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return false;
  Operation *const owner = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(owner))
    return argument == loop.getInductionVar();
  return isa<scf::WhileOp>(owner);
}

/// Where a fibre begins that is stored behind the one before it: the position is read from
/// a place that advances.
bool beginsFibre(Value begin) {
  Operation *op = begin.getDefiningOp();
  if (!op)
    return false;
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getIndices().size() == 1 && advances(Place::of(load.getIndices()[0]).base);
  if (isa<arith::IndexCastUIOp, arith::MaxUIOp, arith::MinUIOp, arith::MulIOp,
          arith::DivUIOp>(op))
    return llvm::any_of(op->getOperands(), beginsFibre);
  return false;
}

class Streams {
public:
  Streams(bool withFibres) : fibres(withFibres) {}

  /// Finds out whether \p read is one of a stream, from the innermost loop outwards.
  void add(Read read) {
    bool jumps = false; // from one array to another in a loop further inside
    for (Operation *loop = loopAround(read.op); loop; loop = loopAround(loop)) {
      auto rows = dyn_cast<scf::ForOp>(loop);
      if (!rows) // it merges
        return;
      const auto growth = growthOf(read.at, rows.getInductionVar(), 1);
      if (growth == 0)
        continue;
      if (!growth || *growth * read.bytes > pageBytes) {
        jumps = true;
        continue;
      }
      if (addOf(read, rows, *growth, jumps))
        return;
    }
  }

  void prefetch() {
    for (const Stream &stream : found) {
      if (streamsInside(stream.before) > mostInside)
        continue;
      OpBuilder b(stream.before);
      const Location loc = stream.before->getLoc();
      Value distance = arith::ConstantIndexOp::create(b, loc, stream.ahead);
      Value at = arith::AddIOp::create(b, loc, stream.at, distance);
      memref::PrefetchOp::create(b, loc, stream.buffer, at, /*isWrite=*/false,
                                 /*localityHint=*/3, /*isDataCache=*/true);
    }
  }

private:
  /// Streams of what runs inside of the loop.
  size_t streamsInside(Operation *loop) const {
    return llvm::count_if(found, [&](const Stream &other) {
      return loop->isProperAncestor(other.before);
    });
  }

  /// Of a read of which the index grows by \p growth in each iteration of \p loop; false
  /// where only the loop around it can tell, \p loop being one over a block.
  bool addOf(Read read, scf::ForOp loop, int64_t growth, bool jumps) {
    APInt step;
    if (growth < 0 || !matchPattern(loop.getStep(), m_ConstantInt(&step)))
      return true;
    if (growth * step.getSExtValue() * read.bytes >= iterationBytes) {
      const bool beside = jumps || loopAround(read.op) == loop;
      Operation *before = beside ? read.op : &loop.getBody()->front();
      const int64_t ahead = (jumps ? aheadInEachBytes : aheadBytes) / read.bytes;
      if (Value first = beside ? read.at : firstOf(read.at, loop, before))
        note({read.buffer, first, before, ahead}, read.bytes);
    } else if (!jumps && read.at == loop.getInductionVar() &&
               beginsFibre(loop.getLowerBound())) {
      if (fibres)
        note({read.buffer, loop.getLowerBound(), loop, aheadBytes / entryBytes}, read.bytes);
    } else {
      return !matchPattern(loop.getLowerBound(), m_Constant());
    }
    return true;
  }

  /// The index that \p at is first in an iteration of \p loop, as said at its beginning.
  Value firstOf(Value at, scf::ForOp loop, Operation *before) {
    if (at == loop.getInductionVar() || !loop->isAncestor(at.getParentBlock()->getParentOp()))
      return at;
    if (auto inner = scf::getForInductionVarOwner(at))
      return firstOf(inner.getLowerBound(), loop, before);
    Operation *const op = at.getDefiningOp();
    if (!op || !isPure(op) || op->getNumRegions() > 0)
      return {};
    IRMapping map;
    for (Value operand : op->getOperands()) {
      Value first = firstOf(operand, loop, before);
      if (!first)
        return {};
      map.map(operand, first);
    }
    return OpBuilder(before).clone(*op, map)->getResult(0);
  }

  /// Once for what lies in one line.
  void note(Stream stream, int64_t bytes) {
    const Place place = Place::of(stream.at);
    for (const Stream &other : found) {
      const Place known = Place::of(other.at);
      if (other.buffer == stream.buffer && known.base == place.base &&
          std::abs(known.offset - place.offset) * bytes < lineBytes &&
          loopAround(other.before) == loopAround(stream.before))
        return;
    }
    found.push_back(stream);
  }

  bool fibres;
  SmallVector<Stream> found;
};

struct PrefetchPass : impl::PrefetchStreamsBase<PrefetchPass> {
  using PrefetchStreamsBase::PrefetchStreamsBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      Streams streams(fibres);
      function.walk([&](Operation *op) {
        if (const auto read = Read::of(op))
          streams.add(*read);
      });
      streams.prefetch();
    }
  }
};

} // namespace
} // namespace strata
