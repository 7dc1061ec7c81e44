// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text of statements for declarations without data.
#include <algorithm>
#include <cctype>

#include <Strata_Statements.hpp>

#include "Strata_Explain.h"
#include "Strata_PlanState.h"

namespace Strata {
namespace Impl {

static bool is_cxx_name(std::string_view text) {
  const auto is_letter = [](char c) { return std::isalpha(c) || c == '_'; };
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return is_letter(c) || std::isdigit(c);
         });
}

static void check_names(const EmitNames& names) {
  if (!is_cxx_name(names.function))
    throw ParseError(error_message("emit", "name", "that of a C++ function",
                                   "'" + names.function + "'"));
  std::string_view left = names.name_space;
  while (!left.empty()) {
    const std::size_t end = left.find("::");
    const bool is_last    = end == std::string_view::npos;
    if (!is_cxx_name(left.substr(0, end)) || (!is_last && end + 2 == left.size()))
      throw ParseError(error_message(
          "emit", "namespace", "one or several C++ names, such as app::kernels",
          "'" + names.name_space + "'"));
    left = is_last ? std::string_view() : left.substr(end + 2);
  }
}

}  // namespace Impl

static std::string emit_statement(std::string_view notation,
                                  const TensorDeclarations& tensors,
                                  Stage stage, const PlanOptions& options,
                                  const EmitNames& names) {
  std::string old_result;
  strata::CompileRequest request =
      Impl::make_request(notation, tensors, options, old_result);
  request.name                   = names.function;
  request.nameSpace              = names.name_space;
  request.command                = names.command;
  request.concretize.concurrency =
      Impl::planned_concurrency(options, Impl::machine().thread_count);
  request.vectorBytes = static_cast<int>(Impl::machine().vector_bytes);
  for (const std::string& name : request.names) {
    const TensorFormat& format = request.stmt.tensors.at(name).format;
    if (format.is_dense() && format.lvl_rank() > 0)
      request.unitLevels[name] = format.lvl_rank() - 1;
  }
  return Impl::compiler().emit(request, stage);
}

/// What stands before a statement of several.
static std::string heading(const std::vector<std::string>& texts,
                           std::size_t number) {
  return "statement " + std::to_string(number + 1) + " of " +
         std::to_string(texts.size()) + ": " + texts[number] + "\n";
}

std::string emit(std::string_view text, const TensorDeclarations& tensors,
                 Stage stage, const PlanOptions& options,
                 const EmitNames& names) {
  Impl::check_names(names);
  const std::vector<std::string> texts = split_statements(text);
  if (texts.size() < 2)
    return emit_statement(text, tensors, stage, options, names);
  const TensorDeclarations all =
      declare_statements(parse_statements(text), tensors);
  std::string out;
  for (std::size_t s = 0; s < texts.size(); ++s) {
    EmitNames own = names;
    own.function += "_" + std::to_string(s + 1);
    if (stage != Stage::cxx)
      out += (stage == Stage::llvm ? "; " : "// ") + heading(texts, s);
    out += emit_statement(texts[s], all, stage, options, own);
    if (stage == Stage::cxx && s + 1 < texts.size()) out += "\n";
  }
  return out;
}

std::string explain(std::string_view text, const TensorDeclarations& tensors,
                    const PlanOptions& options) {
  const std::vector<std::string> texts = split_statements(text);
  if (texts.size() < 2)
    return to_string(Impl::explanation_of(text, tensors, options));
  const TensorDeclarations all =
      declare_statements(parse_statements(text), tensors);
  std::string out;
  for (std::size_t s = 0; s < texts.size(); ++s)
    out += heading(texts, s) +
           to_string(Impl::explanation_of(texts[s], all, options));
  return out;
}

}  // namespace Strata
