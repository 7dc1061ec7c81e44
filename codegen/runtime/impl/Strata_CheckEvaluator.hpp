// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CHECK_EVALUATOR_HPP
#define STRATA_CHECK_EVALUATOR_HPP

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <Strata_Check.hpp>

#include "Strata_CheckTensor.hpp"

namespace Strata::Impl {

/// One index of an access, variables numbered.
struct CheckIndex {
  int variable          = 0;
  std::int64_t lo       = 0;
  std::int64_t stride   = 1;
  bool has_set          = false;
  std::vector<std::int64_t> set;

  std::int64_t coordinate(std::int64_t v) const { return has_set ? set[v] : lo + v * stride; }
  /// Values of the variable that read coordinate c.
  void values_of(std::int64_t c, std::int64_t extent, std::vector<std::int64_t>& out) const;
};

/// Node of the expression, resolved for fast evaluation.
struct CheckNode {
  IndexExpr::Kind kind = IndexExpr::Kind::literal;
  Operator op          = Operator::add;
  ScalarType type      = ScalarType::f64;
  Number value;                      ///< literal
  const IndexExpr* expr = nullptr;   ///< reduce
  int variable = -1;                 ///< index_value, reduce
  const CheckTensor* tensor = nullptr;
  std::vector<CheckIndex> indices;
  std::vector<CheckNode> args;

  /// Per variable: stored values of it by the coordinates of the indices whose
  /// variables are bound earlier (which are the same at every visit).
  struct Projection {
    std::vector<int> bound;
    std::unordered_map<Coordinates, std::vector<std::int64_t>, CoordinatesHash> values;
  };
  std::map<int, Projection> projections;
};

/// Where a variable must be enumerated for a node to be anything but `rest`.
struct CheckRange {
  bool everywhere = true;
  std::vector<std::int64_t> values;  ///< ascending, distinct; when !everywhere
  Number rest;                       ///< absent or constant; when !everywhere
};

/// The constant that a range leaves of a binary operator, whatever the other
/// argument is.
std::optional<Number> annihilates(Operator op, const CheckRange& r, bool is_first);

/// Evaluates one checked assignment: enumerates the variables of the left-hand
/// side, then those of the reductions, outermost first.
class CheckEvaluator {
 public:
  CheckEvaluator(const CheckedAssignment& checked, const Operands& inputs,
                 const CheckOptions& options, CheckLookup lookup = CheckLookup::table);
  Evaluation run();
  /// What the statement leaves at a coordinate of the result; nothing where it does
  /// not assign, because of a window or a repeated index.
  std::optional<EvaluatedEntry> at(const Coordinates& c);

 private:
  int variable_number(const std::string& name);
  const CheckTensor* tensor(const std::string& name);
  CheckIndex resolve(const IndexArg& arg);
  CheckNode resolve(const IndexExpr& e);

  Number value(CheckNode& n);
  Number access(const CheckNode& n);
  Number reduce(CheckNode& n);
  Number over_nothing(CheckNode& n);
  CheckRange range(CheckNode& n, int variable);
  CheckRange access_range(CheckNode& n, int variable);
  CheckRange apply_range(CheckNode& n, int variable);
  CheckRange select_range(CheckNode& n, int variable);
  CheckNode::Projection project(const CheckNode& n, int variable);
  void enumerate(const CheckRange& range, int variable, const std::function<void()>& f);
  bool skips(const CheckRange& range) const;
  void result_loop(std::size_t k);
  EvaluatedEntry entry_at(const Coordinates& c);
  bool bind_result(const Coordinates& c);
  CheckRange searched_range(CheckNode& n, int variable);
  bool finds_directly(const CheckNode& n, int variable) const;
  std::optional<CheckRange> decided_by_one(CheckNode& n, int variable);
  void count_steps(std::int64_t steps);
  void count();
  /// What the result reads where nothing is computed; of +=: what is added there.
  Number background() const;

  const CheckedAssignment& m_checked;
  const Operands& m_inputs;
  const CheckOptions& m_options;
  CheckLookup m_lookup;
  std::map<std::string, int> m_numbers;
  std::vector<std::int64_t> m_extents, m_bound;  ///< per variable; bound: −1 free
  std::map<std::string, std::unique_ptr<CheckTensor>> m_tensors;
  std::vector<CheckIndex> m_lhs;
  std::vector<int> m_result_variables;
  CheckNode m_rhs;
  Evaluation m_result;
};

}  // namespace Strata::Impl

#endif
