// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices and tensors in other formats: counted, then filled, in parallel.
#include <algorithm>
#include <utility>
#include <vector>

#include "Strata_YardstickLoops.hpp"

namespace Strata::Yardstick {

namespace {

constexpr std::int32_t padding = -1;  // all bits
constexpr std::int64_t tile    = 64;  // rows that are read again and again from cache

template <class T>
Array<T> array(std::int64_t size) {
  return Array<T>(static_cast<std::size_t>(size));
}

/// Counts of the parts of something → where each begins; the sum is the last.
void scan(Array<std::int32_t>& counts) {
  std::int32_t before = 0;
  for (std::int32_t& count : counts) before = std::exchange(count, before) + before;
}

/// The columns of blocks that rows i · b, i · b + 1, … have, in order.
void list_blocks(const Csr& a, std::int64_t i, int b, std::vector<std::int32_t>& blocks) {
  blocks.clear();
  const std::int64_t end = std::min(a.rows, (i + 1) * b);
  for (std::int32_t p = a.positions[i * b]; p < a.positions[end]; ++p)
    blocks.push_back(a.coordinates[p] / b);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
}

void fill_blocks(const Csr& a, std::int64_t i, int b, const std::vector<std::int32_t>& blocks,
                 double* values) {
  std::fill_n(values, static_cast<std::int64_t>(blocks.size()) * b * b, 0.0);
  const std::int64_t end = std::min(a.rows, (i + 1) * b);
  for (std::int64_t row = i * b; row < end; ++row) {
    std::size_t block = 0;
    for (std::int32_t p = a.positions[row]; p < a.positions[row + 1]; ++p) {
      const std::int32_t j = a.coordinates[p];
      while (blocks[block] != j / b) ++block;
      values[static_cast<std::int64_t>(block) * b * b + (row - i * b) * b + j % b] = a.values[p];
    }
  }
}

/// What differs between an entry and the one before: the first level that does, 3 where
/// none does.
int first_difference(const Coo3& a, std::int64_t n) {
  int level = 0;
  while (level < 3 && n > 0 && a.coordinates[level][n] == a.coordinates[level][n - 1]) ++level;
  return level;
}

}  // namespace

OwnedLevels to_ell(const Csr& a) {
  std::int32_t width = 0;
#pragma omp parallel for reduction(max : width)
  for (std::int64_t i = 0; i < a.rows; ++i)
    width = std::max(width, a.positions[i + 1] - a.positions[i]);
  OwnedLevels result;
  result.indices = {{width, static_cast<std::int32_t>(a.rows)}, array<std::int32_t>(width * a.rows)};
  result.values  = array<double>(width * a.rows);
  std::int32_t* const coordinates = result.indices[1].data();
  double* const values            = result.values.data();
#pragma omp parallel for
  for (std::int64_t begin = 0; begin < a.rows; begin += tile)
    for (std::int32_t k = 0; k < width; ++k)
      for (std::int64_t i = begin; i < std::min(begin + tile, a.rows); ++i) {
        const std::int32_t p       = a.positions[i] + k;
        const bool stored          = p < a.positions[i + 1];
        coordinates[k * a.rows + i] = stored ? a.coordinates[p] : padding;
        values[k * a.rows + i]      = stored ? a.values[p] : 0.0;
      }
  return result;
}

OwnedLevels to_diagonals(const Csr& a) {
  const std::int64_t count = a.rows + a.columns - 1;
  Array<std::int32_t> number(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)), 0);
  const auto diagonal = [&](std::int64_t i, std::int32_t p) {
    return a.coordinates[p] - i + a.rows - 1;
  };
#pragma omp parallel for
  for (std::int64_t i = 0; i < a.rows; ++i)
    for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p) {
      std::int32_t& mark = number[static_cast<std::size_t>(diagonal(i, p))];
      std::int32_t seen;
#pragma omp atomic read
      seen = mark;
      if (seen != 0) continue;
#pragma omp atomic write
      mark = 1;
    }
  Array<std::int32_t> stored;
  for (std::size_t d = 0; d < number.size(); ++d) {
    if (number[d] == 0) continue;
    number[d] = static_cast<std::int32_t>(stored.size());
    stored.push_back(static_cast<std::int32_t>(d));
  }
  OwnedLevels result;
  const auto size = static_cast<std::int64_t>(stored.size());
  result.indices  = {{0, static_cast<std::int32_t>(size)}, stored};
  result.values   = array<double>(size * a.rows);
  double* const values = result.values.data();
