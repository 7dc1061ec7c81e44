// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_CheckEvaluator.hpp"

#include <algorithm>
#include <iterator>

#include <Strata_Error.hpp>

namespace Strata::Impl {
namespace {

/// f(0) = 0 for every type, so an absent argument adds nothing.
bool preserves_zero(Operator op) {
  switch (op) {
    case Operator::neg:
    case Operator::sqrt:
    case Operator::abs:
    case Operator::sin:
    case Operator::tan:
    case Operator::asin:
    case Operator::atan:
    case Operator::sinh:
    case Operator::tanh:
    case Operator::asinh:
    case Operator::atanh:
    case Operator::cbrt:
    case Operator::square:
    case Operator::cube: return true;
    default: return false;
  }
}

CheckRange smaller(CheckRange a, CheckRange b) {
  if (a.everywhere) return b;
  if (b.everywhere) return a;
  return a.values.size() <= b.values.size() ? std::move(a) : std::move(b);
}

CheckRange either(const CheckRange& a, const CheckRange& b) {
  if (a.everywhere || b.everywhere) return {};
  CheckRange r;
  r.everywhere = false;
  std::set_union(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                 std::back_inserter(r.values));
  return r;
}

void sort_unique(std::vector<std::int64_t>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

}  // namespace

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
                               const CheckOptions& options)
    : m_checked(checked), m_inputs(inputs), m_options(options) {
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
    const auto fill = m_options.fills.find(name);
    slot            = std::make_unique<CheckTensor>(
        it->second, fill == m_options.fills.end() ? 0 : fill->second);
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
  switch (e.kind) {
    case IndexExpr::Kind::access:
      n.tensor = tensor(e.access.tensor);
      for (const IndexArg& arg : e.access.indices) n.indices.push_back(resolve(arg));
      break;
    case IndexExpr::Kind::literal: n.value = from_literal(e.type, e.literal); break;
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
  for (std::size_t k = 0; k < c.size(); ++k) {
    c[k] = n.indices[k].coordinate(m_bound[n.indices[k].variable]);
  }
  return convert(n.tensor->at(c), n.type);
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
  for (std::size_t k = 1; k < n.args.size(); ++k) {
    a[1] = value(n.args[k]);
    a[0] = apply(n.op, n.type, a, 2);
  }
  return a[0];
}

Number CheckEvaluator::reduce(CheckNode& n) {
  Number acc[2] = {identity(n.op, n.type), Number{}};
  const bool everywhere =
      enumerate(n.args[0], n.op == Operator::min || n.op == Operator::max ? ~n.variable : n.variable,
                [&] {
                  acc[1] = convert(value(n.args[0]), n.type);
                  acc[0] = apply(n.op, n.type, acc, 2);
                });
  if (everywhere && m_extents[n.variable] == 0) acc[0].absent = false;
  return acc[0];
}

/// Calls f with every value of `variable` for which body can be present
/// (~variable: with every value) bound. Returns whether that is every value.
bool CheckEvaluator::enumerate(CheckNode& body, int variable, const std::function<void()>& f) {
  CheckRange r;
  if (variable >= 0) {
    r = range(body, variable);
  } else {
    variable = ~variable;
  }
  std::int64_t& slot   = m_bound[variable];
  const std::int64_t n = r.everywhere ? m_extents[variable]
                                      : static_cast<std::int64_t>(r.values.size());
  for (std::int64_t k = 0; k < n; ++k) {
    count();
    slot = r.everywhere ? k : r.values[k];
    f();
  }
  slot = -1;
  return r.everywhere;
}

CheckRange CheckEvaluator::range(CheckNode& n, int variable) {
  switch (n.kind) {
    case IndexExpr::Kind::access: return access_range(n, variable);
    case IndexExpr::Kind::cast: return range(n.args[0], variable);
    case IndexExpr::Kind::reduce:
      return n.op == Operator::add || n.op == Operator::logical_or ? range(n.args[0], variable)
                                                                  : CheckRange{};
    case IndexExpr::Kind::apply: break;
    default: return {};
  }
  switch (n.op) {
    case Operator::mul: return smaller(range(n.args[0], variable), range(n.args[1], variable));
    case Operator::div: return range(n.args[0], variable);
    case Operator::add:
    case Operator::sub:
    case Operator::logical_or:
      return either(range(n.args[0], variable), range(n.args[1], variable));
    default: return preserves_zero(n.op) ? range(n.args[0], variable) : CheckRange{};
  }
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
  if (!used || !n.tensor->sparse()) return {};
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
  CheckRange r;
  r.everywhere     = false;
  const auto found = p.values.find(key);
  if (found != p.values.end()) r.values = found->second;
  return r;
}

void CheckEvaluator::result_loop(std::size_t k) {
  if (k < m_result_variables.size()) {
    enumerate(m_rhs, m_result_variables[k], [this, k] { result_loop(k + 1); });
    return;
  }
  Coordinates c(m_lhs.size());
  for (std::size_t d = 0; d < c.size(); ++d) c[d] = m_lhs[d].coordinate(m_bound[m_lhs[d].variable]);
  Number v[2] = {Number{}, convert(value(m_rhs), m_result.scalar)};
  if (m_checked.assignment.accumulate) {
    v[0] = tensor(m_checked.assignment.lhs.tensor)->at(c);
    v[1] = apply(Operator::add, m_result.scalar, v, 2);
  }
  m_result.entries[c] = {v[1].i, v[1].z, v[1].mag, v[1].absent};
}

Evaluation CheckEvaluator::run() {
  m_result.scalar = m_checked.tensors.at(m_checked.assignment.lhs.tensor).scalar;
  result_loop(0);
  return std::move(m_result);
}

}  // namespace Strata::Impl
