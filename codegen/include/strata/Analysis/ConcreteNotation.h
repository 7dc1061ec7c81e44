// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ANALYSIS_CONCRETENOTATION_H
#define STRATA_ANALYSIS_CONCRETENOTATION_H

#include "strata/Analysis/Absence.h"

#include <Strata_PlanOptions.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace strata {

/// Name of the index that a launch gives each of its pieces.
inline constexpr const char *pieceVariable = "#piece";
/// Name of the index that pieces which run at the same time do not share.
inline constexpr const char *slotVariable = "#slot";

/// Name of the index of the slots of a hash table.
inline constexpr const char *tableVariable = "#table";
/// Name of the index of the cuts between pieces, one more than these.
inline constexpr const char *cutVariable = "#cut";
/// Name of the index of the cuts between ranges of coordinates, one more than these.
inline constexpr const char *rangeVariable = "#range";
/// Name of the index of the parents of a level of an operand.
inline constexpr const char *parentsVariable = "#parent";
/// Name of the index of a part that every piece of a partition has.
inline constexpr const char *carryVariable = "#carry";
/// Name of an index with \p extent coordinates: "#3".
std::string countVariable(size_t extent);
/// The extent of such an index; −1: it is another.
std::int64_t countOf(const std::string &variable);

/// A tensor that lives during one execution. An extent is that of an index
/// variable, or known when the plan runs (names that begin with #).
struct Temporary {
  std::string name;
  Strata::ScalarType scalar = Strata::ScalarType::f64;
  std::vector<std::string> variables;
  /// A workspace: each piece uses its own part, and only while it runs. It may
  /// be kept in scratch memory.
  bool isScratch = false;
  bool startsAsZero = false;
};

/// A copy of an operand in another format, made before the loops run.
struct Conversion {
  std::string name;   ///< of the copy, "A@CSR"
  std::string source; ///< the operand
  Strata::TensorFormat format;
  std::string reason;
  /// Bytes of the entries (values and coordinates) that are converted; −1:
  /// their number is not known.
  double bytes = -1;
};

/// A fibre of an operand that loops inside of others would merge each time: it is kept
/// in a row, by coordinate, and looked up.
struct KeptFibre {
  Strata::Access access; ///< "M(i,j)"
  std::string after;     ///< the loop that binds all of its variables but the last, "i";
                         ///< empty: it has no others, each piece writes the row
  Strata::Access row;    ///< of values: "kept0(#slot,j)"
  /// Which coordinates of the row have a value (not 0), and a list of these.
  std::string marks, list;
  std::string reason; ///< why it is kept

  const std::string &variable() const { return row.indices.back().variable; }
};

/// Concrete index notation of one loop nest: forall loops…, lhs (=|+=) rhs. The
/// rhs holds the reductions that are inside all loops they depend on.
struct ConcreteStatement {
  std::vector<std::string> loops; ///< outermost first
  Strata::Access lhs;
  bool accumulate = false;
  /// What values of one entry are combined with, where loops or pieces come to it
  /// several times.
  Strata::Operator combiner = Strata::Operator::add;
  Strata::IndexExprPtr rhs;
  /// Variable whose loop is cut into pieces; empty: runs as one piece. With race
  /// `ranges` other loops stand around it, which every piece runs whole.
  std::string parallel;
  /// The outermost loops, or sums, whose coordinates together are cut into
  /// pieces of equal work, and the tensor of the cuts. None: pieces are parts of
  /// the positions of one operand, or coordinates of the outermost dimension.
  std::vector<std::string> partitioned;
  std::string cuts;
  /// With race `ranges`: where each of these begins under each parent of the levels that
  /// sampledLevels() gives, a table for each; empty: it is searched for.
  std::vector<std::string> begins;
  /// Where sums are cut too: tensor of what each piece has of the entry that the
  /// piece before has begun, to be added to it afterwards. Else empty.
  std::string carry;
  /// Many pieces: what they have of the entry is added atomically, in any order.
  bool atomicCarry = false;
  /// How pieces that add to one entry are kept apart (none: they cannot).
  Strata::RaceStrategy race = Strata::RaceStrategy::none;
  /// Why, where pieces would add to one entry; else empty.
  std::string raceReason;
  /// Where entries are added up under the first `workspaceDepth` loops, before
  /// they are assigned to the result: indexed by the piece and the variables of
  /// the result that those loops do not bind.
  std::optional<Strata::Access> workspace;
  size_t workspaceDepth = 0;
  /// Of a sparse result: which coordinates of the workspace have a value (not
  /// 0), and a list of these.
  std::string marks, list;
  /// Of a workspace that is a hash table: how many coordinates each piece may add
  /// up at a time. Else empty.
  std::string bounds;
  /// Tensor that the listed entries are then collected in; empty: none.
  std::string collectedIn;
  std::vector<KeptFibre> kept;
  /// Operands whose fibres could be kept but are merged each time, with the reason.
  std::map<std::string, std::string> mergedAgain;
};

