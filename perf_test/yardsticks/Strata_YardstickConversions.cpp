// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposing, storing coordinates, reading a file: serial counting sorts.
#include <charconv>
#include <fstream>
#include <iterator>
#include <numeric>
#include <stdexcept>

#include "Strata_Yardsticks.hpp"

namespace Strata::Yardstick {

namespace {

/// Number of occurrences of each key below `bound` → where its first goes.
Array<std::int32_t> starts_of(const std::int32_t* keys, std::int64_t size,
                              std::int64_t bound) {
  Array<std::int32_t> starts(static_cast<std::size_t>(bound) + 1, 0);
  for (std::int64_t n = 0; n < size; ++n) ++starts[keys[n] + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

OwnedCsr allocate(std::int64_t rows, std::int64_t columns,
                  std::int64_t entries) {
  OwnedCsr result{rows, columns, {}, {}, {}};
  result.coordinates.resize(static_cast<std::size_t>(entries));
  result.values.resize(static_cast<std::size_t>(entries));
  return result;
}

/// Numbers of a text one after the other.
class NumberReader {
 public:
  explicit NumberReader(const std::string& text)
      : m_at(text.data()), m_end(text.data() + text.size()) {}

  template <class T>
  T next() {
    while (m_at != m_end && (*m_at == ' ' || *m_at == '\n')) ++m_at;
    T number{};
    const auto [end, error] = std::from_chars(m_at, m_end, number);
    if (error != std::errc()) throw std::runtime_error("a number is malformed");
    m_at = end;
    return number;
  }
  bool skip_comment() {
    if (m_at == m_end || *m_at != '%') return false;
    while (m_at != m_end && *m_at++ != '\n') {
    }
    return true;
  }

 private:
  const char* m_at;
  const char* m_end;
};

}  // namespace

OwnedCsr transpose(const Csr& a) {
  OwnedCsr result = allocate(a.columns, a.rows, a.entries());
  Array<std::int32_t> next = starts_of(a.coordinates, a.entries(), a.columns);
  result.positions = next;
  for (std::int64_t i = 0; i < a.rows; ++i)
    for (std::int32_t p = a.positions[i]; p < a.positions[i + 1]; ++p) {
      const std::int32_t to  = next[a.coordinates[p]]++;
      result.coordinates[to] = static_cast<std::int32_t>(i);
      result.values[to]      = a.values[p];
    }
  return result;
}

OwnedCsr to_csr(const Coo& a) {
  // By column first, then by row: the second sort keeps the order of the first.
  Array<std::int32_t> next = starts_of(a.column, a.entries, a.columns);
  Array<std::int32_t> by_column(static_cast<std::size_t>(a.entries));
  for (std::int64_t n = 0; n < a.entries; ++n)
    by_column[next[a.column[n]]++] = static_cast<std::int32_t>(n);
  OwnedCsr result  = allocate(a.rows, a.columns, a.entries);
  next             = starts_of(a.row, a.entries, a.rows);
  result.positions = next;
  for (const std::int32_t n : by_column) {
    const std::int32_t to  = next[a.row[n]]++;
    result.coordinates[to] = a.column[n];
    result.values[to]      = a.values[n];
  }
  return result;
}

OwnedCsr read_matrix(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.rfind("%%MatrixMarket matrix coordinate real general", 0) != 0)
    throw std::runtime_error(path + ": not a real general coordinate matrix");
  NumberReader reader(text);
  while (reader.skip_comment()) {
  }
  Coo list;
  list.rows    = reader.next<std::int64_t>();
  list.columns = reader.next<std::int64_t>();
  list.entries = reader.next<std::int64_t>();
  const auto size = static_cast<std::size_t>(list.entries);
  std::vector<std::int32_t> row(size), column(size);
  std::vector<double> values(size);
  for (std::size_t n = 0; n < size; ++n) {
    row[n]    = reader.next<std::int32_t>() - 1;
    column[n] = reader.next<std::int32_t>() - 1;
    values[n] = reader.next<double>();
  }
  list.row    = row.data();
  list.column = column.data();
  list.values = values.data();
  return to_csr(list);
}

}  // namespace Strata::Yardstick
