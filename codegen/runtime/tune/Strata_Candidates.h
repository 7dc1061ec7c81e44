// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CANDIDATES_H
#define STRATA_CANDIDATES_H

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "../Strata_PlanProgram.h"
#include "Strata_Strategy.h"

namespace Strata::Impl {

/// Statements that are to be tuned, and where.
struct TuningInput {
  std::string_view text;
  const Operands& operands;
  const ProgramOptions& program;
  const PlanOptions& options;
  const SpaceInstance& space;

  Strategy forced() const { return strategy_of(options, program); }
};

/// A plan of the statements by a strategy.
struct Candidate {
  Strategy strategy;
  std::optional<Axis> axis;  ///< on which it differs; none: the default, or on several
  std::shared_ptr<PlanProgram> plan;
};

/// Makes plans that differ: what comes to the code and cuts of one made before is not
/// made, nor what is refused, or needs much more memory than the default.
class CandidateMaker {
 public:
  /// `operands`: those of the input with copies for results.
  CandidateMaker(const TuningInput& input, const Operands& operands)
      : m_input(input), m_operands(operands) {}

  /// The default, compiled. \throws as compile() does.
  Candidate make_default();
  /// The compiled plan of `strategy`; nothing where there is none that differs.
  std::optional<Candidate> make(const Strategy& strategy, std::optional<Axis> axis);
  /// Alternatives that can make a difference to the statements.
  std::vector<Alternative> alternatives() const;

 private:
  std::shared_ptr<PlanProgram> declare(const Strategy& strategy) const;
  double workspace_bytes(const PlanProgram& plan) const;

  const TuningInput& m_input;
  const Operands& m_operands;
  std::shared_ptr<PlanProgram> m_default;
  std::set<std::string> m_seen;
};

}  // namespace Strata::Impl

#endif
