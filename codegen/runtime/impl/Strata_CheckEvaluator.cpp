// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_CheckEvaluator.hpp"

#include <algorithm>
#include <iterator>

#include <Strata_Error.hpp>
#include <impl/Strata_OperatorAlgebra.hpp>

#include "Strata_StoredSearch.hpp"

namespace Strata::Impl {
namespace {

std::vector<std::int64_t> unite(const CheckRange& a, const CheckRange& b) {
  std::vector<std::int64_t> values;
  std::set_union(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                 std::back_inserter(values));
  return values;
}

void sort_unique(std::vector<std::int64_t>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

}  // namespace

std::optional<Number> annihilates(Operator op, const CheckRange& r, bool is_first) {
  if (r.everywhere || !r.rest.absent) return std::nullopt;
  const Absence a =
      what_absence_decides(op, is_first ? &r.rest : nullptr, is_first ? nullptr : &r.rest);
  if (a.decides != Absence::Decides::value) return std::nullopt;
  return a.value;
}

void CheckIndex::values_of(std::int64_t c, std::int64_t extent,
                           std::vector<std::int64_t>& out) const {
  if (has_set) {
    for (std::size_t v = 0; v < set.size(); ++v) {
      if (set[v] == c) out.push_back(static_cast<std::int64_t>(v));
    }
  } else if (c >= lo && (c - lo) % stride == 0 && (c - lo) / stride < extent) {
    out.push_back((c - lo) / stride);
  }
}

CheckEvaluator::CheckEvaluator(const CheckedAssignment& checked, const Operands& inputs,
                               const CheckOptions& options, CheckLookup lookup)
    : m_checked(checked), m_inputs(inputs), m_options(options), m_lookup(lookup) {
  for (const IndexArg& arg : checked.assignment.lhs.indices) {
    m_lhs.push_back(resolve(arg));
    const int v = m_lhs.back().variable;
    if (std::find(m_result_variables.begin(), m_result_variables.end(), v) ==
        m_result_variables.end()) {
      m_result_variables.push_back(v);
    }
  }
  m_rhs = resolve(*checked.assignment.rhs);
}

int CheckEvaluator::variable_number(const std::string& name) {
  const auto [it, inserted] = m_numbers.try_emplace(name, static_cast<int>(m_numbers.size()));
  if (inserted) {
    m_extents.push_back(m_checked.extents.at(name));
    m_bound.push_back(-1);
  }
  return it->second;
}

const CheckTensor* CheckEvaluator::tensor(const std::string& name) {
  auto& slot = m_tensors[name];
  if (!slot) {
    const auto it = m_inputs.find(name);
    if (it == m_inputs.end()) {
      throw FormatMismatch(error_message("Strata::evaluate", name, "a tensor of that name",
                                         "none", "add it to the operands"));
    }
    slot = std::make_unique<CheckTensor>(it->second, m_lookup);
  }
  return slot.get();
}

CheckIndex CheckEvaluator::resolve(const IndexArg& arg) {
  CheckIndex index;
  index.variable = variable_number(arg.variable);
  if (arg.window) {
    index.lo     = arg.window->lo;
    index.stride = arg.window->stride;
  }
  index.has_set = arg.has_index_set;
  index.set     = arg.index_set;
  return index;
}

CheckNode CheckEvaluator::resolve(const IndexExpr& e) {
  CheckNode n;
  n.kind = e.kind;
  n.op   = e.op;
  n.type = e.type;
  n.expr = &e;
  switch (e.kind) {
    case IndexExpr::Kind::access:
      n.tensor = tensor(e.access.tensor);
      for (const IndexArg& arg : e.access.indices) n.indices.push_back(resolve(arg));
      break;
    case IndexExpr::Kind::literal: n.value = number_of(e); break;
    case IndexExpr::Kind::index_value:
    case IndexExpr::Kind::reduce: n.variable = variable_number(e.variable); break;
    default: break;
  }
  for (const IndexExprPtr& arg : e.args) n.args.push_back(resolve(*arg));
  return n;
}

void CheckEvaluator::count() {
  if (++m_result.evaluations <= m_options.max_evaluations) return;
  throw UnsupportedExpression(error_message(
      "Strata::evaluate", m_checked.assignment.text,
      "at most " + std::to_string(m_options.max_evaluations) + " terms to evaluate", "more",
      "use smaller extents or sparse operands"));
}

Number CheckEvaluator::access(const CheckNode& n) {
  Coordinates c(n.indices.size());
  bool is_bound = true;
  for (std::size_t k = 0; k < c.size(); ++k) {
    const std::int64_t at = m_bound[n.indices[k].variable];
    c[k]                  = at < 0 ? -1 : n.indices[k].coordinate(at);
    is_bound &= at >= 0;
  }
  if (!is_bound) {  // see over_nothing()
    Number none = convert(n.tensor->missing(), n.type);
    none.absent = n.tensor->sparse() && !is_stored_above(n.tensor->ref(), c);
    return none;
  }
  const std::int64_t before = n.tensor->steps();
  const Number value        = n.tensor->at(c);
  count_steps(n.tensor->steps() - before);
  return convert(value, n.type);
}

Number CheckEvaluator::value(CheckNode& n) {
  switch (n.kind) {
    case IndexExpr::Kind::access: return access(n);
    case IndexExpr::Kind::literal: return n.value;
    case IndexExpr::Kind::index_value: {
      Number v = zero(ScalarType::i64, false);
      v.i      = m_bound[n.variable];
      v.mag    = static_cast<double>(v.i);
      return convert(v, n.type);
    }
    case IndexExpr::Kind::reduce: return reduce(n);
    case IndexExpr::Kind::cast: return convert(value(n.args[0]), n.type);
    default: break;
  }
  Number a[2] = {value(n.args[0]), zero(n.type, false)};
  if (n.args.size() == 1) return apply(n.op, n.type, a, 1);
  if (n.op == Operator::select) {
    const Number args[] = {a[0], value(n.args[1]), value(n.args[2])};
    return apply(n.op, n.type, args, 3);
  }
  for (std::size_t k = 1; k < n.args.size(); ++k) {
    a[1] = value(n.args[k]);
    a[0] = apply(n.op, n.type, a, 2);
  }
  return a[0];
}

/// Without coordinates: what terms reduce to that store nothing where the variable
/// stands, if they are absent by that. A dense level stores all of its coordinates,
/// also where there are none.
Number CheckEvaluator::over_nothing(CheckNode& n) {
  const Number term = convert(value(n.args[0]), n.type);
  Number total      = identity(*n.expr);
  const auto rest   = term.absent ? reduce_absent(*n.expr, term) : std::nullopt;
  if (rest) return combine(*n.expr, total, *rest);
  total.absent = false;
  return total;
}

/// What is not enumerated: all of it reduces to `rest`.
Number CheckEvaluator::reduce(CheckNode& n) {
  const std::int64_t extent = m_extents[n.variable];
  if (extent == 0) return over_nothing(n);
  const CheckRange all = range(n.args[0], n.variable);
  std::optional<Number> rest;
  if (!all.everywhere && all.rest.absent)
    rest = reduce_absent(*n.expr, convert(all.rest, n.type));
  Number total    = identity(*n.expr);
  bool is_present = false;  // as one of its terms is, whatever that makes of it
  enumerate(rest ? all : CheckRange{}, n.variable, [&] {
    const Number term = convert(value(n.args[0]), n.type);
    is_present |= !term.absent;
    total = combine(*n.expr, total, term);
  });
  if (rest && static_cast<std::int64_t>(all.values.size()) < extent)
    total = combine(*n.expr, total, *rest);
  if (is_present) total.absent = false;
  return total;
}

/// Calls f with every value of `variable` in the range bound.
void CheckEvaluator::enumerate(const CheckRange& r, int variable,
                               const std::function<void()>& f) {
  std::int64_t& slot   = m_bound[variable];
  const std::int64_t n = r.everywhere ? m_extents[variable]
                                      : static_cast<std::int64_t>(r.values.size());
  for (std::int64_t k = 0; k < n; ++k) {
    count();
    slot = r.everywhere ? k : r.values[k];
    f();
  }
  slot = -1;
}

CheckRange CheckEvaluator::range(CheckNode& n, int variable) {
  switch (n.kind) {
    case IndexExpr::Kind::access: return access_range(n, variable);
    case IndexExpr::Kind::literal: return {false, {}, n.value};
    case IndexExpr::Kind::cast: {
      CheckRange r = range(n.args[0], variable);
      r.rest       = convert(r.rest, n.type);
      return r;
    }
    case IndexExpr::Kind::reduce: {
      CheckRange r = range(n.args[0], variable);
      if (r.everywhere || !r.rest.absent) return {};
      const auto rest = reduce_absent(*n.expr, convert(r.rest, n.type));
      return rest ? CheckRange{false, std::move(r.values), *rest} : CheckRange{};
    }
    case IndexExpr::Kind::apply: return apply_range(n, variable);
    default: return {};
  }
}

/// Nothing but structure decides where the condition is at rest.
CheckRange CheckEvaluator::select_range(CheckNode& n, int variable) {
  const CheckRange condition = range(n.args[0], variable);
  if (condition.everywhere) return {};
  const bool holds       = condition.rest.i != 0;
  const CheckRange other = range(n.args[holds ? 1 : 2], variable);
  if (other.everywhere) return {};
  const Number args[] = {condition.rest, other.rest, other.rest};
  return {false, unite(condition, other), apply(n.op, n.type, args, 3)};
}

CheckRange CheckEvaluator::apply_range(CheckNode& n, int variable) {
  if (n.op == Operator::select) return select_range(n, variable);
  if (m_lookup == CheckLookup::storage && n.args.size() == 2)
    if (std::optional<CheckRange> one = decided_by_one(n, variable)) return std::move(*one);
  CheckRange a = range(n.args[0], variable);
  if (n.args.size() == 1) {
    if (!a.everywhere) a.rest = apply(n.op, n.type, &a.rest, 1);
    return a;
  }
  CheckRange b     = range(n.args[1], variable);
  const auto by_a  = annihilates(n.op, a, true);
  const auto by_b  = annihilates(n.op, b, false);
  if (by_a && by_b && equals(*by_a, *by_b))
    return {false, a.values.size() <= b.values.size() ? a.values : b.values, *by_a};
  if (by_a && b.everywhere) return {false, a.values, *by_a};
  if (by_b && a.everywhere) return {false, b.values, *by_b};
  if (a.everywhere || b.everywhere) return {};
  const Number rests[2] = {a.rest, b.rest};
  const Number rest     = apply(n.op, n.type, rests, 2);
  if (by_a && equals(*by_a, rest)) return {false, a.values, rest};
  if (by_b && equals(*by_b, rest)) return {false, b.values, rest};
  return {false, unite(a, b), rest};
}

CheckNode::Projection CheckEvaluator::project(const CheckNode& n, int variable) {
  CheckNode::Projection p;
  int position = -1;
  for (int k = 0; k < static_cast<int>(n.indices.size()); ++k) {
    const int v = n.indices[k].variable;
    if (v == variable && position < 0) position = k;
    if (v != variable && m_bound[v] >= 0) p.bound.push_back(k);
  }
  Coordinates key(p.bound.size());
  for (const auto& [c, number] : n.tensor->entries()) {
    for (std::size_t k = 0; k < key.size(); ++k) key[k] = c[p.bound[k]];
    n.indices[position].values_of(c[position], m_extents[variable], p.values[key]);
  }
  for (auto& [k, values] : p.values) sort_unique(values);
  return p;
}

CheckRange CheckEvaluator::access_range(CheckNode& n, int variable) {
  const bool used = std::any_of(n.indices.begin(), n.indices.end(),
                                [&](const CheckIndex& x) { return x.variable == variable; });
  if (!used || !n.tensor->sparse() || n.tensor->has_empty_level()) return {};
  if (n.tensor->searches()) return searched_range(n, variable);
  auto it = n.projections.find(variable);
  if (it == n.projections.end()) {
    it = n.projections.emplace(variable, project(n, variable)).first;
  }
  const CheckNode::Projection& p = it->second;
  Coordinates key(p.bound.size());
  for (std::size_t k = 0; k < key.size(); ++k) {
    const CheckIndex& index = n.indices[p.bound[k]];
    key[k]                  = index.coordinate(m_bound[index.variable]);
  }
  CheckRange r{false, {}, convert(n.tensor->missing(), n.type)};
  const auto found = p.values.find(key);
  if (found != p.values.end()) r.values = found->second;
  return r;
}

Number CheckEvaluator::background() const {
  const Assignment& a = m_checked.assignment;
  return from_double(m_result.scalar,
                     a.accumulate ? 0 : m_checked.tensors.at(a.lhs.tensor).fill);
}

/// True if the result need not be looked at outside of the range.
bool CheckEvaluator::skips(const CheckRange& range) const {
  return !range.everywhere && range.rest.absent &&
         equals(convert(range.rest, m_result.scalar), background());
}

void CheckEvaluator::result_loop(std::size_t k) {
  if (k < m_result_variables.size()) {
    const CheckRange all = range(m_rhs, m_result_variables[k]);
    enumerate(skips(all) ? all : CheckRange{}, m_result_variables[k],
              [this, k] { result_loop(k + 1); });
    return;
  }
  Coordinates c(m_lhs.size());
  for (std::size_t d = 0; d < c.size(); ++d) c[d] = m_lhs[d].coordinate(m_bound[m_lhs[d].variable]);
  m_result.entries[c] = entry_at(c);
}

/// \pre the variables of the result are bound to where `c` is
EvaluatedEntry CheckEvaluator::entry_at(const Coordinates& c) {
  Number v[2] = {Number{}, convert(value(m_rhs), m_result.scalar)};
  v[1].absent = v[1].absent && equals(v[1], background());
  if (m_checked.assignment.accumulate) {
    v[0] = tensor(m_checked.assignment.lhs.tensor)->at(c);
    v[1] = apply(Operator::add, m_result.scalar, v, 2);
  }
  return {v[1].i, v[1].z, v[1].mag, v[1].absent};
}

Evaluation CheckEvaluator::run() {
  m_result.scalar = m_checked.tensors.at(m_checked.assignment.lhs.tensor).scalar;
  result_loop(0);
  return std::move(m_result);
}

}  // namespace Strata::Impl