#pragma omp parallel
  {
    const Range own = own_share(a.rows);
    for (std::int64_t d = 0; d < size; ++d)
      std::fill(values + d * a.rows + own.begin, values + d * a.rows + own.end, 0.0);
    for (std::int64_t i = own.begin; i < own.end; ++i)
      for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p)
        values[number[static_cast<std::size_t>(diagonal(i, p))] * a.rows + i] = a.values[p];
  }
  return result;
}

OwnedLevels to_blocks(const Csr& a, int b) {
  const std::int64_t rows = (a.rows + b - 1) / b;
  OwnedLevels result;
  result.indices = {Array<std::int32_t>(static_cast<std::size_t>(rows) + 1, 0), {}};
  std::int32_t* const positions = result.indices[0].data();
#pragma omp parallel
  {
    std::vector<std::int32_t> blocks;
#pragma omp for
    for (std::int64_t i = 0; i < rows; ++i) {
      list_blocks(a, i, b, blocks);
      positions[i] = static_cast<std::int32_t>(blocks.size());
    }
  }
  scan(result.indices[0]);
  result.indices[1] = array<std::int32_t>(positions[rows]);
  result.values     = array<double>(static_cast<std::int64_t>(positions[rows]) * b * b);
#pragma omp parallel
  {
    std::vector<std::int32_t> blocks;
#pragma omp for
    for (std::int64_t i = 0; i < rows; ++i) {
      list_blocks(a, i, b, blocks);
      std::copy(blocks.begin(), blocks.end(), result.indices[1].begin() + positions[i]);
      fill_blocks(a, i, b, blocks,
                  result.values.data() + static_cast<std::int64_t>(positions[i]) * b * b);
    }
  }
  return result;
}

OwnedLevels to_csf(const Coo3& a) {
  const int threads = omp_get_max_threads();
  // How many coordinates of every level begin in the entries of each thread.
  std::vector<Array<std::int32_t>> begin(3, Array<std::int32_t>(threads + 1, 0));
#pragma omp parallel num_threads(threads)
  {
    const Range own       = own_share(a.entries);
    std::int32_t count[3] = {};
    for (std::int64_t n = own.begin; n < own.end; ++n)
      for (int l = first_difference(a, n); l < 3; ++l) ++count[l];
    for (int l = 0; l < 3; ++l) begin[l][omp_get_thread_num()] = count[l];
  }
  for (auto& counts : begin) scan(counts);
  OwnedLevels result;
  result.indices.resize(6);  // positions and coordinates of every level
  std::int64_t parents = 1;
  for (int l = 0; l < 3; ++l) {
    const std::int32_t size       = begin[l][threads];
    result.indices[2 * l]         = array<std::int32_t>(parents + 1);
    result.indices[2 * l][0]      = 0;
    result.indices[2 * l].back()  = size;
    result.indices[2 * l + 1]     = array<std::int32_t>(size);
    parents                       = size;
  }
  result.values = array<double>(a.entries);
#pragma omp parallel num_threads(threads)
  {
    const Range own = own_share(a.entries);
    std::int32_t at[3];
    for (int l = 0; l < 3; ++l) at[l] = begin[l][omp_get_thread_num()];
    for (std::int64_t n = own.begin; n < own.end; ++n) {
      for (int l = first_difference(a, n); l < 3; ++l) {
        if (l < 2) result.indices[2 * l + 2][at[l]] = at[l + 1];
        result.indices[2 * l + 1][at[l]++] = a.coordinates[l][n];
      }
      result.values[n] = a.values[n];
    }
  }
  return result;
}

OwnedCsr to_csr(const Ell& a) {
  OwnedCsr result{a.rows, a.columns, {}, {}, {}};
  result.positions = Array<std::int32_t>(static_cast<std::size_t>(a.rows) + 1, 0);
#pragma omp parallel for
  for (std::int64_t begin = 0; begin < a.rows; begin += tile)
    for (std::int64_t k = 0; k < a.width; ++k)
      for (std::int64_t i = begin; i < std::min(begin + tile, a.rows); ++i)
        result.positions[i] += a.coordinates[k * a.rows + i] != padding;
  scan(result.positions);
  result.coordinates = array<std::int32_t>(result.positions.back());
  result.values      = array<double>(result.positions.back());
#pragma omp parallel for
  for (std::int64_t i = 0; i < a.rows; ++i) {
    const std::int32_t first = result.positions[i], count = result.positions[i + 1] - first;
    for (std::int64_t k = 0; k < count; ++k) {
      result.coordinates[first + k] = a.coordinates[k * a.rows + i];
      result.values[first + k]      = a.values[k * a.rows + i];
    }
  }
  return result;
}

}  // namespace Strata::Yardstick
