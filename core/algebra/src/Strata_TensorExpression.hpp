// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TENSOR_EXPRESSION_HPP
#define STRATA_TENSOR_EXPRESSION_HPP

#include <complex>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include <Strata_IndexNotation.hpp>
#include <Strata_TensorRef.hpp>

/// \file
/// Index notation as C++ operators:
///   IndexVar i, j;
///   Statement s = (y(i) = A(i, j) * x(j));
/// builds the same Assignment as the text "y(i) = A(i,j) * x(j)".
namespace Strata {

class IndexUse;

/// An index variable. Two variables with the same name are the same variable;
/// an unnamed one is itself only and gets a free name in every statement.
class IndexVar {
 public:
  IndexVar();
  /// \throws ParseError if the name is no identifier or is reserved.
  explicit IndexVar(std::string name);

  const std::string& name() const { return m_name; }
  /// Window [lo, hi) with a stride: A(i(2, 6), j).
  IndexUse operator()(std::int64_t lo, std::int64_t hi,
                      std::int64_t stride = 1) const;
  /// Index set: A(i({1, 3, 5}), j).
  IndexUse operator()(std::vector<std::int64_t> coordinates) const;

 private:
  std::string m_name;
};

/// An index variable in an access, perhaps restricted.
class IndexUse {
 public:
  IndexUse(const IndexVar& variable);  // implicit: A(i, j)
  explicit IndexUse(IndexArg arg) : m_arg(std::move(arg)) {}
  const IndexArg& arg() const { return m_arg; }

 private:
  IndexArg m_arg;
};

/// A statement and the tensors it names.
struct Statement {
  Assignment assignment;  ///< `text` is the canonical text
  std::map<std::string, TensorRef> tensors;
};

class Tensor;

/// An expression over tensors; literals, index variables and tensors of order 0
/// convert to it.
class TensorExpression {
 public:
  template <class T>
  requires std::is_arithmetic_v<T> TensorExpression(T value)
      : m_node(make_number(value)) {}
  template <std::floating_point T>
  TensorExpression(std::complex<T> value)
      : m_node(make_literal(std::complex<double>(value))) {}
  TensorExpression(const IndexVar& variable);
  /// \throws ShapeMismatch if the tensor's order is not 0.
  TensorExpression(const Tensor& tensor);
  TensorExpression(IndexExprPtr node, std::map<std::string, TensorRef> tensors)
      : m_node(std::move(node)), m_tensors(std::move(tensors)) {}

  const IndexExprPtr& node() const { return m_node; }
  const std::map<std::string, TensorRef>& tensors() const { return m_tensors; }

 private:
  template <class T>
  static IndexExprPtr make_number(T value) {
    if constexpr (std::is_same_v<T, bool>)
      return make_literal(value);
    else if constexpr (std::is_integral_v<T>)
      return make_integer(value < 0, static_cast<std::uint64_t>(value));
    else
      return make_literal(static_cast<double>(value));
  }
  static IndexExprPtr make_integer(bool negative, std::uint64_t bits);

  IndexExprPtr m_node;
  std::map<std::string, TensorRef> m_tensors;
};

/// A(i, j): an expression, and the left side of a statement.
class TensorAccess : public TensorExpression {
 public:
  TensorAccess(const TensorAccess&) = default;
  TensorAccess(Access access, std::map<std::string, TensorRef> tensors);

  /// y(i) = e and y(i) += e build statements; nothing is computed.
  Statement operator=(const TensorExpression& e) const;
  Statement operator=(const TensorAccess& e) const;
  Statement operator+=(const TensorExpression& e) const;

 private:
  Access m_access;
};

/// A tensor with a name in statements.
class Tensor {
 public:
  /// Unnamed: gets a free name in every statement.
  explicit Tensor(TensorRef ref);
  /// \throws ParseError if the name is no identifier or is reserved.
  Tensor(TensorRef ref, std::string name);

  const TensorRef& ref() const { return m_ref; }
  const std::string& name() const { return m_name; }

