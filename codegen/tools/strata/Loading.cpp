// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Loading.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>

#include <Strata_Generators.hpp>
#include <Strata_Statements.hpp>
#include <Strata_TensorFile.hpp>

#include "FormatOption.hpp"
#include "InputFile.hpp"
#include "Slices.hpp"

namespace Strata::Tool {
namespace {

using Clock = std::chrono::steady_clock;

/// Extents of index variables, from whole dimensions, windows and index sets.
using VariableExtents = std::map<std::string, std::int64_t>;

void learn_extents(const TensorUse& use, const std::vector<std::int64_t>& extents,
                   VariableExtents& variables) {
  for (std::size_t d = 0; d < use.indices.size() && d < extents.size(); ++d) {
    const IndexArg& index = use.indices[d];
    if (!index.is_restricted() && extents[d] >= 0)
      variables.emplace(index.variable, extents[d]);
  }
}

void learn_windows(const TensorUse& use, VariableExtents& variables) {
  for (const IndexArg& index : use.indices) {
    const bool is_valid =
        !index.window || (index.window->stride > 0 && index.window->lo <= index.window->hi);
    if (index.is_restricted() && is_valid) variables.emplace(index.variable, index.length(0));
  }
}

/// Extents from --dims, else from the variables; −1 where unknown.
std::vector<std::int64_t> infer_extents(const Problem& problem, const TensorUse& use,
                                        const VariableExtents& variables,
                                        std::int64_t otherwise) {
  if (const auto& dims = problem.spec(use.name).dims) return *dims;
  std::vector<std::int64_t> extents;
  for (const auto& index : use.indices) {
    const auto found = variables.find(index.variable);
    extents.push_back(!index.is_restricted() && found != variables.end() ? found->second : otherwise);
  }
  return extents;
}

template <class T>
T made_value(bool random, std::uint64_t n) {
  if (!random) return T(1);
  const std::uint64_t bits = Generators::random_bits(1, 7, n);
  if constexpr (std::is_same_v<T, bool>)
    return bits >> 63;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(1 + (bits >> 62));
  else
    return T(static_cast<typename std::conditional_t<std::is_same_v<T, float>, float, double>>(
        0.5 + static_cast<double>(bits >> 54) / 1024));
}

/// "@ones" and "@random".
CoordinateList make_contents(const std::string& name, const std::string& what,
                             std::vector<std::int64_t> extents, ScalarType type) {
  if (what != "@ones" && what != "@random")
    throw UsageError("--in " + name + ": expected a file, @ones or @random, got '" + what + "'");
  std::int64_t size = 1;
  for (const auto e : extents) {
    if (e < 0)
      throw UsageError("--in " + name + "=" + what + ": its extents are not known; add --dims");
    if (__builtin_mul_overflow(size, e, &size) || size > (std::int64_t{1} << 32))
      throw UsageError("--in " + name + "=" + what + ": " + extents_to_string(extents) +
                       " is too large for a dense tensor");
  }
  CoordinateList list;
  list.extents = std::move(extents);
  list.scalar  = type;
  list.array   = true;
  visit_scalar_type(type, [&](auto zero) {
    std::vector<std::int64_t> at(list.extents.size(), 0);
    for (std::int64_t n = 0; n < size; ++n) {
      list.push_back(std::span<const std::int64_t>(at),
                     made_value<decltype(zero)>(what == "@random", static_cast<std::uint64_t>(n)));
      for (std::size_t d = at.size(); d-- > 0 && ++at[d] == list.extents[d];) at[d] = 0;
    }
  });
  return list;
}

void read_files(const Problem& problem, LoadedTensors& loaded) {
  for (const auto& use : problem.tensors) {
    const TensorSpec& spec = problem.spec(use.name);
    if (!spec.in || spec.in->starts_with('@')) continue;
    ReadOptions options;
    options.type     = spec.type;
    options.extents  = spec.dims;
    options.order    = use.order();
    if (spec.read) read_as(*spec.read, options);
    if (problem.show_progress) options.progress = terminal_progress(*spec.in);
    auto& list       = loaded.contents[use.name];
    list             = read_tensor_file(*spec.in, options);
  }
}

TensorFormat format_of(const Problem& problem, const TensorUse& use,
                       const CoordinateList* list) {
  const TensorSpec& spec = problem.spec(use.name);
  // The parts of a tensor are made from what it is without a format, see Composites.hpp.
  if (spec.format && !is_composite(spec.format))
    return parse_format("--format " + use.name, *spec.format, use.order(),
                        use.is_result ? Parts::none : Parts::possible);
  if (spec.format && !list && use.order() == 2) return Formats::csr();
  return list && !use.is_result ? default_format(*list) : Formats::dense(use.order());
}

/// Extents of the variables of each statement, from --dims, files and the results of
/// the statements before.
std::vector<VariableExtents> variables_of(const Problem& problem, const LoadedTensors& loaded) {
  std::vector<VariableExtents> all;
  std::map<std::string, std::vector<std::int64_t>> results;
  for (const Assignment& statement : problem.statements) {
    VariableExtents variables;
    const std::vector<TensorUse> uses = accesses_of(statement);
    for (const TensorUse& use : uses) learn_windows(use, variables);
    for (const TensorUse& use : uses) {
      const auto& dims = problem.spec(use.name).dims;
      const auto made  = results.find(use.name);
      const auto list  = loaded.contents.find(use.name);
      if (dims && list == loaded.contents.end()) learn_extents(use, *dims, variables);
      if (list != loaded.contents.end())
        learn_extents(use,
                      part_extents(format_of(problem, use, &list->second), list->second.extents),
                      variables);
      if (made != results.end()) learn_extents(use, made->second, variables);
    }
    results.emplace(statement.lhs.tensor,
                    infer_extents(problem, uses.front(), variables, -1));
    all.push_back(std::move(variables));
  }
  return all;
}

/// Widest type of the operands; f64 when there are none.
ScalarType result_type(const Assignment& statement, const TensorDeclarations& declarations) {
  std::optional<ScalarType> type;
  for (const auto& use : accesses_of(statement)) {
    const auto declared = declarations.find(use.name);
    if (use.name == statement.lhs.tensor || declared == declarations.end()) continue;
    const ScalarType scalar = declared->second.scalar;
    type                    = type ? promote(*type, scalar) : scalar;
  }
  return type.value_or(ScalarType::f64);
}

/// Decides about one tensor whose contents, if any, have been read.
TensorDeclaration declare(const Problem& problem, const TensorUse& use,
                          const CoordinateList* list, std::vector<std::int64_t> extents) {
  const TensorSpec& spec = problem.spec(use.name);
  TensorDeclaration declaration;
  declaration.extents = list ? list->extents : std::move(extents);
  declaration.format  = format_of(problem, use, list);
  if (use.is_result && declaration.format.is_sliced())
    throw UnsupportedExpression(error_message(
        "strata", "--format " + use.name, "whole dimensions for a result",
        declaration.format.to_string(), "assign to a part of it: " + use.name + "(i(lo,hi), …)"));
  declaration.scalar  = list ? list->scalar : spec.type.value_or(ScalarType::f64);
  declaration.fill    = spec.fill.value_or(list ? list->fill : 0);
  // Without contents, "CSR" is what it is in C++: nothing is known that would fit.
  if (!list) return declaration;
  declaration.format =
      choose_index_types(with_known_slices(declaration.format, list->extents),
                         declaration.extents, list->num_entries);
  declaration.extents = part_extents(declaration.format, list->extents);
  return declaration;
}

/// Results whose type nobody gives have that of the first statement that assigns them.
void choose_result_types(const Problem& problem, LoadedTensors& loaded) {
  std::set<std::string> seen;
  for (const Assignment& statement : problem.statements) {
    const std::string& name = statement.lhs.tensor;
    if (!seen.insert(name).second || !loaded.declarations.count(name) ||
        problem.spec(name).type || loaded.contents.count(name))
      continue;
    loaded.declarations[name].scalar = result_type(statement, loaded.declarations);
  }
}

}  // namespace

TensorFormat default_format(const CoordinateList& list) {
  const int order = list.order();
  if (list.format) return *list.format;
  if (list.array || order < 2) return Formats::dense(order);
  return order == 2 ? Formats::csr() : Formats::csf(order);
}

TensorFormat choose_index_types(const TensorFormat& format,
                                const std::vector<std::int64_t>& extents,
                                std::int64_t entries) {
  if (format.is_dense()) return format;
  constexpr std::int64_t limit = std::numeric_limits<std::uint32_t>::max();
  IndexType pos = format.pos_type(), crd = format.crd_type();
  const bool known = std::all_of(extents.begin(), extents.end(), [](auto e) { return e >= 0; });
  const auto sizes = known ? format.level_extents(extents) : std::vector<std::int64_t>();
  const bool small =
      known && std::all_of(sizes.begin(), sizes.end(), [](auto e) { return e <= limit; });
  if (pos.width == 0 && entries <= limit) pos.width = 32;
  if (crd.width == 0 && small) crd.width = 32;
  return format.with_index_types(pos, crd);
}

LoadedTensors load_tensors(const Problem& problem, bool need_data) {
  LoadedTensors loaded;
  const auto start = Clock::now();
  read_files(problem, loaded);
  const std::vector<VariableExtents> variables = variables_of(problem, loaded);
  for (const auto& use : problem.tensors) {
    const TensorSpec& spec = problem.spec(use.name);
    if (use.is_temporary) continue;
    if (need_data && !use.is_result && !spec.in)
      throw UsageError("tensor '" + use.name + "' has no contents: add --in " + use.name +
                       "=FILE");
    const bool open = use.is_result || need_data;
    auto extents    = infer_extents(problem, use, variables[use.statement],
                                    open ? -1 : nominal_extent);
    if (spec.in && spec.in->starts_with('@'))
      loaded.contents[use.name] = make_contents(use.name, *spec.in, extents,
                                                spec.type.value_or(ScalarType::f64));
    const auto found = loaded.contents.find(use.name);
    loaded.declarations[use.name] =
        declare(problem, use, found == loaded.contents.end() ? nullptr : &found->second,
                std::move(extents));
  }
  choose_result_types(problem, loaded);
  loaded.read_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  return loaded;
}

TensorDeclarations declare_all(const Problem& problem, const LoadedTensors& loaded) {
  TensorDeclarations all = loaded.declarations;
  for (const TensorUse& use : problem.tensors) {
    const TensorSpec& spec = problem.spec(use.name);
    if (!use.is_temporary || !(spec.format || spec.type || spec.dims || spec.fill)) continue;
    all[use.name] = declare(problem, use, nullptr, spec.dims.value_or(std::vector<std::int64_t>(
                                                       use.order(), -1)));
    if (!spec.type)
      all[use.name].scalar = result_type(problem.statements[use.statement], all);
  }
  return declare_statements(problem.statements, std::move(all));
}

}  // namespace Strata::Tool
