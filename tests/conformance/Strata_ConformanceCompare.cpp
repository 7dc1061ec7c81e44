// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

#include "Strata_ConformanceRun.hpp"

namespace Strata::Testing {
namespace {

using Coordinates = std::vector<std::int64_t>;
using EntryMap    = std::map<Coordinates, EvaluatedEntry>;

bool agrees(double expected, double got, double tolerance) {
  if (std::isnan(expected)) return std::isnan(got);
  if (std::isinf(expected)) return expected == got;
  return std::abs(got - expected) <= tolerance * std::abs(expected);
}

bool agrees(const EvaluatedEntry& expected, const EvaluatedEntry& got, ScalarType scalar) {
  if (scalar == ScalarType::boolean || is_integer(scalar)) return expected.integer == got.integer;
  const bool single      = scalar == ScalarType::f32 || scalar == ScalarType::c64;
  // f16 and bf16: to the bit. Sums are f32, and another order of them changes
  // the rounding of one in a thousand.
  const double tolerance = single ? 2e-5 : 1e-9;
  if (!is_complex(scalar)) {
    return agrees(expected.number.real(), got.number.real(), tolerance);
  }
  return std::abs(got.number - expected.number) <= tolerance * std::abs(expected.number);
}

std::string difference(const Coordinates& c, const EvaluatedEntry& expected,
                       const EvaluatedEntry& got, ScalarType scalar) {
  std::ostringstream out;
  out << "entry (";
  for (std::size_t k = 0; k < c.size(); ++k) out << (k ? "," : "") << c[k];
  out << "): expected " << to_string(expected, scalar) << ", got " << to_string(got, scalar);
  return out.str();
}

bool may_repeat(const TensorFormat& format) {
  return format.lvl_rank() > 0 && !format.level(format.lvl_rank() - 1).unique;
}

/// Entries of the result; a message when a unique level repeats a coordinate.
std::string collect(const TensorRef& result, EntryMap& entries) {
  const StoredEntries stored = read_entries(result);
  for (std::size_t n = 0; n < stored.values.size(); ++n) {
    const auto [it, inserted] = entries.try_emplace(stored.coordinates[n], stored.values[n]);
    if (inserted) continue;
    if (!may_repeat(result.format)) {
      return "coordinate stored twice in a unique level: " +
             difference(stored.coordinates[n], it->second, stored.values[n], result.scalar);
    }
    it->second.integer += stored.values[n].integer;
    it->second.number += stored.values[n].number;
  }
  return "";
}

std::string compare_array(const char* what, std::size_t level,
                          const std::optional<std::vector<std::int64_t>>& expected,
                          const void* array, std::int64_t size, IndexType type) {
  if (!expected) return "";
  std::vector<std::int64_t> got;
  for (std::int64_t n = 0; n < size; ++n) {
    std::uint64_t v = 0;  // little-endian
    std::memcpy(&v, static_cast<const char*>(array) + n * type.bytes(), type.bytes());
    got.push_back(static_cast<std::int64_t>(v));
  }
  if (got == *expected) return "";
  std::ostringstream out;
  out << what << " of level " << level << ": expected";
  for (std::int64_t v : *expected) out << ' ' << v;
  out << ", got";
  for (std::int64_t v : got) out << ' ' << v;
  return out.str();
}

}  // namespace

std::string compare_with_expected(const ConformanceCase& c, const TensorRef& result) {
  EntryMap got;
  if (std::string repeated = collect(result, got); !repeated.empty()) return repeated;
  EvaluatedEntry fill;
  fill.number  = c.tensors.at(c.result).fill;
  fill.integer = static_cast<std::int64_t>(fill.number.real());
  for (std::int64_t n = 0; n < c.expected.size(); ++n) {
    const Coordinates at      = c.expected.coordinate(n);
    const EvaluatedEntry want = load(
        result.scalar,
        c.expected.values.data() + n * static_cast<std::int64_t>(size_of(result.scalar)));
    const auto it             = got.find(at);
    const EvaluatedEntry have = it == got.end() ? fill : it->second;
    if (!agrees(want, have, result.scalar)) return difference(at, want, have, result.scalar);
    if (it != got.end()) got.erase(it);
  }
  for (const auto& [at, have] : got) {  // entries that should hold the fill value or 0
    EvaluatedEntry zero;
    if (!agrees(fill, have, result.scalar) &&
        (result.format.is_dense() || !agrees(zero, have, result.scalar))) {
      return difference(at, fill, have, result.scalar);
    }
  }
  return "";
}

std::string compare_storage(const ConformanceStorage& expected, const TensorRef& result) {
  for (std::size_t l = 0; l < expected.levels.size(); ++l) {
    const auto& level         = expected.levels[l];
    const LevelArrays& arrays = result.levels[l];
    if (level.size && *level.size != result.level_extent(static_cast<int>(l))) {
      return "size of level " + std::to_string(l);
    }
    std::string text = compare_array("positions", l, level.positions, arrays.positions,
                                     arrays.num_positions, result.format.pos_type());
    if (text.empty()) {
      text = compare_array("coordinates", l, level.coordinates, arrays.coordinates,
                           arrays.num_coordinates, result.format.crd_type());
    }
    if (!text.empty()) return text;
  }
  if (result.num_values != expected.values.size()) return "number of stored values";
  for (std::int64_t n = 0; n < result.num_values; ++n) {
    const auto offset = n * static_cast<std::int64_t>(size_of(result.scalar));
    const auto want   = load(result.scalar, expected.values.values.data() + offset);
    const auto have = load(result.scalar, static_cast<const char*>(result.values) + offset);
    if (!agrees(want, have, result.scalar)) {
      return "stored value " + difference({n}, want, have, result.scalar);
    }
  }
  return "";
}

}  // namespace Strata::Testing
