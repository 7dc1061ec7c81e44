// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hash tables of worklists: open addressing, the next free slot. Emitted code calls
// the functions of Strata_HashTable.hpp, which do the same.
#include "LaunchLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <Strata_HashTable.hpp>

using namespace mlir;

namespace strata {

/// The least number of bits that has twice as many slots as `bound`, or one for
/// each coordinate below `extent`.
Value LaunchLowering::tableBits(Value bound, Value extent) {
  const Type index = b.getIndexType();
  auto function = ownFunction(
      "table_bits", "table_bits", {index, index}, [&](ValueRange arguments) {
        Value one = flat.constant(1), two = flat.constant(2);
        Value twice = flat.mul(arguments[0], two);
        Value needed = flat.min(twice, arguments[1]);
        auto loop = scf::WhileOp::create(
            b, loc, TypeRange{index}, ValueRange{flat.constant(0)},
            [&](OpBuilder &, Location, ValueRange bits) {
              Value slots = arith::ShLIOp::create(b, loc, one, bits[0]);
              Value few = flat.less(slots, needed);
              scf::ConditionOp::create(b, loc, few, bits);
            },
            [&](OpBuilder &, Location, ValueRange bits) {
              Value more = flat.add(bits[0], one);
              scf::YieldOp::create(b, loc, more);
            });
        return loop.getResult(0);
      });
  return func::CallOp::create(b, loc, function, ValueRange{bound, extent})
      .getResult(0);
}

/// Where `coordinate` is, or belongs.
Value LaunchLowering::findSlot(const Worklist &w, Value coordinate) {
  const Type index = b.getIndexType(), row = w.marks->values.getType();
  const unsigned width = cast<MemRefType>(row).getElementTypeBitWidth();
  auto body = [&](ValueRange arguments) {
    Value bits = arguments[3], one = flat.constant(1);
    Value size = arith::ShLIOp::create(b, loc, one, bits);
    Value mask = flat.sub(size, one);
    Value high = arith::ShRUIOp::create(b, loc, arguments[2], bits);
    Value spread = flat.mul(
        high, flat.constant(static_cast<int64_t>(Strata::hash_multiplier)));
    Value mixed = arith::XOrIOp::create(b, loc, arguments[2], spread);
    Value wanted = flat.add(arguments[2], one);
    auto loop = scf::WhileOp::create(
        b, loc, TypeRange{index}, ValueRange{flat.both(mixed, mask)},
        [&](OpBuilder &, Location, ValueRange at) {
          Value mark = memref::LoadOp::create(b, loc, arguments[0],
                                              ValueRange{arguments[1], at[0]});
          Value found = arith::IndexCastUIOp::create(b, loc, index, mark);
          Value taken = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                              found, flat.constant(0));
          Value other = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                              found, wanted);
          Value go = flat.both(taken, other);
          scf::ConditionOp::create(b, loc, go, at);
        },
        [&](OpBuilder &, Location, ValueRange at) {
          Value next = flat.both(flat.add(at[0], one), mask);
          scf::YieldOp::create(b, loc, next);
        });
    return loop.getResult(0);
  };
  auto function = ownFunction("find_slot" + std::to_string(width), "find_slot",
                              {row, index, index, index}, body);
  return func::CallOp::create(
             b, loc, function,
             ValueRange{w.marks->values, w.row, coordinate, w.bits})
      .getResult(0);
}

} // namespace strata
