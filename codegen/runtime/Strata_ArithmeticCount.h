// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ARITHMETIC_COUNT_H
#define STRATA_ARITHMETIC_COUNT_H

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <strata/Analysis/Absence.h>

#include "Strata_PlanState.h"
#include "Strata_TupleCount.h"

/// \file
/// How many operations a statement takes. Private to the runtime (a .h is not installed).
namespace Strata::Impl {

/// Of the statement as it is written: each operation, and each step of a sum, once for
/// every coordinate of the loops around it where what is stored leaves something to
/// compute. How a plan runs it makes no difference.
class ArithmeticCount {
 public:
  explicit ArithmeticCount(const PlanState& state);

  TupleCount run();

 private:
  using Keys      = std::set<std::string>;
  using Variables = std::set<std::string>;
  /// Whether nothing is left to compute where none of these accesses stores anything.
  using IsIdle = std::function<bool(const Keys&)>;

  void visit(const IndexExprPtr& e, const Keys& needed, const Variables& loops);
  void add(const IndexExprPtr& e, const Keys& needed, const Variables& loops,
           const IsIdle& is_idle);
  Keys needed_by(const IndexExprPtr& e) const;
  TupleCount tuples_of_any(const Keys& all, const Keys& some, const Variables& loops);
  TupleCount tuples(const Keys& stored, const Variables& loops);
  TupleCount count(const Keys& stored, const Variables& loops) const;
  CountedAccess counted(const Access& access) const;
  bool restricts(const Access& access, const Variables& loops) const;

  const PlanState& m_state;
  const TensorDeclarations& m_tensors;
  std::map<std::string, Access> m_accesses;  ///< those that may be absent, by key
  std::map<std::pair<Keys, Variables>, TupleCount> m_known;
  Keys m_keys;              ///< of these
  bool m_is_dense  = false; ///< something is computed where nothing is stored
  bool m_is_simple = true;  ///< few enough to find out which operation needs which
  TupleCount m_total;
};

}  // namespace Strata::Impl

#endif
