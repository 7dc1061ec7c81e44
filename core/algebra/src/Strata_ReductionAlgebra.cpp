// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, of which those with an operator are cases: what nothing reduces to, how a
// term is added, and after which value nothing changes.
#include <impl/Strata_OperatorAlgebra.hpp>

namespace Strata::Impl {
namespace {

using Kind = IndexExpr::Kind;

/// An expression over arguments.
Number value_of(const IndexExpr& e, const Combiner* combiner, const Number* args) {
  switch (e.kind) {
    case Kind::literal: return number_of(e);
    case Kind::argument: return convert(args[e.variable == combiner->term ? 1 : 0], e.type);
    case Kind::cast: return convert(value_of(*e.args[0], combiner, args), e.type);
    default: break;
  }
  Number values[3];
  int n = 0;
  for (const IndexExprPtr& arg : e.args) values[n++] = value_of(*arg, combiner, args);
  return apply(e.op, e.type, values, n);
}

Number absent(Number n) {
  n.absent   = true;
  n.constant = false;
  return n;
}

}  // namespace

Number constant_of(const IndexExpr& e, ScalarType type) {
  return absent(convert(value_of(e, nullptr, nullptr), type));
}

Number identity(const IndexExpr& reduction) {
  return reduction.combiner ? constant_of(*reduction.combiner->identity, reduction.type)
                            : identity(reduction.op, reduction.type);
}

std::optional<Number> annihilator(const IndexExpr& reduction) {
  const auto& c = reduction.combiner;
  if (c)
    return c->annihilator ? std::optional(constant_of(*c->annihilator, reduction.type))
                          : std::nullopt;
  return annihilator(reduction.op, reduction.type);
}

Number combine(const IndexExpr& reduction, const Number& total, const Number& term) {
  Number args[2] = {total, term};
  for (Number& n : args) n.constant = false;  // terms of a sum are numbers
  if (!reduction.combiner) return apply(reduction.op, reduction.type, args, 2);
  const Number none = identity(reduction);
  if (total.absent && equals(total, none)) return term;
  if (term.absent && equals(term, none)) return total;
  Number values[2] = {total, term};
  for (Number& n : values) n.absent = n.constant = false;
  Number r   = convert(value_of(*reduction.combiner->body, reduction.combiner.get(), values),
                       reduction.type);
  r.absent   = total.absent && term.absent;
  r.constant = false;
  return r;
}

std::optional<Number> reduce_absent(const IndexExpr& reduction, const Number& term) {
  Number both = combine(reduction, term, term);
  // Infinity is the sum of two of it and not that of none.
  const bool adds = !reduction.combiner && reduction.op == Operator::add;
  if (!equals(both, adds ? identity(reduction) : term)) return std::nullopt;
  return absent(both);
}

}  // namespace Strata::Impl
