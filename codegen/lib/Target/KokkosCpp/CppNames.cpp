// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CppNames.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "strata/Conversion/FlatNames.h"
#include "llvm/ADT/StringSet.h"

#include <Strata_Error.hpp>

using namespace mlir;
using Strata::LevelKind;
using Strata::ScalarType;

namespace strata::cpp {

static bool isReserved(const std::string &name) {
  static const llvm::StringSet<> reserved{
      "alignas",  "alignof",   "and",      "asm",      "auto",     "bool",
      "break",    "case",      "catch",    "char",     "class",    "const",
      "continue", "default",   "delete",   "do",       "double",   "else",
      "enum",     "explicit",  "export",   "extern",   "false",    "float",
      "for",      "friend",    "goto",     "if",       "inline",   "int",
      "long",     "mutable",   "namespace", "new",     "not",      "operator",
      "or",       "private",   "protected", "public",  "register", "requires",
      "return",   "short",     "signed",   "sizeof",   "static",   "struct",
      "switch",   "template",  "this",     "throw",    "true",     "try",
      "typedef",  "typeid",    "typename", "union",    "unsigned", "using",
      "virtual",  "void",      "volatile", "while",    "xor",      "concept",
      "std",      "Kokkos",    "Strata",   "exec",     "team",     "main",
      "I",        "signbit",   "errno",    "NULL",     "assert",   "linux"};
  return reserved.contains(name);
}

std::string identifier(StringRef text) {
  std::string out;
  for (char c : text)
    out += isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
  if (out.empty() || isdigit(static_cast<unsigned char>(out[0])))
    out = "v" + out;
  return isReserved(out) ? out + "_" : out;
}

bool Scopes::inUse(const std::string &name) const {
  for (const auto &scope : scopes)
    if (scope.count(name))
      return true;
  return false;
}

std::string Scopes::claim(StringRef hint) {
  const std::string base = identifier(hint);
  std::string name = base;
  for (int n = 1; inUse(name); ++n)
    name = base + "_" + std::to_string(n);
  scopes.back().insert(name);
  return name;
}

std::string typeName(Type type, bool isUnsigned) {
  if (isa<IndexType>(type))
    return "std::int64_t";
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() == 1
               ? "bool"
               : (isUnsigned ? "std::uint" : "std::int") +
                     std::to_string(integer.getWidth()) + "_t";
  if (isa<Float16Type>(type))
    return typeName(ScalarType::f16);
  if (isa<BFloat16Type>(type))
    return typeName(ScalarType::bf16);
  if (isa<Float32Type>(type))
    return "float";
  if (isa<Float64Type>(type))
    return "double";
  if (auto complex = dyn_cast<ComplexType>(type))
    return "Kokkos::complex<" + typeName(complex.getElementType()) + ">";
  throw Strata::CodegenError("emit: a type has no C++ form");
}

std::string typeName(ScalarType scalar) {
  switch (scalar) {
  case ScalarType::boolean:
    return "bool";
  case ScalarType::f16:
    return "Strata::half_t";
  case ScalarType::bf16:
    return "Strata::bhalf_t";
  case ScalarType::f32:
    return "float";
  case ScalarType::f64:
    return "double";
  case ScalarType::c64:
    return "Kokkos::complex<float>";
  case ScalarType::c128:
    return "Kokkos::complex<double>";
  default:
    return std::string(Strata::is_unsigned_integer(scalar) ? "std::uint"
                                                           : "std::int") +
           std::to_string(8 * Strata::size_of(scalar)) + "_t";
  }
}

std::string typeName(Strata::IndexType index) {
  return std::string(index.is_signed ? "std::int" : "std::uint") +
         std::to_string(index.bits()) + "_t";
}

std::string zeroInitializer(Type type) {
  return type.isInteger(1) ? " = false"
         : type.isF64()    ? " = 0.0"
         : type.isF32()    ? " = 0.0f"
         : type.isInteger() ? " = 0"
                            : "{}";
}

static std::string levelName(const Strata::TensorFormat &format, int l) {
  const Strata::LevelType level = format.level(l);
  std::string text = "Strata::StaticLevel<Strata::LevelKind::";
  text += Strata::level_traits(level.kind).name;
  text += ", " + std::to_string(format.dimension_of_level(l));
  if (!level.unique || !level.ordered)
    text += std::string(", ") + (level.unique ? "true" : "false");
  if (!level.ordered)
    text += ", false";
  return text + ">";
}

std::string formatName(const Strata::TensorFormat &format) {
  const std::string pos = typeName(format.pos_type());
  const std::string crd = typeName(format.crd_type());
  // The default is left out.
  const std::string native = "std::uint64_t";
  const std::string widths = pos != crd      ? pos + ", " + crd
                             : pos == native ? ""
                                             : pos;
  auto is = [&](Strata::TensorFormat named) {
    return named.with_index_types(format.pos_type(), format.crd_type()) ==
           format;
  };
  const int rank = format.lvl_rank();
  const std::string rankAndWidths =
      std::to_string(rank) + (widths.empty() ? "" : ", " + widths);
  if (rank == 1 && is(Strata::Formats::sparse_vector()))
    return "Strata::SparseVectorFormat<" + widths + ">";
  if (rank == 2 && is(Strata::Formats::csr()))
    return "Strata::CSRFormat<" + widths + ">";
  if (rank == 2 && is(Strata::Formats::csc()))
    return "Strata::CSCFormat<" + widths + ">";
  if (rank == 2 && is(Strata::Formats::dcsr()))
    return "Strata::DCSRFormat<" + widths + ">";
  if (rank == 2 && is(Strata::Formats::dcsc()))
    return "Strata::DCSCFormat<" + widths + ">";
  if (rank > 1 && is(Strata::Formats::coo(rank)))
    return "Strata::COOFormat<" + rankAndWidths + ">";
  if (rank > 1 && is(Strata::Formats::csf(rank)))
    return "Strata::CSFFormat<" + rankAndWidths + ">";
  std::string text = "Strata::StaticFormat<" + pos + ", " + crd;
  for (int l = 0; l < format.lvl_rank(); ++l)
    text += ", " + levelName(format, l);
  return text + ">";
}

std::string nameAt(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName().str();
  return metadataAt(loc, variableName);
}

std::string metadataAt(Location loc, StringRef key) {
  auto fused = dyn_cast<FusedLoc>(loc);
  auto names = fused ? dyn_cast_or_null<DictionaryAttr>(fused.getMetadata())
                     : DictionaryAttr();
  auto text = names ? names.getAs<StringAttr>(key) : StringAttr();
  return text ? text.str() : "";
}

} // namespace strata::cpp
