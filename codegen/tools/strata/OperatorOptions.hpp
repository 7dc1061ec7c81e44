// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_OPERATOR_OPTIONS_HPP
#define STRATA_TOOLS_OPERATOR_OPTIONS_HPP

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace Strata::Tool {

/// What the command line puts before a statement.
struct OperatorOptions {
  std::vector<std::string> definitions;
  std::string semiring;

  /// --define and --semiring.
  void add_to(CLI::App& app);
  /// The statement with its operators: "define …; semiring …; y(i) = …".
  std::string statement(const std::string& notation) const;
};

}  // namespace Strata::Tool

#endif
