// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_DEVICEFUNCTIONS_H
#define STRATA_LIB_TARGET_DEVICEFUNCTIONS_H

/// \file
/// Functions that hosts have in the process (HostLibrary.h), as stage III.
namespace strata {

/// Sorts a row of a list, ascending: a heap, so that a row takes no more memory and
/// no longer than n log n. With the type of the list as !list.
inline constexpr const char *deviceSort = R"mlir(
func.func private @strata_sift_down(%list: !list, %row: index, %root: index, %end: index) {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %yes = arith.constant true
  %x = memref.load %list[%row, %root] : !list
  %at:2 = scf.while (%r = %root, %go = %yes) : (index, i1) -> (index, i1) {
    %twice = arith.muli %r, %two : index
    %left = arith.addi %twice, %one : index
    %inside = arith.cmpi ult, %left, %end : index
    %on = arith.andi %inside, %go : i1
    scf.condition(%on) %r, %go : index, i1
  } do {
  ^bb0(%r: index, %unused: i1):
    %twice = arith.muli %r, %two : index
    %left = arith.addi %twice, %one : index
    %next = arith.addi %left, %one : index
    %both = arith.cmpi ult, %next, %end : index
    %right = arith.select %both, %next, %left : index
    %a = memref.load %list[%row, %left] : !list
    %b = memref.load %list[%row, %right] : !list
    %wins = arith.cmpi ult, %a, %b : !number
    %child = arith.select %wins, %right, %left : index
    %value = arith.select %wins, %b, %a : !number
    %sinks = arith.cmpi ult, %x, %value : !number
    scf.if %sinks {
      memref.store %value, %list[%row, %r] : !list
    }
    %stands = arith.select %sinks, %child, %r : index
    scf.yield %stands, %sinks : index, i1
  }
  memref.store %x, %list[%row, %at#0] : !list
  return
}
func.func private @sort(%list: !list, %row: index, %count: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %half = arith.divui %count, %two : index
  scf.for %n = %zero to %half step %one {
    %left = arith.subi %half, %n : index
    %root = arith.subi %left, %one : index
    func.call @strata_sift_down(%list, %row, %root, %count) : (!list, index, index, index) -> ()
  }
  %steps = arith.subi %count, %one : index
  scf.for %n = %zero to %steps step %one {
    %last = arith.subi %steps, %n : index
    %greatest = memref.load %list[%row, %zero] : !list
    %moved = memref.load %list[%row, %last] : !list
    memref.store %greatest, %list[%row, %last] : !list
    memref.store %moved, %list[%row, %zero] : !list
    func.call @strata_sift_down(%list, %row, %zero, %last) : (!list, index, index, index) -> ()
  }
  return
}
)mlir";

/// A power of integers of the type !number, which wraps, as in
/// Strata_KernelMath.hpp; @signed_power is truncated where the exponent is negative.
inline constexpr const char *devicePower = R"mlir(
func.func private @unsigned_power(%base: !number, %exponent: !number) -> !number {
  %zero = arith.constant 0 : !number
  %one = arith.constant 1 : !number
  %done:3 = scf.while (%r = %one, %f = %base, %e = %exponent) : (!number, !number, !number) -> (!number, !number, !number) {
    %more = arith.cmpi ne, %e, %zero : !number
    scf.condition(%more) %r, %f, %e : !number, !number, !number
  } do {
  ^bb0(%r: !number, %f: !number, %e: !number):
    %low = arith.andi %e, %one : !number
    %odd = arith.cmpi ne, %low, %zero : !number
    %product = arith.muli %r, %f : !number
    %result = arith.select %odd, %product, %r : !number
    %square = arith.muli %f, %f : !number
    %rest = arith.shrui %e, %one : !number
    scf.yield %result, %square, %rest : !number, !number, !number
  }
  return %done#0 : !number
}
func.func private @signed_power(%base: !number, %exponent: !number) -> !number {
  %zero = arith.constant 0 : !number
  %one = arith.constant 1 : !number
  %minus = arith.constant -1 : !number
  %power = func.call @unsigned_power(%base, %exponent) : (!number, !number) -> !number
  %negative = arith.cmpi slt, %exponent, %zero : !number
  %low = arith.andi %exponent, %one : !number
  %even = arith.cmpi eq, %low, %zero : !number
  %sign = arith.select %even, %one, %minus : !number
  %isMinus = arith.cmpi eq, %base, %minus : !number
  %isOne = arith.cmpi eq, %base, %one : !number
  %whole = arith.select %isOne, %one, %zero : !number
  %inverse = arith.select %isMinus, %sign, %whole : !number
  %result = arith.select %negative, %inverse, %power : !number
  return %result : !number
}
)mlir";

} // namespace strata

#endif
