// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_TensorExpression.hpp>

#include <limits>

#include <Strata_Error.hpp>
#include <impl/Strata_ExpressionMerge.hpp>
#include <impl/Strata_Lexer.hpp>
#include <impl/Strata_NotationFunctions.hpp>
#include <impl/Strata_Placeholders.hpp>

namespace Strata {
namespace {

using Tensors = std::map<std::string, TensorRef>;

void check_name(const char* operation, const std::string& name) {
  if (Impl::is_identifier(name) && !Impl::is_function_name(name) &&
      !Impl::is_literal_word(name))
    return;
  throw ParseError(
      error_message(operation, "name",
                    "a letter or '_', then letters, digits and '_'; no "
                    "name of a function or literal",
                    "'" + name + "'"));
}

}  // namespace

void Impl::merge_tensors(Tensors& into, const Tensors& from) {
  for (const auto& [name, ref] : from) {
    const auto [found, is_new] = into.try_emplace(name, ref);
    const TensorRef& other     = found->second;
    if (!is_new && (other.values != ref.values || other.format != ref.format ||
                    other.extents != ref.extents))
      throw FormatMismatch(
          "two different tensors of one statement are named '" + name + "'");
  }
}

IndexVar::IndexVar() : m_name(Impl::make_placeholder()) {}

IndexVar::IndexVar(std::string name) : m_name(std::move(name)) {
  check_name("IndexVar", m_name);
}

IndexUse IndexVar::operator()(std::int64_t lo, std::int64_t hi,
                              std::int64_t stride) const {
  IndexArg arg;
  arg.variable = m_name;
  arg.window   = IndexArg::Window{lo, hi, stride};
  return IndexUse(std::move(arg));
}

IndexUse IndexVar::operator()(std::vector<std::int64_t> coordinates) const {
  IndexArg arg;
  arg.variable      = m_name;
  arg.index_set     = std::move(coordinates);
  arg.has_index_set = true;
  return IndexUse(std::move(arg));
}

IndexUse::IndexUse(const IndexVar& variable) {
  m_arg.variable = variable.name();
}

TensorExpression::TensorExpression(const IndexVar& variable)
    : m_node(make_index_value(variable.name())) {}

TensorExpression::TensorExpression(const Tensor& tensor)
    : TensorExpression(tensor.access({})) {}

IndexExprPtr TensorExpression::make_integer(bool negative, std::uint64_t bits) {
  if (!negative && bits > static_cast<std::uint64_t>(
                              std::numeric_limits<std::int64_t>::max()))
    throw ParseError(error_message("TensorExpression", "literal",
                                   "a number that int64 holds",
                                   std::to_string(bits)));
  return make_literal(static_cast<std::int64_t>(bits));
}

TensorAccess::TensorAccess(Access access, Tensors tensors)
    : TensorExpression(make_access(access), std::move(tensors)),
      m_access(std::move(access)) {}

Statement TensorAccess::operator=(const TensorExpression& e) const {
  return assign(*this, e);
}
Statement TensorAccess::operator=(const TensorAccess& e) const {
  return assign(*this, e);
}
Statement TensorAccess::operator+=(const TensorExpression& e) const {
  return assign(*this, e, true);
}

Tensor::Tensor(TensorRef ref)
    : m_ref(std::move(ref)), m_name(Impl::make_placeholder()) {}

Tensor::Tensor(TensorRef ref, std::string name)
    : m_ref(std::move(ref)), m_name(std::move(name)) {
  check_name("tensor", m_name);
}

TensorAccess Tensor::access(std::vector<IndexArg> indices) const {
  const bool is_named = !m_name.starts_with('#');
  if (static_cast<int>(indices.size()) != m_ref.order())
    throw ShapeMismatch(
        error_message(is_named ? "tensor " + m_name : "tensor", "indices",
                      std::to_string(m_ref.order()) + " (the order)",
                      std::to_string(indices.size())));
  return TensorAccess(Access{m_name, std::move(indices)}, {{m_name, m_ref}});
}

Tensor tensor(TensorRef ref) { return Tensor(std::move(ref)); }
Tensor tensor(TensorRef ref, std::string name) {
  return Tensor(std::move(ref), std::move(name));
}

Statement assign(const TensorAccess& lhs, const TensorExpression& rhs,
                 bool accumulate) {
  Tensors tensors = lhs.tensors();
  Impl::merge_tensors(tensors, rhs.tensors());
  Assignment a;
  a.lhs        = lhs.node()->access;
  a.accumulate = accumulate;
  a.rhs        = rhs.node();
  Statement statement;
  for (const auto& [old_name, name] : Impl::name_placeholders(a))
    if (auto found = tensors.extract(old_name)) {
      found.key() = name;
      statement.tensors.insert(std::move(found));
    }
  statement.tensors.merge(tensors);
  // Parsing the canonical text gives every node its place in it.
  statement.assignment = parse_notation(to_string(a));
  return statement;
}

}  // namespace Strata
