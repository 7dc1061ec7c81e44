// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Problem.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

#include <Strata_Statements.hpp>

#include "InputFile.hpp"

namespace Strata::Tool {
namespace {

void add_repeatable(CLI::App& app, const char* name, std::vector<std::string>& values,
                    const char* type, const char* help) {
  app.add_option(name, values, help)->type_name(type)->allow_extra_args(false);
}

/// Adds an access, the first of each tensor only.
TensorUse& add_use(const Access& access, std::size_t statement, std::vector<TensorUse>& tensors) {
  const auto found = std::find_if(tensors.begin(), tensors.end(), [&](const TensorUse& t) {
    return t.name == access.tensor;
  });
  if (found != tensors.end()) return *found;
  return tensors.emplace_back(TensorUse{access.tensor, access.indices, statement});
}

void collect_tensors(const IndexExpr& e, std::size_t statement,
                     std::vector<TensorUse>& tensors) {
  if (e.kind == IndexExpr::Kind::access) add_use(e.access, statement, tensors);
  for (const auto& arg : e.args) collect_tensors(*arg, statement, tensors);
}

void collect_tensors(Problem& problem) {
  for (std::size_t s = 0; s < problem.statements.size(); ++s) {
    const Assignment& a = problem.statements[s];
    add_use(a.lhs, s, problem.tensors).is_result = true;
    collect_tensors(*a.rhs, s, problem.tensors);
  }
  const std::string& last = problem.statements.back().lhs.tensor;
  const auto result       = std::find_if(problem.tensors.begin(), problem.tensors.end(),
                                         [&](const TensorUse& t) { return t.name == last; });
  std::rotate(problem.tensors.begin(), result, result + 1);
}

/// What a statement assigns before any reads it, that no file gives or gets, lives
/// while the plan runs.
void mark_temporaries(Problem& problem) {
  for (TensorUse& use : problem.tensors) {
    const TensorSpec& spec = problem.spec(use.name);
    use.is_temporary       = use.is_result && &use != &problem.tensors.front() && !spec.in &&
                       !spec.out && !reads(problem.statements[use.statement], use.name);
  }
}

/// One option: splits NAME=VALUE, finds the tensor and stores the value.
template <class Store>
void store_values(Problem& problem, const char* option,
                  const std::vector<std::string>& values, Store&& store) {
  std::vector<std::string> seen;
  for (const auto& text : values) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError(std::string(option) + ": expected NAME=VALUE, got '" + text + "'");
    const std::string name = text.substr(0, equals);
    const auto is_named    = [&](const TensorUse& t) { return t.name == name; };
    if (std::none_of(problem.tensors.begin(), problem.tensors.end(), is_named))
      throw UsageError(std::string(option) + " " + text + ": '" + problem.notation +
                       "' has no tensor '" + name + "'");
    if (std::find(seen.begin(), seen.end(), name) != seen.end())
      throw UsageError(std::string(option) + " " + name + ": given twice");
    seen.push_back(name);
    store(name, problem.specs[name], text.substr(equals + 1));
  }
}

double parse_fill(const std::string& name, const std::string& text) {
  char* end          = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0')
    throw UsageError("--fill " + name + ": expected a number, got '" + text + "'");
  return value;
}

void check_dims_order(const Problem& problem) {
  for (const auto& t : problem.tensors) {
    const auto& dims = problem.spec(t.name).dims;
    if (dims && static_cast<int>(dims->size()) != t.order())
      throw ShapeMismatch(error_message("--dims", t.name,
                                        std::to_string(t.order()) + " extents",
                                        std::to_string(dims->size())));
  }
}

}  // namespace

void add_progress(CLI::App& app, bool& progress) {
  app.add_flag("--progress", progress, "Show on a terminal how much of a file has been read");
}

void TensorOptions::add_to(CLI::App& app) {
  add_repeatable(app, "--in", in, "NAME=FILE",
                 "Contents of a tensor: .mtx, .ttx, .tns, .rua or .rb, plain or gzip, .h5; @ones or @random "
                 "for a dense tensor of ones or random numbers (repeatable)");
  add_repeatable(app, "--read", read, "NAME=HOW", reading_help);
  add_repeatable(app, "--dims", dims, "NAME=4x6",
                 "Extents; default: those in the file, for the result those of its index "
                 "variables (repeatable)");
  add_repeatable(app, "--format", format, "NAME=FORMAT",
                 "CSR, CSC, DCSR, DCSC, COO, CSF, CSF(2,0,1), Dense, SparseVector …, with index "
                 "types CSR<32> or CSR<64,i32> (positions, coordinates), MLIR's encoding "
                 "'(i, j) -> (i : dense, j : compressed)', or TACO's letters ds:1,0 (d, s, u, q, "
                 "c; dimensions of the levels); without index types those that fit the contents, "
                 "64 bits where there are none (repeatable)");
  add_repeatable(app, "--type", type, "NAME=TYPE",
                 "bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 c64 c128; default: "
                 "the file's, for the result that of its operands (repeatable)");
  add_repeatable(app, "--fill", fill, "NAME=VALUE", "Value of entries that are not stored");
  add_progress(app, progress);
}

