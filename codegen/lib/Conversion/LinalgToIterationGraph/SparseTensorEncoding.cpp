// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// #sparse_tensor.encoding <-> Strata::TensorFormat.
#include "strata/Conversion/SparseTensorEncoding.h"

#include "mlir/IR/Diagnostics.h"
#include "strata/Conversion/AffineMaps.h"
#include "llvm/Support/raw_ostream.h"

#include <Strata_Error.hpp>
#include <Strata_LevelRegistry.hpp>
#include <Strata_PackedIndex.hpp>

using namespace mlir;
using namespace mlir::sparse_tensor;

namespace strata {

[[noreturn]] static void refuseEncoding(const std::string &argument,
                                        const char *expected,
                                        const std::string &got,
                                        const std::string &advice) {
  throw Strata::UnsupportedExpression(Strata::error_message(
      "sparse_tensor.encoding", argument, expected, got, advice));
}

static std::string levelName(size_t level) {
  return "level " + std::to_string(level);
}

namespace {
/// Levels of plugins that MLIR has, too.
struct RegisteredLevel {
  const char *name;
  LevelFormat format;
};
} // namespace
static constexpr RegisteredLevel registeredLevels[] = {
    {"loose_compressed", LevelFormat::LooseCompressed},
    {"batch", LevelFormat::Batch},
    {"structured", LevelFormat::NOutOfM}};

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
    break;
  }
  const bool isBlock = type.getLvlFmt() == LevelFormat::NOutOfM;
  for (const RegisteredLevel &r : registeredLevels)
    if (r.format == type.getLvlFmt())
      out.kind = Strata::find_level(r.name);
  if (!Strata::is_registered(out.kind))
    refuseEncoding(levelName(level), "dense, compressed or singleton",
                   toMLIRString(type),
                   "convert the tensor to such levels, or include the header "
                   "that registers this one (Strata_Levels.hpp)");
  if (isBlock) {
    out.parameters[0] = static_cast<std::int32_t>(getN(type));
    out.parameters[1] = static_cast<std::int32_t>(getM(type));
  }
  return out;
}

static std::string mapText(SparseTensorEncodingAttr encoding) {
  std::string text;
  llvm::raw_string_ostream(text) << "'" << encoding.getDimToLvl() << "'";
  return text;
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
  // MLIR has checked an inverse that is written out against the one it infers.
  Strata::IndexMap map = indexMapFromAffineMap(encoding.getDimToLvl());
  try {
    return Strata::TensorFormat(std::move(map), std::move(levels), pos, crd)
        .with_slices(slicesFrom(encoding));
  } catch (const Strata::Error &e) {
    refuseEncoding("map", "one that formats can have", mapText(encoding),
                   e.what());
  }
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

static LevelFormat levelFormat(size_t level, Strata::LevelKind kind) {
  switch (kind) {
  case Strata::LevelKind::dense:
    return LevelFormat::Dense;
  case Strata::LevelKind::compressed:
    return LevelFormat::Compressed;
  case Strata::LevelKind::singleton:
    return LevelFormat::Singleton;
  }
  const std::string name = Strata::level_traits(kind).name;
  for (const RegisteredLevel &r : registeredLevels)
    if (r.name == name)
      return r.format;
  refuseEncoding(levelName(level),
                 "dense, compressed, singleton, loose_compressed, batch or "
                 "structured",
                 name, "MLIR has no such level: convert the tensor");
}

static LevelType levelTo(size_t level, const Strata::LevelType &type) {
  const auto n = static_cast<std::uint64_t>(type.parameters[0]);
  const auto m = static_cast<std::uint64_t>(type.parameters[1]);
  return *buildLevelType(levelFormat(level, type.kind), type.ordered,
                         type.unique, n, m);
}

SparseTensorEncodingAttr encodingFromFormat(MLIRContext *context,
                                            const Strata::TensorFormat &format) {
  const Strata::IndexType pos = format.pos_type(), crd = format.crd_type();
  if (pos.is_signed || crd.is_signed)
    refuseEncoding("index types", "unsigned positions and coordinates",
                   "signed ones", "store them unsigned");
  if (Strata::is_packed(crd))
    refuseEncoding("crdWidth", "0, 8, 16, 32 or 64",
                   std::to_string(crd.width) + ", which is packed",
                   "convert the tensor to crdWidth = 8");
  SmallVector<LevelType> levels;
  for (auto [level, type] : llvm::enumerate(format.levels()))
    levels.push_back(levelTo(level, type));
  const AffineMap dimToLvl = affineMapFromIndexMap(context, format.map());
  const AffineMap lvlToDim = inferLvlToDim(dimToLvl, context);
  const auto posWidth = static_cast<unsigned>(pos.width);
  const auto crdWidth = static_cast<unsigned>(crd.width);
  std::string fault = "no inverse";
  ScopedDiagnosticHandler collect(
      context, [&](Diagnostic &diagnostic) { fault = diagnostic.str(); });
  if (!lvlToDim ||
      failed(SparseTensorEncodingAttr::verify(
          [&] { return emitError(UnknownLoc::get(context)); }, levels, dimToLvl,
          lvlToDim, posWidth, crdWidth, {}, {}, {})))
    refuseEncoding("map",
                   "levels that store a dimension d, or d floordiv c and behind "
                   "it d mod c, so that MLIR finds the inverse",
                   format.to_string() + " (" + fault + ")",
                   "convert the tensor to such levels");
  return SparseTensorEncodingAttr::get(context, levels, dimToLvl, lvlToDim,
                                       posWidth, crdWidth, {}, {},
                                       slicesOf(context, format));
}

} // namespace strata
