// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_COMPLEXFUNCTIONS_H
#define STRATA_LIB_TARGET_COMPLEXFUNCTIONS_H

/// \file
/// Functions of complex numbers from those of real ones, as stage III, by the formulas of
/// Abramowitz and Stegun, Handbook of Mathematical Functions, 4.2 to 4.6; principal
/// values. Sums with 1 are of the real parts: zeros keep their sign, which tells the side of
/// a cut.
namespace strata {

/// Complex numbers are of type !z, their parts of type !r.
inline constexpr const char *complexFunctions = R"mlir(
func.func private @complex_magnitude(%z: !z) -> !r {
  %zero = arith.constant 0.0 : !r
  %one = arith.constant 1.0 : !r
  %re = complex.re %z : !z
  %im = complex.im %z : !z
  %x = math.absf %re : !r
  %y = math.absf %im : !r
  %wide = arith.cmpf ogt, %x, %y : !r
  %most = arith.select %wide, %x, %y : !r
  %least = arith.select %wide, %y, %x : !r
  %none = arith.cmpf oeq, %most, %zero : !r
  %divisor = arith.select %none, %one, %most : !r
  %ratio = arith.divf %least, %divisor : !r
  %square = arith.mulf %ratio, %ratio : !r
  %sum = arith.addf %one, %square : !r
  %root = math.sqrt %sum : !r
  %magnitude = arith.mulf %most, %root : !r
  return %magnitude : !r
}
func.func private @complex_exp(%z: !z) -> !z {
  %x = complex.re %z : !z
  %y = complex.im %z : !z
  %e = math.exp %x : !r
  %c = math.cos %y : !r
  %s = math.sin %y : !r
  %re = arith.mulf %e, %c : !r
  %im = arith.mulf %e, %s : !r
  %w = complex.create %re, %im : !z
  return %w : !z
}
func.func private @complex_log(%z: !z) -> !z {
  %x = complex.re %z : !z
  %y = complex.im %z : !z
  %m = func.call @complex_magnitude(%z) : (!z) -> !r
  %re = math.log %m : !r
  %im = math.atan2 %y, %x : !r
  %w = complex.create %re, %im : !z
  return %w : !z
}
func.func private @complex_log10(%z: !z) -> !z {
  %l = func.call @complex_log(%z) : (!z) -> !z
  %ten = arith.constant 10.0 : !r
  %scale = math.log %ten : !r
  %x = complex.re %l : !z
  %y = complex.im %l : !z
  %re = arith.divf %x, %scale : !r
  %im = arith.divf %y, %scale : !r
  %w = complex.create %re, %im : !z
  return %w : !z
}
func.func private @complex_sqrt(%z: !z) -> !z {
  %x = complex.re %z : !z
  %y = complex.im %z : !z
  %zero = arith.constant 0.0 : !r
  %half = arith.constant 0.5 : !r
  %m = func.call @complex_magnitude(%z) : (!z) -> !r
  %ax = math.absf %x : !r
  %ay = math.absf %y : !r
  %sum = arith.addf %m, %ax : !r
  %twice = arith.addf %sum, %sum : !r
  %t = math.sqrt %twice : !r
  %u = arith.mulf %t, %half : !r
  %none = arith.cmpf oeq, %t, %zero : !r
  %v0 = arith.divf %ay, %t : !r
  %v = arith.select %none, %zero, %v0 : !r
  %right = arith.cmpf oge, %x, %zero : !r
  %re = arith.select %right, %u, %v : !r
  %size = arith.select %right, %v, %u : !r
  %one = arith.constant 1.0 : !r
  %inverse = arith.divf %one, %y : !r
  %below = arith.cmpf olt, %y, %zero : !r
  %minusZero = arith.cmpf olt, %inverse, %zero : !r
  %negative = arith.ori %below, %minusZero : i1
  %opposite = arith.negf %size : !r
  %im = arith.select %negative, %opposite, %size : !r
  %w = complex.create %re, %im : !z
  return %w : !z
}
func.func private @complex_sin(%z: !z) -> !z {
  %x = complex.re %z : !z
  %y = complex.im %z : !z
  %a = math.sin %x : !r
  %b = math.cosh %y : !r
  %c = math.cos %x : !r
  %d = math.sinh %y : !r
  %re = arith.mulf %a, %b : !r
  %p = arith.mulf %c, %d : !r
  %w = complex.create %re, %p : !z
  return %w : !z
}
func.func private @complex_cos(%z: !z) -> !z {
  %x = complex.re %z : !z
  %y = complex.im %z : !z
  %a = math.cos %x : !r
  %b = math.cosh %y : !r
  %c = math.sin %x : !r
  %d = math.sinh %y : !r
  %re = arith.mulf %a, %b : !r
  %p = arith.mulf %c, %d : !r
  %im = arith.negf %p : !r
  %w = complex.create %re, %im : !z
  return %w : !z
}
func.func private @complex_sinh(%z: !z) -> !z {
  %x = complex.re %z : !z
  %y = complex.im %z : !z
  %a = math.sinh %x : !r
  %b = math.cos %y : !r
  %c = math.cosh %x : !r
  %d = math.sin %y : !r
  %re = arith.mulf %a, %b : !r
  %p = arith.mulf %c, %d : !r
  %w = complex.create %re, %p : !z
  return %w : !z
}
func.func private @complex_cosh(%z: !z) -> !z {
  %x = complex.re %z : !z
  %y = complex.im %z : !z
  %a = math.cosh %x : !r
  %b = math.cos %y : !r
  %c = math.sinh %x : !r
  %d = math.sin %y : !r
  %re = arith.mulf %a, %b : !r
  %p = arith.mulf %c, %d : !r
  %w = complex.create %re, %p : !z
  return %w : !z
}
func.func private @complex_tan(%z: !z) -> !z {
  %s = func.call @complex_sin(%z) : (!z) -> !z
  %c = func.call @complex_cos(%z) : (!z) -> !z
  %w = complex.div %s, %c : !z
  return %w : !z
}
func.func private @complex_tanh(%z: !z) -> !z {
  %s = func.call @complex_sinh(%z) : (!z) -> !z
  %c = func.call @complex_cosh(%z) : (!z) -> !z
  %w = complex.div %s, %c : !z
  return %w : !z
}
func.func private @complex_turned(%z: !z) -> !z {
  %x = complex.re %z : !z
  %y = complex.im %z : !z
  %m = arith.negf %y : !r
  %w = complex.create %m, %x : !z
  return %w : !z
}
func.func private @complex_turned_back(%z: !z) -> !z {
  %x = complex.re %z : !z
  %y = complex.im %z : !z
  %m = arith.negf %x : !r
  %w = complex.create %y, %m : !z
  return %w : !z
}
func.func private @complex_asinh(%z: !z) -> !z {
  %unit = arith.constant 1.0 : !r
  %square = complex.mul %z, %z : !z
  %x = complex.re %square : !z
  %y = complex.im %square : !z
  %x1 = arith.addf %x, %unit : !r
  %sum = complex.create %x1, %y : !z
  %root = func.call @complex_sqrt(%sum) : (!z) -> !z
  %t = complex.add %z, %root : !z
  %w = func.call @complex_log(%t) : (!z) -> !z
  return %w : !z
}
func.func private @complex_acosh(%z: !z) -> !z {
  %unit = arith.constant 1.0 : !r
  %a = complex.re %z : !z
  %b = complex.im %z : !z
  %a1 = arith.addf %a, %unit : !r
  %a2 = arith.subf %a, %unit : !r
  %plus = complex.create %a1, %b : !z
  %minus = complex.create %a2, %b : !z
  %p = func.call @complex_sqrt(%plus) : (!z) -> !z
  %q = func.call @complex_sqrt(%minus) : (!z) -> !z
  %product = complex.mul %p, %q : !z
  %t = complex.add %z, %product : !z
  %w = func.call @complex_log(%t) : (!z) -> !z
  return %w : !z
}
func.func private @complex_atanh(%z: !z) -> !z {
  %unit = arith.constant 1.0 : !r
  %a = complex.re %z : !z
  %b = complex.im %z : !z
  %half = arith.constant 0.5 : !r
  %a1 = arith.addf %unit, %a : !r
  %a2 = arith.subf %unit, %a : !r
  %opposite = arith.negf %b : !r
  %plus = complex.create %a1, %b : !z
  %minus = complex.create %a2, %opposite : !z
  %p = func.call @complex_log(%plus) : (!z) -> !z
  %q = func.call @complex_log(%minus) : (!z) -> !z
  %d = complex.sub %p, %q : !z
  %x = complex.re %d : !z
  %y = complex.im %d : !z
  %re = arith.mulf %x, %half : !r
  %im = arith.mulf %y, %half : !r
  %w = complex.create %re, %im : !z
  return %w : !z
}
func.func private @complex_asin(%z: !z) -> !z {
  %i = func.call @complex_turned(%z) : (!z) -> !z
  %t = func.call @complex_asinh(%i) : (!z) -> !z
  %w = func.call @complex_turned_back(%t) : (!z) -> !z
  return %w : !z
}
func.func private @complex_atan(%z: !z) -> !z {
  %i = func.call @complex_turned(%z) : (!z) -> !z
  %t = func.call @complex_atanh(%i) : (!z) -> !z
  %w = func.call @complex_turned_back(%t) : (!z) -> !z
  return %w : !z
}
func.func private @complex_acos(%z: !z) -> !z {
  %quarter = arith.constant 1.57079632679489661923 : !r
  %s = func.call @complex_asin(%z) : (!z) -> !z
  %x = complex.re %s : !z
  %y = complex.im %s : !z
  %re = arith.subf %quarter, %x : !r
  %im = arith.negf %y : !r
  %w = complex.create %re, %im : !z
  return %w : !z
}
func.func private @complex_pow(%z: !z, %n: !z) -> !z {
  %zero = arith.constant 0.0 : !r
  %none = complex.create %zero, %zero : !z
  %m = func.call @complex_magnitude(%z) : (!z) -> !r
  %isZero = arith.cmpf oeq, %m, %zero : !r
  %l = func.call @complex_log(%z) : (!z) -> !z
  %t = complex.mul %n, %l : !z
  %e = func.call @complex_exp(%t) : (!z) -> !z
  %w = arith.select %isZero, %none, %e : !z
  return %w : !z
}
)mlir";

} // namespace strata

#endif
