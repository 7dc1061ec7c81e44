// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Composites.hpp"

#include <set>
#include <utility>

#include <Strata_Error.hpp>
#include <Strata_OverParts.hpp>

namespace Strata::Tool {
namespace {

/// "A0", or what comes after it that neither the statements have nor other parts.
std::string name_of_part(const Problem& problem, const std::string& tensor, std::size_t part,
                         std::set<std::string>& taken) {
  std::string name = tensor + std::to_string(part);
  while (problem.notation.find(name) != std::string::npos || !taken.insert(name).second)
    name += "_";
  return name;
}

void check_composite(const Problem& problem, const TensorUse& use,
                     const TensorDeclaration& declaration) {
  const std::string option = "--format " + use.name;
  if (use.is_result)
    throw UnsupportedExpression(error_message("strata", option, "one format for a result",
                                              *problem.spec(use.name).format,
                                              "composite formats are for operands"));
  if (declaration.fill != 0 && !problem.statements[use.statement].semiring)
    throw UnsupportedExpression(error_message(
        "strata", option, "a fill value of 0, which the sum of parts leaves as it is",
        "another one", "store it in one format"));
}

}  // namespace

CompositeFormat choose_index_types(const CompositeFormat& format,
                                   const std::vector<std::int64_t>& extents,
                                   std::int64_t entries) {
  std::vector<PartFormat> parts = format.parts();
  for (PartFormat& part : parts)
    part.format = choose_index_types(part.format, extents, entries);
  return CompositeFormat(std::move(parts));
}

Composites composites_of(const Problem& problem, const LoadedTensors& loaded,
                         const TensorDeclarations& tensors) {
  Composites composites;
  std::set<std::string> taken;
  for (const TensorUse& use : problem.tensors) {
    const auto& name = problem.spec(use.name).format;
    if (!is_composite(name)) continue;
    const TensorDeclaration& declaration = tensors.at(use.name);
    check_composite(problem, use, declaration);
    StoredParts parts{*parse_composite("--format " + use.name, *name, declaration.extents), {}};
    const auto list = loaded.contents.find(use.name);
    if (list != loaded.contents.end())
      parts.format =
          choose_index_types(parts.format, declaration.extents, list->second.num_entries);
    for (std::size_t p = 0; p < parts.format.parts().size(); ++p)
      parts.names.push_back(name_of_part(problem, use.name, p, taken));
    composites.emplace(use.name, std::move(parts));
  }
  return composites;
}

std::string over_parts(const std::string& notation, const Composites& composites) {
  if (composites.empty()) return notation;
  PartNames names;
  for (const auto& [tensor, parts] : composites) names[tensor] = parts.names;
  return Strata::over_parts(notation, names);
}

TensorDeclarations declare_parts(TensorDeclarations tensors, const Composites& composites) {
  for (const auto& [tensor, parts] : composites) {
    TensorDeclaration declaration = tensors.at(tensor);
    tensors.erase(tensor);
    for (std::size_t p = 0; p < parts.names.size(); ++p) {
      declaration.format      = parts.format.parts()[p].format;
      tensors[parts.names[p]] = declaration;
    }
  }
  return tensors;
}

}  // namespace Strata::Tool
