// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_Variables.hpp>

#include <Strata_Error.hpp>

namespace Strata::Impl {

using Kind = AffineExpr::Kind;

std::vector<AffineExprPtr> variables_of(const IndexDomain& domain) {
  std::vector<AffineExprPtr> variables;
  for (std::size_t i = 0; i < domain.dimensions.size(); ++i)
    variables.push_back(AffineExpr::dimension(i));
  for (std::size_t i = 0; i < domain.symbols.size(); ++i)
    variables.push_back(AffineExpr::symbol(i));
  for (std::size_t i = 0; i < domain.runtime.size(); ++i)
    variables.push_back(AffineExpr::runtime(i));
  return variables;
}

VariableSet variables_in(const AffineExpr& e) {
  VariableSet variables;
  for_each_variable(e, [&](const AffineExpr& v) {
    variables.insert(std::make_shared<const AffineExpr>(v));
  });
  return variables;
}

std::int64_t& value_of(IndexPoint& point, const AffineExpr& variable) {
  const auto i = static_cast<std::size_t>(variable.value);
  if (variable.kind == Kind::dimension) return point.dimensions[i];
  return variable.kind == Kind::symbol ? point.symbols[i] : point.runtime[i];
}

void require_bounded(const IndexRange& range, const AffineExpr& variable,
                     std::string_view operation) {
  if (range.is_bounded()) return;
  throw UnsupportedExpression(
      error_message(operation, "domain", "a range with two bounds",
                    to_string(variable, {}) + " in " + range.to_string(),
                    "bound the variable"));
}

std::vector<VariableGroup> group_variables(
    const IndexDomain& domain, const std::vector<AffineExprPtr>& expressions) {
  std::vector<VariableGroup> groups;
  for (const AffineExprPtr& v : variables_of(domain))
    groups.push_back({{v}, {}});
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    VariableGroup joined{variables_in(*expressions[i]), {i}};
    std::erase_if(groups, [&](VariableGroup& group) {
      const bool touches = std::any_of(
          group.variables.begin(), group.variables.end(),
          [&](const AffineExprPtr& v) { return joined.variables.contains(v); });
      if (!touches) return false;
      joined.variables.merge(group.variables);
      joined.expressions.insert(joined.expressions.end(),
                                group.expressions.begin(),
                                group.expressions.end());
      return true;
    });
    groups.push_back(std::move(joined));
  }
  return groups;
}

}  // namespace Strata::Impl