/// The statements of one assignment, in the order in which they run.
struct ConcreteProgram {
  std::vector<Conversion> conversions;
  std::vector<Temporary> temporaries;
  std::vector<ConcreteStatement> statements;
  /// Operands, result, converted copies and temporaries.
  Strata::TensorDeclarations tensors;
  std::map<std::string, std::int64_t> extents;
  std::string result;

  std::string toString() const;
};

/// What the choices between race strategies, and between conversions, depend on.
struct ConcretizeOptions {
  Strata::RaceStrategy race = Strata::RaceStrategy::automatic;
  int concurrency = 1;
  /// Entries of the largest operand.
  double entries = 0;
  /// Entries of operands and result below which one piece does it all.
  double smallWork = 0;
  /// Floating-point sums keep the order of the entries.
  bool strict = false;
  /// What is computed does not depend on threads: `concurrency` is no property of
  /// a machine, and floating-point numbers are not added atomically.
  bool deterministic = false;
  /// Pieces of equal work also where a loop over a whole dimension would do.
  bool balanced = false;
  /// Pieces that are cut between coordinates of so many outer loops are of equal work
  /// already: sums inside of them are not cut. 0: they may have to be.
  int evenLoops = 0;
  Strata::Worklist worklist = Strata::Worklist::automatic;
  /// Fibres that loops would merge again and again are kept in rows: where it pays
  /// (automatic), where it can be (locate), never (others).
  Strata::MergeBody merge = Strata::MergeBody::automatic;
  /// The code may run on a device, where rows of all threads leave few of them.
  bool anySpace = false;
  /// Tables of where ranges begin in the fibres of operands may be made.
  bool keepsBegins = true;
  /// Stored entries by tensor. Others count as full; equal where extents are
  /// not known either.
  std::map<std::string, double> entriesOf;
  /// Outermost loops that other statements run too: pieces are made of their
  /// coordinates; 0: the statement has its loops for itself.
  size_t sharedLoops = 0;
  /// One thread must not go through the pieces: on a device there are thousands, and
  /// a thread is slow.
  bool manyPieces = false;
};

/// Orders the loops of `stmt` and places its reductions. Terms share a nest
/// where one order serves them all; a term that scatters gets its own. Where no
/// order of loops serves all operands of a term, the operands that are cheapest
/// to convert are read from copies in another mode order, or reductions are kept
/// in dense temporaries, whichever moves fewer bytes. Operands whose levels
/// cannot be merged or located as they are stored are converted too.
/// \throws Strata::UnsupportedExpression when the storage order of the result
///   contradicts where its reductions stand.
ConcreteProgram concretize(const Strata::CheckedAssignment &stmt,
                           const ConcretizeOptions &options);

/// True when the loops visit every entry of the result, where something else than
/// `background` is computed.
bool coversResult(const Strata::IndexExprPtr &rhs,
                  const std::vector<std::string> &loops,
                  const Strata::TensorDeclarations &tensors,
                  const Number &background);

/// \p expr with the row of \p kept in the place of the operand.
Strata::IndexExprPtr readingRow(const KeptFibre &kept, const Strata::IndexExprPtr &expr);

/// What a statement leaves where it stores nothing: what it adds to is 0 there, or
/// what is neutral to its combiner, else it is the fill value of the result.
Number backgroundOf(const ConcreteStatement &s,
                    const Strata::TensorDeclaration &result);

} // namespace strata

#endif
