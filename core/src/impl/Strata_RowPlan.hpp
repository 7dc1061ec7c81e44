// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_ROW_PLAN_HPP
#define STRATA_IMPL_ROW_PLAN_HPP

#include <cstdint>
#include <optional>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_TensorRef.hpp>

/// \file
/// Conversion of rows (a dense level and a compressed one) to formats with one
/// compressed level and dense ones around it: blocks, diagonals. No list of entries is
/// made and nothing is sorted as a whole: the coordinates of the compressed level are
/// marked (the "id" query of Chou, Kjolstad, Amarasinghe 2020), their marks become
/// positions.

namespace Strata::Impl {

/// Division of numbers from 0 on by one number: a multiplication below 2^31 (Granlund
/// and Montgomery 1994).
class Quotient {
 public:
  Quotient() = default;
  explicit Quotient(std::int64_t divisor);

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t x) const {
    if (m_divisor == 1) return x;
    if (x < std::int64_t{1} << 31)
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) * m_multiplier >>
                                       m_shift);
    return x / m_divisor;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t divisor() const { return m_divisor; }

 private:
  std::int64_t m_divisor     = 1;
  std::uint64_t m_multiplier = 0;
  int m_shift                = 0;
};

/// ((row · i + column · j + constant) floordiv d) mod m
struct LevelForm {
  std::int64_t row = 0, column = 0, constant = 0;
  Quotient quotient;
  Quotient modulus;  ///< by 1: there is none

  /// What row i gives to all of its entries.
  KOKKOS_INLINE_FUNCTION std::int64_t base(std::int64_t i) const {
    return row * i + constant;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t at(std::int64_t base, std::int64_t j) const {
    const std::int64_t q = quotient(base + column * j);
    return modulus.divisor() == 1 ? q : q - modulus(q) * modulus.divisor();
  }
};

/// The coordinates that the entries of rows come to, one after the other. Neighbours that
/// share one are told by how far they are from where it begins.
class FormCursor {
 public:
  KOKKOS_INLINE_FUNCTION explicit FormCursor(const LevelForm& form)
      : m_form(form), m_size(form.quotient.divisor()) {}

  KOKKOS_INLINE_FUNCTION void start(std::int64_t row) {
    m_base  = m_form.base(row);
    m_begin = -m_size;
  }

  /// To a column; false where that has the same coordinate as the one before.
  KOKKOS_INLINE_FUNCTION bool move_to(std::int64_t j) {
    const std::int64_t n = m_base + m_form.column * j;
    m_rest               = n - m_begin;
    if (static_cast<std::uint64_t>(m_rest) < static_cast<std::uint64_t>(m_size)) return false;
    const std::int64_t q = m_form.quotient(n);
    m_begin              = q * m_size;
    m_rest               = n - m_begin;
    m_coordinate         = m_form.modulus.divisor() == 1
                               ? q
                               : q - m_form.modulus(q) * m_form.modulus.divisor();
    return true;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t coordinate() const { return m_coordinate; }
  /// What the quotient leaves.
  KOKKOS_INLINE_FUNCTION std::int64_t rest() const { return m_rest; }

 private:
  LevelForm m_form;
  std::int64_t m_size, m_base = 0, m_begin = 0, m_rest = 0, m_coordinate = 0;
};

/// Of a target whose levels are: at most one dense one that stores the row (by a
/// number), a compressed one, dense ones.
struct RowPlan {
  static constexpr int max_inner = 8;

  int search = 0;                 ///< the compressed level
  std::int64_t group       = 1;   ///< neighbouring rows below one parent
  std::int64_t parents     = 1;
  std::int64_t extent      = 0;   ///< of the compressed level
  std::int64_t block       = 1;   ///< values below each of its positions
  std::int64_t pieces      = 1;   ///< ranges of parents that are handed out
  LevelForm coordinate;           ///< of the compressed level
  /// One level below it depends on columns, and is what its quotient leaves.
  bool stores_rest = false;
  int num_inner = 0;              ///< dense levels below it
  Kokkos::Array<LevelForm, max_inner> inner;
  Kokkos::Array<std::int64_t, max_inner> inner_extents;
  /// A row has the coordinates of the one before, and its places below them but for what rows
  /// give, where its columns are those of that one plus `repeat_shift`.
  bool repeats              = false;
  std::int64_t repeat_shift = 0;
  bool ascends     = false;  ///< the coordinates of a row do, as its columns do
  bool stores_rows = false;  ///< below a coordinate row i has one place, number i

  KOKKOS_INLINE_FUNCTION std::int64_t first_row_of(std::int64_t parent) const {
    return parent * group;
  }
  /// Behind the last row of a parent, of so many rows.
  KOKKOS_INLINE_FUNCTION std::int64_t end_row(std::int64_t parent, std::int64_t rows) const {
    return (parent + 1) * group < rows ? (parent + 1) * group : rows;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t first_parent(std::int64_t piece) const {
    const std::int64_t each = parents / pieces, rest = parents % pieces;
    return piece * each + (piece < rest ? piece : rest);
  }
};

/// None unless `from` is plain, of order 2, in a dense level and a compressed one
/// without duplicates, and `to` as above.
std::optional<RowPlan> plan_rows(const TensorRef& from, const TensorFormat& to);

}  // namespace Strata::Impl

#endif
