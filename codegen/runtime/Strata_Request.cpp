// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Notation and declarations -> what the code generator is asked for.
#include <algorithm>

#include <Strata_Deterministic.hpp>
#include <Strata_Einsum.hpp>
#include <strata/Analysis/ExprUtils.h>

#include "Strata_CheckForms.h"
#include "Strata_MappedOperands.h"
#include "Strata_PlanState.h"

namespace Strata::Impl {

/// Tensors of a statement, the result first, then in order of appearance.
static std::vector<std::string> names_of(const Assignment& a) {
  std::vector<std::string> names{a.lhs.tensor};
  strata::walk(a.rhs, [&](const IndexExprPtr& e) {
    if (e->kind == IndexExpr::Kind::access &&
        std::find(names.begin(), names.end(), e->access.tensor) == names.end())
      names.push_back(e->access.tensor);
  });
  return names;
}

std::vector<std::string> tensor_names(std::string_view notation) {
  return names_of(parse_notation(notation));
}

Operands bind_by_position(std::string_view notation,
                          std::vector<TensorRef> tensors) {
  const std::vector<std::string> names = tensor_names(notation);
  if (names.size() != tensors.size())
    throw ShapeMismatch(error_message(
        "Strata::einsum", "'" + std::string(notation) + "'",
        std::to_string(names.size()) + " tensors (the result first)",
        std::to_string(tensors.size()),
        "pass one tensor per name, in order of first appearance"));
  Operands operands;
  for (std::size_t i = 0; i < names.size(); ++i)
    operands[names[i]] = std::move(tensors[i]);
  return operands;
}

static void check_geometry(const char* option, int value) {
  constexpr int largest = 1024;  // of any device
  if (value >= 0 && value <= largest) return;
  throw UnsupportedExpression(error_message(
      "compile", std::string("PlanOptions::") + option,
      "0 (chosen) to " + std::to_string(largest), std::to_string(value)));
}

/// What has to be seen of the order of work items needs units, and several.
static PlanOptions complete(PlanOptions options) {
  check_geometry("team_size", options.team_size);
  check_geometry("vector_length", options.vector_length);
  check_strict_sums(options);
  const bool examined = options.check_races || options.permute >= 0;
  if (!examined) return options;
  options.team_size     = std::max(options.team_size, 1);
  options.vector_length = std::max(options.vector_length, 1);
  if (options.pieces == 0) options.pieces = 3 * options.team_size;
  return options;
}

/// Launches that are looked at, or run in teams, count.
static bool may_take_one_pass(const PlanOptions& options) {
  return options.passes != Passes::two && options.backend == Backend::jit &&
         !options.count_iterations && options.team_size == 0 &&
         options.vector_length == 0;
}

/// Pieces that strategies are chosen for, on a space with so many threads.
static int planned_concurrency(const PlanOptions& options, int threads) {
  if (options.pieces > 0) return options.pieces;
  return options.deterministic ? deterministic_concurrency : threads;
}

/// Teams as large as a warp are those of a device.
static bool has_device_teams(const PlanOptions& options) {
  constexpr int warp = 32;
  return options.team_size * options.vector_length >= warp;
}

/// Lanes and threads of teams would write and read one row at the same time, and a device
/// has too many threads for rows.
static bool may_keep_fibres(const PlanOptions& options, bool on_device) {
  return !on_device && options.team_size == 0 && options.vector_length == 0;
}

void set_concurrency(strata::CompileRequest& request, int threads, bool on_device) {
  request.concretize.concurrency = planned_concurrency(request.options, threads);
  request.concretize.manyPieces  = on_device || has_device_teams(request.options);
  request.concretize.merge       = may_keep_fibres(request.options, on_device)
                                       ? request.options.merge
                                       : MergeBody::branch_free;
  request.concretize.anySpace    = request.options.backend == Backend::cxx;
}

void set_in_team(strata::CompileRequest& request) {
  request.inTeam                 = true;
  request.concretize.merge       = MergeBody::branch_free;
  request.concretize.keepsBegins = false;
}

strata::CompileRequest make_request(std::string_view notation,
                                    const TensorDeclarations& tensors,
                                    const PlanOptions& options,
                                    std::string& old_result) {
  strata::CompileRequest request;
  request.options         = complete(options);
  request.onePass         = may_take_one_pass(request.options);
  request.concretize.race = options.race;
  request.concretize.strict = options.strict;
  request.concretize.deterministic = options.deterministic;
  // Who asks for pieces wants equal ones.
  request.concretize.balanced =
      options.balance == Balance::work ||
      (options.balance == Balance::automatic && options.pieces > 0);
  request.concretize.worklist = options.worklist;
  Assignment parsed       = parse_notation(notation);
  TensorDeclarations used;
  for (const std::string& name : names_of(parsed))
    if (auto it = tensors.find(name); it != tensors.end()) used.insert(*it);
  // Results, and operands of emitted code, are in built-in formats; numbers of
  // slices are arguments.
  for (auto& [name, tensor] : used) {
    tensor.format = tensor.format.with_dynamic_slices();
    if (name == parsed.lhs.tensor || options.backend == Backend::cxx)
      tensor.format = tensor.format.built_in();
    else if (const auto f = read_in_place(tensor.format, tensor.extents))
      tensor.format = f->format;
  }
  request.levels = registered_levels();
  request.stmt   = check(parsed, std::move(used));
  check_compiled(request.stmt, options.backend);
  // The result is written while operands are read: old contents that are read
  // elsewhere than where they are added to are another tensor.
  Assignment& a            = request.stmt.assignment;
  const std::string result = a.lhs.tensor;
  const TensorDeclaration& declared = request.stmt.tensors.at(result);
  // A sparse result is made anew, from what is added and its old contents.
  if (a.accumulate && !declared.format.is_dense()) {
    a.rhs = make_apply(Operator::add,
                       {make_access(a.lhs, declared.scalar), a.rhs},
                       promote(declared.scalar, a.rhs->type));
    a.accumulate = false;
    a.keeps_rest = true;
  }
  const std::string old    = result + "'";
  a.rhs = strata::rewrite(a.rhs, [&](IndexExprPtr e) {
    if (e->kind != IndexExpr::Kind::access || e->access.tensor != result)
      return e;
    old_result    = old;
    Access access = e->access;
    access.tensor = old;
    return make_access(access, e->type, e->where);
  });
  if (!old_result.empty())
    request.stmt.tensors[old] = request.stmt.tensors.at(result);
  request.names = names_of(a);
  return request;
}

}  // namespace Strata::Impl
