// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command-line tool. Exit status: 0 done, 1 a check failed (a race
// that was found too), 2 bad input,
// 3 refused (not supported), 70 an internal error.
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "Commands.hpp"
#include "Failure.hpp"
#include "Version.hpp"

namespace {

using namespace Strata::Tool;

int fail(const Failure& failure) {
  std::fflush(stdout);
  std::fprintf(stderr, "strata: %s\n", failure.message.c_str());
  return failure.status;
}

/// Runs f and turns exceptions into messages and exit statuses.
template <class F>
int guarded(F&& f) {
  try {
    return f();
  } catch (...) {
    return fail(failure_of(std::current_exception()));
  }
}

int run_app(int argc, char** argv) {
  CLI::App app("Sparse tensor algebra for Kokkos: index notation over real data.");
  app.name("strata");
  app.set_version_flag("--version", "strata " + version());
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  app.footer("Example:\n  strata generate poisson3d --n 20 --out p.mtx\n"
             "  strata run 'y(i) = A(i,j) * x(j)' --in A=p.mtx --in x=@ones --check\n"
             "'strata COMMAND --help' has examples for each command.");
  int status = done;
  add_run(app, status);
  add_emit(app);
  add_explain(app);
  add_inspect(app);
  add_convert(app);
  add_generate(app);
  add_cache(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {  // --help, --version
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    return fail({bad_input, "error: " + std::string(e.what()) + " (see strata --help)"});
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return guarded([&] { return run_app(argc, argv); });
}
