// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse results: rows are counted, scanned and filled; rows are handed out in
// chunks as threads become free.
#include <algorithm>
#include <limits>
#include <numeric>

#include "Strata_YardstickLoops.hpp"
#include "Strata_YardstickRow.hpp"

namespace Strata::Yardstick {

namespace {

/// Result of `visit(row, output)` for every row; without output it only counts.
/// visit returns the number of entries and is copied for every thread.
template <class Visit>
OwnedCsr by_rows(std::int64_t rows, std::int64_t columns, const Visit& visit) {
  OwnedCsr out{rows, columns, {}, {}, {}};
  out.positions.assign(static_cast<std::size_t>(rows) + 1, 0);
#pragma omp parallel
  {
    Visit own = visit;
#pragma omp for schedule(dynamic, 256)
    for (std::int64_t i = 0; i < rows; ++i)
      out.positions[i + 1] = own(i, nullptr, nullptr);
  }
  std::partial_sum(out.positions.begin(), out.positions.end(),
                   out.positions.begin());
  out.coordinates.resize(out.positions[rows]);
  out.values.resize(out.positions[rows]);
#pragma omp parallel
  {
    Visit own = visit;
#pragma omp for schedule(dynamic, 256)
    for (std::int64_t i = 0; i < rows; ++i)
      own(i, out.coordinates.data() + out.positions[i],
          out.values.data() + out.positions[i]);
  }
  return out;
}

/// One row of what `merge` puts together: counted, its values, or all of it.
template <class Merge>
struct MergeRow {
  Merge merge;

  std::int32_t operator()(std::int64_t i, std::int32_t* coordinates,
                          double* values) const {
    std::int32_t n = 0;
    if (!values)
      merge(i, [&](std::int32_t, double) { ++n; });
    else if (!coordinates)
      merge(i, [&](std::int32_t, double value) { values[n++] = value; });
    else
      merge(i, [&](std::int32_t j, double value) {
        coordinates[n] = j;
        values[n++]    = value;
      });
    return n;
  }
};

/// A + B or A .* B.
template <bool Union>
auto merge_two(const Csr& a, const Csr& b) {
  const auto row = [a, b](std::int64_t i, auto&& put) {
    merge<Union>(row_of(a, i), row_of(b, i), put);
  };
  return MergeRow<decltype(row)>{row};
}

/// What sums and products are made of.
struct PlusTimes {
  static double add(double x, double y) { return x + y; }
  static double multiply(double x, double y) { return x * y; }
};
struct MinPlus {
  static double add(double x, double y) { return std::min(x, y); }
  static double multiply(double x, double y) { return x + y; }
};

/// One row of A B, added up in a dense row (Gustavson 1978).
template <class Ring>
struct ProductRow {
  Csr a, b;
  std::vector<std::int32_t> last;  ///< row that came to a column last
  std::vector<double> sums;

  std::int32_t operator()(std::int64_t i, std::int32_t* coordinates,
                          double* values) {
    last.resize(static_cast<std::size_t>(b.columns), -1);
    sums.resize(static_cast<std::size_t>(b.columns));
    std::int32_t n = 0;
    for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p) {
      const std::int32_t k = a.coordinates[p];
      for (std::int32_t q = b.positions[k]; q < b.positions[k + 1]; ++q) {
        const std::int32_t j = b.coordinates[q];
        const double term    = Ring::multiply(a.values[p], b.values[q]);
        if (last[j] == i) {
          sums[j] = Ring::add(sums[j], term);
          continue;
        }
        last[j] = static_cast<std::int32_t>(i);
        sums[j] = term;
        if (coordinates) coordinates[n] = j;
        ++n;
      }
    }
    if (!coordinates) return n;
    std::sort(coordinates, coordinates + n);
    for (std::int32_t m = 0; m < n; ++m) values[m] = sums[coordinates[m]];
    return n;
  }
};

/// One row of M .* (A B): sums are kept at the columns of the mask only.
struct MaskedRow {
  Csr mask, a, b;
  std::vector<std::int32_t> wanted, reached;  ///< row that did so last
  std::vector<double> sums;

  void collect(std::int64_t i) {
    const auto row = static_cast<std::int32_t>(i);
    for (std::int32_t p = mask.positions[i]; p < mask.positions[i + 1]; ++p)
      wanted[mask.coordinates[p]] = row;
    for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p) {
      const std::int32_t k = a.coordinates[p];
      for (std::int32_t q = b.positions[k]; q < b.positions[k + 1]; ++q) {
        const std::int32_t j = b.coordinates[q];
        if (wanted[j] != row) continue;
        const double before = reached[j] == row ? sums[j] : 0;
        reached[j]          = row;
        sums[j]             = before + a.values[p] * b.values[q];
      }
    }
  }

  void make_rows() {
    const auto columns = static_cast<std::size_t>(b.columns);
    wanted.resize(columns, -1);
    reached.resize(columns, -1);
    sums.resize(columns);
  }