  /// \throws ShapeMismatch if the number of indices is not the order.
  template <std::convertible_to<IndexUse>... Indices>
  TensorAccess operator()(const Indices&... indices) const {
    return access({IndexUse(indices).arg()...});
  }
  TensorAccess access(std::vector<IndexArg> indices) const;

 private:
  TensorRef m_ref;
  std::string m_name;
};

Tensor tensor(TensorRef ref);
Tensor tensor(TensorRef ref, std::string name);

/// lhs = rhs (or += when accumulate) as a statement.
Statement assign(const TensorAccess& lhs, const TensorExpression& rhs,
                 bool accumulate = false);

TensorExpression operator-(const TensorExpression& a);
TensorExpression operator+(const TensorExpression& a,
                           const TensorExpression& b);
TensorExpression operator-(const TensorExpression& a,
                           const TensorExpression& b);
TensorExpression operator*(const TensorExpression& a,
                           const TensorExpression& b);
TensorExpression operator/(const TensorExpression& a,
                           const TensorExpression& b);

/// Reductions over a variable.
TensorExpression sum(const IndexVar& variable, const TensorExpression& e);
TensorExpression reduce_min(const IndexVar& variable,
                            const TensorExpression& e);
TensorExpression reduce_max(const IndexVar& variable,
                            const TensorExpression& e);
TensorExpression reduce_or(const IndexVar& variable, const TensorExpression& e);
TensorExpression reduce_and(const IndexVar& variable,
                            const TensorExpression& e);
TensorExpression reduce_product(const IndexVar& variable,
                                const TensorExpression& e);

/// e as another type: cast(ScalarType::f32, e) or cast<float>(e).
TensorExpression cast(ScalarType type, const TensorExpression& e);
template <class T>
TensorExpression cast(const TensorExpression& e) {
  return cast(scalar_type_of_v<T>, e);
}

// Functions of one argument, with the names of the text.
TensorExpression sqrt(const TensorExpression& e);
TensorExpression abs(const TensorExpression& e);
TensorExpression exp(const TensorExpression& e);
TensorExpression log(const TensorExpression& e);
TensorExpression log10(const TensorExpression& e);
TensorExpression sin(const TensorExpression& e);
TensorExpression cos(const TensorExpression& e);
TensorExpression tan(const TensorExpression& e);
TensorExpression asin(const TensorExpression& e);
TensorExpression acos(const TensorExpression& e);
TensorExpression atan(const TensorExpression& e);
TensorExpression sinh(const TensorExpression& e);
TensorExpression cosh(const TensorExpression& e);
TensorExpression tanh(const TensorExpression& e);
TensorExpression asinh(const TensorExpression& e);
TensorExpression acosh(const TensorExpression& e);
TensorExpression atanh(const TensorExpression& e);
TensorExpression cbrt(const TensorExpression& e);
TensorExpression square(const TensorExpression& e);
TensorExpression cube(const TensorExpression& e);
/// "not" of the text.
TensorExpression logical_not(const TensorExpression& e);

// Functions of two arguments.
TensorExpression pow(const TensorExpression& a, const TensorExpression& b);
TensorExpression mod(const TensorExpression& a, const TensorExpression& b);
TensorExpression atan2(const TensorExpression& a, const TensorExpression& b);
TensorExpression max(const TensorExpression& a, const TensorExpression& b);
TensorExpression min(const TensorExpression& a, const TensorExpression& b);
TensorExpression heaviside(const TensorExpression& x);
TensorExpression heaviside(const TensorExpression& x,
                           const TensorExpression& h);
TensorExpression gt(const TensorExpression& a, const TensorExpression& b);
TensorExpression lt(const TensorExpression& a, const TensorExpression& b);
TensorExpression gte(const TensorExpression& a, const TensorExpression& b);
TensorExpression lte(const TensorExpression& a, const TensorExpression& b);
TensorExpression eq(const TensorExpression& a, const TensorExpression& b);
TensorExpression neq(const TensorExpression& a, const TensorExpression& b);

}  // namespace Strata

#endif
