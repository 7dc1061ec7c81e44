// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_RowPlan.hpp>

#include <algorithm>

#include <Strata_LevelMap.hpp>
#include <impl/Strata_Simplifier.hpp>

namespace Strata::Impl {

Quotient::Quotient(std::int64_t divisor) : m_divisor(divisor) {
  if (divisor == 1 || divisor >= std::int64_t{1} << 31) return;
  int bits = 0;
  while (std::int64_t{1} << bits < divisor) ++bits;
  m_shift      = 31 + bits;
  m_multiplier = ((std::uint64_t{1} << m_shift) + static_cast<std::uint64_t>(divisor) - 1) /
                 static_cast<std::uint64_t>(divisor);
}

namespace {

using Kind = AffineExpr::Kind;

/// Reads expressions of two dimensions.
class FormReader {
 public:
  FormReader(const std::vector<std::int64_t>& extents, int row)
      : m_domain(IndexDomain::of_extents(extents)), m_row(row) {}

  std::optional<LevelForm> read(const AffineExpr& e) {
    LevelForm form;
    const AffineExpr* inside = &e;
    if (inside->kind == Kind::mod && !take(inside, form.modulus)) return {};
    if (e.kind == Kind::mod && form.modulus.divisor() == 1) return form;  // always 0
    if (inside->kind == Kind::floordiv && !take(inside, form.quotient)) return {};
    return add_linear(*inside, form) ? std::optional(form) : std::nullopt;
  }

 private:
  static bool take(const AffineExpr*& e, Quotient& by) {
    if (e->rhs->kind != Kind::constant || e->rhs->value < 1) return false;
    by = Quotient(e->rhs->value);
    e  = e->lhs.get();
    return true;
  }

  bool add_linear(const AffineExpr& e, LevelForm& form) {
    const LinearForm linear =
        Simplifier(m_domain).form(std::make_shared<const AffineExpr>(e));
    for (const auto& [atom, factor] : linear.terms) {
      if (atom->kind != Kind::dimension) return false;
      (atom->value == m_row ? form.row : form.column) = factor;
    }
    form.constant = linear.constant;
    return m_domain.range_of(e).lower >= 0;
  }

  IndexDomain m_domain;
  int m_row;
};

bool reads_rows(const TensorRef& from) {
  const TensorFormat& f = from.format;
  return f.is_plain() && f.dim_rank() == 2 && from.extents[0] > 0 && from.extents[1] > 0 &&
         f.level(0).kind == LevelKind::dense && f.level(1).kind == LevelKind::compressed &&
         f.level(1).unique;
}

/// Which level is compressed, of a format where all others are dense; −1: no such one.
int only_search(const TensorFormat& to) {
  int search = -1;
  for (int l = 0; l < to.lvl_rank(); ++l) {
    const LevelType type = to.level(l);
    if (type.kind == LevelKind::dense) continue;
    if (type.kind != LevelKind::compressed || !type.unique || search >= 0) return -1;
    search = l;
  }
  return search;
}

/// x mod c, innermost, below x floordiv c.
bool stores_rest(const RowPlan& plan) {
  const LevelForm& c = plan.coordinate;
  int columns        = 0;
  for (int n = 0; n < plan.num_inner; ++n) columns += plan.inner[n].column != 0;
  if (columns != 1 || c.modulus.divisor() != 1) return false;
  const LevelForm& last = plan.inner[plan.num_inner - 1];
  return last.column != 0 && last.quotient.divisor() == 1 && last.row == c.row && last.column == c.column &&
         last.constant == c.constant &&
         last.modulus.divisor() == c.quotient.divisor();
}

/// Finds out where rows repeat the one before.
void find_repeats(RowPlan& plan) {
  const LevelForm& c = plan.coordinate;
  if (c.column == 0 || c.row % c.column != 0) return;
  plan.repeat_shift = -c.row / c.column;
  plan.repeats      = true;
  if (plan.stores_rest) return;
  for (int n = 0; n < plan.num_inner; ++n) {
    const LevelForm& form = plan.inner[n];
    if (form.column != 0 && form.row + form.column * plan.repeat_shift != 0) plan.repeats = false;
  }
}

/// Diagonals by rows.
bool stores_rows(const RowPlan& plan) {
  const LevelForm& form = plan.inner[0];
  return plan.num_inner == 1 && form.row == 1 && form.column == 0 && form.constant == 0 &&
         form.quotient.divisor() == 1 && form.modulus.divisor() == 1;
}

}  // namespace

std::optional<RowPlan> plan_rows(const TensorRef& from, const TensorFormat& to) {
  const int search = only_search(to);
  if (!reads_rows(from) || to.has_order() || search < 0 || search > 1 ||
      to.lvl_rank() - search - 1 > RowPlan::max_inner)
    return {};
  const LevelMap map = LevelMap::of(to, from.extents);
  FormReader reader(from.extents, from.format.dimension_of_level(0));
  RowPlan plan;
  plan.search = search;
  for (int l = 0; l < to.lvl_rank(); ++l) {
    const auto form = reader.read(*map.to_levels[l]);
    if (!form) return {};
    if (l < search) {
      if (form->row != 1 || form->column != 0 || form->constant != 0 ||
          form->modulus.divisor() != 1)
        return {};
      plan.group   = form->quotient.divisor();
      plan.parents = map.extents[l];
    } else if (l == search) {
      plan.coordinate = *form;
      plan.extent     = map.extents[l];
    } else {
      plan.inner_extents[plan.num_inner] = map.extents[l];
      plan.inner[plan.num_inner++]       = *form;
      plan.block *= map.extents[l];
    }
  }
  plan.stores_rest = stores_rest(plan);
  find_repeats(plan);
  plan.ascends     = from.format.level(1).ordered && plan.coordinate.column > 0 &&
                 plan.coordinate.modulus.divisor() == 1;
  plan.stores_rows = stores_rows(plan);
  plan.pieces      = std::min<std::int64_t>(plan.parents, 1024);
  const auto last = static_cast<std::uint64_t>(plan.extent - 1);
  constexpr std::uint64_t most = (std::uint64_t{1} << 31) - 1;  // numbers have 32 bits
  if (last > to.crd_type().max() || last > most) return {};
  return plan;
}

}  // namespace Strata::Impl
