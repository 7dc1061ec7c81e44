// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_ANALYSIS_CONCRETIZER_H
#define STRATA_LIB_ANALYSIS_CONCRETIZER_H

#include "Reductions.h"
#include "strata/Analysis/ConcreteNotation.h"
#include "strata/Analysis/Diagonals.h"
#include "strata/Analysis/LoopOrder.h"
#include "strata/Analysis/MergeLattice.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace strata {

/// Terms that share one loop nest.
struct Group {
  std::vector<IndexExprPtr> terms;
  std::vector<std::string> order;
  /// The term's summations that stand between the loops of the result.
  bool scatters = false;
};

/// A strategy and the reason for it.
using RaceChoice = std::pair<Strata::RaceStrategy, std::string>;

/// Whether a fibre is kept in a row, and why.
struct KeepingChoice {
  bool keeps;
  std::string reason;
};

/// An access and the format that it is to be read in.
struct ConvertedAccess {
  Access access;
  Strata::TensorFormat format;
};

/// Conversions after which one order of loops serves all operands.
struct ConversionSet {
  std::vector<ConvertedAccess> accesses;
  double bytes = 0; ///< of the copies that are not there yet
};

/// A loop of a statement: what is computed in it, and what is left where nothing is.
struct MergingScope {
  std::vector<std::string> loops; ///< those around it, and last its own variable
  IndexExprPtr expr;
  Number background;

  const std::string &variable() const { return loops.back(); }
};

/// Gives a variable a value as long as this lives.
template <class T> class SaveValue {
public:
  SaveValue(T &variable, T value) : variable(variable), old(variable) {
    variable = value;
  }
  SaveValue(const SaveValue &) = delete;
  SaveValue &operator=(const SaveValue &) = delete;
  ~SaveValue() { variable = old; }

private:
  T &variable;
  T old;
};

class Concretizer {
public:
  Concretizer(const Strata::CheckedAssignment &stmt,
              const ConcretizeOptions &options)
      : options(options), text(stmt.assignment.text) {
    program.tensors = stmt.tensors;
    program.extents = stmt.extents;
    program.result = stmt.assignment.lhs.tensor;
  }

