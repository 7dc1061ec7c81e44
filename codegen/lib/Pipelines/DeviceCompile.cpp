// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requests for CUDA devices.
#include "../Target/PTX/PtxEmitter.h"
#include "MlirCompiler.h"
#include "strata/Conversion/FlatNames.h"
#include "strata/Conversion/Notation.h"
#include "strata/Pipelines.h"

#include <Strata_Error.hpp>

using namespace mlir;

namespace strata {

/// Checking and counting builds are run on hosts.
static void checkOptions(const Strata::PlanOptions &options) {
  const auto refuse = [](const char *option) {
    throw Strata::UnsupportedExpression(Strata::error_message(
        "compile", std::string("PlanOptions::") + option,
        "not set for a CUDA device", "set", "use it on a host space"));
  };
  if (options.count_iterations)
    refuse("count_iterations");
  if (options.check_races)
    refuse("check_races");
  if (options.permute >= 0)
    refuse("permute");
}

/// The names of the parameters of a kernel, in the comment before it.
static std::string parametersOf(func::FuncOp launch) {
  std::string text;
  const unsigned words = launch.getNumArguments() - 4;
  for (unsigned i = 0; i < words; ++i) {
    const auto name = launch.getArgAttrOfType<StringAttr>(i, nameAttr);
    text += (name ? name.getValue() : "?").str() + ", ";
    auto type = dyn_cast<MemRefType>(launch.getArgumentTypes()[i]);
    if (type && isa<StridedLayoutAttr>(type.getLayout()))
      text += type.getRank() == 1
                  ? std::string("its stride, ")
                  : "its " + std::to_string(type.getRank()) + " strides, ";
  }
  return text + "units";
}

/// "//   a, b,\n//   c\n"
static std::string commentLines(llvm::StringRef list) {
  constexpr size_t width = 75;
  std::string text, line;
  SmallVector<llvm::StringRef> items;
  list.split(items, ", ");
  for (auto [i, item] : llvm::enumerate(items)) {
    const std::string next = item.str() + (i + 1 < items.size() ? "," : "");
    if (!line.empty() && line.size() + next.size() + 1 > width) {
      text += "//   " + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + next;
  }
  return text + "//   " + line + "\n";
}

static std::string describe(const std::string &name, func::FuncOp launch) {
  const auto label = launch->getAttrOfType<StringAttr>("strata.label");
  std::string text = "// " + name + ": " + label.str() + "\n";
  if (auto team = launch->getAttrOfType<DenseI64ArrayAttr>(teamAttr))
    text += "//   blocks of " + std::to_string(team[1]) + " x " +
            std::to_string(team[0]) + " threads, a team each\n";
  else
    text += "//   a unit a thread\n";
  return text + commentLines(parametersOf(launch));
}

/// The launch steps of \p program are the launches of \p module, in the same order.
static void nameKernels(CompiledProgram &program, ModuleOp module,
                        const std::string &prefix) {
  auto step = program.steps.begin();
  for (auto launch : module.getOps<func::FuncOp>()) {
    if (!launch->hasAttr("strata.label"))
      continue;
    step = std::find_if(step, program.steps.end(), [](const ProgramStep &s) {
      return s.kind == ProgramStep::Kind::launch;
    });
    const bool isTeam = launch->hasAttr(teamAttr);
    const bool hasSlot = !launch.getArguments().take_back(4)[0].use_empty();
    step->usesSlots = hasSlot && !isTeam;
    step->kernel = prefix + launch.getName().str();
    program.ptx += describe(step->kernel, launch);
    ++step;
  }
}

CompiledProgram MlirCompiler::compileDevice(const CompileRequest &wanted) {
  checkOptions(wanted.options);
  CompileRequest request = wanted;
  request.vectorBytes = 0;
  OwningOpRef<ModuleOp> module = import(request);
  run(*module, [&](OpPassManager &pm) {
    buildStagePipeline(pm, request, Strata::Stage::flat);
  });
  CompiledProgram out = readProgram(*module);
  out.hasPhases = request.separatePhases;
  nameKernels(out, *module, request.name + "_");
  run(*module,
      [&](OpPassManager &pm) { buildDevicePipeline(pm, request.name); });
  out.ptx += emitPtx(*module, request.chip, request.name);
  return out;
}

} // namespace strata
