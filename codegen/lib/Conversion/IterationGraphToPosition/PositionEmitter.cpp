// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PositionEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "strata/Analysis/ExprUtils.h"
#include "strata/Analysis/Windows.h"
#include "strata/Analysis/Roles.h"
#include "strata/Dialect/OperatorNames.h"
#include "strata/Dialect/RaceNames.h"
#include "strata/Dialect/ScalarTypes.h"

#include <Strata_Error.hpp>

using namespace mlir;
using Strata::IndexExpr;
using Strata::IndexExprPtr;
using Strata::ScalarType;
using Kind = IndexExpr::Kind;

namespace strata {

Value PositionEmitter::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

StringAttr PositionEmitter::combinerName() const {
  return combinerAttr(b.getContext(), statement->combiner);
}

void PositionEmitter::emit(const ConcreteStatement &stmt, StringRef label) {
  statement = &stmt;
  if (stmt.workspace && stmt.list.empty())
    for (size_t v = 1; v < stmt.workspace->indices.size(); ++v)
      rowWorkspace.push_back(stmt.workspace->indices[v].variable);
  OpBuilder::InsertionGuard guard(b);
  if (!stmt.partitioned.empty())
    emitPartition();
  if (!stmt.bounds.empty())
    emitBounds(label);
  Value assembled =
      assembles() ? notation.values().lookup(stmt.lhs.tensor) : Value();
  LoopContext context = openLaunch(label, assembled, StringAttr());
  emitKeeping("", stmt.rhs, context, Value(),
              [&](const IndexExprPtr &expr, LoopContext &inner, Value) {
                emitLoops(0, expr, inner);
                return Value();
              });
  b.setInsertionPointAfter(launch);
  if (!stmt.carry.empty())
    emitCarries(label);
}

LoopContext PositionEmitter::openLaunch(const Twine &label, Value assembled,
                                        StringAttr phase) {
  const bool parallel = !statement->parallel.empty();
  launch = pos::LaunchOp::create(
      b, loc, label.str(), Value(), IntegerAttr(), IntegerAttr(), parallel,
      nameOf(statement->race), {}, assembled, phase);
  Block &body = launch.getBody().emplaceBlock();
  body.addArguments({b.getIndexType(), b.getIndexType()}, {loc, loc});
  b.setInsertionPointToStart(&body);
  begins.clear();
  ends.clear();
  cutNext = parallel && statement->partitioned.empty();
  readCuts();
  LoopContext context;
  if (!statement->carry.empty())
    context.coordinates[carryVariable] = body.getArgument(0);
  if (statement->race == Strata::RaceStrategy::privatize || statement->workspace)
    context.coordinates[pieceVariable] = body.getArgument(0);
  return context;
}

AccessState &PositionEmitter::stateOf(const Strata::Access &access,
                                      LoopContext &context) {
  const std::string key = accessKey(access);
  auto it = context.accesses.find(key);
  if (it == context.accesses.end()) {
    AccessState state;
    state.tensor = notation.values().lookup(access.tensor);
    state.format = notation.tensors().at(access.tensor).format;
    state.indices = indicesByLevel(access, state.format);
    state.first = index(0);
    state.last = index(1);
    it = context.accesses.emplace(key, std::move(state)).first;
  }
  advance(it->second, context);
  return it->second;
}

void PositionEmitter::advance(AccessState &state, const LoopContext &context) {
  while (state.next < state.format.lvl_rank() &&
         Strata::level_traits(state.format.level(state.next)).locates) {
    if (state.next > 0 && !state.format.level(state.next - 1).unique)
      throw Strata::UnsupportedExpression(
          "compile: a dense level directly below a nonunique level is not "
          "lowered; store the tensor in a format whose level " +
          std::to_string(state.next - 1) + " is unique");
    const Strata::IndexArg &index = state.indices[state.next];
    auto bound = context.coordinates.find(index.variable);
    if (bound == context.coordinates.end())
      return;
    Value coordinate = coordinateOf(index, bound->second);
    state.first = pos::LocateOp::create(b, loc, b.getIndexType(), state.tensor,
                                        state.next, state.first, coordinate);
    Value one = this->index(1);
    state.last = arith::AddIOp::create(b, loc, state.first, one);
    ++state.next;
  }
}

Number PositionEmitter::background() const {
  const auto &result = notation.tensors().at(statement->lhs.tensor);
  return backgroundOf(*statement, result);
}

void PositionEmitter::emitLoops(size_t depth, IndexExprPtr expr,
                                LoopContext context) {
  if (measures && depth == statement->workspaceDepth)
    return storeBound(expr, context);
  if (statement->workspace && depth == statement->workspaceDepth && !worklist)
    return statement->list.empty() ? emitWorkspace(expr, context)
                                   : emitWorklist(expr, context);
  if (depth == statement->loops.size())
    return emitStore(expr, context);
  if (depth > 0 && !measures)
    expr = hoist(expr, context);
  emitLoop(statement->loops[depth], expr, background(), context, nullptr,
           usesVariable(statement->lhs, statement->loops[depth]) &&
               !assembles(),
           [&](const IndexExprPtr &present, LoopContext &inner, Value) {
             OpBuilder::InsertionGuard guard(b);
             if (!worklist && !measures)
               openEntries(inner, statement->loops[depth], visitsAll);
             emitLoops(depth + 1, present, inner);
             return Value();
           });
}

void PositionEmitter::emitWorkspace(IndexExprPtr expr,
                                    const LoopContext &context) {
  const ConcreteStatement &whole = *statement;
  const Strata::Access &workspace = *whole.workspace;
  const ScalarType type = notation.tensors().at(workspace.tensor).scalar;
  ConcreteStatement clear, add, assign;
  for (size_t v = 1; v < workspace.indices.size(); ++v)
    clear.loops.push_back(workspace.indices[v].variable);
  assign.loops = clear.loops;
  clear.lhs = add.lhs = workspace;
  clear.rhs = whole.combiner == Strata::Operator::add
                  ? Strata::make_literal(std::int64_t{0}, type)
                  : Strata::Impl::stored_literal_of(
                        Strata::Impl::identity(whole.combiner, type));
  add.combiner = whole.combiner;
  assign.combiner = whole.combiner;
  add.loops.assign(whole.loops.begin() + whole.workspaceDepth,
                   whole.loops.end());
  add.accumulate = true;
  add.kept = whole.kept;
  add.partitioned = whole.partitioned;
  assign.partitioned = whole.partitioned;
  assign.carry = whole.carry;
  add.rhs = whole.rhs; // gives extents of loops where an operand is absent
  assign.lhs = whole.lhs;
  assign.accumulate = whole.accumulate;
  assign.rhs = Strata::make_access(workspace, type);
  Value flag = assembles() ? startFlag() : Value();
  enclosing = &whole;
  statement = &clear;
  emitLoops(0, clear.rhs, context);
  statement = &add;
  rowFlag = flag;
  emitLoops(0, expr, context);
  rowFlag = nullptr;
  statement = &assign;
  OpBuilder::InsertionGuard guard(b);
  if (flag) { // around the loops over the row, not in them
    Value present = pos::TestOp::create(b, loc, b.getI1Type(), flag);
    auto stored = scf::IfOp::create(b, loc, present, /*withElseRegion=*/false);
    b.setInsertionPointToStart(stored.thenBlock());
  }
  insertsRow = bool(flag);
  emitLoops(0, assign.rhs, context);
  insertsRow = false;
  statement = &whole;
  enclosing = nullptr;
}

void PositionEmitter::emitStore(const IndexExprPtr &expr,
                                LoopContext &context) {
  ScalarType type = notation.tensors().at(statement->lhs.tensor).scalar;
  if (statement->accumulate || worklist)
    type = Strata::compute_type(type); // the sum is rounded, not its term
  const bool isPart = context.resumes && rowWorkspace.empty();
  Computed computed =
      isPart ? evaluatePart(expr, context) : evaluate(expr, context);
  computed.value = arithmetic.cast(computed.value, expr->type, type);
  Value value = computed.value;
  if (worklist) {
    const std::string &variable = statement->workspace->indices.back().variable;
    pos::ScatterOp::create(b, loc, value, worklist,
                           context.coordinates.at(variable), combinerName(),
                           presentUnless(computed, background()));
    return;
  }
  if (assembles())
    return emitInsert(computed, context);
  if (rowFlag)
    pos::SetOp::create(b, loc, rowFlag, presentUnless(computed, background()));
  AccessState &result = stateOf(statement->lhs, context);
  const bool atomic = statement->race == Strata::RaceStrategy::atomics;
  Value begins;
  if (context.resumes && !statement->carry.empty()) {
    begins = arith::XOrIOp::create(
        b, loc, context.resumes,
        arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
    storePart(value, context);
  }
  pos::StoreOp::create(b, loc, value, result.tensor, result.first,
                       statement->accumulate || atomic, atomic,
                       statement->accumulate || atomic ? combinerName()
                                                       : StringAttr(),
                       begins);
}

/// True when a loop of \p expr is cut into pieces: where it begins and ends depends on the
/// loops around it.
static bool isCut(const IndexExprPtr &expr, const ConcreteStatement &statement) {
  bool found = false;
  walk(expr, [&](const IndexExprPtr &e) {
    found |= e->kind == Kind::reduce && llvm::is_contained(statement.partitioned, e->variable);
  });
  return found;
}

IndexExprPtr PositionEmitter::hoist(const IndexExprPtr &expr,
                                    LoopContext &context) {
  if (expr->kind == Kind::reduce) {
    const auto isUnbound = [&](const std::string &v) { return !context.coordinates.count(v); };
    if (llvm::any_of(freeVariables(expr), isUnbound) || isCut(expr, *statement))
      return withArgs(*expr, {hoist(expr->args[0], context)});
    Strata::Access access;
    access.tensor = "%" + std::to_string(numComputed++);
    context.computed[access.tensor] = evaluate(expr, context);
    hoisted[access.tensor] = expr;
    return Strata::make_access(access, expr->type);
  }
  std::vector<IndexExprPtr> args;
  for (const IndexExprPtr &arg : expr->args)
    args.push_back(hoist(arg, context));
  return args.empty() ? expr : withArgs(*expr, std::move(args));
}

IndexExprPtr PositionEmitter::asWritten(const IndexExprPtr &expr) const {
  return rewrite(expr, [&](IndexExprPtr e) {
    const auto found = e->kind == Kind::access ? hoisted.find(e->access.tensor)
                                               : hoisted.end();
    return found == hoisted.end() ? e : asWritten(found->second);
  });
}

Computed PositionEmitter::literal(const IndexExpr &expr) {
  Value value = arithmetic.literal(expr);
  if (!expr.absent)
    return {value};
  Value never = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  return {value, {{never, Strata::Impl::number_of(expr)}}};
}

Computed PositionEmitter::evaluate(const IndexExprPtr &expr,
                                   LoopContext &context) {
  switch (expr->kind) {
  case Kind::access:
    return load(*expr, context);
  case Kind::literal:
    return literal(*expr);
  case Kind::reduce:
    return evaluateReduction(*expr, context);
  case Kind::cast: {
    Computed arg = evaluate(expr->args[0], context);
    Computed out{arithmetic.cast(arg.value, expr->args[0]->type, expr->type)};
    out.isStructure = arg.isStructure;
    for (const Absence &absence : arg.absences)
      addAbsence(out.absences, absence.present,
                 Strata::Impl::convert(absence.value, expr->type));
    return out;
  }
  case Kind::apply:
    return evaluateApply(*expr, context);
  case Kind::argument:
  case Kind::index_value:
    break;
  }
  Value coordinate = arith::IndexCastOp::create(
      b, loc, b.getI64Type(), context.coordinates.at(expr->variable));
  return {arithmetic.cast(coordinate, ScalarType::i64, expr->type)};
}

Computed PositionEmitter::evaluateApply(const IndexExpr &expr,
                                        LoopContext &context) {
  SmallVector<Computed> args;
  SmallVector<Value> values;
  for (const IndexExprPtr &arg : expr.args) {
    args.push_back(evaluate(arg, context));
    values.push_back(args.back().value);
  }
  if (expr.op == Strata::Operator::stored)
    return {truth(present(args[0])), {}, true};
  tellWhatFactorsSay(expr, args);
  Computed out = combine(expr, args);
  out.value = unlessAnnihilated(arithmetic.apply(expr, values), expr, args);
  Value isThere =
      expr.op == Strata::Operator::any ? present(args[0]) : Value();
  if (isThere)
    out.value = arith::SelectOp::create(b, loc, isThere, values[0], values[1]);
  return out;
}

Computed PositionEmitter::load(const IndexExpr &access, LoopContext &context) {
  auto computed = context.computed.find(access.access.tensor);
  if (computed != context.computed.end())
    return computed->second;
  const Type type = valueType(b.getContext(), access.type);
  if (const auto kept = context.kept.find(access.access.tensor); kept != context.kept.end())
    return {pos::KeptOp::create(b, loc, type, kept->second.worklist, kept->second.place)};
  const AccessState &state = stateOf(access.access, context);
  if (state.next != state.format.lvl_rank())
    throw Strata::CodegenError("compile: access " + accessKey(access.access) +
                               " is read before all its levels are bound");
  return {pos::ValueOp::create(b, loc, type, state.tensor, state.first,
                               state.last),
          {}, saysWhatIsStored(access.access.tensor)};
}

} // namespace strata
