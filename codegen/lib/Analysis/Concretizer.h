// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_ANALYSIS_CONCRETIZER_H
#define STRATA_LIB_ANALYSIS_CONCRETIZER_H

#include "Reductions.h"
#include "strata/Analysis/ConcreteNotation.h"
#include "strata/Analysis/LoopOrder.h"

#include <algorithm>
#include <optional>

namespace strata {

/// Terms that share one loop nest.
struct Group {
  std::vector<IndexExprPtr> terms;
  std::vector<std::string> order;
  /// The term's summations that stand between the loops of the result.
  bool scatters = false;
};

class Concretizer {
public:
  Concretizer(const Strata::CheckedAssignment &stmt,
              const ConcretizeOptions &options)
      : options(options), text(stmt.assignment.text) {
    program.tensors = stmt.tensors;
    program.extents = stmt.extents;
    program.result = stmt.assignment.lhs.tensor;
  }

  ConcreteProgram run(const Strata::Assignment &a);

private:
  void lower(const Access &lhs, bool accumulate, IndexExprPtr rhs);
  std::vector<Group> groupTerms(const Access &lhs,
                                std::vector<IndexExprPtr> terms);
  std::optional<Group> tryGroup(const Access &lhs,
                                const std::vector<IndexExprPtr> &terms);
  Group single(const Access &lhs, IndexExprPtr term);
  OrderConstraints constraints(const Access &lhs,
                               const std::vector<IndexExprPtr> &terms,
                               bool reductionsInside);
  void emit(const Access &lhs, bool accumulate, Group group);
  bool addsToResult(const Strata::Assignment &a) const;
  void emitFill(const Access &lhs);
  void place(ConcreteStatement s, bool fills);
  void privatize(ConcreteStatement s, bool fills);
  size_t workspaceDepth(const ConcreteStatement &s) const;
  void addWorkspace(ConcreteStatement &s, size_t depth);
  Strata::RaceStrategy chooseRace(const ConcreteStatement &s) const;
  std::vector<Access> revisiting(const IndexExprPtr &expr) const;
  bool revisits(const IndexExprPtr &expr) const;
  IndexExprPtr extractClosed(const IndexExprPtr &term);
  IndexExprPtr toTemporary(const IndexExprPtr &reduction);
  Access addTemporary(Strata::ScalarType scalar, std::vector<std::string> variables);

  ConcreteProgram program;
  const ConcretizeOptions &options;
  const std::string &text;
};

/// \p rhs without a cast that its store to a tensor of \p type does anyway.
IndexExprPtr withoutStoreCast(const IndexExprPtr &rhs, Strata::ScalarType type);

/// Variables of an access, each once.
std::vector<std::string> variablesOf(const Access &access);

inline bool contains(const std::vector<std::string> &v, const std::string &x) {
  return std::find(v.begin(), v.end(), x) != v.end();
}

} // namespace strata

#endif
