// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_ResultStructure.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace Strata::Testing {
namespace {

std::int64_t read_index(const void* array, IndexType type, std::int64_t k) {
  std::uint64_t value = 0;  // little-endian hosts, as everywhere in the tests
  std::memcpy(&value, static_cast<const char*>(array) + k * type.bytes(), type.bytes());
  return static_cast<std::int64_t>(value);
}

std::string text_of(const std::vector<std::int64_t>& c) {
  std::ostringstream out;
  out << '(';
  for (std::size_t k = 0; k < c.size(); ++k) out << (k ? "," : "") << c[k];
  out << ')';
  return out.str();
}

/// The entries of one level after the other, each with its coordinates so far.
class LevelWalk {
 public:
  LevelWalk(const TensorRef& tensor, const CoordinateSet& expected)
      : m_tensor(tensor), m_expected(expected) {}

  std::string run() {
    for (int l = 0; l < m_tensor.format.lvl_rank(); ++l) {
      descend(l);
      std::string fault = level_fault(l);
      if (!fault.empty()) return "level " + std::to_string(l) + ": " + fault;
    }
    return "";
  }

 private:
  using Prefix = std::vector<std::int64_t>;

  void add(const Prefix& parent, std::int64_t coordinate) {
    m_next.push_back(parent);
    m_next.back().push_back(coordinate);
  }

  /// m_prefixes: from the positions of level l − 1 to those of level l.
  void descend(int l) {
    const LevelArrays& arrays = m_tensor.levels[l];
    const TensorFormat& f     = m_tensor.format;
    m_next.clear();
    for (std::size_t p = 0; p < m_prefixes.size(); ++p) {
      const auto parent = static_cast<std::int64_t>(p);
      std::int64_t begin = parent, end = parent + 1;
      if (f.level(l).kind == LevelKind::dense) {
        for (std::int64_t c = 0; c < m_tensor.level_extent(l); ++c) add(m_prefixes[p], c);
        continue;
      }
      if (f.level(l).kind == LevelKind::compressed) {
        begin = read_index(arrays.positions, f.pos_type(), parent);
        end   = read_index(arrays.positions, f.pos_type(), parent + 1);
      }
      for (std::int64_t k = begin; k < end; ++k) {
        add(m_prefixes[p], read_index(arrays.coordinates, f.crd_type(), k));
      }
    }
    m_prefixes.swap(m_next);
  }

  std::set<Prefix> expected_prefixes(int l) const {
    std::set<Prefix> out;
    for (const Prefix& c : m_expected) {
      Prefix prefix;
      for (int k = 0; k <= l; ++k) prefix.push_back(c[m_tensor.format.dimension_of_level(k)]);
      out.insert(std::move(prefix));
    }
    return out;
  }

  std::string level_fault(int l) const {
    const LevelType level = m_tensor.format.level(l);
    if (level.kind == LevelKind::dense) return "";
    std::set<Prefix> stored;
    for (const Prefix& p : m_prefixes) {
      if (!stored.insert(p).second && level.unique) return text_of(p) + " is stored twice";
    }
    const std::set<Prefix> wanted = expected_prefixes(l);
    for (const Prefix& p : wanted) {
      if (!stored.contains(p)) return text_of(p) + " is missing";
    }
    for (const Prefix& p : stored) {
      if (!wanted.contains(p)) return text_of(p) + " is stored, with nothing below it";
    }
    return "";
  }

  const TensorRef& m_tensor;
  const CoordinateSet& m_expected;
  std::vector<Prefix> m_prefixes{Prefix{}}, m_next;
};

std::string array_difference(const char* name, int level, IndexType type, const void* a,
                             std::int64_t size_a, const void* b, std::int64_t size_b) {
  std::ostringstream out;
  out << name << " of level " << level << ": ";
  if (size_a != size_b) {
    out << size_a << " and " << size_b << " elements";
    return out.str();
  }
  for (std::int64_t k = 0; k < size_a; ++k) {
    const std::int64_t x = read_index(a, type, k), y = read_index(b, type, k);
    if (x == y) continue;
    out << "element " << k << ": " << x << " and " << y;
    return out.str();
  }
  return "";
}

/// True for the value that is read where nothing is stored.
bool is_fill(const EvaluatedEntry& entry, ScalarType scalar, double fill) {
  if (scalar == ScalarType::boolean) return (entry.integer != 0) == (fill != 0);
  // The largest u64, which a minimum of nothing is, fills 64 bits.
  if (is_unsigned_integer(scalar))
    return static_cast<double>(static_cast<std::uint64_t>(entry.integer)) == fill;
  return is_integer(scalar) ? static_cast<double>(entry.integer) == fill : entry.number == fill;
}

bool reduces_nothing(const CheckedAssignment& checked) {
  const std::vector<IndexArg>& lhs = checked.assignment.lhs.indices;
  return std::any_of(checked.extents.begin(), checked.extents.end(), [&](const auto& known) {
    const auto& [variable, extent] = known;
    return extent == 0 && std::none_of(lhs.begin(), lhs.end(), [&](const IndexArg& index) {
             return index.variable == variable;
           });
  });
}

void keep_stored(CoordinateSet& coordinates, const TensorRef& tensor) {
  const auto entries = read_entries(tensor).coordinates;
  const CoordinateSet stored(entries.begin(), entries.end());
  std::erase_if(coordinates, [&](const auto& c) { return !stored.contains(c); });
}

}  // namespace

CoordinateSet expected_coordinates(std::string_view notation, const Operands& inputs,
                                   const TensorRef& result) {
  const Assignment parsed = parse_notation(notation);
  TensorDeclarations tensors;
  for (const auto& [name, t] : inputs) tensors[name] = {t.format, t.scalar, t.extents, t.fill};
  // What is read of a result are its old contents; a semiring gives it another fill.
  const auto old   = inputs.find(parsed.lhs.tensor);
  const double fill = old == inputs.end() ? result.fill : old->second.fill;
  tensors[parsed.lhs.tensor] = {result.format, result.scalar, result.extents, fill};
  const CheckedAssignment checked = check(parsed, tensors);
  CoordinateSet coordinates;
  for (const auto& [c, entry] : evaluate(checked, inputs).entries) {
    if (!entry.absent || !is_fill(entry, result.scalar, result.fill)) coordinates.insert(c);
  }
  if (reduces_nothing(checked)) keep_stored(coordinates, result);
  if (!parsed.accumulate) return coordinates;
  for (const auto& c : read_entries(inputs.at(parsed.lhs.tensor)).coordinates) {
    coordinates.insert(c);
  }
  return coordinates;
}

std::string structure_fault(const TensorRef& tensor, const CoordinateSet& expected) {
  return LevelWalk(tensor, expected).run();
}

std::string structure_difference(const TensorRef& a, const TensorRef& b) {
  for (int l = 0; l < a.format.lvl_rank(); ++l) {
    const LevelArrays &x = a.levels[l], &y = b.levels[l];
    std::string text = array_difference("positions", l, a.format.pos_type(), x.positions,
                                        x.num_positions, y.positions, y.num_positions);
    if (text.empty()) {
      text = array_difference("coordinates", l, a.format.crd_type(), x.coordinates,
                              x.num_coordinates, y.coordinates, y.num_coordinates);
    }
    if (!text.empty()) return text;
  }
  return "";
}

TensorRef declare_result(const TensorFormat& format, ScalarType scalar,
                         std::vector<std::int64_t> extents) {
  TensorRef result;
  result.format  = format;
  result.scalar  = scalar;
  result.extents = std::move(extents);
  result.levels.resize(format.lvl_rank());
  return result;
}

}  // namespace Strata::Testing
