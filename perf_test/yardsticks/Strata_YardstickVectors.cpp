// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sparse vectors, merged in pieces.
#include <numeric>

#include "Strata_YardstickLoops.hpp"

namespace Strata::Yardstick {

namespace {

Entries part_of(const SparseVector& v, Range range) {
  return {v.coordinates + range.begin, v.coordinates + range.end,
          v.values + range.begin};
}

/// What the calling thread has of two vectors: the same coordinates of both.
struct OwnPart {
  OwnPart(const SparseVector& x, const SparseVector& y) {
    const Range own  = own_share(x.entries);
    const bool first = omp_get_thread_num() == 0;
    const bool last  = omp_get_thread_num() == omp_get_num_threads() - 1;
    const auto place = [&](std::int64_t n) {
      if (n == x.entries) return y.entries;
      return std::lower_bound(y.coordinates, y.coordinates + y.entries,
                              x.coordinates[n]) -
             y.coordinates;
    };
    a = part_of(x, own);
    b = part_of(
        y, {first ? 0 : place(own.begin), last ? y.entries : place(own.end)});
  }
  Entries a, b;
};

}  // namespace

double dot(const SparseVector& x, const SparseVector& y) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    const OwnPart own(x, y);
    merge<false>(own.a, own.b,
                 [&](std::int32_t, double product) { sum += product; });
  }
  return sum;
}

OwnedVector add(const SparseVector& x, const SparseVector& y) {
  OwnedVector out;
  std::vector<std::int64_t> begins(
      static_cast<std::size_t>(omp_get_max_threads()) + 1);
#pragma omp parallel
  {
    const OwnPart own(x, y);
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    std::int64_t n    = 0;
    merge<true>(own.a, own.b, [&](std::int32_t, double) { ++n; });
    begins[thread + 1] = n;
#pragma omp barrier
#pragma omp single
    {
      std::partial_sum(begins.begin(), begins.end(), begins.begin());
      out.coordinates.resize(static_cast<std::size_t>(begins.back()));
      out.values.resize(static_cast<std::size_t>(begins.back()));
    }
    std::int32_t* coordinate = out.coordinates.data() + begins[thread];
    double* value            = out.values.data() + begins[thread];
    merge<true>(own.a, own.b, [&](std::int32_t i, double sum) {
      *coordinate++ = i;
      *value++      = sum;
    });
  }
  return out;
}

}  // namespace Strata::Yardstick
