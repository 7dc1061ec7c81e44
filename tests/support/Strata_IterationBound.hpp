// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ITERATION_BOUND_HPP
#define STRATA_ITERATION_BOUND_HPP

#include <Strata_Check.hpp>

namespace Strata::Testing {

/// Stored entries merged + result entries + dense extents walked, for one
/// statement: loops may iterate at most four times as often.
///
/// The right-hand side is multiplied out into *terms* (products of accesses;
/// a / b counts as a + a·b, functions as all their arguments and a dense term).
/// V(t): the variables of a term, of the sums around it and of the result.
/// stored(s): positions of a sparse operand, summed over its levels (a dense
/// level under a compressed one stores parents × extent; a sparse level without
/// entries counts as one with one: what is made for an entry is made once).
/// reach(v): how many values v can take in t: its extent, or the entries of the
/// sparse operand of t with a non-dense level of v that has the fewest (at least
/// one: every stored entry may be looked at once, also beside an empty operand).
/// D(t): variables in no sparse operand of t. Operands whose fill value is not 0 are
/// looked through like any other, and neither restrict a variable nor have it.
///
///   bound = result entries · copies
///         + sum over terms t of ( sum over sparse s in t of
///                                   stored(s) · product of reach(v), v in V(t) \ V(s)
///                                 + product of the extents of D(t) )
///
/// Every loop nest over a term visits, for each prefix of its loops, at most one
/// of these products, so the bound holds for every loop order that respects the
/// levels. A term with a sparse operand never pays for an extent that some
/// sparse operand restricts.
///
/// An extent of 0 counts as 1: the loops around an empty one run.
///
/// A sparse result (the one that was made is among the operands): its stored
/// positions, which hold the old contents of +=, take the place of its extents,
/// and the bound is twice as large, because every nest runs once to count the
/// entries and once to write them. Parts that are made first, to be added up, have
/// no more entries than the terms that they are made from.
///
/// `copies`: 1 for a plan that chooses its own pieces; the number of pieces where
/// the caller forces one, since each may then hold a private copy of the result;
/// each also comes once, for every index variable, to a coordinate that the piece
/// before has come to.
double iteration_bound(const CheckedAssignment& checked, const Operands& operands,
                       int copies = 1);

/// Positions of a tensor summed over its levels, of which the sparse ones have
/// `at_least` so many.
std::int64_t stored_positions(const TensorRef& tensor, std::int64_t at_least = 0);

/// Steps of the searches of so many pieces for where they begin and end, which are loop
/// iterations in levels that are functions (run-length, bitmap …).
double searching_steps(const Operands& operands, int pieces);

}  // namespace Strata::Testing

#endif
