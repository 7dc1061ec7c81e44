// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/Absence.h"

#include "strata/Analysis/Diagonals.h"

#include <algorithm>

namespace strata {

using Strata::Operator;
using Strata::Impl::Absence;
using Kind = IndexExpr::Kind;

namespace {

Remainder constantOf(Number value, Strata::SourceRange where) {
  IndexExprPtr literal = Strata::Impl::literal_of(value, where);
  return {std::move(literal), std::move(value)};
}

class Simplifier {
public:
  Simplifier(const std::set<std::string> &absent,
             const Strata::TensorDeclarations &tensors,
             const std::set<std::string> &stored)
      : absent(absent), tensors(tensors), stored(stored) {}

  Remainder run(const IndexExprPtr &e) const {
    switch (e->kind) {
    case Kind::access:
      return absent.count(accessKey(e->access)) ? missing(*e)
                                                : Remainder{e, std::nullopt, isStored(*e)};
    case Kind::literal:
      return {e, Strata::Impl::number_of(*e)};
    case Kind::index_value:
      return {e, std::nullopt, true};
    default:
      break;
    }
    std::vector<Remainder> args;
    bool changed = false;
    for (const IndexExprPtr &arg : e->args) {
      args.push_back(run(arg));
      changed |= args.back().expr != arg;
    }
    Remainder out = e->kind == Kind::apply    ? apply(*e, args)
                    : e->kind == Kind::reduce ? reduce(*e, args[0])
                                              : cast(*e, args[0]);
    if (!out.expr) {
      out.expr = changed ? rebuilt(*e, args) : e;
      out.isStored = e->kind != Kind::reduce && !out.constant && areKnown(args);
    }
    return out;
  }

private:
  Remainder missing(const IndexExpr &e) const {
    auto declared = tensors.find(e.access.tensor);
    Number value = declared == tensors.end()
                       ? Strata::Impl::zero(e.type, true)
                       : Strata::Impl::convert(fillOf(declared->second), e.type);
    return constantOf(std::move(value), e.where);
  }

  bool isStored(const IndexExpr &e) const {
    auto declared = tensors.find(e.access.tensor);
    if (saysWhatIsStored(e.access.tensor))
      return false;
    return stored.count(accessKey(e.access)) ||
           (declared != tensors.end() && declared->second.format.is_dense());
  }

  /// Whether something is stored does not depend on the rest of the loops.
  static bool areKnown(const std::vector<Remainder> &args) {
    return std::all_of(args.begin(), args.end(), [](const Remainder &arg) {
      return arg.isStored || arg.constant;
    });
  }

  static IndexExprPtr rebuilt(const IndexExpr &e,
                              const std::vector<Remainder> &args) {
    std::vector<IndexExprPtr> exprs;
    for (const Remainder &arg : args)
      exprs.push_back(arg.expr);
    return withArgs(e, std::move(exprs));
  }

  /// Absent where the case that holds is, and where it is the other one and a literal.
  static Remainder eitherCase(const IndexExpr &e, const std::vector<Remainder> &args) {
    const Number *first = args[1].absent();
    const auto &second = args[2].constant;
    const bool isSame = first && second && Strata::Impl::equals(*first, *second);
    return isSame && isStructure(*e.args[0]) ? constantOf(*first, e.where)
                                             : Remainder{};
  }

  /// Without an expression: that of \p e with the new arguments.
  static Remainder select(const IndexExpr &e, const std::vector<Remainder> &args) {
    const auto &condition = args[0].constant;
    if (!condition)
      return eitherCase(e, args);
    Remainder out = args[condition->i ? 1 : 2];
    if (out.constant && !condition->i) {
      out.constant->absent = true;
      out.constant->constant = false;
      return constantOf(*out.constant, e.where);
    }
    // A number that is chosen for what is stored is there, as no number is alone.
    if (out.constant && out.constant->constant)
      return {rebuilt(e, args), std::nullopt, true};
    return out;
  }

  static Remainder storedOf(const IndexExpr &e, const Remainder &arg) {
    if (!arg.isStored && !arg.constant)
      return {};
    Number known = arg.constant.value_or(Number{});
    return constantOf(Strata::Impl::apply(Operator::stored, e.type, &known, 1),
                      e.where);
  }

  /// A literal beside something absent is absent too, but for any(), which asks.
  static Remainder besideAbsent(Remainder other, const IndexExpr &e) {
    if (!other.constant || !other.constant->constant || e.op == Operator::any)
      return other;
    other.constant->absent = true;
    other.constant->constant = false;
    if (!other.expr || other.expr->kind != Kind::literal)
      return constantOf(*other.constant, e.where);
    IndexExpr literal = *other.expr; // as it is written
    literal.absent = true;
    return {std::make_shared<IndexExpr>(std::move(literal)), other.constant};
  }

  /// Whether anything stored makes \p e is known when it has been computed.
  static bool isKnownWhenRun(const IndexExprPtr &e) {
    bool asks = false;
    walk(e, [&](const IndexExprPtr &inner) {
      asks |= inner->kind == Kind::reduce ||
              (inner->kind == Kind::access && saysWhatIsStored(inner->access.tensor));
    });
    return asks;
  }

