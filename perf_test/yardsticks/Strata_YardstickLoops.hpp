// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_YARDSTICK_LOOPS_HPP
#define STRATA_YARDSTICK_LOOPS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <omp.h>

#include "Strata_Yardsticks.hpp"

/// \file
/// What several yardsticks are made of.

namespace Strata::Yardstick {

struct Range {
  std::int64_t begin, end;
};

/// The share of the calling thread in `size` things.
inline Range own_share(std::int64_t size) {
  const std::int64_t threads = omp_get_num_threads();
  const std::int64_t thread  = omp_get_thread_num();
  return {size * thread / threads, size * (thread + 1) / threads};
}

/// The rows (columns) of the calling thread: all have about the same number of
/// entries. \param positions rows + 1
inline Range own_rows(const std::int32_t* positions, std::int64_t rows) {
  const Range entries = own_share(positions[rows]);
  const auto row_of   = [=](std::int64_t entry) {
    return std::lower_bound(positions, positions + rows, entry) - positions;
  };
  const bool first = omp_get_thread_num() == 0;
  const bool last  = omp_get_thread_num() == omp_get_num_threads() - 1;
  return {first ? 0 : row_of(entries.begin), last ? rows : row_of(entries.end)};
}

/// The threads of a parallel region call body(i) for i < size, each for the same number of
/// them, or for `chunk` at a time.
template <int chunk, class Body>
void deal_rows(std::int64_t size, Split split, Body&& body) {
  if (split == Split::static_rows) {
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < size; ++i) body(i);
  } else {
#pragma omp for schedule(dynamic, chunk)
    for (std::int64_t i = 0; i < size; ++i) body(i);
  }
}

/// Calls row(i) for every row of a matrix in CSR, in parallel.
template <class Row>
void for_rows(const Csr& a, Row&& row, Split split = Split::entries) {
#pragma omp parallel
  {
    if (split == Split::entries) {
      const Range own = own_rows(a.positions, a.rows);
      for (std::int64_t i = own.begin; i < own.end; ++i) row(i);
    } else {
      deal_rows<256>(a.rows, split, row);
    }
  }
}

/// Every thread of a parallel region calls add(own) to add to a result of its
/// own; the first has `result` itself, the others have copies that are added to
/// it.
template <class Add>
void add_privately(double* result, std::int64_t size, Copies& copies,
                   Add&& add) {
  copies.resize(static_cast<std::size_t>((omp_get_max_threads() - 1) * size));
#pragma omp parallel
  {
    const std::int64_t thread = omp_get_thread_num();
    double* const own =
        thread == 0 ? result : copies.data() + (thread - 1) * size;
    std::fill_n(own, size, 0.0);
    add(own);
#pragma omp barrier
    const std::int64_t others = omp_get_num_threads() - 1;
    const Range share         = own_share(size);
    for (std::int64_t t = 0; t < others; ++t)
      for (std::int64_t n = share.begin; n < share.end; ++n)
        result[n] += copies[static_cast<std::size_t>(t * size + n)];
  }
}

/// A row of a matrix, a vector, or a part of one.
struct Entries {
  const std::int32_t *at, *end;  ///< coordinates, ascending
  const double* value;
};

inline Entries row_of(const Csr& a, std::int64_t i) {
  return {a.coordinates + a.positions[i], a.coordinates + a.positions[i + 1],
          a.values + a.positions[i]};
}

/// put(coordinate, a + b) where at least one is stored, or put(coordinate, a *
/// b) where both are.
template <bool Union, class Put>
void merge(Entries a, Entries b, Put&& put) {
  while (a.at != a.end && b.at != b.end) {
    const std::int32_t ja = *a.at, jb = *b.at;
    if (ja == jb)
      put(ja, Union ? *a.value + *b.value : *a.value * *b.value);
    else if (Union)
      put(std::min(ja, jb), ja < jb ? *a.value : *b.value);
    a.at += ja <= jb, a.value += ja <= jb;
    b.at += jb <= ja, b.value += jb <= ja;
  }
  if (!Union) return;
  for (; a.at != a.end; ++a.at, ++a.value) put(*a.at, *a.value);
  for (; b.at != b.end; ++b.at, ++b.value) put(*b.at, *b.value);
}

/// The same for three, added.
template <class Put>
void merge(Entries a, Entries b, Entries c, Put&& put) {
  constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();
  const auto coordinate       = [](const Entries& e) {
    return e.at == e.end ? none : *e.at;
  };
  std::int32_t ja = coordinate(a), jb = coordinate(b), jc = coordinate(c);
  for (;;) {
    const std::int32_t j = std::min({ja, jb, jc});
    if (j == none) return;
    double sum      = 0;
    const auto take = [&](Entries& e, std::int32_t& next) {
      if (next != j) return;
      sum += *e.value++;
      ++e.at;
      next = coordinate(e);
    };
    take(a, ja);
    take(b, jb);
    take(c, jc);
    put(j, sum);
  }
}

}  // namespace Strata::Yardstick

#endif
