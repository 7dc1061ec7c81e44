// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_FACTOR_H
#define STRATA_FACTOR_H

#include <map>
#include <string>
#include <vector>

#include <Strata_ProgramOptions.hpp>

/// \file
/// One compound statement as one kernel, or as several statements with temporaries
/// between them. Private to the runtime (a .h is not installed).
namespace Strata::Impl {

/// What is known when it is decided.
struct FactorContext {
  TensorDeclarations tensors;             ///< complete
  std::map<std::string, double> entries;  ///< stored; others: not known
  Fuse fuse   = Fuse::automatic;
  bool strict = false;
};

/// A statement, or what it becomes.
struct FactoredStatement {
  std::vector<std::string> texts;   ///< the last one assigns what the statement does
  TensorDeclarations temporaries;
  /// Products and sums that each form comes to, by estimate; −1: not known.
  double fused_work = -1, factored_work = -1;
  std::string reason;               ///< one line; empty: there was nothing to decide

  bool is_factored() const { return texts.size() > 1; }
};

/// Every product of two or more tensors inside a product, and every explicit sum, as
/// a temporary of its own: summed over what only it is indexed by. Sums move past
/// factors that they do not concern.
/// \throws UnsupportedExpression where Fuse::none would reassociate sums of
///   floating-point numbers that are strict.
FactoredStatement factor(const Assignment& statement,
                         const FactorContext& context);

/// Statements after each of them was factored or not.
struct FactoredProgram {
  std::vector<Assignment> statements;
  TensorDeclarations temporaries;    ///< that were added
  std::vector<std::string> reasons;  ///< of each statement; empty: none
};

/// Factors each statement by itself; `context` holds what is declared, not what
/// follows from it.
FactoredProgram factor_statements(std::vector<Assignment> statements,
                                  const FactorContext& context);

}  // namespace Strata::Impl

#endif