  ConcreteProgram run(const Strata::Assignment &a);

private:
  void lower(const Access &lhs, bool accumulate, IndexExprPtr rhs);
  std::vector<Group> groupTerms(const Access &lhs,
                                std::vector<IndexExprPtr> terms);
  std::optional<Group> tryGroup(const Access &lhs,
                                const std::vector<IndexExprPtr> &terms);
  Group single(const Access &lhs, const IndexExprPtr &term);
  Group cheapest(const Access &lhs, const IndexExprPtr &term);
  Group withTemporaries(const Access &lhs, IndexExprPtr term);
  /// The terms in the order of loops that serves them all, if there is one.
  std::optional<Group> orderGroup(const Access &lhs,
                                  const std::vector<IndexExprPtr> &terms,
                                  bool reductionsInside);
  /// What an order of loops must honour; accesses in `anyOrder` (keys) ask for
  /// none.
  OrderConstraints constraints(const Access &lhs,
                               const std::vector<IndexExprPtr> &terms,
                               bool reductionsInside,
                               const std::set<std::string> &anyOrder = {});
  void emit(const Access &lhs, bool accumulate, Group group);
  ConcreteStatement nestOf(const Access &lhs, const Group &group,
                           bool accumulate = false);
  // Terms with many cases (CaseSplit.cpp)
  /// Reads what would make too many cases of \p term from temporaries.
  IndexExprPtr withFewerCases(const Access &lhs, IndexExprPtr term);
  bool mayBeDensePart(const Access &lhs, const IndexExprPtr &part) const;
  /// The same for that of \p terms with the most cases, where one nest of all has too
  /// many; false: nothing is left to split off.
  bool splitLargest(const Access &lhs, std::vector<IndexExprPtr> &terms);
  IndexExprPtr sparsePart(const IndexExprPtr &part,
                          const std::vector<std::string> &levels);
  /// The same; a dense tensor where it cannot be a sparse one.
  IndexExprPtr computedAhead(const IndexExprPtr &part,
                             const std::vector<std::string> &levels);
  // Sparse results (SparseResults.cpp)
  void lowerSparse(const Access &lhs, std::vector<IndexExprPtr> terms);
  void addResultOrder(OrderConstraints &c, const Access &lhs) const;
  bool ascends(const Access &lhs, const std::vector<IndexExprPtr> &terms) const;
  std::optional<Group> tryAppend(const Access &lhs,
                                 const std::vector<IndexExprPtr> &terms,
                                 bool converting);
  void appendFilled(const Access &lhs, std::vector<IndexExprPtr> terms);
  IndexExprPtr inOrderOfVariables(const IndexExprPtr &access);
  IndexExprPtr withAscendingOperands(const Access &lhs, const IndexExprPtr &term);
  bool isSparseTerm(const IndexExprPtr &term) const;
  IndexExprPtr partOf(const Access &lhs, std::vector<IndexExprPtr> terms);
  std::vector<IndexExprPtr>
  withSumOfSparseTerms(const Access &lhs,
                       const std::vector<IndexExprPtr> &terms);
  IndexExprPtr sumOfPart(const Access &lhs,
                         const std::vector<IndexExprPtr> &terms);
  std::vector<IndexExprPtr> inParts(const Access &lhs,
                                    const std::vector<IndexExprPtr> &terms);
  bool crossesLoops(const Access &lhs, const Group &group) const;
  void append(ConcreteStatement s);
  void appendUnordered(const Access &lhs, IndexExprPtr term);
  // Worklists (Worklists.cpp)
  std::optional<Group> orderBelow(std::vector<std::string> leading,
                                  const Access &lhs, const IndexExprPtr &term,
                                  bool converting);
  std::optional<ConcreteStatement> tryRows(const Access &lhs,
                                           const IndexExprPtr &term);
  std::optional<ConcreteStatement> tryWorklist(const Access &lhs,
                                               const IndexExprPtr &term,
                                               bool converting);
  double expectedScatters(const ConcreteStatement &s,
                          const std::string &variable) const;
  std::optional<Strata::Worklist>
  chooseWorklist(const ConcreteStatement &s, const std::string &variable) const;
  void addWorklist(ConcreteStatement &s, const std::string &variable,
                   Strata::Worklist kind);
  Access addRow(Strata::ScalarType scalar, const std::vector<std::string> &variables,
                const std::string &stem);
  // Fibres that are kept (KeptFibres.cpp)
  void keepFibres(ConcreteStatement &s);
  bool keepOne(ConcreteStatement &s, MergingScope &scope);
  bool canKeep(const ConcreteStatement &s, const MergingScope &scope,
               const Access &access) const;
  KeepingChoice chooseKeeping(const MergingScope &scope, const MergeLattice &lattice,
                              const Access &access) const;
  double expectedFibre(const IndexExprPtr &expr, const std::string &variable,
                       const std::set<std::string> &outer) const;
  double fibreBeside(const MergingScope &scope, const MergeLattice &lattice,
                     const Access &access, double own) const;
  double expectedMerges(const MergingScope &scope, size_t bound) const;
  void keep(ConcreteStatement &s, const MergingScope &scope, const Access &access,
            const std::string &reason);
  Access addSparseTemporary(const Access &lhs, Strata::ScalarType scalar);
  static Strata::TensorFormat
  entryList(const std::vector<int> &order,
            const std::vector<std::int64_t> &extents);
  Access everyEntry(const Access &access);
  // Parts of a sparse result (PartialResults.cpp)
  IndexExprPtr withNumbersStored(const IndexExprPtr &expr,
                                 const std::string &variable);
  Strata::Assignment inAscendingOrder(Strata::Assignment a);
  void replacePart(const Strata::Assignment &a);
  bool addsToResult(const Strata::Assignment &a) const;
  IndexExprPtr prepared(const IndexExprPtr &rhs);
  void emitFill(const ConcreteStatement &filled);
  bool hasRestToFill(const Access &lhs) const;
  void clear(const Access &lhs, const Number &value);
  void place(ConcreteStatement s, bool fills);
  void privatize(ConcreteStatement s, bool fills);
  size_t workspaceDepth(const ConcreteStatement &s) const;
  void addWorkspace(ConcreteStatement &s, size_t depth);
  // Strategies (RaceChoice.cpp)
  void checkRaceOption(const Strata::TensorDeclaration &result,
                       Strata::Operator combiner) const;
  RaceChoice chooseRace(const ConcreteStatement &s) const;
  bool addsPartsAtomically(const ConcreteStatement &s) const;
  double additionsPerEntry(const ConcreteStatement &s) const;
  RaceChoice automaticRace(const ConcreteStatement &s) const;
  RaceChoice deterministicRace(const ConcreteStatement &s, const std::string &sizes) const;
  struct RaceCosts;
  RaceCosts costsOf(const ConcreteStatement &s) const;
  RaceChoice rangesOr(const ConcreteStatement &s, RaceChoice other,
                      double (RaceCosts::*cost)() const) const;
  void checkRangesOption(const ConcreteStatement &s) const;
  // Ranges of coordinates (Ranges.cpp)
  std::string rangedVariable(const ConcreteStatement &s) const;
  double visitsOf(const ConcreteStatement &s, const std::string &variable) const;
  bool keepsBegins(const ConcreteStatement &s, const std::string &variable) const;
  double costOfRanges(const ConcreteStatement &s, const std::string &variable) const;
  void cutRanges(ConcreteStatement &s);
  std::vector<Access> revisiting(const IndexExprPtr &expr) const;
  bool revisits(const IndexExprPtr &expr) const;
  IndexExprPtr extractClosed(const IndexExprPtr &term);
  IndexExprPtr toTemporary(const IndexExprPtr &reduction);
  // Operators that ask what is stored (Presence.cpp)
  using KeepReduction = std::function<bool(const IndexExprPtr &)>;
  /// \p term with temporaries instead of the nested reductions that are to be kept.
  IndexExprPtr withKept(const IndexExprPtr &term, const KeepReduction &keeps);
  bool decidesStructure(const IndexExprPtr &reduction) const;
  IndexExprPtr toAskedTemporary(const IndexExprPtr &reduction, bool isAsked);
  Access addTemporary(Strata::ScalarType scalar,
                      std::vector<std::string> variables,
                      const std::string &stem = "workspace");
  // Pieces of equal work (Partitions.cpp)
  void partition(ConcreteStatement &s);
  std::vector<std::string> cutSums(const ConcreteStatement &s,
                                   size_t depth) const;
  void addCarry(ConcreteStatement &s);
  bool isCuttable(const ConcreteStatement &s, const std::string &variable) const;
  size_t entryDepth(const ConcreteStatement &s,
                    const std::vector<std::string> &loops) const;
  size_t partitionDepth(const ConcreteStatement &s,
                        const std::vector<std::string> &loops) const;
  void finish();
  double auxiliaryBytes() const;

