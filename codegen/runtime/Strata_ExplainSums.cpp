// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms that innermost sums have in the kernel, and why.
#include <algorithm>
#include <cmath>

#include <Strata_KernelFormNames.hpp>
#include <Strata_OptionNames.hpp>
#include <strata/Analysis/ExprUtils.h>
#include <strata/Analysis/FibreLengths.h>

#include "Strata_Explain.h"
#include "Strata_Modules.h"

namespace Strata::Impl {

namespace {

/// True where the innermost loop is a sum of floating-point numbers over something stored, or
/// over an extent.
bool adds_up(const ExplainedLaunch& launch) {
  if (launch.loops.empty()) return false;
  const ExplainedLoop& loop = launch.loops.back();
  bool adds                 = false;
  strata::walk(launch.statement.rhs, [&](const IndexExprPtr& e) {
    adds |= e->kind == IndexExpr::Kind::reduce && e->variable == loop.variable && !e->combiner &&
            e->op == Operator::add && is_float(e->type);
  });
  return adds && !loop.lattice.empty() && loop.lattice.isForLoop();
}

/// What the innermost loop runs over: an access, or empty where it is a whole extent.
std::string iterated(const ExplainedLoop& loop) {
  return loop.lattice.needsUniverse(0) ? std::string() : loop.lattice.iterators[0];
}

/// The first access at places that the loop has read: those of stored coordinates, or of an
/// index set. Empty: none.
std::string gathered(const ExplainedLoop& loop) {
  const std::string own = iterated(loop);
  std::string found;
  strata::walk(loop.lattice.points[0].expr, [&](const IndexExprPtr& e) {
    if (e->kind != IndexExpr::Kind::access || !found.empty()) return;
    const std::string key = strata::accessKey(e->access);
    for (const IndexArg& index : e->access.indices)
      if (index.variable == loop.variable && key != own && (!own.empty() || index.has_index_set))
        found = key;
  });
  return found;
}

/// What the sum runs over, with the length that its form depends on.
std::string over_text(const ExplainedLoop& loop, const std::optional<double>& length,
                      bool is_short) {
  const std::string own = iterated(loop);
  if (loop.variable == strata::pieceVariable) return "over the parts of the pieces";
  if (own.empty()) return "over all " + loop.variable;
  const std::string fibres = "over fibres of " + own.substr(0, own.find('('));
  if (!length) return fibres + ", of unknown length";
  const std::string least = std::to_string(std::lround(strata::shortFibre));
  return fibres + ", which have " + std::to_string(std::lround(*length)) +
         " entries on average (" + (is_short ? "fewer than " : "plain below ") + least + ")";
}

/// The form where neither the caller nor the length of fibres decides it.
std::string form_text(const ExplainedLoop& loop, int vector_bytes, const std::string& over) {
  const std::string vectors = "vectors of " + std::to_string(vector_bytes) + " bytes ";
  const std::string access  = gathered(loop);
  if (access.empty()) return vectors + over + ", because nothing is gathered";
  const std::optional<bool> is_fast = host_gathers_fast();
  if (!is_fast)
    return "two " + over + ", if the processor gathers " + access + " slowly, else vectors";
  return (*is_fast ? vectors : "two ") + over + ", because " + access + " is gathered, " +
         (*is_fast ? "fast" : "slowly") + " by this processor";
}

std::string sum_text(const ExplainedLoop& loop, const Explanation& explanation) {
  const strata::CompileRequest& request = explanation.request;
  const auto lengths                    = strata::averageFibreLengths(request);
  const std::string own                 = iterated(loop);
  const auto known =
      own.empty() ? lengths.end() : lengths.find(last_level_of(own, loop, explanation.concrete));
  const auto length = known == lengths.end() ? std::optional<double>() : known->second;
  const bool is_short    = length && *length < strata::shortFibre;
  const std::string over = over_text(loop, length, is_short);
  return is_short ? "plain " + over : form_text(loop, request.vectorBytes, over);
}

}  // namespace

std::string sums_text(const Explanation& explanation) {
  const strata::CompileRequest& request = explanation.request;
  const bool by_llvm = request.options.backend == Backend::jit && request.vectorBytes > 0;
  if (!by_llvm || std::none_of(explanation.launches.begin(), explanation.launches.end(), adds_up))
    return "";
  const std::string head = "innermost sums: ";
  if (request.options.strict) return head + "plain (the option strict)\n";
  if (request.options.sums != Sums::automatic)
    return head + name_in(sums_names(), request.options.sums) + " (the option sums)\n";
  std::vector<std::string> texts;
  for (const ExplainedLaunch& launch : explanation.launches) {
    if (!adds_up(launch)) continue;
    const std::string text = sum_text(launch.loops.back(), explanation);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }
  std::string out = head;
  for (const std::string& text : texts) out += (&text == &texts.front() ? "" : "; ") + text;
  return out + "\n";
}

}  // namespace Strata::Impl
