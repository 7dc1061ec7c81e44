// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_KernelKey.h"

#include <set>

#include <Strata_FormatName.hpp>
#include <Strata_LevelRegistry.hpp>

#include "../Strata_Modules.h"

namespace Strata::Impl {

namespace {

std::string describe(const LevelProgram& program) {
  std::string out;
  for (int n = 0; n < program.num_steps; ++n) {
    const LevelStep& s = program.steps[n];
    for (const int number : {static_cast<int>(s.operation), int{s.a}, int{s.b}, int{s.c},
                             static_cast<int>(s.constant)})
      out += std::to_string(number) + ",";
    out += ";";
  }
  return out + "=" + std::to_string(program.results[0]) + "," +
         std::to_string(program.results[1]) + " ";
}

/// All that codegen reads of a level.
std::string describe(const LevelDefinition& level) {
  const LevelDescription& d = level.description;
  std::string out           = level.name + ":";
  for (const std::int64_t number :
       {static_cast<std::int64_t>(d.edges), static_cast<std::int64_t>(d.padding),
        static_cast<std::int64_t>(d.placement), std::int64_t{d.stores_coordinates},
        std::int64_t{d.takes_modifiers}, std::int64_t{d.ordered},
        std::int64_t{d.num_parameters}, d.below, std::int64_t{d.is_view}, d.run,
        std::int64_t{level.has_position}, std::int64_t{level.has_locate}})
    out += std::to_string(number) + ",";
  for (const LevelProgram* program :
       {&level.pos_bounds, &level.position, &level.pos_access, &level.size, &level.locate})
    out += describe(*program);
  return out;
}

/// Levels of the tensors that are registered by plugins and programs.
std::set<LevelKind> registered_kinds(const strata::CompileRequest& request) {
  std::set<LevelKind> kinds;
  const auto add = [&](const CheckedAssignment& stmt) {
    for (const auto& [name, tensor] : stmt.tensors)
      for (int l = 0; l < tensor.format.lvl_rank(); ++l)
        if (is_registered(tensor.format.level(l).kind))
          kinds.insert(tensor.format.level(l).kind);
  };
  add(request.stmt);
  for (const CheckedAssignment& stmt : request.followers) add(stmt);
  return kinds;
}

}  // namespace

std::string key_between_processes(const strata::CompileRequest& request,
                                  const std::string& key, const std::string& maker) {
  std::string out = key;
  for (const LevelKind kind : registered_kinds(request))
    out += "|" + describe(level_definition(kind));
  out += "|" + maker;
  // PTX is not of this host.
  return request.chip.empty() ? out + "|" + linker().target() : out;
}

std::string title_of(const strata::CompileRequest& request) {
  std::string out = to_string(request.stmt.assignment);
  for (const CheckedAssignment& stmt : request.followers)
    out += "; " + to_string(stmt.assignment);
  std::string separator = "  ";
  for (const std::string& name : request.names) {
    const TensorDeclaration& tensor = request.stmt.tensors.at(name);
    if (tensor.format.is_dense()) continue;
    out += separator + name + ": " + name_of(tensor.format);
    separator = ", ";
  }
  return out;
}

}  // namespace Strata::Impl
