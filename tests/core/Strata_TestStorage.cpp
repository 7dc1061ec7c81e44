// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestStorage.hpp"

#include <algorithm>
#include <numeric>

namespace Strata::Testing {

namespace {

void drop_zeros(Sums& sums) {
  std::erase_if(sums, [](const auto& entry) { return entry.second == 0; });
}

/// Arrays of a tensor while it is built.
struct Built {
  std::vector<std::vector<std::int64_t>> positions, coordinates;
  std::vector<double> values;
  std::vector<std::vector<std::byte>> bytes;
};

class AwkwardBuilder {
 public:
  AwkwardBuilder(const TensorFormat& format,
                 const std::vector<std::int64_t>& extents,
                 const RandomEntries& entries, Built& built)
      : m_format(format),
        m_extents(extents),
        m_entries(entries),
        m_built(built) {
    m_built.positions.resize(format.lvl_rank());
    m_built.coordinates.resize(format.lvl_rank());
    for (int l = 0; l < format.lvl_rank(); ++l)
      if (format.level(l).kind == LevelKind::compressed)
        m_built.positions[l].push_back(0);
  }

  void add(int l, const std::vector<std::size_t>& entries) {
    if (l == m_format.lvl_rank()) {
      double sum = 0;
      for (const std::size_t e : entries) sum += m_entries.values[e];
      m_built.values.push_back(sum);
    } else if (m_format.level(l).kind == LevelKind::dense) {
      add_dense(l, entries);
    } else {
      add_group(l, entries);
    }
  }

 private:
  std::int64_t coordinate(int l, std::size_t e) const {
    return m_entries.coordinates[e][m_format.dimension_of_level(l)];
  }

  void add_dense(int l, const std::vector<std::size_t>& entries) {
    const std::int64_t extent = m_extents[m_format.dimension_of_level(l)];
    for (std::int64_t c = 0; c < extent; ++c) {
      std::vector<std::size_t> here;
      for (const std::size_t e : entries)
        if (coordinate(l, e) == c) here.push_back(e);
      add(l + 1, here);
    }
  }

  /// A compressed level and the singletons below it.
  void add_group(int l, std::vector<std::size_t> entries) {
    int end     = l + 1;
    bool unique = m_format.level(l).unique;
    for (; end < m_format.lvl_rank() &&
           m_format.level(end).kind == LevelKind::singleton;
         ++end)
      unique = unique || m_format.level(end).unique;
    const auto compare = [&](std::size_t a, std::size_t b) {
      for (int k = l; k < end; ++k) {
        const std::int64_t ca = coordinate(k, a), cb = coordinate(k, b);
        if (ca != cb) return m_format.level(k).ordered ? ca < cb : ca > cb;
      }
      return false;
    };
    std::stable_sort(entries.begin(), entries.end(), compare);
    for (std::size_t i = 0; i < entries.size();) {
      std::vector<std::size_t> here = {entries[i]};
      for (++i; unique && i < entries.size() && !compare(here[0], entries[i]);
           ++i)
        here.push_back(entries[i]);
      for (int k = l; k < end; ++k)
        m_built.coordinates[k].push_back(coordinate(k, here[0]));
      add(end, here);
    }
    m_built.positions[l].push_back(
        static_cast<std::int64_t>(m_built.coordinates[l].size()));
  }

  const TensorFormat& m_format;
  const std::vector<std::int64_t>& m_extents;
  const RandomEntries& m_entries;
  Built& m_built;
};

/// The numbers as an array of `type`.
const void* pack(Built& built, const std::vector<std::int64_t>& numbers,
                 IndexType type) {
  built.bytes.emplace_back(numbers.size() * type.bytes() + 8);
  const MutableIndexSpan span(built.bytes.back().data(), type);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    span.store(static_cast<std::int64_t>(i), numbers[i]);
  return built.bytes.back().data();
}

std::vector<std::string> kernel_names;
void note_kernel(const char* name, std::uint32_t, std::uint64_t*) {
  kernel_names.emplace_back(name);
}

}  // namespace

Sums sums_of(const RandomEntries& entries) {
  Sums sums;
  for (std::size_t e = 0; e < entries.values.size(); ++e)
    sums[entries.coordinates[e]] += entries.values[e];
  drop_zeros(sums);
  return sums;
}

Sums sums_of(const Entries& entries) {
  Sums sums;
  for (std::int64_t e = 0; e < entries.size(); ++e) {
    const std::int64_t* c = entries.coordinate(e);
    double value;
    std::memcpy(&value, entries.value(e), sizeof value);
    sums[std::vector<std::int64_t>(c, c + entries.order)] += value;
  }
  drop_zeros(sums);
  return sums;
}

std::vector<std::vector<LevelType>> level_sequences(int rank) {
  std::vector<std::vector<LevelType>> result = {{}};
  for (int l = 0; l < rank; ++l) {
    std::vector<std::vector<LevelType>> longer;
    for (const auto& levels : result) {
      const auto add = [&](LevelType type) {
        longer.push_back(levels);
        longer.back().push_back(type);
      };
      add({LevelKind::dense});
      for (const bool unique : {true, false})
        for (const bool ordered : {true, false}) {
          add({LevelKind::compressed, unique, ordered});
          if (l > 0 && !levels.back().unique)
            add({LevelKind::singleton, unique, ordered});
        }
    }
    result = std::move(longer);
  }
  return result;
}

std::vector<std::vector<int>> permutations(int rank) {
  std::vector<int> order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<int>> result;
  do result.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  return result;
}

std::vector<TensorFormat> all_formats(int rank) {
  std::vector<TensorFormat> formats;
  for (const auto& order : permutations(rank))
    for (const auto& levels : level_sequences(rank))
      formats.emplace_back(order, levels);
  return formats;
}

TensorRef store_awkwardly(const TensorFormat& format,
                          const std::vector<std::int64_t>& extents,
                          const RandomEntries& entries) {
  auto built = std::make_shared<Built>();
  std::vector<std::size_t> all(entries.values.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  AwkwardBuilder(format, extents, entries, *built).add(0, all);
  TensorRef tensor;
  tensor.format  = format;
  tensor.extents = extents;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const auto& positions   = built->positions[l];
    const auto& coordinates = built->coordinates[l];
    LevelArrays arrays;
    arrays.num_positions   = static_cast<std::int64_t>(positions.size());
    arrays.num_coordinates = static_cast<std::int64_t>(coordinates.size());
    if (!positions.empty())
      arrays.positions = pack(*built, positions, format.pos_type());
    if (format.level(l).kind != LevelKind::dense)
      arrays.coordinates = pack(*built, coordinates, format.crd_type());
    tensor.levels.push_back(arrays);
  }
  tensor.values     = built->values.data();
  tensor.num_values = static_cast<std::int64_t>(built->values.size());
  tensor.owner      = built;
  return tensor;
}

KernelLog::KernelLog() {
  kernel_names.clear();
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(note_kernel);
  Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(note_kernel);
  Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(note_kernel);
}
KernelLog::~KernelLog() { Kokkos::Tools::Experimental::set_callbacks({}); }
const std::vector<std::string>& KernelLog::names() const {
  return kernel_names;
}
bool KernelLog::contains(const std::string& part) const {
  return std::any_of(kernel_names.begin(), kernel_names.end(),
                     [&](const std::string& name) {
                       return name.find(part) != std::string::npos;
                     });
}

}  // namespace Strata::Testing
