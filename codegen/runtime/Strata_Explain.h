// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_EXPLAIN_H
#define STRATA_EXPLAIN_H

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_PlanOptions.hpp>
#include <strata/Analysis/IterationGraph.h>
#include <strata/Analysis/MergeLattice.h>
#include <strata/Compiler.h>

/// \file
/// What a plan does, as data: what explain() prints and `strata explain --svg`
/// draws. Private to codegen (a .h is not installed).
namespace Strata::Impl {

/// A loop of a launch, or a reduction inside its loops.
struct ExplainedLoop {
  std::string variable;
  int depth            = 0;      ///< loops around it
  bool summed          = false;  ///< the result does not have this variable
  std::int64_t extent  = -1;     ///< −1: known when the plan runs
  strata::MergeLattice lattice;  ///< empty: nothing to compute inside
  std::string end;               ///< total that ends it early, or empty
};

struct ExplainedLaunch {
  strata::ConcreteStatement statement;
  strata::IterationGraph graph;      ///< of this statement
  std::vector<ExplainedLoop> loops;  ///< outside in; siblings in their order
};

struct Explanation {
  strata::CompileRequest request;
  strata::IterationGraph graph;  ///< of the assignment as written
  strata::ConcreteProgram concrete;
  std::vector<ExplainedLaunch> launches;
  /// Why there are no launches; null when there are.
  std::exception_ptr refusal;
  /// Variables that the storage orders put on a cycle.
  std::vector<std::string> cycle;
};

Explanation explanation_of(const strata::CompileRequest& request,
                           const strata::ConcreteProgram& concrete);

/// For declarations without data. An expression that is not supported comes
/// back with its iteration graph and the `refusal`.
/// \throws ParseError, ShapeMismatch.
Explanation explanation_of(std::string_view notation,
                           const TensorDeclarations& tensors,
                           const PlanOptions& options = {});

/// The text of explain(). \throws what explanation.refusal holds.
std::string to_string(const Explanation& explanation);

/// What is copied, why, and how large the copy is.
std::string conversion_text(const strata::Conversion& conversion,
                            const strata::CompileRequest& request);

/// How a launch makes its sparse result and why; empty for a dense one.
std::string explain_result(const Explanation& explanation,
                           const strata::ConcreteStatement& statement);

/// Tensor of the last level that an iterator of the lattice of `loop` runs over; empty if
/// there are levels below.
std::string last_level_of(const std::string& access, const ExplainedLoop& loop,
                          const strata::ConcreteProgram& program);

/// ", gallop, because …": the body of a merging loop; empty for others.
std::string merge_text(const ExplainedLoop& loop, const ExplainedLaunch& launch,
                       const Explanation& explanation);

/// The forms of sums in innermost loops and why, a line; empty without any, on devices, and
/// for C++. May load the code generator, which knows the processor.
std::string sums_text(const Explanation& explanation);

/// Ends of inner loops that the kernel knows, and what made that worth it, a line; empty
/// without any.
std::string extents_text(const strata::CompileRequest& request);

/// What the kernel prefetches and why, a line; empty where it does not.
std::string prefetch_text(const strata::CompileRequest& request);

/// In what blocks the kernel adds up long rows that a thread keeps, and why, a line; empty
/// where it has none.
std::string row_blocks_text(const strata::CompileRequest& request);

/// Where factors that all terms of a sum have are multiplied once, and why, a line; empty
/// where they are not.
std::string factors_text(const strata::CompileRequest& request);

/// Digits without a fraction, also of more than an integer holds.
std::string whole_number(double number);

/// "atomic additions", …: how the pieces of a launch are kept apart.
const char* race_text(RaceStrategy race);

/// "for over the extent", "3 merging loops", …
std::string loop_shape(const strata::MergeLattice& lattice);

}  // namespace Strata::Impl

#endif
