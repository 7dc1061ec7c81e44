// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_USER_OPERATOR_HPP
#define STRATA_USER_OPERATOR_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <Strata_TensorExpression.hpp>

/// \file
/// Operators that users define, once for all back ends: an expression over scalar
/// arguments, written as a generic lambda or as text.
namespace Strata {

/// a where `condition` holds, else b. Where only what is not stored decides that it does
/// not hold, a number b is absent.
TensorExpression select(const TensorExpression& condition, const TensorExpression& a,
                        const TensorExpression& b);
/// Whether anything that is stored makes `e`.
TensorExpression stored(const TensorExpression& e);
/// The first argument that is not absent.
TensorExpression any(const TensorExpression& a, const TensorExpression& b);
/// "and" and "or" of the text.
TensorExpression logical_and(const TensorExpression& a, const TensorExpression& b);
TensorExpression logical_or(const TensorExpression& a, const TensorExpression& b);
/// The first term that is there.
TensorExpression reduce_any(const IndexVar& variable, const TensorExpression& e);

/// An operator of index notation that is made of others.
struct OperatorDefinition {
  std::string name;
  std::vector<std::string> parameters;
  IndexExprPtr body;    ///< over arguments
  /// Where it is defined; an argument stands for whether it is stored. Null:
  /// everywhere, an argument that is not stored being its fill value.
  IndexExprPtr region;
  IndexExprPtr fill;         ///< the result outside of the region; null: 0
  IndexExprPtr identity;     ///< of operators on two arguments, or null
  IndexExprPtr annihilator;  ///< or null
  bool associative = false, commutative = false;
};

/// "relu(x) = max(x, 0)", with the properties that were declared.
std::string to_string(const OperatorDefinition& definition);

/// Reads such a text: `name(x, y) = body`, then in any order `on REGION`, `fill V`,
/// `identity V`, `annihilator V`, `commutative`, `associative`. A region is one of
/// intersection, union, left, right, left_only, right_only, xor, or a truth value of
/// the parameters, each of which says whether that argument is stored.
/// \throws ParseError with a caret under the place.
OperatorDefinition parse_operator(std::string_view text);

/// What a definition may declare besides its body; see parse_operator().
struct OperatorProperties {
  std::string region = {};
  std::optional<double> fill = {}, identity = {}, annihilator = {};
  bool commutative = false, associative = false;
};

/// A user operator in C++:
///   const UserOperator relu("relu", [](auto x) { return max(x, 0); });
///   y(i) = relu(A(i, j) * x(j));
/// The body may call the functions of index notation, casts and other user operators,
/// on its 1 to 4 arguments and on numbers. It is called once, here.
class UserOperator {
 public:
  /// \throws ParseError if the name is no identifier or is that of a function, or a
  ///   property makes no sense.
  template <class Body>
  requires(!std::is_convertible_v<Body, OperatorDefinition>)
  UserOperator(std::string name, Body body, const OperatorProperties& properties = {})
      : UserOperator(std::move(name), arity<Body>(),
                     call(body, std::make_index_sequence<arity<Body>()>()), properties) {}
  explicit UserOperator(OperatorDefinition definition)
      : m_definition(std::move(definition)) {}

  const OperatorDefinition& definition() const { return m_definition; }

  /// \throws ParseError unless there are as many arguments as parameters.
  template <std::convertible_to<TensorExpression>... Args>
  TensorExpression operator()(const Args&... args) const {
    return apply({TensorExpression(args)...});
  }

 private:
  UserOperator(std::string name, std::size_t arity, const TensorExpression& body,
               const OperatorProperties& properties);
  TensorExpression apply(const std::vector<TensorExpression>& args) const;

  template <class Body>
  static constexpr std::size_t arity() {
    using E = TensorExpression;
    if constexpr (std::is_invocable_v<Body, E>)
      return 1;
    else if constexpr (std::is_invocable_v<Body, E, E>)
      return 2;
    else if constexpr (std::is_invocable_v<Body, E, E, E>)
      return 3;
    else {
      static_assert(std::is_invocable_v<Body, E, E, E, E>,
                    "Strata::UserOperator: the body takes 1 to 4 arguments");
      return 4;
    }
  }
  static TensorExpression parameter(std::size_t number);
  template <class Body, std::size_t... N>
  static TensorExpression call(Body& body, std::index_sequence<N...>) {
    return body(parameter(N)...);
  }

  OperatorDefinition m_definition;
};

/// Reduction with an operator on two arguments that has an identity.
/// \throws UnsupportedExpression if it has none.
TensorExpression reduce(const UserOperator& op, const IndexVar& variable,
                        const TensorExpression& e);

/// One of the two operators of a semiring.
struct SemiringOperator {
  Operator op = Operator::add;  ///< if there is no definition
  std::shared_ptr<const OperatorDefinition> definition;
};

/// What + and * mean in a statement, and what is read where nothing is stored: the
/// identity of the addition, which the multiplication of what is not stored gives too.
struct Semiring {
  SemiringOperator add, multiply;
  std::string name;  ///< "min-plus"
};

/// The semiring "add-multiply" of named operators: plus, times, min, max, or, and,
/// any, of which the first has to be a reduction, and for the second also first, second,
/// pair, and functions on two arguments.
/// \throws UnsupportedExpression, naming what is missing.
Semiring make_semiring(const std::string& add, const std::string& multiply);
/// The same of user operators. \throws UnsupportedExpression unless `add` is
/// commutative, associative and has an identity.
Semiring make_semiring(const UserOperator& add, const UserOperator& multiply);

/// The statement in a semiring.
Statement in_semiring(const Semiring& semiring, const Statement& statement);

}  // namespace Strata

#endif
