// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_PROBLEM_HPP
#define STRATA_TOOLS_PROBLEM_HPP

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <Strata_Error.hpp>
#include <Strata_IndexNotation.hpp>
#include <Strata_ScalarType.hpp>

namespace Strata::Tool {

/// A command line that makes no sense.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// The repeatable options NAME=VALUE as they were typed.
struct TensorOptions {
  std::vector<std::string> in, read, dims, format, type, fill, out;
  bool progress = false;

  /// --in, --read, --dims, --format, --type, --fill, --progress.
  void add_to(CLI::App& app);
  void add_out_to(CLI::App& app);
};

/// What the command line says about one tensor.
struct TensorSpec {
  std::optional<std::string> in, read, format, out;
  std::optional<std::vector<std::int64_t>> dims;
  std::optional<ScalarType> type;
  std::optional<double> fill;
};

/// A tensor as the expression uses it.
struct TensorUse {
  std::string name;
  std::vector<IndexArg> indices;  ///< of its first access
  std::size_t statement = 0;      ///< that the access stands in
  bool is_result = false;         ///< a statement assigns it
  bool is_temporary = false;      ///< and nothing is known of it, or wanted
  int order() const { return static_cast<int>(indices.size()); }
};

/// The accesses of one statement, that of the result first.
std::vector<TensorUse> accesses_of(const Assignment& statement);

/// Statements and what the command line says about their tensors.
struct Problem {
  std::string notation;
  std::vector<Assignment> statements;
  /// The result of the last statement, then in order of appearance.
  std::vector<TensorUse> tensors;
  std::map<std::string, TensorSpec> specs;
  bool show_progress = false;  ///< while files are read

  const TensorUse& result() const { return tensors.front(); }
  /// Results that are to be written to files.
  std::vector<std::string> outputs() const;
  /// What was said about `name`; nothing said is an empty spec.
  const TensorSpec& spec(const std::string& name) const;
};

/// \throws ParseError, UsageError (not NAME=VALUE, a tensor that the expression
///   has not, something said twice).
Problem parse_problem(const std::string& notation, const TensorOptions& options);

/// The statements of a command line.
struct StatementOptions {
  std::string notation;           ///< the positional argument
  std::vector<std::string> more;  ///< behind -e

  void add_to(CLI::App& app);
  /// As one text, in their order. \throws UsageError where there are none.
  std::string text() const;
};

/// The flag --progress.
void add_progress(CLI::App& app, bool& progress);

/// "4x6" (also empty or "scalar" for order 0). \throws UsageError.
std::vector<std::int64_t> parse_dims(const std::string& text);
/// \throws UsageError with the names there are.
ScalarType parse_type(const std::string& text);

}  // namespace Strata::Tool

#endif
