// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_COMMANDS_HPP
#define STRATA_TOOLS_COMMANDS_HPP

#include <CLI/CLI.hpp>

namespace Strata::Tool {

/// What `strata` returns.
enum ExitStatus : int {
  done         = 0,
  check_failed = 1,
  bad_input    = 2,
  refused      = 3,
  internal     = 70
};

/// Each adds one subcommand; its callback does the work, throws Strata::Error
/// and sets `status` when it is not `done`.
void add_run(CLI::App& app, int& status);
void add_emit(CLI::App& app);
void add_explain(CLI::App& app);
void add_inspect(CLI::App& app);
void add_convert(CLI::App& app);
void add_generate(CLI::App& app);
void add_cache(CLI::App& app);

}  // namespace Strata::Tool

#endif