  static Remainder apply(const IndexExpr &e, const std::vector<Remainder> &args) {
    if (e.op == Operator::select)
      return select(e, args);
    if (e.op == Operator::stored)
      return storedOf(e, args[0]);
    Absence decided;
    if (args.size() == 2)
      decided = Strata::Impl::what_absence_decides(e.op, args[0].absent(),
                                                   args[1].absent());
    switch (decided.decides) {
    case Absence::Decides::value:
      return constantOf(decided.value, e.where);
    case Absence::Decides::first:
      if (e.op == Operator::any && isKnownWhenRun(e.args[0]))
        break;
      return besideAbsent(args[0], e);
    case Absence::Decides::second:
      return besideAbsent(args[1], e);
    case Absence::Decides::minus_second: {
      IndexExpr minus = e;
      minus.op = Operator::neg;
      Remainder out = apply(minus, {args[1]});
      if (!out.expr)
        out.expr = withArgs(minus, {args[1].expr});
      return besideAbsent(std::move(out), e);
    }
    case Absence::Decides::nothing:
      break;
    }
    std::vector<Number> numbers;
    for (const Remainder &arg : args)
      if (arg.constant)
        numbers.push_back(*arg.constant);
    if (numbers.size() < args.size())
      return {};
    Number value = Strata::Impl::apply(e.op, e.type, numbers.data(),
                                       static_cast<int>(numbers.size()));
    return folded(std::move(value), e);
  }

  /// Literals alone are left as they are written.
  static Remainder folded(Number value, const IndexExpr &e) {
    if (value.absent)
      return constantOf(std::move(value), e.where);
    return {nullptr, std::move(value)};
  }

  static Remainder reduce(const IndexExpr &e, const Remainder &body) {
    if (!body.absent())
      return {};
    const auto value = absentReduction(e, *body.absent());
    return value ? constantOf(*value, e.where) : Remainder{};
  }

  static Remainder cast(const IndexExpr &e, const Remainder &arg) {
    if (!arg.constant)
      return {};
    return folded(Strata::Impl::convert(*arg.constant, e.type), e);
  }

  const std::set<std::string> &absent;
  const Strata::TensorDeclarations &tensors;
  const std::set<std::string> &stored;
};

} // namespace

bool isStructure(const IndexExpr &e) {
  if (e.kind == Kind::apply && e.op == Operator::stored)
    return true;
  const bool isMade = e.kind == Kind::literal || e.kind == Kind::apply;
  return isMade && std::all_of(e.args.begin(), e.args.end(),
                               [](const auto &arg) { return isStructure(*arg); });
}

Remainder remainderOf(const IndexExprPtr &expr,
                      const std::set<std::string> &absent,
                      const Strata::TensorDeclarations &tensors,
                      const std::set<std::string> &stored) {
  return Simplifier(absent, tensors, stored).run(expr);
}

IndexExprPtr withoutAbsent(const IndexExprPtr &expr,
                           const std::set<std::string> &absent) {
  Remainder left = remainderOf(expr, absent);
  const Number *value = left.absent();
  const bool isZero =
      value && Strata::Impl::equals(*value,
                                    Strata::Impl::zero(value->type, true));
  return isZero ? nullptr : left.expr;
}

std::set<std::string>
sparseKeys(const IndexExprPtr &expr,
           const Strata::TensorDeclarations &tensors) {
  std::set<std::string> keys;
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind == Kind::access &&
        !tensors.at(e->access.tensor).format.is_dense())
      keys.insert(accessKey(e->access));
  });
  return keys;
}

Remainder whereNothingIsStored(const IndexExprPtr &expr,
                               const Strata::TensorDeclarations &tensors) {
  return remainderOf(expr, sparseKeys(expr, tensors), tensors);
}

std::optional<Number> absentReduction(const IndexExpr &reduction,
                                      const Number &term) {
  const Number value = Strata::Impl::convert(term, reduction.type);
  return pinnedTo(reduction.variable)
             ? std::optional(value)
             : Strata::Impl::reduce_absent(reduction, value);
}

/// True for what may turn out to be absent in the loops: a reduction, or what is selected
/// by what is stored, as a reduction that was made ahead of them, or a region.
static bool mayTurnOutAbsent(const IndexExprPtr &expr) {
  bool may = false;
  walk(expr, [&](const IndexExprPtr &e) {
    may |= e->kind == Kind::reduce ||
           (e->kind == Kind::access && saysWhatIsStored(e->access.tensor)) ||
           (e->op == Operator::select && isStructure(*e->args[0]));
  });
  return may;
}

bool mayAnnihilate(const IndexExpr &expr) {
  if (expr.kind != Kind::apply || expr.args.size() != 2 ||
      Strata::is_integer(expr.type) ||
      expr.type == Strata::ScalarType::boolean)
    return false;
  const Number zero = Strata::Impl::zero(expr.type, true);
  for (const bool first : {true, false}) {
    const IndexExprPtr &sum = expr.args[first ? 0 : 1];
    const IndexExprPtr &other = expr.args[first ? 1 : 0];
    const auto decided = Strata::Impl::what_absence_decides(
        expr.op, first ? &zero : nullptr, first ? nullptr : &zero);
    if (decided.decides == Strata::Impl::Absence::Decides::value &&
        mayTurnOutAbsent(sum) && other->kind != Kind::literal)
      return true;
  }
  return false;
}

bool asksPresence(const IndexExprPtr &expr) {
  bool asks = false;
  walk(expr, [&](const IndexExprPtr &e) {
    asks |= e->op == Operator::stored || e->op == Operator::any ||
            mayAnnihilate(*e);
  });
  return asks;
}

Number fillOf(const Strata::TensorDeclaration &tensor) {
  Number value = Strata::Impl::from_double(tensor.scalar, tensor.fill);
  value.absent = true;
  return value;
}

} // namespace strata
