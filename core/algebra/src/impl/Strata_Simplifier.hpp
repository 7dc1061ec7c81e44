// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_SIMPLIFIER_HPP
#define STRATA_IMPL_SIMPLIFIER_HPP

#include <map>
#include <optional>

#include <impl/Strata_LinearForm.hpp>

namespace Strata::Impl {

/// Rewrites expressions with what is known of the ranges of variables: the
/// value at every point of the domain stays the same, equal linear expressions
/// become the same tree.
///
/// A quotient or remainder by m is taken apart: multiples of m leave it, a part
/// that stays between two multiples of g (g divides m) is split off, one whose
/// range lies between two multiples of m is gone; `c * (x floordiv c) + x mod
/// c` is x again.
class Simplifier {
 public:
  /// Ranges of one variable with one value count as that value.
  enum class Points { named, replaced };

  /// \pre the domain is not plainly empty and outlives the simplifier.
  explicit Simplifier(const IndexDomain& domain, Points points = Points::named)
      : m_domain(domain), m_points(points) {}

  AffineExprPtr simplify(const AffineExprPtr& e) { return form(e).to_expr(); }
  LinearForm form(const AffineExprPtr& e);
  /// Superset of the values, constraints of the domain on atoms included.
  IndexRange range_of(const LinearForm& form) const;

 private:
  /// form = g * multiple + rest, where rest lies in [0, g).
  struct Split {
    LinearForm multiple, rest;
    std::int64_t g;
  };

  LinearForm compute(const AffineExprPtr& e);
  LinearForm multiply(const LinearForm& a, const LinearForm& b);
  LinearForm divide(const LinearForm& form, std::int64_t m);
  LinearForm modulo(const LinearForm& form, std::int64_t m);
  LinearForm divide_rest(const LinearForm& rest, std::int64_t m);
  LinearForm modulo_rest(const LinearForm& rest, std::int64_t m);
  /// form = m * quotient + rest, with coefficients and constant of the rest
  /// small.
  void reduce(const LinearForm& form, std::int64_t m, LinearForm& quotient,
              LinearForm& rest) const;
  std::optional<Split> split(const LinearForm& form, std::int64_t m) const;
  std::optional<Split> split_at(const LinearForm& form, std::int64_t g) const;
  /// x floordiv a inside of a quotient by m.
  std::optional<LinearForm> merge_quotients(const LinearForm& rest,
                                            std::int64_t m);
  /// x mod a inside of a remainder by m.
  std::optional<LinearForm> merge_remainders(const LinearForm& rest,
                                             std::int64_t m);
  LinearForm recombine(LinearForm form);
  LinearForm opaque(AffineExpr::Kind kind, const LinearForm& a,
                    const LinearForm& b);
  IndexRange atom_range(const AffineExprPtr& atom) const;
  AffineExprPtr remember(const LinearForm& form);

  const IndexDomain& m_domain;
  Points m_points;
  /// Expressions that are simplified already; kept alive as keys.
  std::map<AffineExprPtr, LinearForm> m_known;
};

}  // namespace Strata::Impl

#endif
