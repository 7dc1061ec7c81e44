// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_MapEquations.hpp>

#include <algorithm>

#include <Strata_Error.hpp>
#include <impl/Strata_CheckedMath.hpp>

namespace Strata::Impl {
namespace {

using Kind = AffineExpr::Kind;

bool has_number_on_the_right(const AffineExpr& atom) {
  return (atom.kind == Kind::floordiv || atom.kind == Kind::mod) &&
         atom.rhs->kind == Kind::constant;
}

/// x mod c for x floordiv c and the other way round.
AffineExprPtr other_half(const AffineExpr& atom) {
  const std::int64_t c = atom.rhs->value;
  return atom.kind == Kind::mod ? floordiv(atom.lhs, c) : mod(atom.lhs, c);
}

/// (x mod (a·b)) floordiv b, one digit of a number, as (x floordiv b) mod a.
AffineExprPtr as_remainder(const AffineExprPtr& atom) {
  if (atom->kind != Kind::floordiv || !has_number_on_the_right(*atom) ||
      atom->lhs->kind != Kind::mod || !has_number_on_the_right(*atom->lhs))
    return atom;
  const std::int64_t whole = atom->lhs->rhs->value, part = atom->rhs->value;
  return whole % part == 0 ? mod(floordiv(atom->lhs->lhs, part), whole / part) : atom;
}

/// What \p multiple is `factor` times of, at points where it is a multiple.
AffineExprPtr quotient(AffineExprPtr multiple, std::int64_t factor) {
  if (factor < 0) return quotient(-std::move(multiple), -factor);
  return factor == 1 ? multiple : floordiv(std::move(multiple), factor);
}

}  // namespace

MapEquations::MapEquations(const IndexingMap& map)
    : m_map(map), m_simplifier(map.domain) {
  m_domain.runtime = map.domain.runtime;
  for (std::size_t i = 0; i < map.domain.runtime.size(); ++i)
    m_solutions.emplace(AffineExpr::runtime(i), AffineExpr::runtime(i));
  for (std::size_t i = 0; i < map.num_results(); ++i) {
    const LinearForm form = m_simplifier.form(map.map.results[i]);
    m_domain.dimensions.push_back(m_simplifier.range_of(form));
    add_equation(form, AffineExpr::dimension(i));
  }
}

void MapEquations::add_equation(const LinearForm& sum, AffineExprPtr rhs) {
  LinearForm lhs = LinearForm::number(sum.constant);
  for (const auto& [atom, factor] : sum.terms) lhs.add(as_remainder(atom), factor);
  for (const auto& [atom, factor] : lhs.terms)
    if (!atom->is_variable() && !has_number_on_the_right(*atom) &&
        !is_known(*atom))
      throw UnsupportedExpression(error_message(
          "IndexingMap::inverse", "map",
          "sums of multiples, quotients and remainders by numbers",
          "'" + to_string(*atom, m_map.map.names()) + "' in " +
              m_map.to_string(),
          "give both directions instead"));
  m_equations.push_back({lhs, std::move(rhs)});
}

void MapEquations::solve() {
  while (solve_some_equation() || join_some_pair() || solve_some_residue() ||
         free_some_half() || free_some_variable()) {
  }
}

bool MapEquations::is_known(const AffineExpr& e) const {
  const VariableSet variables = variables_in(e);
  return std::all_of(variables.begin(), variables.end(),
                     [&](const AffineExprPtr& v) { return is_solved(v); });
}

AffineExprPtr MapEquations::in_new_terms(const AffineExprPtr& e) const {
  if (is_solved(e)) return solution(e);
  return substitute(e, [&](const AffineExprPtr& v) { return solution(v); });
}

void MapEquations::move_known(Equation& equation) const {
  LinearForm unknown;
  equation.rhs = equation.rhs - equation.lhs.constant;
  for (const auto& [atom, factor] : equation.lhs.terms)
    if (is_solved(atom) || is_known(*atom))
      equation.rhs = equation.rhs - in_new_terms(atom) * factor;
    else
      unknown.add(atom, factor);
  equation.lhs = std::move(unknown);
}

bool MapEquations::solve_some_equation() {
  for (auto it = m_equations.begin(); it != m_equations.end(); ++it)
    if (solve_equation(*it)) {
      m_equations.erase(it);
      return true;
    }
  return false;
}

bool MapEquations::solve_equation(Equation& equation) {
  move_known(equation);
  // Two ways to the same value: the points that agree are sorted out by the
  // constraints of the inverse.
  if (equation.lhs.is_constant()) return true;
  return solve_single(equation) || solve_digits(equation);
}

bool MapEquations::solve_single(const Equation& equation) {
  if (equation.lhs.terms.size() != 1) return false;
  const auto& [atom, factor] = *equation.lhs.terms.begin();
  m_solutions.emplace(atom, quotient(equation.rhs, factor));
  return true;
}

std::vector<MapEquations::Digit> MapEquations::digits_of(
    const Equation& equation, AffineExprPtr& rest) const {
  std::vector<Digit> digits;
  for (const auto& [atom, factor] : equation.lhs.terms) {
    const IndexRange range = m_simplifier.range_of(LinearForm::atom(atom));
    if (!range.is_bounded() || factor == IndexRange::no_lower) return {};
    const std::int64_t base = factor > 0 ? range.lower : range.upper;
    digits.push_back({atom, factor > 0 ? factor : -factor, range.size(), base,
                      factor > 0 ? 1 : -1});
    rest = rest - checked_mul(factor, base);
  }
  std::stable_sort(
      digits.begin(), digits.end(),
      [](const Digit& a, const Digit& b) { return a.factor < b.factor; });
  return digits;
}

bool MapEquations::solve_digits(const Equation& equation) {
  AffineExprPtr rest              = equation.rhs;
  const std::vector<Digit> digits = digits_of(equation, rest);
  std::vector<Digit> places;  // digits of more than one value
  for (const Digit& digit : digits)
    if (digit.size > 1) places.push_back(digit);
  if (digits.empty()) return false;
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    if (places[i + 1].factor % places[i].factor != 0 ||
        places[i].size > places[i + 1].factor / places[i].factor)
      return false;
  for (const Digit& digit : digits)
    if (digit.size == 1)
      m_solutions.emplace(digit.atom, AffineExpr::constant(digit.base));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool is_last = i + 1 == places.size();
    AffineExprPtr e    = is_last ? rest : mod(rest, places[i + 1].factor);
    e                  = quotient(std::move(e), places[i].factor);
    e                  = e * places[i].direction + places[i].base;
    m_solutions.emplace(places[i].atom, std::move(e));
  }
  return true;
}

