// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_OPTIONS_HPP
#define STRATA_PLAN_OPTIONS_HPP

#include <string>

namespace Strata {

/// How a launch keeps pieces that add to the same result entry apart. Launches whose
/// pieces write entries of their own need none of these. A strategy that cannot
/// serve makes compile() throw UnsupportedExpression.
enum class RaceStrategy {
  automatic,  ///< chosen from the iteration graph, the extents and the space
  none,       ///< one piece does it all
  atomics,    ///< atomic additions to the result; not of bool or complex numbers,
              ///< of floating-point ones neither strict nor deterministic
  privatize,  ///< one copy of the result per piece, added up afterwards; of
              ///< floating-point numbers not strict
  ranges      ///< pieces have ranges of the coordinates of one variable of a dense result,
              ///< and run the loops around that variable's whole: the order of additions
              ///< is that of one piece
};

/// How loops that merge the entries of operands advance: the same result, at
/// another speed.
enum class MergeBody {
  automatic,    ///< chosen for each loop from the operands
  branchy,      ///< a branch a case: fast where the coordinates are regular
  branch_free,  ///< the same instructions in every case
  gallop,       ///< searches in operands much longer than what they multiply;
                ///< loops that have nothing to skip are branch-free
  locate        ///< fibres that loops merge again and again are kept in a row as long as
                ///< the dimension, for each thread of a host without teams, and looked
                ///< up; other loops as with `automatic`
};

/// How entries of a sparse result are added up that the loops come to out of order.
enum class Worklist {
  automatic,  ///< chosen for each result from extents and operands
  dense,      ///< a row of values, as long as the dimension, for each thread
  hashed,     ///< a hash table for each thread; a row uses as much as it may need
  sorted      ///< a list of all that is added, sorted afterwards
};

/// How often the loops of a sparse result run, where what they merge says how many
/// entries there are at most. Others are counted.
enum class Passes {
  automatic,  ///< one, where that takes less time and not much more memory
  one,        ///< one also where results are small, or need more memory
  two         ///< they count, and then they append
};

/// How floating-point sums in innermost loops are added up. `strict` ones, emitted C++ and
/// devices have plain ones, and refuse other forms.
enum class Sums {
  automatic,  ///< chosen from the lengths of fibres, what is read, and the processor
  plain,      ///< one sum, in the order of the entries
  two,        ///< two partial sums, one entry after the other
  vectors     ///< as many partial sums as a vector register holds
};

/// Ends of short loops over neighbours in memory (columns of a factor matrix, 1 to 256).
/// Emitted kernels serve any extents, and refuse `compiled`.
enum class InnerExtents {
  automatic,  ///< compiled in where an operand stores 50,000 entries or more
  compiled,   ///< other extents are another kernel
  open        ///< one kernel serves all extents
};

/// Whether arrays that loops read in order are prefetched. Emitted C++ and devices do without,
/// and refuse `streams`.
enum class Prefetch {
  automatic,  ///< where an operand stores 250,000 entries or more; fibres where they are short
  streams,    ///< fibres, blocks and rows stored side by side; not in loops that merge
  none        ///< left to the processor
};

/// Rows of numbers that a thread keeps while it adds to them (columns of a factor matrix),
/// where their extents are compiled in: if registers do not hold one, the loops around it
/// may run once for each block of it. The same bits. Emitted C++ and devices keep whole rows,
/// and refuse `blocks`.
enum class RowBlocks {
  automatic,  ///< blocks of four registers of 64 bytes, of rows of four blocks or more
  blocks,     ///< blocks of four registers, of rows of two blocks or more
  whole       ///< the loops around a row run once
};

/// Where the pieces of a launch are cut.
enum class Balance {
  automatic,  ///< by work where the operands that a plan is compiled with ask for it (one
              ///< row with most of the entries), and where `pieces` are given
  rows,       ///< never inside a sum, nor inside a row of a dense result that has many
  work        ///< into pieces of equal work, also inside a row or a sum: parts of sums are
              ///< then added in the order of the pieces
};

/// What machine code is made from.
enum class Backend {
  jit,  ///< LLVM IR, in this process
  cxx   ///< Kokkos C++, by the C++ compiler that Strata was built with
};

/// Options of compile(); part of the kernel signature where they change code.
struct PlanOptions {
  /// No reassociation of floating-point sums.
  bool strict = false;
  /// The same bits on any number of threads, and in every run: how launches are
  /// cut and sums are combined depends on the data that the plan was compiled for
  /// and on nothing else; no floating-point number is added atomically.
  bool deterministic = false;
  /// A sparse result keeps no entries of its fill value, e.g. sums that cancelled
  /// out: they are left out of a copy after each execution (drop_zeros()). A kernel
  /// stores what the structure of the operands says; emitted C++ and
  /// Plan::assemble() do not look at values.
  bool drop_zeros = false;
  /// Counting build: every stage II loop iteration increments a counter.
  bool count_iterations = false;
  RaceStrategy race     = RaceStrategy::automatic;
  MergeBody merge       = MergeBody::automatic;
  Worklist worklist     = Worklist::automatic;
  Passes passes         = Passes::automatic;
  Sums sums             = Sums::automatic;
  InnerExtents extents  = InnerExtents::automatic;
  Prefetch prefetch     = Prefetch::automatic;
  RowBlocks row_blocks  = RowBlocks::automatic;
  Balance balance       = Balance::automatic;
  /// Pieces per launch; 0: chosen from the work and the concurrency.
  int pieces = 0;
  /// Threads in a team and lanes in a thread, at most 1024; both 0: chosen for the
  /// space (on hosts no teams). Host kernels run the threads and lanes of a team one after
  /// the other, whatever their number.
  int team_size     = 0;
  int vector_length = 0;
  /// Checking build: accesses of different units, threads or lanes to one element
  /// of which one writes, without order and not all atomic, make execute() throw
  /// CodegenError. Without teams: those of 1 thread and 1 lane.
  bool check_races = false;
  /// Seed ≥ 0 of another order of units, threads and lanes; −1: ascending.
  int permute = -1;
  /// Kernels of the C++ back end are compiled with the command of the
  /// environment variable STRATA_CXX where it is set, and with the flags of
  /// STRATA_CXXFLAGS.
  Backend backend = Backend::jit;
  /// Looks the kernel up in (and adds it to) the caches of the process and, but for the
  /// C++ back end, on disk (Strata_KernelCache.hpp).
  bool use_cache = true;
  /// compile() measures the strategies above that are left open, on the operands that it
  /// is given, compiles by the fastest, and keeps the choice for plans of the same
  /// statements over operands of the same class (docs/tuning.md). It then runs the
  /// statements many times, on copies of dense results, which are not written. With
  /// `strict` or `deterministic` only merging loops, passes, prefetching and blocks of rows,
  /// which give the same bits, are measured.
  bool tune = false;
  /// Milliseconds that it measures, about; what takes longer runs a few times all the same.
  int tune_ms = 2000;
  /// Takes what tuning has found before, also in other processes; STRATA_TUNED=off in
  /// the environment, and use_cache = false, do without it. Not for instrumented plans.
  bool use_tuned = true;
};

/// Stages that emit() can stop at.
enum class Stage {
  notation,    ///< stage I: index notation as IR
  coordinate,  ///< stage I: loops ordered (forall / reduce)
  position,    ///< stage II: position-space loops and launches
  flat,        ///< stage III: scf, arith, memref and the program
  llvm,        ///< LLVM IR after optimisation
  cxx          ///< Kokkos C++: a header with one function template
};

}  // namespace Strata

#endif
