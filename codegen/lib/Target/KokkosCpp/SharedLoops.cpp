// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose iterations the threads of a team or the lanes of a thread share.
#include "BodyEmitter.h"
#include "mlir/IR/Matchers.h"
#include "strata/Conversion/FlatNames.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata::cpp {

static const char *rangeName(StringRef mapping) {
  return mapping == "team"     ? "Kokkos::TeamThreadRange"
         : mapping == "vector" ? "Kokkos::ThreadVectorRange"
                               : "Kokkos::TeamVectorRange";
}

void BodyEmitter::emitShared(scf::ForOp loop, StringRef mapping) {
  comment(*loop);
  const std::string range = std::string(rangeName(mapping)) + "(team, " +
                            wide(loop.getLowerBound(), conditional) + ", " +
                            wide(loop.getUpperBound(), conditional) + ")";
  const bool byLane = mapping != "team";
  lanes += byLane;
  if (loop.getNumResults() > 0) {
    emitSharedSum(loop, range);
  } else {
    scopes.open();
    const std::string variable =
        scopes.claim(metadataAt(loop.getLoc(), variableName));
    bind(loop.getInductionVar(), variable);
    out.line("Kokkos::parallel_for(");
    out.depth += 2;
    const size_t begin =
        out.openLambda(range + ", [&](const std::int64_t " + variable + ") {");
    if (oneLane)
      out.open("Kokkos::single(Kokkos::PerThread(team), [&]() {");
    emitBlock(*loop.getBody());
    if (oneLane)
      out.close("});");
    out.closeLambda(begin, "});");
    out.depth -= 2;
    scopes.close();
  }
  lanes -= byLane;
}

/// The reducer of a shared loop whose result is \p total of C++ type \p type.
std::string BodyEmitter::reducer(scf::ForOp loop, const std::string &type,
                                 const std::string &total) {
  const std::string name = reductionName(loop);
  if (name == "+")
    return total;
  const bool isKokkos = name != "maximum" && name != "minimum";
  return (isKokkos ? "Kokkos::" + name
                   : "Strata::" + std::string(name == "maximum" ? "Maximum"
                                                                : "Minimum")) +
         "<" + type + ">(" + total + ")";
}

/// The reducer of Kokkos or the function that combines lanes; + for sums.
std::string BodyEmitter::reductionName(scf::ForOp loop) {
  const bool isBool = loop.getResult(0).getType().isInteger(1);
  auto attribute = loop->getAttrOfType<StringAttr>(reductionAttr);
  if (!attribute)
    return isBool ? "LOr" : "+";
  const StringRef name = attribute.getValue();
  if (name.contains(".max"))
    return "maximum";
  if (name.contains(".min"))
    return "minimum";
  return name.contains(".and") ? "LAnd" : "Prod";
}

/// What a shared loop begins with and what its lanes come to, combined.
std::string BodyEmitter::combined(scf::ForOp loop, const std::string &type,
                                  const std::string &total) {
  const std::string init = text(loop.getInitArgs()[0]);
  const std::string name = reductionName(loop);
  if (name == "maximum" || name == "minimum")
    return "Strata::" + name + "<" + type + ">(" + init + ", " + total + ")";
  return init + (name == "LOr"    ? " || "
                 : name == "LAnd" ? " && "
                 : name == "Prod" ? " * "
                                  : " + ") +
         total;
}

void BodyEmitter::emitSharedSum(scf::ForOp loop, const std::string &range) {
  if (loop.getNumResults() > 1)
    throw Strata::CodegenError("emit: lanes share a loop with several sums");
  Value init = loop.getInitArgs()[0], argument = loop.getRegionIterArgs()[0];
  Value result = loop.getResult(0);
  const std::string type = typeName(result.getType(), isUnsigned(init));
  const std::string total = scopes.claim("sum");
  out.line(type + " " + total + zeroInitializer(result.getType()) + ";");
  scopes.open();
  const std::string variable =
      scopes.claim(metadataAt(loop.getLoc(), variableName));
  const std::string partial = scopes.claim("partial");
  bind(loop.getInductionVar(), variable);
  bind(argument, partial);
  variables.insert(argument);
  holders[partial] = argument;
  out.line("Kokkos::parallel_reduce(");
  out.depth += 2;
  out.arguments(range + ",");
  out.open("[&](const std::int64_t " + variable + ", " + type + "& " + partial +
           ") {");
  emitBlock(*loop.getBody(), {partial});
  out.close("},");
  out.line(reducer(loop, type, total) + ");");
  out.depth -= 2;
  scopes.close();
  const bool sums = !loop->hasAttr(reductionAttr);
  if (sums && (matchPattern(init, m_Zero()) ||
               matchPattern(init, m_AnyZeroFloat()))) {
    bind(result, total);
    return;
  }
  const std::string sum = scopes.claim("sum");
  const std::string both = combined(loop, type, total);
  const bool narrow =
      result.getType().isInteger(8) || result.getType().isInteger(16);
  out.line("const " + type + " " + sum + " = " +
           (narrow ? "static_cast<" + type + ">(" + both + ")" : both) + ";");
  bind(result, sum);
}

} // namespace strata::cpp
