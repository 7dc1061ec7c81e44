// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions of random cases.
#include <algorithm>

#include "Strata_CaseGenerator.hpp"

namespace Strata::Testing {

namespace {
/// Operands after which a statement draws only literals: a kernel stays small.
constexpr std::size_t s_most_tensors = 5;
}  // namespace

/// User operators that the types have, with regions and without; or a semiring.
void CaseGenerator::draw_operators() {
  const ScalarType type = m_types.front();
  const bool ordered    = !is_complex(type) && type != ScalarType::boolean;
  if (m_has_empty || m_types.size() > 1) return;
  if (m_random.chance(12) && !is_complex(type)) {
    m_semiring = true;
    m_prelude  = "semiring " +
                m_random.pick<std::string>(
                    ordered ? std::vector<std::string>{"min-plus", "max-plus", "max-times",
                                                       "max-min", "plus-pair", "min-first",
                                                       "max-second", "plus-times", "or-and"}
                             : std::vector<std::string>{"or-and", "any-pair", "plus-times"}) +
                "; ";
  } else if (m_random.chance(20)) {
    const std::string region = m_random.pick<std::string>(
        {"", " on intersection", " on union", " on left", " on right", " on left_only", " on xor",
         " on right_only", " on or(x, not(y)) fill 1"});
    const std::string body = m_random.pick<std::string>(
        ordered ? std::vector<std::string>{"max(x, y)", "x * y + x", "select(gt(x, y), x, 2)"}
                : std::vector<std::string>{"x * y + x", "x + y", "select(neq(x, y), x, y)"});
    m_prelude = "define f(x, y) = " + body + region + "; define g(x) = " +
                m_random.pick<std::string>({"x * x + x", "1 on not(x)", "x + 1 on intersection",
                                            "f(x, x)", "select(stored(x), 1, x)"}) +
                "; ";
    m_unary  = {"g"};
    m_binary = {"f"};
    if (ordered && m_random.chance(50)) {
      m_prelude += "define total(x, y) = x + y identity 0; ";
      m_reductions = {"reduce_total"};
    }
  }
}

std::string CaseGenerator::user_operation(const Variables& allowed) {
  if (m_random.chance(40)) return m_random.pick(m_unary) + "(" + operand(allowed) + ")";
  return m_random.pick(m_binary) + "(" + access(allowed, {}, false) + ", " + operand(allowed) + ")";
}

std::string CaseGenerator::implicit_sum() {
  const Variables all = merged(m_left, m_summed);
  std::string text;
  const bool can_subtract = m_types.front() != ScalarType::boolean && !m_semiring;
  const auto terms        = 1 + m_random.below(3);
  for (int t = 0; t < terms; ++t) {
    if (t > 0) text += can_subtract && m_random.chance(40) ? " - " : " + ";
    if (t == 0 && can_subtract && m_random.chance(12)) text += "-";
    text += product(all, {}, 0);
  }
  Variables missing;
  for (int v : m_left) {
    if (!m_covered.contains(v)) missing.push_back(v);
  }
  if (!missing.empty()) text += " + " + access(missing, missing, false);
  return text;
}

/// Terms over `bound`; one of them sums over the first of `summed`.
std::string CaseGenerator::explicit_sum(const Variables& bound, Variables summed) {
  std::string text;
  if (m_random.chance(50)) text += product(bound, {}, 1) + " + ";
  Variables inner = bound;
  if (m_random.chance(60)) text += product(bound, {}, 1) + " * ";
  const int v = summed.back();
  summed.pop_back();
  inner.push_back(v);
  const std::string body = summed.empty() || m_random.chance(30)
                               ? product(inner, {v}, 0)
                               : access(inner, {v}, false) + " * (" + explicit_sum(inner, summed) + ")";
  text += reduction(v, body);
  if (m_types.front() != ScalarType::boolean && !m_semiring && m_random.chance(12))
    text += " / " + divisor(bound);
  if (bound.size() == m_left.size()) {
    Variables missing;
    for (int left : m_left) {
      if (!m_covered.contains(left)) missing.push_back(left);
    }
    if (!missing.empty()) text += " + " + access(missing, missing, false);
  }
  return text;
}

std::string CaseGenerator::product(const Variables& allowed, const Variables& required, int depth) {
  const auto factors = 1 + m_random.below(depth == 0 ? 3 : 2);
  std::string text   = required.empty() ? factor(allowed, depth) : access(allowed, required, false);
  for (int f = 1; f < factors; ++f) text += " * " + factor(allowed, depth);
  if (m_types.front() != ScalarType::boolean && !m_semiring && m_random.chance(10)) {
    text += " / " + divisor(allowed);
  }
  return text;
}

std::string CaseGenerator::factor(const Variables& allowed, int depth) {
  const bool boolean = m_types.front() == ScalarType::boolean || m_semiring;
  const auto kind    = m_random.below(100);
  const bool enough  = m_case.tensors.size() >= s_most_tensors;
  if ((kind < 10 || enough) && !boolean) return literal();
  if (kind < 16) return access({}, {}, false);
  if (kind < 26 && depth < 1) {
    const bool minus = !boolean && m_random.chance(40);
    return "(" + product(allowed, {}, depth + 1) + (minus ? " - " : " + ") +
           factor(allowed, depth + 1) + ")";
  }
  if (kind < 34 && !boolean) return "(-" + access(allowed, {}, false) + ")";
  if (kind < 46 && !m_semiring) return operation(allowed);
  return access(allowed, {}, false);
}

std::string CaseGenerator::operand(const Variables& allowed) {
  const std::string first = access(allowed, {}, false);
  return m_random.chance(30) ? first + " * " + access(allowed, {}, false) : first;
}

/// A function, comparison, mask or index value, as a number of the drawn types.
std::string CaseGenerator::operation(const Variables& allowed) {
  const ScalarType type  = m_types.front();
  const bool boolean     = type == ScalarType::boolean;
  const std::string cast = "cast_" + std::string(name_of(type)) + "(";
  const auto of          = [&](const OperatorDraw& op) {
    std::string text = std::string(op.name) + "(" + operand(allowed);
    if (op.second) text += std::string(", ") + (*op.second ? op.second : operand(allowed));
    return text + ")";
  };
  if (!boolean && m_random.chance(20) && !allowed.empty()) {
    const int v = m_random.pick(allowed);
    if (m_covered.contains(v)) return cast + s_names[v] + ")";
  }
  if (!m_unary.empty() && m_random.chance(60)) return user_operation(allowed);
  if (boolean || m_random.chance(45)) return cast + of(draw_comparison(m_random, type)) + ")";
  return of(draw_function(m_random, type));
}

/// Sums, and what the types have of the other reductions.
std::string CaseGenerator::reduction(int variable, const std::string& body) {
  const ScalarType type  = m_types.front();
  const std::string args = "(" + std::string(s_names[variable]) + ", " + body + ")";
  if (m_has_empty || m_semiring || !m_random.chance(35)) return "sum" + args;
  if (!m_reductions.empty() && m_random.chance(40)) return m_random.pick(m_reductions) + args;
  if (type == ScalarType::boolean || is_complex(type) || m_random.chance(30)) {
    return "cast_" + std::string(name_of(type)) +
           m_random.pick<std::string>({"(reduce_or", "(reduce_and"}) + args + ")";
  }
  if (is_integer(type) && m_random.chance(25)) return "reduce_product" + args;
  return m_random.pick<std::string>({"reduce_min", "reduce_max"}) + args;
}

std::string CaseGenerator::literal() {
  static const std::vector<std::string> whole = {"2", "3", "1", "5"};
  static const std::vector<std::string> real  = {"2.0", "0.25", "1.5", "3", "0.5"};
  return m_random.pick(is_integer(m_types.back()) ? whole : real);
}

std::string CaseGenerator::divisor(const Variables& allowed) {
  if (m_random.chance(40)) return is_integer(m_types.back()) ? "2" : "4.0";
  return access(m_random.chance(50) ? allowed : Variables{}, {}, true);
}

}  // namespace Strata::Testing
