// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_INDEX_NOTATION_HPP
#define STRATA_INDEX_NOTATION_HPP

#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <Strata_ScalarType.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata {

/// Operators of index notation. Add before `combine`; operator_info() has one row
/// each.
enum class Operator : std::uint8_t {
  neg, add, sub, mul, div,
  sqrt, abs, exp, log, log10, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh,
  asinh, acosh, atanh, cbrt, square, cube, pow, mod, atan2, max, min, heaviside,
  logical_not, gt, lt, gte, lte, eq, neq, logical_or, logical_and,
  select,  ///< select(c, a, b): a where c, else b
  stored,  ///< whether anything that is stored makes the argument
  any,     ///< the first argument that is not absent
  combine  ///< of reductions: IndexExpr::combiner
};

/// A number that every type has its own of.
enum class Element : std::uint8_t {
  none,
  zero,      ///< 0, false
  one,       ///< 1, true
  lowest,    ///< −∞, the least integer, false
  highest,   ///< +∞, the greatest integer, true
  infinite,  ///< +∞ or −∞ of real numbers; of other types none
  every      ///< any number
};

/// What an argument does that no sparse operand stores, of a binary operator.
struct ArgumentAlgebra {
  Element identity    = Element::none;  ///< the result is the other argument
  Element annihilator = Element::none;  ///< the other argument does not matter
};

/// An operator with the algebra from which merge lattices follow: where all
/// operands that are not stored leave a constant behind, there is nothing to visit.
/// The right identity of an operator is that of reductions with it.
struct OperatorInfo {
  const char* name;      ///< spelling in the text ("add" is "+")
  int min_args, max_args;
  ArgumentAlgebra left  = {};
  ArgumentAlgebra right = {};
};
const OperatorInfo& operator_info(Operator op);

/// Half-open interval of the text an object was parsed from.
struct SourceRange {
  std::size_t begin = 0, end = 0;
};

/// One index of an access: a variable, perhaps through a window or an index set.
struct IndexArg {
  std::string variable;
  struct Window {
    std::int64_t lo, hi, stride;
  };
  std::optional<Window> window;          ///< i(lo,hi[,stride])
  std::vector<std::int64_t> index_set;   ///< i({1,3,5})
  bool has_index_set = false;
  SourceRange where;                     ///< the variable and what follows it

  /// False for a variable that stands for the whole dimension.
  bool is_restricted() const { return window || has_index_set; }
  /// Coordinates that the variable runs over in a dimension of `extent`.
  std::int64_t length(std::int64_t extent) const;
};

struct Access {
  std::string tensor;
  std::vector<IndexArg> indices;
};

struct IndexExpr;
using IndexExprPtr = std::shared_ptr<const IndexExpr>;

/// How a reduction combines what it has with the next term, where that is not one of
/// the operators: an expression over two arguments.
struct Combiner {
  std::string total, term;  ///< names of the arguments
  IndexExprPtr body;        ///< checked: of the reduction's type
  IndexExprPtr identity;    ///< what nothing reduces to; a constant
  IndexExprPtr annihilator; ///< nothing changes it any more; a constant, or null
};

/// Node of an index-notation expression; immutable, shared.
struct IndexExpr {
  enum class Kind {
    access,       ///< access
    literal,      ///< literal
    index_value,  ///< variable used as a value (i32)
    apply,        ///< op(args…)
    reduce,       ///< reduction op over `variable` of args[0] (op = add: sum)
    cast,         ///< args[0] as `type`
    argument      ///< of a combiner or a definition: `variable`
  };
  Kind kind = Kind::literal;
  Access access;  ///< of a reduction: what gives its extent, if nothing inside does
  std::variant<bool, std::int64_t, double, std::complex<double>> literal;
  /// Of a literal: it is what an operand leaves that stores nothing.
  bool absent = false;
  Operator op = Operator::add;
  std::string variable;
  std::shared_ptr<const Combiner> combiner;  ///< of a reduction with `combine`
  std::vector<IndexExprPtr> args;
  SourceRange where;
  /// Set by check(): the type the node computes in. Arguments have the type of
  /// their node, but those of comparisons (equal types; the node is bool) and
  /// of abs (complex argument, real node).
  ScalarType type = ScalarType::f64;
};

