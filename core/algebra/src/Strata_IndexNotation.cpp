// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_IndexNotation.hpp>

#include <array>

#include <impl/Strata_NotationFunctions.hpp>

namespace Strata {
namespace {

/// One row per Operator, in its order.
constexpr std::array<OperatorInfo, 39> operators = {{
    {"-", 1, 1, true},          {"+", 2, 2, true},      {"-", 2, 2, true},
    {"*", 2, 2, true},          {"/", 2, 2, true},      {"sqrt", 1, 1, false},
    {"abs", 1, 1, false},       {"exp", 1, 1, false},   {"log", 1, 1, false},
    {"log10", 1, 1, false},     {"sin", 1, 1, false},   {"cos", 1, 1, false},
    {"tan", 1, 1, false},       {"asin", 1, 1, false},  {"acos", 1, 1, false},
    {"atan", 1, 1, false},      {"sinh", 1, 1, false},  {"cosh", 1, 1, false},
    {"tanh", 1, 1, false},      {"asinh", 1, 1, false}, {"acosh", 1, 1, false},
    {"atanh", 1, 1, false},     {"cbrt", 1, 1, false},  {"square", 1, 1, false},
    {"cube", 1, 1, false},      {"pow", 2, 2, false},   {"mod", 2, 2, false},
    {"atan2", 2, 2, false},     {"max", 2, 2, false},   {"min", 2, 2, false},
    {"heaviside", 1, 2, false}, {"not", 1, 1, false},   {"gt", 2, 2, false},
    {"lt", 2, 2, false},        {"gte", 2, 2, false},   {"lte", 2, 2, false},
    {"eq", 2, 2, false},        {"neq", 2, 2, false},   {"or", 2, 2, false},
}};
static_assert(operators.size() == static_cast<int>(Operator::logical_or) + 1);

struct ReductionName {
  const char* name;
  Operator op;
};
constexpr std::array<ReductionName, 4> reductions = {
    {{"sum", Operator::add},
     {"reduce_min", Operator::min},
     {"reduce_max", Operator::max},
     {"reduce_or", Operator::logical_or}}};

IndexExprPtr make(IndexExpr e) {
  return std::make_shared<const IndexExpr>(std::move(e));
}

}  // namespace

const OperatorInfo& operator_info(Operator op) {
  return operators[static_cast<int>(op)];
}

IndexExprPtr make_access(Access a, ScalarType type, SourceRange where) {
  IndexExpr e;
  e.kind   = IndexExpr::Kind::access;
  e.access = std::move(a);
  e.type   = type;
  e.where  = where;
  return make(std::move(e));
}

IndexExprPtr make_literal(
    std::variant<bool, std::int64_t, double, std::complex<double>> v,
    ScalarType type, SourceRange where) {
  IndexExpr e;
  e.kind    = IndexExpr::Kind::literal;
  e.literal = v;
  e.type    = type;
  e.where   = where;
  return make(std::move(e));
}

IndexExprPtr make_index_value(std::string variable, SourceRange where) {
  IndexExpr e;
  e.kind     = IndexExpr::Kind::index_value;
  e.variable = std::move(variable);
  e.type     = ScalarType::i32;
  e.where    = where;
  return make(std::move(e));
}

IndexExprPtr make_apply(Operator op, std::vector<IndexExprPtr> args,
                        ScalarType type, SourceRange where) {
  IndexExpr e;
  e.kind  = IndexExpr::Kind::apply;
  e.op    = op;
  e.args  = std::move(args);
  e.type  = type;
  e.where = where;
  return make(std::move(e));
}

IndexExprPtr make_reduce(Operator op, std::string variable, IndexExprPtr body,
                         ScalarType type, SourceRange where) {
  IndexExpr e;
  e.kind     = IndexExpr::Kind::reduce;
  e.op       = op;
  e.variable = std::move(variable);
  e.args     = {std::move(body)};
  e.type     = type;
  e.where    = where;
  return make(std::move(e));
}

IndexExprPtr make_cast(ScalarType type, IndexExprPtr arg, SourceRange where) {
  IndexExpr e;
  e.kind  = IndexExpr::Kind::cast;
  e.args  = {std::move(arg)};
  e.type  = type;
  e.where = where;
  return make(std::move(e));
}

std::int64_t IndexArg::length(std::int64_t extent) const {
  if (has_index_set) return static_cast<std::int64_t>(index_set.size());
  if (!window) return extent;
  const std::int64_t inside = window->hi - window->lo;
  return inside / window->stride + (inside % window->stride != 0 ? 1 : 0);
}

namespace Impl {

std::optional<Operator> find_function(std::string_view name) {
  for (int i = static_cast<int>(Operator::sqrt);
       i <= static_cast<int>(Operator::neq); ++i)
    if (name == operators[i].name) return static_cast<Operator>(i);
  return std::nullopt;
}

std::optional<Operator> find_reduction(std::string_view name) {
  for (const ReductionName& r : reductions)
    if (name == r.name) return r.op;
  return std::nullopt;
}

const char* reduction_name(Operator op) {
  for (const ReductionName& r : reductions)
    if (op == r.op) return r.name;
  return "reduce";
}

bool is_literal_word(std::string_view name) {
  return name == "true" || name == "false" || name == "inf" || name == "nan";
}

bool is_function_name(std::string_view name) {
  return find_function(name) || find_reduction(name) || name == "complex" ||
         name.starts_with("cast_");
}

void collect_variables(const Access& a, std::set<std::string>& variables) {
  for (const IndexArg& index : a.indices) variables.insert(index.variable);
}

void collect_variables(const IndexExpr& e, std::set<std::string>& variables) {
  collect_variables(e.access, variables);
  if (!e.variable.empty()) variables.insert(e.variable);
  for (const IndexExprPtr& arg : e.args) collect_variables(*arg, variables);
}

}  // namespace Impl
}  // namespace Strata
