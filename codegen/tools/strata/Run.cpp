// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata run: reads, compiles, executes, reports, writes.
#include "Run.hpp"

#include <cstdio>
#include <map>
#include <memory>

#include <Strata_ConversionScope.hpp>
#include <Strata_TensorFile.hpp>

#include "../support/KokkosSession.hpp"
#include "Choice.hpp"
#include "Commands.hpp"
#include "OperatorOptions.hpp"
#include "StrategyOptions.hpp"

namespace Strata::Tool {
namespace {

constexpr const char* examples = R"(Examples:
  strata run 'y(i) = A(i,j) * x(j)' --in A=bus.mtx --in x=@ones --out y=y.tns --check
  strata run 'A(i,j) = B(i,k,l) * C(k,j) * D(l,j)' --in B=nell.tns.gz \
      --in C=@random --dims C=12092x16 --in D=@random --dims D=9184x16 --repeat 20 --bandwidth
  strata run 'a = B(i,j) * B(i,j)' --in B=b.mtx --format B=CSC --type B=f32
  strata run 'y(i) += A(i,j) * x(j)' --in A=a.mtx --in x=x.tns --in y=old.tns --dims y=100 \
      --format 'A=(i, j) -> (i : compressed, j : compressed)' --out y=-
  strata run 'r(i) = b(i) - A(i,j) * x(j); s = r(i) * r(i)' --in A=a.mtx --in b=@ones --in x=@ones
  strata run 'e(i) = W(i,j) * d(j)' --semiring min-plus --in W=roads.mtx --in d=d.tns --out e=-
  strata run 'C(i,j) = A(i,k) * B(k,j)' --in A=a.mtx --in B=b.mtx --format C=CSR --tune
  strata run 'y(i) = relu(A(i,j) * x(j))' --define 'relu(x) = max(x, 0)' --in A=a.mtx --in x=@ones
Exit status: 0 done, 1 the check failed or a race was found, 2 bad input, 3 not supported.)";

const std::map<std::string, Backend> backends{{"jit", Backend::jit}, {"cxx", Backend::cxx}};

struct RunCommand {
  StatementOptions statements;
  TensorOptions tensors;
  OperatorOptions operators;
  RunOptions options;
};

void refuse_what_is_missing(const RunOptions& options) {
  check_space(options.space);
  if (!options.schedule.empty())
    throw UnsupportedExpression("--schedule: schedules are not supported yet");
}

int run(const RunCommand& command) {
  refuse_what_is_missing(command.options);
  const KokkosSession session(command.options.space == "serial" ? 1 : 0);
  const ConversionScope conversions(command.options.conversions);
  const Problem problem = parse_problem(command.operators.statement(command.statements.text()), command.tensors);
  const LoadedTensors loaded       = load_tensors(problem, true);
  const TensorDeclarations tensors = declare_all(problem, loaded);
  const RunOutcome outcome         = execute_problem(problem, loaded, tensors, command.options);
  bool prints_result               = false;
  for (const std::string& name : problem.outputs()) {
    const std::string& path = *problem.spec(name).out;
    write_tensor_file(path, outcome.results.at(name));
    prints_result |= path == "-";
  }
  if (!command.options.quiet)
    print_report(prints_result ? stderr : stdout, problem, loaded, outcome);
  if (outcome.check && !outcome.check->passed) {
    std::fprintf(stderr, "strata: check failed: %s\n", outcome.check->text.c_str());
    return check_failed;
  }
  return done;
}

}  // namespace

void add_run(CLI::App& app, int& status) {
  const auto command = std::make_shared<RunCommand>();
  CLI::App& sub      = *app.add_subcommand("run", "Evaluate index notation");
  RunOptions& o      = command->options;
  command->statements.add_to(sub);
  command->tensors.add_to(sub);
  command->tensors.add_out_to(sub);
  command->operators.add_to(sub);
  sub.add_option("--space", o.space, "Where it runs: openmp (default if there is one), serial, or cuda where Kokkos has it")
      ->check(choice({"openmp", "serial", "cuda"}))
      ->type_name("SPACE");
  sub.add_option("--backend", o.plan.backend,
                 "How it is compiled: jit (default) or cxx, emitted C++ by the C++ compiler")
      ->transform(choice(backends))
      ->type_name("BACKEND");
  sub.add_option("--schedule", o.schedule, "Program transformations (not yet)");
  sub.add_option("--repeat", o.repeat, "Runs; the median time is reported")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  sub.add_flag("--check", o.check, "Also evaluate densely and compare; status 1 on a mismatch");
  sub.add_option("--check-samples", o.check_samples,
                 "Compare that many entries of each result in every run, and validate what is "
                 "stored: for results that --check is too slow for")
      ->check(CLI::Range(0, 1000000))
      ->type_name("N");
  add_strategy_options(sub, o.plan);
  add_conversion_options(sub, o.conversions);
  add_tuning_options(sub, o.plan);
  add_fuse_option(sub, o.fuse);
  add_share_option(sub, o.share);
  sub.add_flag("--drop-zeros", o.plan.drop_zeros,
               "Leave entries of the fill value out of a sparse result");
  sub.add_option("--team", o.plan.team_size, "Threads in a team; 0: no teams")
      ->check(CLI::Range(0, 1024));
  sub.add_option("--vector", o.plan.vector_length, "Lanes in a thread of a team")
      ->check(CLI::Range(0, 1024));
  sub.add_flag("--check-races", o.plan.check_races,
               "Record accesses to the result; fail where their order is left to chance");
  sub.add_flag("--bandwidth", o.bandwidth, "Measure the memory bandwidth and compare");
  sub.add_flag("--explain", o.explain, "Print how it was compiled");
  sub.add_flag("--quiet,-q", o.quiet, "No report");
  sub.footer(examples);
  sub.callback([command, &status] { status = run(*command); });
}

}  // namespace Strata::Tool