  // Copies in other formats (Conversions.cpp, LevelRepairs.cpp)
  std::string sourceOf(const std::string &tensor) const;
  double entriesOf(const std::string &tensor) const;
  const Conversion *findCopy(const std::string &tensor,
                             const Strata::TensorFormat &format) const;
  std::string copyOf(const std::string &tensor,
                     const Strata::TensorFormat &format,
                     const std::string &reason);
  /// Reads operands with a dense level below a nonunique one from copies.
  IndexExprPtr locatable(const IndexExprPtr &expr);
  /// Reads operands with duplicates out of order from copies, unless what is
  /// computed from each of them can be added up.
  IndexExprPtr withSummedDuplicates(const IndexExprPtr &term);
  /// Reads operands with nonordered levels that `s` merges from copies.
  IndexExprPtr withOrderedMerges(const ConcreteStatement &s);
  bool isTemporary(const std::string &tensor) const;
  std::vector<std::vector<Access>>
  orderedAccesses(const std::vector<IndexExprPtr> &terms) const;
  std::optional<ConversionSet>
  tryConverting(const Access &lhs, const std::vector<IndexExprPtr> &terms,
                bool reductionsInside, const std::vector<Access> &accesses);
  /// The set of conversions with the fewest bytes.
  std::optional<ConversionSet>
  chooseConversions(const Access &lhs, const std::vector<IndexExprPtr> &terms,
                    bool reductionsInside);
  /// The terms in one nest after the cheapest conversions.
  std::optional<Group> convertGroup(const Access &lhs,
                                    std::vector<IndexExprPtr> terms,
                                    bool reductionsInside);
  void dropUnusedCopies();

  // Other reductions than sums (Combiners.cpp)
  Strata::Operator combinerOf(const Access &lhs,
                              const IndexExprPtr &term) const;
  bool mayScatter(const Access &lhs, const IndexExprPtr &term,
                  Strata::Operator op) const;
  bool leavesNeutral(const IndexExprPtr &term) const;
  bool partsMayBeLeftOut(const IndexExprPtr &expr) const;
  ConcreteStatement carryFill(const ConcreteStatement &s);

  ConcreteProgram program;
  /// What the term being lowered is reduced with, and whether its loops may come to
  /// an entry several times: a sum, or else one term alone.
  Strata::Operator combiner = Strata::Operator::add;
  Strata::Operator scattersBy = Strata::Operator::add;
  /// What is lowered says whether something is stored: false where nothing is, so that
  /// nobody asks for its own reductions whether they have terms.
  bool saysWhetherStored = false;
  /// Beside the part that it writes, the result keeps its old contents.
  bool keepsContents = false;
  /// Variables whose loops come before all others.
  std::vector<std::string> leadingLoops;
  const ConcretizeOptions &options;
  const std::string &text;
};

/// `expr` with some accesses (by key) to other tensors.
IndexExprPtr redirect(const IndexExprPtr &expr,
                      const std::map<std::string, std::string> &copies);

/// \p rhs without a cast that its store to a tensor of \p type does anyway.
IndexExprPtr withoutStoreCast(const IndexExprPtr &rhs, Strata::ScalarType type);

/// True when sums stand between the loops of the result. A pinned variable has
/// one coordinate: it adds up nothing.
bool sumsOutside(const ConcreteStatement &s);

/// Variables of \p access, each once, in the order of the levels.
std::vector<std::string> levelVariables(const Access &access,
                                        const Strata::TensorFormat &format);

/// Variables of an access, each once.
std::vector<std::string> variablesOf(const Access &access);

inline bool contains(const std::vector<std::string> &v, const std::string &x) {
  return std::find(v.begin(), v.end(), x) != v.end();
}

} // namespace strata

#endif
