// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_MAP_EQUATIONS_HPP
#define STRATA_IMPL_MAP_EQUATIONS_HPP

#include <map>
#include <set>
#include <vector>

#include <Strata_IndexingMap.hpp>
#include <impl/Strata_Simplifier.hpp>

namespace Strata::Impl {

/// Solves "result i of a map = dimension i" for the variables of the map. Sums
/// whose coefficients are places of a number system give their digits;
/// x floordiv c and x mod c give x; what stays open becomes a symbol.
class MapEquations {
 public:
  /// \pre the map is simplified and its domain not plainly empty.
  explicit MapEquations(const IndexingMap& map);

  void solve();
  bool is_solved(const AffineExprPtr& atom) const {
    return m_solutions.contains(atom);
  }
  /// A variable of the map in terms of the new dimensions and symbols.
  const AffineExprPtr& solution(const AffineExprPtr& atom) const {
    return m_solutions.at(atom);
  }
  /// Ranges of the results and of the new symbols.
  const IndexDomain& domain() const { return m_domain; }

 private:
  struct Equation {
    LinearForm lhs;     ///< unknown atoms
    AffineExprPtr rhs;  ///< known
  };
  /// factor * digit in [0, size - 1]; atom = base + direction * digit.
  struct Digit {
    AffineExprPtr atom;
    std::int64_t factor, size, base, direction;
  };

  void add_equation(const LinearForm& sum, AffineExprPtr rhs);
  bool solve_some_equation();
  bool solve_equation(Equation& equation);
  void move_known(Equation& equation) const;
  bool solve_single(const Equation& equation);
  bool solve_digits(const Equation& equation);
  std::vector<Digit> digits_of(const Equation& equation,
                               AffineExprPtr& rest) const;
  /// The quotient by c and x mod c, both solved: x.
  bool join_some_pair();
  /// x mod c, solved, where one term of x is not, and has c values at most: that one.
  bool solve_some_residue();
  /// The missing half of a pair becomes a symbol.
  bool free_some_half();
  bool free_some_variable();
  void make_free(const AffineExprPtr& atom);
  bool is_known(const AffineExpr& e) const;
  AffineExprPtr in_new_terms(const AffineExprPtr& e) const;

  const IndexingMap& m_map;
  Simplifier m_simplifier;
  IndexDomain m_domain;
  std::vector<Equation> m_equations;
  std::map<AffineExprPtr, AffineExprPtr, ExprLess> m_solutions;
  VariableSet m_joined;  ///< remainders that were joined with quotients
};

}  // namespace Strata::Impl

#endif
