// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CASE_GENERATOR_HPP
#define STRATA_CASE_GENERATOR_HPP

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "Strata_RandomCase.hpp"
#include "Strata_RandomIndices.hpp"

namespace Strata::Testing {

using Variables = std::vector<int>;

inline constexpr const char* s_names[] = {"i", "j", "k", "l", "m"};

Variables merged(Variables a, const Variables& b);

/// Draws one case: variables, types, then the expression with its tensors.
class CaseGenerator {
 public:
  explicit CaseGenerator(std::uint64_t seed) : m_random(seed), m_apart(~seed) {}

  RandomCase run() {
    draw_variables();
    draw_types();
    draw_operators();
    m_case.accumulate      = m_random.chance(20);
    m_result_indices       = draw_indices(m_left, true);
    const std::string body = m_explicit ? explicit_sum(m_left, m_summed) : implicit_sum();
    m_case.notation        = m_prelude + result_access() + (m_case.accumulate ? " += " : " = ") + body;
    draw_options();
    draw_result();
    draw_teams();
    draw_prefetch();
    draw_merge();
    if (m_apart.chance(25)) draw_infinities();
    draw_forms();
    return std::move(m_case);
  }

 private:
  // The case (Strata_RandomCase.cpp)
  void draw_variables();
  void draw_types();
  void draw_options();
  void draw_result();
  void draw_teams();
  void draw_prefetch();
  void draw_merge();
  void draw_infinities();
  void draw_forms();
  TensorFormat sparse_result(const CooData& data);
  std::vector<int> preferred_order(const Variables& variables) const;
  std::vector<int> shuffled_order(int rank);
  std::string result_access() const;

  // Expressions (Strata_RandomExpression.cpp)
  void draw_operators();
  std::string user_operation(const Variables& allowed);
  std::string implicit_sum();
  std::string explicit_sum(const Variables& bound, Variables summed);
  std::string product(const Variables& allowed, const Variables& required, int depth);
  std::string factor(const Variables& allowed, int depth);
  std::string divisor(const Variables& allowed);
  std::string literal();
  std::string operand(const Variables& allowed);
  std::string operation(const Variables& allowed);
  std::string reduction(int variable, const std::string& body);
  // Operands (Strata_RandomTensor.cpp)
  std::string access(const Variables& allowed, Variables required, bool as_divisor);
  std::string reuse(const Variables& variables);
  std::string new_tensor(const Variables& variables, bool as_divisor);
  void draw_data(CooData& data, bool as_divisor);
  void draw_format(RandomTensor& tensor, const Variables& variables);
  // Other formats (Strata_RandomFormats.cpp)
  void draw_other_format(RandomTensor& tensor, const Variables& variables);
  TensorFormat other_text(const RandomTensor& tensor, const std::vector<int>& order);
  TensorFormat with_registered_levels(const TensorFormat& format);
  void draw_widths(RandomTensor& tensor);
  void pack_coordinates(RandomTensor& tensor);
  RandomIndices draw_indices(const Variables& variables, bool on_left);

  Random m_random;
  Random m_apart;  ///< of infinities and forms: the statements of a seed do not depend on it
  RandomCase m_case;
  std::vector<std::int64_t> m_extents;
  std::vector<int> m_rank;  ///< place of a variable in the preferred loop order
  Variables m_left, m_summed;
  bool m_explicit = false;
  RandomIndices m_result_indices;
  /// Over an extent of 0, sums are drawn of what is 0 where nothing is stored: whether
  /// an entry is made of other reductions of nothing is left open.
  bool m_has_empty = false;
  std::vector<ScalarType> m_types;  ///< operands draw from these
  ScalarType m_result_type = ScalarType::f64;
  std::set<int> m_covered;          ///< variables that an access has given an extent
  std::set<std::string> m_divisors;
  /// Definitions and semiring of the statement; in a semiring, there is no - and /.
  std::string m_prelude;
  std::vector<std::string> m_unary, m_binary, m_reductions;  ///< user operators
  bool m_semiring = false;
};

}  // namespace Strata::Testing

#endif
