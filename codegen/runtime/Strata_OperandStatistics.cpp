// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_OperandStatistics.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include <strata/Analysis/ExprUtils.h>

namespace Strata::Impl {

namespace {

/// In the teams of a device a thread has one piece; else several, which even out.
bool has_one_piece(const strata::CompileRequest& request) {
  return !request.chip.empty() && request.options.team_size > 0;
}

bool is_measured(const TensorRef& tensor) {
  return tensor.format.is_plain() && !tensor.format.is_dense() &&
         static_cast<double>(tensor.num_values) >= small_work && tensor.format.level(0).ordered;
}

/// Factors of a sum of products whose outermost coordinates are those of a result that
/// entries are listed for: what is listed can be summed only, not reduced otherwise.
std::set<std::string> factors_in_rows(const strata::CompileRequest& request) {
  const Access& lhs       = request.stmt.assignment.lhs;
  const IndexExprPtr& rhs = request.stmt.assignment.rhs;
  std::set<std::string> names;
  if (request.options.worklist != Worklist::automatic || lhs.indices.size() < 2 ||
      rhs->kind != IndexExpr::Kind::reduce || rhs->op != Operator::add)
    return names;
  const auto outermost = [&](const Access& a) {
    const TensorFormat& format = request.stmt.tensors.at(a.tensor).format;
    return a.indices[format.dimension_of_level(0)].variable;
  };
  strata::walk(rhs, [&](const IndexExprPtr& e) {
    if (e->kind == IndexExpr::Kind::access && !e->access.indices.empty() &&
        outermost(e->access) == outermost(lhs))
      names.insert(e->access.tensor);
  });
  return names;
}

/// Collects what is to be measured, then reads what came of it in the same order.
class Measurement {
 public:
  Measurement(const strata::CompileRequest& request, const Operands& operands,
              int concurrency)
      : m_request(request), m_concurrency(concurrency) {
    if (request.options.balance == Balance::automatic)
      for (const auto& [name, tensor] : operands)
        if (name != request.names[0] && is_measured(tensor)) add_balance(name, tensor);
    for (const std::string& name : factors_in_rows(request))
      if (is_measured(operands.at(name))) add_row(name, operands.at(name));
  }

  OperandStatistics on(const SpaceInstance& space) && {
    m_heaviest = space.operations.measures.heaviest_pieces(space.exec, m_wanted);
    for (OperandBalance& b : m_out.balances) read(b);
    // A worklist has whole rows, a list is cut anywhere, and takes about eight times
    // as long (A * A, 200 000 entries, R-MAT).
    const double cost = m_request.options.balance == Balance::work ? 1.05 : 8;
    for (HeavyRow& row : m_out.rows) {
      row.pieces_of_work = m_heaviest[m_next++];
      m_out.lists_rows |= row.pieces_of_work > cost;
    }
    return std::move(m_out);
  }

 private:
  void add_balance(const std::string& name, const TensorRef& tensor) {
    const std::int64_t pieces =
        (has_one_piece(m_request) ? 1 : pieces_per_thread) * m_concurrency;
    const TensorFormat& format = tensor.format;
    const int deepest          = std::min(format.lvl_rank() - 1, CutSearch::max_depth);
    int depth                  = 0;
    m_wanted.push_back({tensor, pieces, depth});
    while (depth < deepest && format.level(depth).ordered)
      m_wanted.push_back({tensor, pieces, ++depth});
    m_depths.push_back(depth);
    m_out.balances.push_back({name, pieces});
  }

  void add_row(const std::string& name, const TensorRef& tensor) {
    m_wanted.push_back({tensor, m_concurrency, 1});
    m_out.rows.push_back({name, m_concurrency});
  }

  void read(OperandBalance& balance) {
    constexpr double even = 1.5;
    // Of the pieces of one thread, which are about ten, one may be this large.
    const double rows_even_out = has_one_piece(m_request) ? even : 4.0;
    const auto number          = static_cast<std::size_t>(&balance - m_out.balances.data());
    balance.rows               = m_heaviest[m_next++];
    const int depth            = m_depths[number];
    balance.even_levels        = depth > 0 || balance.rows > even ? 0 : 1;
    for (int d = 1; d <= depth; ++d) {
      const double heaviest = m_heaviest[m_next++];
      balance.between       = std::max(balance.between, heaviest);
      if (heaviest > even)
        balance.even_levels = 0;
      else if (balance.even_levels == 0)
        balance.even_levels = d;
    }
    balance.is_uneven = balance.rows > rows_even_out || balance.between > even;
  }

  const strata::CompileRequest& m_request;
  const int m_concurrency;
  std::vector<MeasuredPieces> m_wanted;
  std::vector<int> m_depths;  ///< numbers of levels that each operand is cut between
  std::vector<double> m_heaviest;
  std::size_t m_next = 0;
  OperandStatistics m_out;
};

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

}  // namespace

bool OperandStatistics::is_uneven() const {
  return std::any_of(balances.begin(), balances.end(),
                     [](const OperandBalance& b) { return b.is_uneven; });
}

int OperandStatistics::even_levels() const {
  int levels = 1;
  for (const OperandBalance& b : balances) {
    if (b.even_levels == 0) return 0;
    levels = std::max(levels, b.even_levels);
  }
  return levels;
}

std::string OperandStatistics::to_string() const {
  std::string out;
  for (const OperandBalance& b : balances)
    out += "work of " + b.name + " in " + std::to_string(b.pieces) +
           " pieces: the heaviest has " + short_number(b.rows) +
           " times the mean in equal numbers of rows, " + short_number(b.between) +
           " cut between coordinates: " + (b.is_uneven ? "uneven" : "even") + "\n";
  for (const HeavyRow& r : rows)
    out += "rows of " + r.name + ": the heaviest is " + short_number(r.pieces_of_work) +
           " times one of " + std::to_string(r.pieces) + " equal parts of the work\n";
  return out;
}

OperandStatistics measure_operands(const strata::CompileRequest& request,
                                   const Operands& operands, int concurrency,
                                   const SpaceInstance& space) {
  if (concurrency <= 1) return {};
  return Measurement(request, operands, concurrency).on(space);
}

std::int64_t stored_fibres(const TensorRef& tensor) {
  const int last = tensor.format.lvl_rank() - 1;
  if (last < 0 || static_cast<std::size_t>(last) >= tensor.levels.size()) return -1;
  const bool has_segments = tensor.format.level(last).kind == LevelKind::compressed &&
                            !tensor.format.is_sliced() && tensor.levels[last].positions;
  return has_segments ? tensor.levels[last].num_positions - 1 : -1;
}

}  // namespace Strata::Impl
