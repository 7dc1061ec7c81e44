// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Dialect/ScalarTypes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using Strata::ScalarType;

namespace strata {

Type elementType(MLIRContext *context, ScalarType scalar) {
  if (Strata::is_half(scalar))
    return memoryType(context, scalar);
  if (Strata::is_unsigned_integer(scalar))
    return IntegerType::get(context, 8 * Strata::size_of(scalar),
                            IntegerType::Unsigned);
  return valueType(context, scalar);
}

std::optional<ScalarType> scalarType(Type element) {
  for (int t = 0; t <= static_cast<int>(ScalarType::c128); ++t)
    if (elementType(element.getContext(), static_cast<ScalarType>(t)) ==
        element)
      return static_cast<ScalarType>(t);
  return std::nullopt;
}

Type valueType(MLIRContext *context, ScalarType scalar) {
  switch (Strata::compute_type(scalar)) {
  case ScalarType::boolean:
    return IntegerType::get(context, 1);
  case ScalarType::f32:
    return Float32Type::get(context);
  case ScalarType::f64:
    return Float64Type::get(context);
  case ScalarType::c64:
    return ComplexType::get(Float32Type::get(context));
  case ScalarType::c128:
    return ComplexType::get(Float64Type::get(context));
  default:
    return IntegerType::get(context, 8 * Strata::size_of(scalar));
  }
}

Type memoryType(MLIRContext *context, ScalarType scalar) {
  switch (scalar) {
  case ScalarType::boolean:
    return IntegerType::get(context, 8);
  case ScalarType::f16:
    return Float16Type::get(context);
  case ScalarType::bf16:
    return BFloat16Type::get(context);
  default:
    return valueType(context, scalar);
  }
}

} // namespace strata