struct Semiring;

/// Left-hand side, = or +=, right-hand side. `text` is kept for messages.
struct Assignment {
  Access lhs;
  bool accumulate = false;
  /// What the indices of lhs do not come to keeps its old contents, as with +=.
  bool keeps_rest = false;
  IndexExprPtr rhs;
  SourceRange lhs_where;
  std::string text;
  std::shared_ptr<const Semiring> semiring;  ///< until check(): of + and *
};

/// Parses "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)" with the whole grammar. Before the
/// statement, "define relu(x) = max(x, 0);" defines an operator (Strata_UserOperator.hpp),
/// which the result of parsing is free of, and "semiring min-plus;" says what + and *
/// mean.
/// \throws ParseError with a caret under the place.
Assignment parse_notation(std::string_view text);
/// Canonical text (parse_notation(to_string(a)) is a).
std::string to_string(const Assignment& a);
std::string to_string(const IndexExpr& e);
/// "i", "i(2,8)", "i(0,10,5)", "i({1,3,4})".
std::string to_string(const IndexArg& index);

/// What check() must know of a tensor.
struct TensorDeclaration {
  TensorFormat format;
  ScalarType scalar = ScalarType::f64;
  std::vector<std::int64_t> extents;  ///< −1: unknown (only the result's)
  double fill = 0;
};
using TensorDeclarations = std::map<std::string, TensorDeclaration>;

/// A checked assignment: every summation explicit, every node typed, reduction
/// variables renamed apart (a second "i" becomes "i_1"), extents known.
struct CheckedAssignment {
  Assignment assignment;                        ///< typed, explicit sums
  std::map<std::string, std::int64_t> extents;  ///< of every index variable
  TensorDeclarations tensors;                   ///< result's extents filled in
  /// The statement decides what the result reads where it stores nothing.
  bool sets_fill = false;
};

/// Type-checks and dimension-checks, makes summations explicit: without an
/// explicit reduction each top-level +/− term is summed over its own variables
/// that are absent on the left; the sum accumulates in promote(term, result).
/// \throws ParseError (unknown tensor), ShapeMismatch (order, extents),
///   UnsupportedExpression (variable on the left only, float to integer without
///   a cast …), each with a caret under the place.
CheckedAssignment check(const Assignment& a, TensorDeclarations tensors);

// Node factories.
IndexExprPtr make_access(Access a, ScalarType type = ScalarType::f64, SourceRange where = {});
IndexExprPtr make_literal(std::variant<bool, std::int64_t, double, std::complex<double>> v,
                          ScalarType type = ScalarType::f64, SourceRange where = {});
/// The value of an index variable (i32).
IndexExprPtr make_index_value(std::string variable, SourceRange where = {});
IndexExprPtr make_apply(Operator op, std::vector<IndexExprPtr> args,
                        ScalarType type = ScalarType::f64, SourceRange where = {});
IndexExprPtr make_reduce(Operator op, std::string variable, IndexExprPtr body,
                         ScalarType type = ScalarType::f64, SourceRange where = {});
/// A reduction with a combiner.
IndexExprPtr make_reduce(std::shared_ptr<const Combiner> combiner, std::string variable,
                         IndexExprPtr body, ScalarType type = ScalarType::f64,
                         SourceRange where = {});
IndexExprPtr make_argument(std::string name, ScalarType type = ScalarType::f64,
                           SourceRange where = {});
IndexExprPtr make_cast(ScalarType type, IndexExprPtr arg, SourceRange where = {});

}  // namespace Strata

#endif
