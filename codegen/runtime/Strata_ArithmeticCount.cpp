// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which operands an operation needs, and where these are stored together.
#include "Strata_ArithmeticCount.h"

#include <algorithm>

#include <strata/Analysis/ExprUtils.h>

namespace Strata::Impl {

namespace {

using Kind = IndexExpr::Kind;

/// More accesses are not told apart: that takes their square.
constexpr std::size_t many_accesses = 24;

std::set<std::string> united(std::set<std::string> a, const std::set<std::string>& b) {
  a.insert(b.begin(), b.end());
  return a;
}

/// True where an operation has become one of its arguments, or a number.
bool is_passed_on(const IndexExprPtr& e, const std::set<std::string>& absent,
                  const TensorDeclarations& tensors) {
  const strata::Remainder left = strata::remainderOf(e, absent, tensors);
  if (left.constant) return true;
  const std::string text = to_string(*left.expr);
  return std::any_of(e->args.begin(), e->args.end(), [&](const IndexExprPtr& arg) {
    return to_string(*strata::remainderOf(arg, absent, tensors).expr) == text;
  });
}

/// True where the steps of a reduction over `body` change nothing.
bool is_absent_term(const IndexExpr& reduction, const std::set<std::string>& absent,
                    const TensorDeclarations& tensors) {
  const strata::Remainder left = strata::remainderOf(reduction.args[0], absent, tensors);
  return left.absent() && strata::absentReduction(reduction, *left.absent());
}

/// True for all but the innermost of the variables that one sum is over.
bool continues(const IndexExpr& reduction) {
  const IndexExpr& body = *reduction.args[0];
  return body.kind == Kind::reduce && body.op == reduction.op &&
         body.combiner == reduction.combiner;
}

/// True where the arrays of every level are there.
bool has_arrays(const TensorRef& tensor) {
  for (int l = 0; l < tensor.format.lvl_rank(); ++l)
    if (tensor.format.level(l).kind == LevelKind::compressed && !tensor.levels[l].positions)
      return false;
  return true;
}

}  // namespace

ArithmeticCount::ArithmeticCount(const PlanState& state)
    : m_state(state), m_tensors(state.request.stmt.tensors) {
  const IndexExprPtr& rhs = state.request.stmt.assignment.rhs;
  m_keys                  = strata::sparseKeys(rhs, m_tensors);
  strata::walk(rhs, [&](const IndexExprPtr& e) {
    if (e->kind != Kind::access) return;
    const std::string key = strata::accessKey(e->access);
    if (m_keys.count(key)) m_accesses.emplace(key, e->access);
  });
  m_is_simple = m_accesses.size() <= many_accesses;
  m_is_dense  = !strata::whereNothingIsStored(rhs, m_tensors).absent();
}

TupleCount ArithmeticCount::run() {
  const Assignment& a = m_state.request.stmt.assignment;
  Variables loops;
  for (const IndexArg& index : a.lhs.indices) loops.insert(index.variable);
  visit(a.rhs, {}, loops);
  if (a.accumulate && a.rhs->kind != Kind::reduce)  // a sum begins with what was there
    add(a.rhs, {}, loops, [&](const Keys& absent) {
      return strata::remainderOf(a.rhs, absent, m_tensors).absent() != nullptr;
    });
  return m_total;
}

void ArithmeticCount::visit(const IndexExprPtr& e, const Keys& needed, const Variables& loops) {
  Variables inside = loops;
  if (e->kind == Kind::reduce) {
    inside.insert(e->variable);
    // Else it may be computed ahead, once for what it depends on.
    m_total.is_exact &= strata::freeVariables(e->args[0]).size() == inside.size();
    if (!continues(*e))
      add(e->args[0], needed, inside,
          [&](const Keys& absent) { return is_absent_term(*e, absent, m_tensors); });
  } else if (e->kind == Kind::apply) {
    add(e, needed, inside,
        [&](const Keys& absent) { return is_passed_on(e, absent, m_tensors); });
  }
  const Keys below = united(needed, needed_by(e));
  for (const IndexExprPtr& arg : e->args) visit(arg, below, inside);
}

/// Accesses without which `e` is a number.
ArithmeticCount::Keys ArithmeticCount::needed_by(const IndexExprPtr& e) const {
  Keys out;
  if (!m_is_simple) return out;
  for (const std::string& key : strata::sparseKeys(e, m_tensors))
    if (strata::remainderOf(e, {key}, m_tensors).constant) out.insert(key);
  return out;
}

void ArithmeticCount::add(const IndexExprPtr& e, const Keys& needed, const Variables& loops,
                          const IsIdle& is_idle) {
  Keys all = needed, some;
  for (const std::string& key : m_is_simple ? strata::sparseKeys(e, m_tensors) : Keys())
    if (!needed.count(key)) (is_idle({key}) ? all : some).insert(key);
  const bool is_any = !some.empty() && is_idle(some);
  const TupleCount here = !m_is_simple ? tuples_of_any({}, m_keys, loops)
                          : is_any     ? tuples_of_any(all, some, loops)
                                       : tuples(all, loops);
  m_total.number += here.number;
  m_total.is_exact &= here.is_exact;
}

/// Where one of several has to be stored, there are no more coordinates than those of each
/// of them, added up.
TupleCount ArithmeticCount::tuples_of_any(const Keys& all, const Keys& some,
                                          const Variables& loops) {
  const double everywhere = tuples(all, loops).number;
  double number           = m_is_dense ? everywhere : 0;
  for (auto key = some.begin(); key != some.end() && number < everywhere; ++key)
    number += tuples(united(all, {*key}), loops).number;
  return {std::min(number, everywhere), false};
}

TupleCount ArithmeticCount::tuples(const Keys& stored, const Variables& loops) {
  const auto [known, is_new] = m_known.try_emplace({stored, loops});
  if (is_new) known->second = count(stored, loops);
  return known->second;
}

/// Operands of sums inside of the operation say less: they are there for some number of
/// the variable of the sum.
TupleCount ArithmeticCount::count(const Keys& stored, const Variables& loops) const {
  std::map<std::string, std::int64_t> extents, all_extents;
  for (const std::string& v : loops) extents[v] = m_state.request.stmt.extents.at(v);
  all_extents = extents;
  std::vector<CountedAccess> inside, all;
  bool is_exact = true;
  for (const std::string& key : stored) {
    const Access& access = m_accesses.at(key);
    bool is_inside       = true;
    for (const IndexArg& index : access.indices) {
      is_inside &= loops.count(index.variable) > 0;
      all_extents[index.variable] = m_state.request.stmt.extents.at(index.variable);
    }
    all.push_back(counted(access));
    if (is_inside) inside.push_back(all.back());
    is_exact &= is_inside || !restricts(access, loops);
  }
  TupleCount out = count_tuples(inside, extents);
  if (is_exact) return out;
  out.is_exact = false;
  out.number   = std::min(out.number, count_tuples(all, all_extents).number);
  return out;
}

CountedAccess ArithmeticCount::counted(const Access& access) const {
  const TensorRef& tensor = m_state.operands.at(access.tensor);
  CountedAccess out{access, &tensor};
  Variables seen;
  bool has_sets = false;
  out.is_whole  = tensor.format.is_plain();
  for (const IndexArg& index : access.indices) {
    has_sets |= index.has_index_set;
    out.is_whole &= !index.is_restricted() && seen.insert(index.variable).second;
  }
  const bool has_all = tensor.format.is_plain() && has_arrays(tensor);
  out.is_made        = has_all || m_state.request.concretize.entriesOf.count(access.tensor) > 0;
  out.is_whole &= out.is_made;
  out.is_readable = has_all && !has_sets && m_state.request.chip.empty();
  return out;
}

/// True where the levels of an access do not come to all numbers of the loops.
bool ArithmeticCount::restricts(const Access& access, const Variables& loops) const {
  const TensorFormat& format = m_state.operands.at(access.tensor).format;
  if (!format.has_order()) return true;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const IndexArg& index = access.indices[format.dimension_of_level(l)];
    if (loops.count(index.variable) && !level_traits(format.level(l)).full) return true;
  }
  return false;
}

}  // namespace Strata::Impl
