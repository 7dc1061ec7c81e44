// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// #sparse_tensor.encoding <-> Strata::TensorFormat.
#include "strata/Conversion/SparseTensorEncoding.h"

#include "llvm/Support/raw_ostream.h"

#include <Strata_Error.hpp>

using namespace mlir;
using namespace mlir::sparse_tensor;

namespace strata {

[[noreturn]] static void refuseEncoding(const std::string &argument,
                                        const char *expected,
                                        const std::string &got,
                                        const char *advice) {
  throw Strata::UnsupportedExpression(Strata::error_message(
      "sparse_tensor.encoding", argument, expected, got, advice));
}

static std::string levelName(size_t level) {
  return "level " + std::to_string(level);
}

static Strata::LevelType levelFrom(size_t level, LevelType type) {
  Strata::LevelType out;
  out.unique = isUniqueLT(type);
  out.ordered = isOrderedLT(type);
  switch (type.getLvlFmt()) {
  case LevelFormat::Dense:
    return out;
  case LevelFormat::Compressed:
    out.kind = Strata::LevelKind::compressed;
    return out;
  case LevelFormat::Singleton:
    out.kind = Strata::LevelKind::singleton;
    return out;
  default:
    refuseEncoding(levelName(level), "dense, compressed or singleton",
                   toMLIRString(type), "convert the tensor to such levels");
  }
}

/// Dimension of every level.
static std::vector<int> orderFrom(AffineMap dimToLvl) {
  std::vector<int> order;
  for (auto [level, stored] : llvm::enumerate(dimToLvl.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(stored);
    if (!dim) {
      std::string text;
      llvm::raw_string_ostream(text) << stored;
      refuseEncoding(levelName(level), "one dimension", "'" + text + "'",
                     "blocked, shifted and counted levels are not supported "
                     "yet: use a permutation of the dimensions");
    }
    order.push_back(static_cast<int>(dim.getPosition()));
  }
  return order;
}

static Strata::DimensionSlices slicesFrom(SparseTensorEncodingAttr encoding) {
  static_assert(SparseTensorDimSliceAttr::kDynamic ==
                Strata::DimensionSlice::dynamic);
  Strata::DimensionSlices out;
  for (SparseTensorDimSliceAttr slice : encoding.getDimSlices())
    out.push_back(Strata::DimensionSlice{slice.getOffset(), slice.getSize(),
                                         slice.getStride()});
  return out;
}

Strata::TensorFormat formatFromEncoding(SparseTensorEncodingAttr encoding) {
  if (encoding.getExplicitVal())
    refuseEncoding("explicitVal", "stored values", "a value for all entries",
                   "store the values");
  std::vector<Strata::LevelType> levels;
  for (auto [level, type] : llvm::enumerate(encoding.getLvlTypes()))
    levels.push_back(levelFrom(level, type));
  Strata::IndexType pos, crd;
  pos.width = static_cast<int>(encoding.getPosWidth());
  crd.width = static_cast<int>(encoding.getCrdWidth());
  return Strata::TensorFormat(orderFrom(encoding.getDimToLvl()),
                              std::move(levels), pos, crd)
      .with_slices(slicesFrom(encoding));
}

/// Whole dimensions too, if there is a slice.
static SmallVector<SparseTensorDimSliceAttr>
slicesOf(MLIRContext *context, const Strata::TensorFormat &format) {
  SmallVector<SparseTensorDimSliceAttr> out;
  for (const auto &slice : format.slices()) {
    const Strata::DimensionSlice numbers =
        slice.value_or(Strata::DimensionSlice{0, -1, 1});
    out.push_back(SparseTensorDimSliceAttr::get(
        context, numbers.offset, numbers.size, numbers.stride));
  }
  return out;
}

static LevelFormat levelFormat(Strata::LevelKind kind) {
  switch (kind) {
  case Strata::LevelKind::dense:
    return LevelFormat::Dense;
  case Strata::LevelKind::compressed:
    return LevelFormat::Compressed;
  case Strata::LevelKind::singleton:
    return LevelFormat::Singleton;
  }
  refuseEncoding("levels", "dense, compressed or singleton",
                 "another kind of level", "");
}

SparseTensorEncodingAttr encodingFromFormat(MLIRContext *context,
                                            const Strata::TensorFormat &format) {
  const Strata::IndexType pos = format.pos_type(), crd = format.crd_type();
  if (pos.is_signed || crd.is_signed)
    refuseEncoding("index types", "unsigned positions and coordinates",
                   "signed ones", "store them unsigned");
  if (!format.has_order())
    refuseEncoding("format", "levels that store one dimension each",
                   format.to_string(), "convert the tensor first");
  SmallVector<LevelType> levels;
  for (Strata::LevelType level : format.levels())
    levels.push_back(
        *buildLevelType(levelFormat(level.kind), level.ordered, level.unique));
  SmallVector<unsigned> order(format.order().begin(), format.order().end());
  return SparseTensorEncodingAttr::get(
      context, levels, AffineMap::getPermutationMap(order, context), {},
      static_cast<unsigned>(pos.width), static_cast<unsigned>(crd.width), {},
      {}, slicesOf(context, format));
}

} // namespace strata