bool MapEquations::join_some_pair() {
  for (const auto& [atom, value] : m_solutions) {
    if (atom->kind != Kind::mod || !has_number_on_the_right(*atom) ||
        m_joined.contains(atom) || is_known(*atom->lhs))
      continue;
    // Spelled canonically: that of x floordiv 2 by 3 is x floordiv 6.
    const LinearForm quotient = m_simplifier.form(other_half(*atom));
    if (!std::all_of(quotient.terms.begin(), quotient.terms.end(),
                     [&](const auto& term) { return is_solved(term.first); }))
      continue;
    AffineExprPtr sum = value + quotient.constant * atom->rhs->value;
    for (const auto& [part, factor] : quotient.terms)
      sum = sum + solution(part) * (factor * atom->rhs->value);
    m_joined.insert(atom);
    add_equation(m_simplifier.form(atom->lhs), std::move(sum));
    return true;
  }
  return false;
}

bool MapEquations::solve_some_residue() {
  for (const auto& [atom, value] : m_solutions) {
    if (atom->kind != Kind::mod || !has_number_on_the_right(*atom) || m_joined.contains(atom))
      continue;
    Equation inside{m_simplifier.form(atom->lhs), AffineExpr::constant(0)};
    move_known(inside);  // the unknown one = value + rhs, but for multiples
    if (inside.lhs.terms.size() != 1) continue;
    const auto& [unknown, factor] = *inside.lhs.terms.begin();
    const IndexRange range        = m_simplifier.range_of(LinearForm::atom(unknown));
    const std::int64_t c          = atom->rhs->value;
    if ((factor != 1 && factor != -1) || !range.is_bounded() || range.size() > c) continue;
    m_joined.insert(atom);
    const AffineExprPtr multiple = (value + inside.rhs) * factor - range.lower;
    m_solutions.emplace(unknown, mod(multiple, c) + range.lower);
    return true;
  }
  return false;
}

bool MapEquations::free_some_half() {
  for (const auto& [atom, value] : m_solutions) {
    if (!has_number_on_the_right(*atom) || is_known(*atom)) continue;
    const AffineExprPtr other = other_half(*atom);
    if (is_solved(other)) continue;
    make_free(other);
    return true;
  }
  return false;
}

bool MapEquations::free_some_variable() {
  VariableSet wanted;
  for (const Equation& equation : m_equations)
    for (const auto& [atom, factor] : equation.lhs.terms)
      wanted.merge(variables_in(*atom));
  if (m_equations.empty()) {
    for (const AffineExprPtr& v : variables_of(m_map.domain))
      if (v->kind == Kind::dimension) wanted.insert(v);
    for (const IndexConstraint& c : m_map.domain.constraints)
      wanted.merge(variables_in(*c.expression));
  }
  std::erase_if(wanted, [&](const AffineExprPtr& v) { return is_solved(v); });
  if (wanted.empty()) return false;
  // In an equation symbols go first: dimensions are what is asked for.
  const auto symbol = std::find_if(
      wanted.begin(), wanted.end(),
      [](const AffineExprPtr& v) { return v->kind == Kind::symbol; });
  make_free(symbol == wanted.end() || m_equations.empty() ? *wanted.begin()
                                                          : *symbol);
  return true;
}

void MapEquations::make_free(const AffineExprPtr& atom) {
  const IndexRange range = m_simplifier.range_of(LinearForm::atom(atom));
  if (range.is_point()) {
    m_solutions.emplace(atom, AffineExpr::constant(range.lower));
    return;
  }
  m_solutions.emplace(atom, AffineExpr::symbol(m_domain.symbols.size()));
  m_domain.symbols.push_back(range);
}

}  // namespace Strata::Impl
