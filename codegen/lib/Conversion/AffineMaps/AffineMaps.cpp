// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Conversion/AffineMaps.h"

#include <Strata_Error.hpp>

using namespace mlir;
using Expr = Strata::AffineExpr;
using ExprPtr = Strata::AffineExprPtr;

[[noreturn]] static void refuse(const char *operation,
                                const std::string &expected,
                                const std::string &got, const char *advice) {
  throw Strata::UnsupportedExpression(
      Strata::error_message(operation, "map", expected, got, advice));
}

namespace {
/// Builds MLIR's expressions of one map.
class ToMlir {
public:
  ToMlir(const Strata::IndexMap &map, MLIRContext *context)
      : map(map), context(context) {}

  AffineExpr convert(const Expr &e) {
    switch (e.kind) {
    case Expr::Kind::constant:
      return getAffineConstantExpr(e.value, context);
    case Expr::Kind::dimension:
      return getAffineDimExpr(e.value, context);
    case Expr::Kind::symbol:
      return getAffineSymbolExpr(e.value, context);
    case Expr::Kind::runtime:
      return getAffineSymbolExpr(map.symbols.size() + e.value, context);
    case Expr::Kind::count:
      refuseExpr(e, "maps without counting");
    default:
      return convertBinary(e, convert(*e.lhs), convert(*e.rhs));
    }
  }

private:
  AffineExpr convertBinary(const Expr &e, AffineExpr lhs, AffineExpr rhs) {
    if (e.kind == Expr::Kind::add)
      return lhs + rhs;
    if (e.kind == Expr::Kind::mul) {
      if (!lhs.isSymbolicOrConstant() && !rhs.isSymbolicOrConstant())
        refuseExpr(e, "a factor without dimensions");
      return lhs * rhs;
    }
    auto divisor = dyn_cast<AffineConstantExpr>(rhs);
    if (!rhs.isSymbolicOrConstant() || (divisor && divisor.getValue() < 1))
      refuseExpr(e, "a divisor that is positive and without dimensions");
    return e.kind == Expr::Kind::mod ? lhs % rhs : lhs.floorDiv(rhs);
  }

  [[noreturn]] void refuseExpr(const Expr &e, const char *expected) {
    refuse("affineMapFromIndexMap", expected,
           "'" + Strata::to_string(e, map.names()) + "' in " + map.to_string(),
           "an MLIR map has no such expression");
  }

  const Strata::IndexMap &map;
  MLIRContext *context;
};

/// Builds Strata's expressions of one map.
class FromMlir {
public:
  explicit FromMlir(unsigned numSymbols) : numSymbols(numSymbols) {}

  ExprPtr convert(AffineExpr e) {
    if (auto constant = dyn_cast<AffineConstantExpr>(e))
      return Expr::constant(constant.getValue());
    if (auto dim = dyn_cast<AffineDimExpr>(e))
      return Expr::dimension(dim.getPosition());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(e)) {
      const unsigned position = symbol.getPosition();
      return position < numSymbols ? Expr::symbol(position)
                                   : Expr::runtime(position - numSymbols);
    }
    auto binary = cast<AffineBinaryOpExpr>(e);
    return convertBinary(e.getKind(), convert(binary.getLHS()),
                         convert(binary.getRHS()));
  }

private:
  static ExprPtr convertBinary(AffineExprKind kind, ExprPtr lhs, ExprPtr rhs) {
    using Kind = Expr::Kind;
    switch (kind) {
    case AffineExprKind::Add:
      return lhs + rhs;
    case AffineExprKind::Mul:
      return Expr::make(Kind::mul, 0, lhs, rhs);
    case AffineExprKind::Mod:
      return Expr::make(Kind::mod, 0, lhs, rhs);
    case AffineExprKind::FloorDiv:
      return Expr::make(Kind::floordiv, 0, lhs, rhs);
    case AffineExprKind::CeilDiv:
      return -Expr::make(Kind::floordiv, 0, -lhs, rhs);
    default:
      refuse("indexMapFromAffineMap", "MLIR's affine operators", "another one",
             "report this as a defect");
    }
  }

  unsigned numSymbols;
};
} // namespace

AffineMap strata::affineMapFromIndexMap(MLIRContext *context,
                                        const Strata::IndexMap &map) {
  ToMlir converter(map, context);
  SmallVector<AffineExpr> results;
  for (const ExprPtr &e : map.results)
    results.push_back(converter.convert(*e));
  return AffineMap::get(map.dimensions.size(),
                        map.symbols.size() + map.runtime.size(), results,
                        context);
}

static std::vector<std::string> numbered(const char *prefix, unsigned count) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < count; ++i)
    names.push_back(prefix + std::to_string(i));
  return names;
}

Strata::IndexMap strata::indexMapFromAffineMap(AffineMap map,
                                               unsigned numRuntime) {
  if (map.getNumSymbols() < numRuntime)
    refuse("indexMapFromAffineMap",
           std::to_string(numRuntime) + " symbols or more",
           std::to_string(map.getNumSymbols()),
           "run-time variables are the last symbols of a map");
  const unsigned numSymbols = map.getNumSymbols() - numRuntime;
  Strata::IndexMap result{numbered("d", map.getNumDims()),
                          numbered("s", numSymbols),
                          numbered("rt", numRuntime),
                          {}};
  FromMlir converter(numSymbols);
  for (AffineExpr e : map.getResults())
    result.results.push_back(converter.convert(e));
  return result;
}
