// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command-line tool. Exit status: 0 done, 1 a check failed, 2 bad input,
// 3 refused (not supported), 70 an internal error.
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>

#include <CLI/CLI.hpp>
#include <Strata_Error.hpp>

#include "Commands.hpp"
#include "Version.hpp"

namespace {

using namespace Strata::Tool;

int fail(const char* what, const char* message, int status) {
  std::fflush(stdout);
  std::fprintf(stderr, "strata: %s%s\n", what, message);
  return status;
}

/// Runs f and turns exceptions into messages and exit statuses.
template <class F>
int guarded(F&& f) {
  try {
    return f();
  } catch (const Strata::UnsupportedExpression& e) {
    return fail("not supported: ", e.what(), refused);
  } catch (const Strata::CodegenError& e) {
    return fail("internal error: ", e.what(), internal);
  } catch (const Strata::Error& e) {
    return fail("error: ", e.what(), bad_input);
  } catch (const std::bad_alloc&) {
    return fail("error: ", "out of memory", bad_input);
  } catch (const std::exception& e) {
    return fail("internal error: ", e.what(), internal);
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
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {  // --help, --version
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    return fail("error: ", (std::string(e.what()) + " (see strata --help)").c_str(),
                bad_input);
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return guarded([&] { return run_app(argc, argv); });
}