  double total(std::int64_t i) {
    make_rows();
    collect(i);
    double total = 0;
    for (std::int32_t p = mask.positions[i]; p < mask.positions[i + 1]; ++p)
      if (reached[mask.coordinates[p]] == i) total += mask.values[p] * sums[mask.coordinates[p]];
    return total;
  }

  std::int32_t operator()(std::int64_t i, std::int32_t* coordinates, double* values) {
    make_rows();
    collect(i);
    std::int32_t n = 0;
    for (std::int32_t p = mask.positions[i]; p < mask.positions[i + 1]; ++p) {
      const std::int32_t j = mask.coordinates[p];
      if (reached[j] != i) continue;
      if (coordinates) {
        coordinates[n] = j;
        values[n]      = mask.values[p] * sums[j];
      }
      ++n;
    }
    return n;
  }
};

}  // namespace

OwnedCsr add(const Csr& a, const Csr& b) {
  return by_rows(a.rows, a.columns, merge_two<true>(a, b));
}

OwnedCsr multiply_entries(const Csr& a, const Csr& b) {
  return by_rows(a.rows, a.columns, merge_two<false>(a, b));
}

OwnedCsr multiply(const Csr& a, const Csr& b) {
  return by_rows(a.rows, b.columns, ProductRow<PlusTimes>{a, b, {}, {}});
}

OwnedCsr multiply_min_plus(const Csr& a, const Csr& b) {
  return by_rows(a.rows, b.columns, ProductRow<MinPlus>{a, b, {}, {}});
}

OwnedCsr multiply_masked(const Csr& mask, const Csr& a, const Csr& b) {
  return by_rows(a.rows, b.columns, MaskedRow{mask, a, b, {}, {}, {}});
}

double total_masked(const Csr& mask, const Csr& a, const Csr& b) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    MaskedRow own{mask, a, b, {}, {}, {}};
#pragma omp for schedule(dynamic, 256)
    for (std::int64_t i = 0; i < a.rows; ++i) sum += own.total(i);
  }
  return sum;
}

void spmv_min_plus(const Csr& a, const double* x, double* y) {
  for_rows(a, [&](std::int64_t i) {
    double least = std::numeric_limits<double>::infinity();
    for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p)
      least = std::min(least, a.values[p] + x[a.coordinates[p]]);
    y[i] = least;
  });
}

Places places_of(const Csc& b) {
  const auto entries = static_cast<std::size_t>(b.entries());
  Places out;
  out.rows = {b.rows, b.columns, {}, {}, {}};
  out.rows.positions.assign(static_cast<std::size_t>(b.rows) + 1, 0);
  out.rows.coordinates.resize(entries);
  out.rows.values.resize(entries);
  out.source.resize(entries);
  for (std::int64_t p = 0; p < b.entries(); ++p) ++out.rows.positions[b.coordinates[p] + 1];
  std::partial_sum(out.rows.positions.begin(), out.rows.positions.end(),
                   out.rows.positions.begin());
  Array<std::int32_t> next(out.rows.positions.begin(), out.rows.positions.end() - 1);
  for (std::int64_t j = 0; j < b.columns; ++j)
    for (std::int32_t p = b.positions[j]; p < b.positions[j + 1]; ++p) {
      const std::int32_t at    = next[b.coordinates[p]]++;
      out.rows.coordinates[at] = static_cast<std::int32_t>(j);
      out.source[at]           = p;
    }
  return out;
}

OwnedCsr add(const Csr& a, const Csc& b, Places& places) {
  const auto entries = static_cast<std::int64_t>(places.source.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < entries; ++p)
    places.rows.values[p] = b.values[places.source[p]];
  return add(a, places.rows.csr());
}

OwnedCsr add(const Csr& a, const Csr& b, const Csr& c) {
  const auto row = [=](std::int64_t i, auto&& put) {
    merge(row_of(a, i), row_of(b, i), row_of(c, i), put);
  };
  return by_rows(a.rows, a.columns, MergeRow<decltype(row)>{row});
}

void add_values(const Csr& a, const Csr& b, OwnedCsr& sum) {
  const auto row = merge_two<true>(a, b);
  for_rows(sum.csr(), [&](std::int64_t i) {
    row(i, nullptr, sum.values.data() + sum.positions[i]);
  });
}

OwnedCsr sddmm32(const Csr& a, const double* x, const double* y) {
  constexpr int width = 32;
  OwnedCsr out{a.rows, a.columns, {}, {}, {}};
  out.positions.assign(a.positions, a.positions + a.rows + 1);
  out.coordinates.resize(static_cast<std::size_t>(a.entries()));
  out.values.resize(static_cast<std::size_t>(a.entries()));
  for_rows(a, [&](std::int64_t i) {
    const Row<width> xi(x + i * width);
    for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p) {
      const Row<width> yj(y + std::int64_t{a.coordinates[p]} * width);
      out.coordinates[p] = a.coordinates[p];
      out.values[p]      = a.values[p] * (xi * yj).sum();
    }
  });
  return out;
}

}  // namespace Strata::Yardstick
