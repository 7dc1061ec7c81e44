// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/SharedLoops.h"

#include "LoopShape.h"
#include "strata/Analysis/ExprUtils.h"

#include <algorithm>

namespace strata {

using Strata::CheckedAssignment;
using Kind = IndexExpr::Kind;
using Renaming = std::map<std::string, std::string>;

namespace {

/// Builds what several statements are compiled from.
class LoopSharing {
public:
  LoopSharing(const std::vector<SharingStatement> &statements, bool checked)
      : statements(statements), checked(checked) {}

  SharingResult run() {
    SharingResult out;
    out.reason = findLoops();
    if (out.reason.empty())
      out.reason = unite();
    if (out.reason.empty())
      out.reason = concretizeAll();
    if (out.reason.empty())
      join();
    out.shared = std::move(shared);
    return out;
  }

private:
  std::string findLoops();
  std::string unite();
  std::string rename(size_t number);
  std::string restoreResult(CheckedAssignment &stmt,
                            const std::string &oldResult) const;
  std::string declare(const CheckedAssignment &stmt);
  std::string concretizeAll();
  std::string whyNotInPieces(size_t number) const;
  void join();

  const std::vector<SharingStatement> &statements;
  const bool checked;
  std::vector<LoopShape> shapes;
  size_t depth = 0;
  std::set<std::string> used; ///< variables
  SharedStatements shared;
};

/// The loops that all of them have.
std::string LoopSharing::findLoops() {
  size_t reductions = 0;
  for (const SharingStatement &s : statements) {
    shapes.push_back(loopShapeOf(s.alone));
    const LoopShape &shape = shapes.back();
    if (!shape.refusal.empty())
      return shape.refusal;
    if (shape.isScalar)
      reductions = std::max(reductions, size_t{1});
    else if (depth > 0 && shape.loops.size() != depth)
      return "it has " + std::to_string(shape.loops.size()) +
             " loops over its result, not " + std::to_string(depth);
    else
      depth = shape.loops.size();
  }
  depth = std::max(depth, reductions);
  for (size_t n = 0; n < statements.size(); ++n) {
    if (shapes[n].loops.size() < depth)
      return "it has fewer loops than the results of others";
    const std::string why = whyNotEverywhere(statements[n].alone, depth);
    if (!why.empty())
      return why;
  }
  return "";
}

IndexExprPtr renamed(const IndexExprPtr &expr, const Renaming &names) {
  const auto nameOf = [&](const std::string &v) {
    const auto it = names.find(v);
    return it == names.end() ? v : it->second;
  };
  return rewrite(expr, [&](const IndexExprPtr &e) -> IndexExprPtr {
    auto copy = std::make_shared<IndexExpr>(*e);
    if (e->kind == Kind::reduce || e->kind == Kind::index_value)
      copy->variable = nameOf(e->variable);
    for (Strata::IndexArg &arg : copy->access.indices)
      arg.variable = nameOf(arg.variable);
    return copy;
  });
}

/// Old contents that are read where they are overwritten are those of the result
/// itself.
std::string LoopSharing::restoreResult(CheckedAssignment &stmt,
                                       const std::string &oldResult) const {
  if (oldResult.empty())
    return "";
  const Access &lhs = stmt.assignment.lhs;
  std::string elsewhere;
  stmt.assignment.rhs = rewrite(stmt.assignment.rhs, [&](IndexExprPtr e) {
    if (e->kind != Kind::access || e->access.tensor != oldResult)
      return e;
    Access access = e->access;
    access.tensor = lhs.tensor;
    if (accessKey(access) != accessKey(lhs))
      elsewhere = accessKey(access);
    return Strata::make_access(access, e->type, e->where);
  });
  stmt.tensors.erase(oldResult);
  return elsewhere.empty()
             ? ""
             : "it reads " + elsewhere + " and writes " + accessKey(lhs);
}

static bool areSame(const Strata::TensorDeclaration &a,
                    const Strata::TensorDeclaration &b) {
  return a.format == b.format && a.scalar == b.scalar && a.extents == b.extents &&
         a.fill == b.fill;
}

std::string LoopSharing::declare(const CheckedAssignment &stmt) {
  auto &all = shared.stmts.front().tensors;
  for (const auto &[name, tensor] : stmt.tensors)
    if (!areSame(all.try_emplace(name, tensor).first->second, tensor))
      return "'" + name + "' has another format or fill value in it";
  return "";
}

/// Adds a statement with the names that its variables have among the others.
std::string LoopSharing::rename(size_t number) {
  const SharingStatement &s = statements[number];
  CheckedAssignment stmt = s.stmt;
  std::string why = restoreResult(stmt, s.oldResult);
  Renaming names;
  for (size_t d = 0; d < depth && why.empty(); ++d) {
    const std::string &first = shapes[0].loops[d], &own = shapes[number].loops[d];
    const std::int64_t there = statements[0].stmt.extents.at(first);
    const std::int64_t here = s.stmt.extents.at(own);
    if (there != here)
      why = own + " has " + std::to_string(here) + " coordinates, not " +
            std::to_string(there);
    names[own] = first;
  }
  if (!why.empty())
    return why;
  for (const auto &[v, extent] : s.stmt.extents) {
    std::string name = v;
    for (int n = 2; !names.count(v) && used.count(name); ++n)
      name = v + "_" + std::to_string(n);
    used.insert(names.try_emplace(v, name).first->second);
  }
  stmt.extents.clear();
  for (const auto &[v, extent] : s.stmt.extents)
    stmt.extents[names.at(v)] = extent;
  stmt.assignment.rhs = renamed(stmt.assignment.rhs, names);
  for (Strata::IndexArg &arg : stmt.assignment.lhs.indices)
    arg.variable = names.at(arg.variable);
  shared.stmts.push_back(std::move(stmt));
  return declare(shared.stmts.back());
}

/// One set of names, tensors and options.
std::string LoopSharing::unite() {
  shared.options = statements.front().options;
  shared.options.sharedLoops = depth;
  shared.sharedLoops.assign(shapes[0].loops.begin(),
                            shapes[0].loops.begin() + depth);
  used.insert(shared.sharedLoops.begin(), shared.sharedLoops.end());
  for (size_t n = 0; n < statements.size(); ++n) {
    const SharingStatement &s = statements[n];
    std::string why = rename(n);
    if (why.empty())
      why = conflictOfLast(shared.stmts, checked);
    if (!why.empty())
      return why;
    for (const std::string &name : s.names)
      if (name != s.oldResult && std::find(shared.names.begin(), shared.names.end(),
                                           name) == shared.names.end())
        shared.names.push_back(name);
    ConcretizeOptions &all = shared.options;
    all.entries = std::max(all.entries, s.options.entries);
    all.entriesOf.insert(s.options.entriesOf.begin(), s.options.entriesOf.end());
    all.balanced |= !s.alone.statements.front().partitioned.empty();
  }
  for (CheckedAssignment &stmt : shared.stmts)
    stmt.tensors = shared.stmts.front().tensors;
  return "";
}

/// What sharing would take from it, or what it cannot share.
std::string LoopSharing::whyNotInPieces(size_t number) const {
  const ConcreteStatement &alone = statements[number].alone.statements.front();
  const ConcreteStatement &first = shared.parts.front().statements.front();
  const ConcreteStatement &own = shared.parts[number].statements.front();
  // One piece is one piece.
  if (shared.options.concurrency <= 1)
    return "";
  const ConcretizeOptions &options = statements[number].options;
  const bool inside = !alone.carry.empty() || alone.partitioned.size() > depth;
  const bool evenOut = !options.balanced &&
                       hasManyRows(statements[number].alone.extents.at(
                                       shapes[number].loops[0]),
                                   options.concurrency);
  if (inside && !evenOut && !statements[number].anyPieces)
    return "its pieces of equal work begin and end inside of " +
           shapes[number].loops[depth - 1];
  if (own.parallel != first.parallel) {
    const ConcreteStatement &serial = own.parallel.empty() ? own : first;
    return "one piece runs " + accessKey(serial.lhs) +
           (serial.raceReason.empty() ? "" : ": " + serial.raceReason);
  }
  return own.partitioned == first.partitioned
             ? ""
             : "its loops are not cut into the same pieces";
}

std::string LoopSharing::concretizeAll() {
  for (size_t n = 0; n < statements.size(); ++n) {
    shared.parts.push_back(concretize(shared.stmts[n], shared.options));
    const LoopShape shape = loopShapeOf(shared.parts.back());
    if (!shape.refusal.empty())
      return shape.refusal;
    if (!std::equal(shared.sharedLoops.begin(), shared.sharedLoops.end(),
                    shape.loops.begin()))
      return "its loops come in another order";
    const std::string why = whyNotInPieces(n);
    if (!why.empty())
      return why;
  }
  return "";
}

/// What they need together.
void LoopSharing::join() {
  ConcreteProgram &all = shared.program;
  all.result = shared.parts.front().result;
  for (const ConcreteProgram &part : shared.parts) {
    all.tensors.insert(shared.stmts.front().tensors.begin(),
                       shared.stmts.front().tensors.end());
    all.extents.insert(part.extents.begin(), part.extents.end());
    for (Temporary t : part.temporaries) {
      Strata::TensorDeclaration declared = part.tensors.at(t.name);
      const std::string stem = t.name;
      for (int n = 2; all.tensors.count(t.name); ++n)
        t.name = stem + "_" + std::to_string(n);
      all.tensors[t.name] = std::move(declared);
      all.temporaries.push_back(std::move(t));
    }
    all.statements.insert(all.statements.end(), part.statements.begin(),
                          part.statements.end());
  }
}

} // namespace

SharingResult shareLoops(const std::vector<SharingStatement> &statements,
                         bool checked) {
  return LoopSharing(statements, checked).run();
}

std::set<std::string> registersAmong(const std::set<std::string> &names,
                                     const SharedStatements &shared) {
  std::map<std::string, int> writes;
  std::set<std::string> out;
  for (const CheckedAssignment &stmt : shared.stmts)
    ++writes[stmt.assignment.lhs.tensor];
  for (const CheckedAssignment &stmt : shared.stmts) {
    const std::string &name = stmt.assignment.lhs.tensor;
    if (names.count(name) && writes[name] == 1 && !stmt.assignment.accumulate &&
        !stmt.assignment.keeps_rest &&
        !stmt.assignment.lhs.indices.empty() &&
        !Strata::is_half(stmt.tensors.at(name).scalar))
      out.insert(name);
  }
  return out;
}

} // namespace strata
