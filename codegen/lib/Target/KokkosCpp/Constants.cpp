// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BodyEmitter.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

#include <charconv>
#include <cmath>

using namespace mlir;

namespace strata::cpp {

std::string number(double value, bool single) {
  if (!std::isfinite(value)) {
    const std::string type = single ? "float" : "double";
    const std::string limits = "std::numeric_limits<" + type + ">::";
    return std::isnan(value) ? limits + "quiet_NaN()"
                             : (value < 0 ? "-" : "") + limits + "infinity()";
  }
  char text[64];
  auto end = single ? std::to_chars(text, text + 64, static_cast<float>(value))
                    : std::to_chars(text, text + 64, value);
  std::string out(text, end.ptr);
  if (out.find_first_of(".e") == std::string::npos)
    out += ".0";
  return single ? out + "f" : out;
}

static std::string integer(const APInt &value, Type type) {
  if (type.isInteger(1))
    return value.isZero() ? "false" : "true";
  const int64_t v = value.getSExtValue();
  constexpr int64_t largest = std::numeric_limits<int64_t>::max();
  if (isa<IndexType>(type) && v == largest)
    return "Strata::no_coordinate";
  if (isa<IndexType>(type) && v == largest - 1)
    return "(Strata::no_coordinate - 1)";
  if (v == std::numeric_limits<int64_t>::min())
    return "std::numeric_limits<std::int64_t>::min()";
  const std::string text = std::to_string(v);
  return type.isInteger(64) && std::abs(v) > 2147483647 ? text + "LL" : text;
}

Expression BodyEmitter::constant(Value value) {
  if (auto c = value.getDefiningOp<complex::ConstantOp>()) {
    const bool single = cast<ComplexType>(c.getType()).getElementType().isF32();
    auto part = [&](int i) {
      return number(cast<FloatAttr>(c.getValue()[i]).getValueAsDouble(),
                    single);
    };
    return {typeName(c.getType()) + "(" + part(0) + ", " + part(1) + ")"};
  }
  auto c = value.getDefiningOp<arith::ConstantOp>();
  std::string out;
  if (isa<Float16Type, BFloat16Type>(c.getType()))
    return {typeName(c.getType()) + "(" +
            number(cast<FloatAttr>(c.getValue()).getValueAsDouble(), true) +
            ")"};
  if (auto real = dyn_cast<FloatAttr>(c.getValue()))
    out = number(real.getValueAsDouble(), c.getType().isF32());
  else
    out = integer(cast<IntegerAttr>(c.getValue()).getValue(), c.getType());
  return {out, out[0] == '-' ? unary : primary};
}

} // namespace strata::cpp