void TensorOptions::add_out_to(CLI::App& app) {
  add_repeatable(app, "--out", out, "NAME=FILE",
                 "Write the result: .tns, .mtx or .h5; - for .tns on the standard output");
}

static void add_accesses(const IndexExpr& e, std::vector<TensorUse>& uses) {
  if (e.kind == IndexExpr::Kind::access) uses.push_back({e.access.tensor, e.access.indices});
  for (const auto& arg : e.args) add_accesses(*arg, uses);
}

std::vector<TensorUse> accesses_of(const Assignment& statement) {
  std::vector<TensorUse> uses{{statement.lhs.tensor, statement.lhs.indices}};
  add_accesses(*statement.rhs, uses);
  return uses;
}

std::vector<std::string> Problem::outputs() const {
  std::vector<std::string> names;
  for (const TensorUse& use : tensors)
    if (spec(use.name).out) names.push_back(use.name);
  return names;
}

const TensorSpec& Problem::spec(const std::string& name) const {
  static const TensorSpec nothing;
  const auto found = specs.find(name);
  return found == specs.end() ? nothing : found->second;
}

std::vector<std::int64_t> parse_dims(const std::string& text) {
  std::vector<std::int64_t> dims;
  if (text.empty() || text == "scalar") return dims;
  const char* at         = text.data();
  const char* const last = at + text.size();
  for (;;) {
    std::int64_t extent  = -1;
    const auto [end, ec] = std::from_chars(at, last, extent);
    if (ec != std::errc{} || extent < 0) break;
    dims.push_back(extent);
    if (end == last) return dims;
    if (*end != 'x') break;
    at = end + 1;
  }
  throw UsageError("--dims: expected extents like 4x6, got '" + text + "'");
}

ScalarType parse_type(const std::string& text) {
  if (const auto type = scalar_type_from_name(text)) return *type;
  std::string names;
  for (int t = 0; t <= static_cast<int>(ScalarType::c128); ++t)
    names += (t ? " " : "") + std::string(name_of(static_cast<ScalarType>(t)));
  throw UsageError("--type: expected one of " + names + ", got '" + text + "'");
}

Problem parse_problem(const std::string& notation, const TensorOptions& options) {
  Problem problem;
  problem.notation      = notation;
  problem.show_progress = options.progress;
  problem.statements    = parse_statements(notation);
  collect_tensors(problem);
  store_values(problem, "--in", options.in,
               [](auto&, auto& spec, const auto& text) { spec.in = text; });
  store_values(problem, "--dims", options.dims,
               [](auto&, auto& spec, const auto& text) { spec.dims = parse_dims(text); });
  store_values(problem, "--format", options.format,
               [](auto&, auto& spec, const auto& text) { spec.format = text; });
  store_values(problem, "--read", options.read,
               [](auto&, auto& spec, const auto& text) { spec.read = text; });
  store_values(problem, "--type", options.type,
               [](auto&, auto& spec, const auto& text) { spec.type = parse_type(text); });
  store_values(problem, "--fill", options.fill, [](auto& name, auto& spec, const auto& text) {
    spec.fill = parse_fill(name, text);
  });
  store_values(problem, "--out", options.out,
               [](auto&, auto& spec, const auto& text) { spec.out = text; });
  check_dims_order(problem);
  for (const TensorUse& use : problem.tensors)
    if (problem.spec(use.name).out && !use.is_result)
      throw UsageError("--out " + use.name + ": only the result '" + problem.result().name +
                       "' can be written");
  mark_temporaries(problem);
  return problem;
}

void StatementOptions::add_to(CLI::App& app) {
  app.add_option("notation", notation,
                 "Index notation, e.g. 'y(i) = A(i,j) * x(j)'; several statements, separated by "
                 "';', run in their order");
  add_repeatable(app, "-e", more, "STATEMENT", "One more statement (repeatable)");
}

std::string StatementOptions::text() const {
  std::string all = notation;
  for (const std::string& statement : more) all += (all.empty() ? "" : "; ") + statement;
  if (all.empty())
    throw UsageError("notation is required: expected a statement, 'y(i) = A(i,j) * x(j)'");
  return all;
}

}  // namespace Strata::Tool
