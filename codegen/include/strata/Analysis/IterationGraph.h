// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_ITERATIONGRAPH_H
#define STRATA_ANALYSIS_ITERATIONGRAPH_H

#include <Strata_IndexNotation.hpp>

#include <string>
#include <utility>
#include <vector>

namespace strata {

/// The path of one access through the iteration graph: its variables in the
/// order in which the tensor's storage tree holds them.
struct TensorPath {
  std::string access; ///< "B(i,k)"
  std::vector<std::string> variables;
  std::vector<Strata::LevelType> levels;
};

/// Iteration graph (Kjolstad et al. 2017, section 4): a node per index
/// variable, a path per access. In the strict graph every pair of neighbouring
/// levels is an edge; the paper compiles what is acyclic.
class IterationGraph {
public:
  static IterationGraph build(const Strata::CheckedAssignment &stmt);

  const std::vector<std::string> &variables() const { return vars; }
  const std::vector<TensorPath> &paths() const { return tensorPaths; }
  /// Neighbouring levels of every path, without repetition.
  std::vector<std::pair<std::string, std::string>> edges() const;
  bool isAcyclic() const;
  /// One line per variable and per path.
  std::string toString() const;

private:
  std::vector<std::string> vars;
  std::vector<TensorPath> tensorPaths;
};

/// The path of `access` to a tensor stored as `format`.
TensorPath tensorPath(const Strata::Access &access,
                      const Strata::TensorFormat &format);

} // namespace strata

#endif
