// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Error.hpp>
#include <impl/Strata_CheckedMath.hpp>
#include <impl/Strata_Variables.hpp>

namespace Strata {
namespace Impl {
namespace {

/// Cuts boxes until every constraint holds on all of a box or on none of it.
class BoxSearch {
 public:
  using Visit = std::function<bool(const IndexDomain&)>;

  BoxSearch(const IndexDomain& domain, const VariableSet& variables,
            const std::vector<IndexConstraint>& constraints, const Visit& visit)
      : m_box(domain),
        m_variables(variables),
        m_constraints(constraints),
        m_visit(visit) {
    m_box.constraints.clear();
  }

  void run() {
    for (const AffineExprPtr& v : m_variables)
      if (m_box.range(*v).is_empty()) return;
    search();
  }

 private:
  enum class Answer { never, always, sometimes };

  Answer decide(const IndexConstraint& c) const {
    const IndexRange values = m_box.range_of(*c.expression);
    if (c.range.contains(values)) return Answer::always;
    return values.intersect(c.range).is_empty() ? Answer::never
                                                : Answer::sometimes;
  }

  /// False to stop the whole search.
  bool search() {
    if (++m_boxes > max_boxes) fail_size();
    const IndexConstraint* undecided = nullptr;
    for (const IndexConstraint& c : m_constraints) {
      const Answer answer = decide(c);
      if (answer == Answer::never) return true;
      if (answer == Answer::sometimes && !undecided) undecided = &c;
    }
    if (!undecided) return m_visit(m_box);
    const AffineExprPtr widest = find_widest(*undecided->expression);
    return widest ? cut(*widest) : check_point();
  }

  AffineExprPtr find_widest(const AffineExpr& e) const {
    AffineExprPtr widest;
    std::int64_t size = 1;
    for (const AffineExprPtr& v : variables_in(e)) {
      const IndexRange& range = m_box.range(*v);
      require_bounded(range, *v, "IndexDomain");
      if (range.size() > size) {
        size   = range.size();
        widest = v;
      }
    }
    return widest;
  }

  bool cut(const AffineExpr& variable) {
    IndexRange& range         = m_box.range(variable);
    const IndexRange whole    = range;
    const std::int64_t middle = whole.lower + (whole.size() - 1) / 2;
    range                     = {whole.lower, middle};
    bool go_on                = search();
    if (go_on) {
      range = {middle + 1, whole.upper};
      go_on = search();
    }
    range = whole;
    return go_on;
  }

  /// Intervals of a point are exact, except for what has no interval rule.
  bool check_point() {
    IndexPoint point{std::vector<std::int64_t>(m_box.dimensions.size()),
                     std::vector<std::int64_t>(m_box.symbols.size()),
                     std::vector<std::int64_t>(m_box.runtime.size())};
    for (const AffineExprPtr& v : m_variables)
      value_of(point, *v) = m_box.range(*v).lower;
    for (const IndexConstraint& c : m_constraints)
      if (decide(c) == Answer::sometimes &&
          !c.range.contains(evaluate(*c.expression, point)))
        return true;
    return m_visit(m_box);
  }

  [[noreturn]] void fail_size() const {
    throw UnsupportedExpression(error_message(
        "IndexDomain", "constraints",
        "a domain of at most " + std::to_string(max_boxes) + " boxes", "more",
        "simplify the constraints or make the ranges smaller"));
  }

  IndexDomain m_box;
  const VariableSet& m_variables;
  const std::vector<IndexConstraint>& m_constraints;
  const Visit& m_visit;
  std::size_t m_boxes = 0;
};

}  // namespace

void for_each_box(const IndexDomain& domain, const VariableSet& variables,
                  const std::vector<IndexConstraint>& constraints,
                  const std::function<bool(const IndexDomain&)>& visit) {
  BoxSearch(domain, variables, constraints, visit).run();
}

}  // namespace Impl

namespace {

/// Points of the variables that hang together.
std::int64_t count_group(const IndexDomain& domain,
                         const Impl::VariableGroup& group, bool stop_at_first) {
  std::vector<IndexConstraint> constraints;
  for (std::size_t i : group.expressions)
    constraints.push_back(domain.constraints[i]);
  std::int64_t count = 0;
  Impl::for_each_box(
      domain, group.variables, constraints, [&](const IndexDomain& box) {
        std::int64_t points = 1;
        if (!stop_at_first)
          for (const AffineExprPtr& v : group.variables)
            points = Impl::checked_mul(points, box.range(*v).size());
        count = Impl::checked_add(count, points);
        return !stop_at_first;
      });
  return count;
}

std::vector<Impl::VariableGroup> constraint_groups(const IndexDomain& domain) {
  std::vector<AffineExprPtr> expressions;
  for (const IndexConstraint& c : domain.constraints)
    expressions.push_back(c.expression);
  return Impl::group_variables(domain, expressions);
}

}  // namespace

bool IndexDomain::is_empty() const {
  if (is_plainly_empty()) return true;
  for (const Impl::VariableGroup& group : constraint_groups(*this))
    if (count_group(*this, group, true) == 0) return true;
  return false;
}

std::int64_t IndexDomain::count_points() const {
  if (is_plainly_empty()) return 0;
  std::int64_t count = 1;
  for (const Impl::VariableGroup& group : constraint_groups(*this)) {
    const std::int64_t points = count_group(*this, group, false);
    if (points == 0) return 0;
    count = Impl::checked_mul(count, points);
  }
  return count;
}

}  // namespace Strata
