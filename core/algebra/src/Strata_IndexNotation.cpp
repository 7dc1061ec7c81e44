// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_IndexNotation.hpp>

#include <array>

#include <impl/Strata_NotationFunctions.hpp>

namespace Strata {
namespace {

using enum Element;

/// One row per Operator, in its order.
constexpr std::array<OperatorInfo, 44> operators = {{
    {"-", 1, 1},
    {"+", 2, 2, {zero, infinite}, {zero, infinite}},
    {"-", 2, 2, {zero, infinite}, {zero, infinite}},
    {"*", 2, 2, {one, zero}, {one, zero}},
    {"/", 2, 2, {none, zero}, {one, none}},
    {"sqrt", 1, 1},
    {"abs", 1, 1},
    {"exp", 1, 1},
    {"log", 1, 1},
    {"log10", 1, 1},
    {"sin", 1, 1},
    {"cos", 1, 1},
    {"tan", 1, 1},
    {"asin", 1, 1},
    {"acos", 1, 1},
    {"atan", 1, 1},
    {"sinh", 1, 1},
    {"cosh", 1, 1},
    {"tanh", 1, 1},
    {"asinh", 1, 1},
    {"acosh", 1, 1},
    {"atanh", 1, 1},
    {"cbrt", 1, 1},
    {"square", 1, 1},
    {"cube", 1, 1},
    {"pow", 2, 2, {none, one}, {one, zero}},
    {"mod", 2, 2, {none, zero}, {}},
    {"atan2", 2, 2},
    {"max", 2, 2, {lowest, highest}, {lowest, highest}},
    {"min", 2, 2, {highest, lowest}, {highest, lowest}},
    {"heaviside", 1, 2, {zero, none}, {}},
    {"not", 1, 1},
    {"gt", 2, 2},
    {"lt", 2, 2},
    {"gte", 2, 2},
    {"lte", 2, 2},
    {"eq", 2, 2},
    {"neq", 2, 2},
    {"or", 2, 2, {zero, one}, {zero, one}},
    {"and", 2, 2, {one, zero}, {one, zero}},
    {"select", 3, 3},
    {"stored", 1, 1},
    {"any", 2, 2, {every, none}, {every, none}},
    {"combine", 2, 2},
}};
static_assert(operators.size() == static_cast<int>(Operator::combine) + 1);

struct ReductionName {
  const char* name;
  Operator op;
};
constexpr std::array<ReductionName, 7> reductions = {
    {{"sum", Operator::add},
     {"reduce_min", Operator::min},
     {"reduce_max", Operator::max},
     {"reduce_or", Operator::logical_or},
     {"reduce_and", Operator::logical_and},
     {"reduce_product", Operator::mul},
     {"reduce_any", Operator::any}}};

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

IndexExprPtr make_reduce(std::shared_ptr<const Combiner> combiner,
                         std::string variable, IndexExprPtr body,
                         ScalarType type, SourceRange where) {
  IndexExpr e;
  e.kind     = IndexExpr::Kind::reduce;
  e.op       = Operator::combine;
  e.combiner = std::move(combiner);
  e.variable = std::move(variable);
  e.args     = {std::move(body)};
  e.type     = type;
  e.where    = where;
  return make(std::move(e));
}

IndexExprPtr make_argument(std::string name, ScalarType type,
                           SourceRange where) {
  IndexExpr e;
  e.kind     = IndexExpr::Kind::argument;
  e.variable = std::move(name);
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
       i <= static_cast<int>(Operator::any); ++i)
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
  if (!e.variable.empty() && e.kind != IndexExpr::Kind::argument)
    variables.insert(e.variable);
  for (const IndexExprPtr& arg : e.args) collect_variables(*arg, variables);
}

}  // namespace Impl
}  // namespace Strata
