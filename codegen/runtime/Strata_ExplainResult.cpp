// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a launch makes its sparse result, in words.
#include <algorithm>

#include <strata/Analysis/WorklistRule.h>

#include "Strata_Explain.h"

namespace Strata::Impl {

namespace {

using Names = std::vector<std::string>;

std::string joined(const Names& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

/// Variables of a result in the order in which `format` stores them.
Names stored_order(const Access& lhs, const TensorFormat& format) {
  Names out;
  for (int l = 0; l < format.lvl_rank(); ++l)
    out.push_back(lhs.indices[format.dimension_of_level(l)].variable);
  return out;
}

/// Why entries do not come in the order of the levels of a result.
std::string why_listed(const strata::ConcreteStatement& s,
                       const Names& levels) {
  const auto is_stored = [&](const std::string& v) {
    return std::find(levels.begin(), levels.end(), v) != levels.end();
  };
  Names result;
  std::string outside;
  for (const std::string& v : s.loops)
    if (is_stored(v))
      result.push_back(v);
    else if (result.size() < levels.size())
      outside = v;
  if (!outside.empty())
    return "the sum over " + outside + " runs around a loop of the result";
  if (result != levels)
    return "the loops run in the order " + joined(result) +
           ", the levels of the result are " + joined(levels);
  return "the entries of an operand are in no order";
}

const char* forced_text(const strata::CompileRequest& request) {
  return request.options.worklist == Worklist::automatic ? "" : " (the option worklist)";
}

/// Dense rows of all threads, and what they may take.
struct DenseRows {
  double bytes = 0, most = 0;
  std::string text;  ///< "4 threads take … bytes (…)", `take` in other words
};

DenseRows dense_rows(const Explanation& explanation, const TensorDeclaration& result,
                     const char* take) {
  const strata::ConcretizeOptions& options = explanation.request.concretize;
  const int threads  = std::max(options.concurrency, 1);
  const int last     = result.format.dimension_of_level(result.format.lvl_rank() - 1);
  const double bytes = threads * strata::rowBytes(result.scalar, result.extents[last]);
  return {bytes, strata::mostForRows(options.entries),
          "rows of " + std::to_string(threads) + (threads == 1 ? " thread " : " threads ") + take +
              " " + whole_number(bytes) + " bytes (dense up to " +
              whole_number(strata::mostForRows(0)) + ", or " +
              whole_number(strata::rowBytesPerEntry) + " for each of " +
              whole_number(options.entries) + " entries)"};
}

std::string worklist_text(const Explanation& explanation, const strata::ConcreteStatement& s) {
  const bool is_hashed     = !s.bounds.empty();
  const std::string forced = forced_text(explanation.request);
  const DenseRows rows     = dense_rows(explanation, explanation.concrete.tensors.at(s.lhs.tensor),
                                        is_hashed ? "would take" : "take");
  const std::string head = std::string("added up in a ") + (is_hashed ? "hashed" : "dense") +
                           " worklist" + forced + ", sorted and appended";
  if (!forced.empty()) return head;
  return head + "\n    because " + rows.text +
         (is_hashed ? ", and a table less than a row by a factor of " +
                          whole_number(strata::tableFactor) + " or more"
                    : "");
}

/// What speaks against a worklist, beside the order of the loops.
std::string no_worklist_text(const Explanation& explanation, const TensorDeclaration& result) {
  const strata::CompileRequest& request = explanation.request;
  if (request.options.worklist != Worklist::automatic) return forced_text(request);
  if (request.concretize.worklist == Worklist::sorted)
    return ", and one row is too much work for a worklist, which has whole rows";
  const DenseRows rows = dense_rows(explanation, result, "would take");
  return rows.bytes > rows.most ? ", and " + rows.text : "";
}

}  // namespace

std::string explain_result(const Explanation& explanation,
                           const strata::ConcreteStatement& s) {
  const TensorDeclarations& tensors = explanation.concrete.tensors;
  if (tensors.at(s.lhs.tensor).format.is_dense()) return "";
  if (s.collectedIn.empty())
    return "  sparse result: count, allocate, fill; entries are " +
           (s.list.empty() ? "appended as the loops come to them, which is the order of its levels"
                           : worklist_text(explanation, s)) +
           "\n";
  const TensorDeclaration& target = tensors.at(s.collectedIn);
  return "  sparse result: count, allocate, fill a list of entries; convert it to " +
         s.collectedIn + " (sort, sum what is equal), because " +
         why_listed(s, stored_order(s.lhs, target.format)) +
         no_worklist_text(explanation, target) + "\n";
}

}  // namespace Strata::Impl
