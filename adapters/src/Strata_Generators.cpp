// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_Generators.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include <Strata_Error.hpp>

namespace Strata::Generators {
namespace {

__extension__ typedef unsigned __int128 Wide;

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Uniform in [0, bound).
std::int64_t below(std::uint64_t bits, std::int64_t bound) {
  return static_cast<std::int64_t>((Wide(bits) * static_cast<std::uint64_t>(bound)) >> 64);
}

constexpr std::uint64_t value_stream = 0x76616c7565;

double random_value(std::uint64_t seed, std::int64_t n) {
  const auto bits = random_bits(seed, value_stream, static_cast<std::uint64_t>(n));
  return 0.5 + static_cast<double>(bits >> 54) / 1024;
}

CoordinateList make_list(std::string source, std::vector<std::int64_t> extents) {
  CoordinateList list;
  list.source  = std::move(source);
  list.extents = std::move(extents);
  return list;
}

CoordinateList finish(CoordinateList list) {
  list.declared_entries = list.num_entries;
  return list;
}

/// Number of elements, saturated.
Wide count_elements(const std::vector<std::int64_t>& extents) {
  Wide product = 1;
  for (const auto e : extents) {
    if (e == 0) return 0;
    if (product < (Wide(1) << 62)) product *= static_cast<std::uint64_t>(e);
  }
  return product;
}

void check_room(const CoordinateList& list, std::int64_t entries, int per_entry) {
  if (list.extents.empty() ||
      std::any_of(list.extents.begin(), list.extents.end(), [](auto e) { return e < 0; }))
    throw ShapeMismatch(error_message("generate", list.source,
                                      "one extent or several, each 0 or more",
                                      extents_to_string(list.extents)));
  if (entries >= 0 && Wide(static_cast<std::uint64_t>(entries)) * unsigned(per_entry) <=
                          count_elements(list.extents))
    return;
  throw ShapeMismatch(error_message(
      "generate", list.source,
      "0 or more entries, at most 1/" + std::to_string(per_entry) + " of the elements of " +
          extents_to_string(list.extents),
      std::to_string(entries)));
}

using Rows = std::vector<std::int64_t>;

/// Sorts rows whose place in the tensor fits in 63 bits, by that number.
Rows sort_unique_by_key(const Rows& rows, const std::vector<std::int64_t>& extents) {
  std::vector<std::int64_t> keys;
  keys.reserve(rows.size() / extents.size());
  for (std::size_t at = 0; at < rows.size(); at += extents.size()) {
    std::int64_t key = 0;
    for (std::size_t d = 0; d < extents.size(); ++d) key = key * extents[d] + rows[at + d];
    keys.push_back(key);
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  Rows unique(keys.size() * extents.size());
  for (std::size_t n = 0; n < keys.size(); ++n)
    for (std::size_t d = extents.size(); d-- > 0; keys[n] /= extents[d])
      unique[n * extents.size() + d] = keys[n] % extents[d];
  return unique;
}

/// Sorts the rows of coordinates and removes repeated ones.
Rows sort_unique(const Rows& rows, const std::vector<std::int64_t>& extents) {
  if (count_elements(extents) < (Wide(1) << 62)) return sort_unique_by_key(rows, extents);
  const std::size_t order = extents.size();
  std::vector<std::size_t> index(rows.size() / order);
  for (std::size_t n = 0; n < index.size(); ++n) index[n] = n * order;
  const auto row = [&](std::size_t at) { return rows.begin() + static_cast<std::ptrdiff_t>(at); };
  const auto width = static_cast<std::ptrdiff_t>(order);
  std::sort(index.begin(), index.end(), [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(row(a), row(a) + width, row(b), row(b) + width);
  });
  Rows unique;
  unique.reserve(rows.size());
  for (const auto at : index)
    if (unique.empty() || !std::equal(row(at), row(at) + width, unique.end() - width))
      unique.insert(unique.end(), row(at), row(at) + width);
  return unique;
}

/// Draws with sample(number of the draw, where to) until there are `entries`
/// distinct coordinates.
template <class Sample>
CoordinateList collect_distinct(CoordinateList list, std::int64_t entries,
                                std::uint64_t seed, Sample&& sample) {
  const auto order = static_cast<std::size_t>(list.order());
  const auto width = static_cast<std::size_t>(entries) * order;
  Rows rows;
  std::uint64_t draws   = 0;
  constexpr int rounds  = 10000;
  for (int round = 0; rows.size() < width && round < rounds; ++round) {
    const std::size_t begin = rows.size();
    rows.resize(width);
    for (std::size_t at = begin; at < width; at += order)
      sample(draws++, rows.data() + at);
    rows = sort_unique(rows, list.extents);
  }
  if (rows.size() < width)
    throw ShapeMismatch(error_message("generate", list.source, "fewer entries",
                                      std::to_string(entries)));
  list.values.reserve(static_cast<std::size_t>(entries) * sizeof(double));
  list.coordinates.reserve(width);
  for (std::int64_t n = 0; n < entries; ++n)
    list.push_back(std::span<const std::int64_t>(rows).subspan(
                       static_cast<std::size_t>(n) * order, order),
                   random_value(seed, n));
  return finish(std::move(list));
}

/// Stencil on an n³ grid with the neighbours that `is_neighbour` accepts.
template <class IsNeighbour>
CoordinateList stencil3d(CoordinateList list, std::int64_t n, double diagonal,
                         IsNeighbour&& is_neighbour) {
  const auto inside = [n](std::int64_t c) { return c >= 0 && c < n; };
  for (std::int64_t row = 0; row < n * n * n; ++row) {
    const std::int64_t x = row / (n * n), y = row / n % n, z = row % n;
    for (int step = 0; step < 27; ++step) {
      const int dx = step / 9 - 1, dy = step / 3 % 3 - 1, dz = step % 3 - 1;
      if (!inside(x + dx) || !inside(y + dy) || !inside(z + dz)) continue;
      const int distance = dx * dx + dy * dy + dz * dz;
      if (distance != 0 && !is_neighbour(distance)) continue;
      const std::array<std::int64_t, 2> at{row, row + (dx * n + dy) * n + dz};
      list.push_back(at, distance == 0 ? diagonal : -1.0);
    }
  }
  return finish(std::move(list));
}

CoordinateList make_grid_list(std::string source, std::int64_t n) {
  constexpr std::int64_t largest = 2000000;  // n³ fits in 63 bits
  if (n < 0 || n > largest)
    throw ShapeMismatch(error_message("generate", source,
                                      "a grid size from 0 to " + std::to_string(largest),
                                      std::to_string(n)));
  return make_list(std::move(source), {n * n * n, n * n * n});
}

}  // namespace

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t n) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;
  return mix(mix(mix(seed + golden) ^ (stream * golden)) + n * golden);
}

CoordinateList poisson3d(std::int64_t n) {
  return stencil3d(make_grid_list("poisson3d", n), n, 6.0,
                   [](int distance) { return distance == 1; });
}

CoordinateList poisson27(std::int64_t n) {
  return stencil3d(make_grid_list("poisson27", n), n, 26.0, [](int) { return true; });
}

CoordinateList poisson27_blocks(std::int64_t n, std::int64_t unknowns,
                                std::uint64_t seed) {
  const CoordinateList nodes = poisson27(n);
  if (unknowns < 1 || unknowns > 64)
    throw ShapeMismatch(error_message("generate", "poisson27_blocks", "1 to 64 unknowns",
                                      std::to_string(unknowns)));
  CoordinateList list =
      make_list("poisson27_blocks",
                {nodes.extents[0] * unknowns, nodes.extents[1] * unknowns});
  check_room(list, nodes.num_entries, static_cast<int>(unknowns * unknowns));
  for (std::int64_t first = 0, last; first < nodes.num_entries; first = last) {
    const std::int64_t row = nodes.entry(first)[0];
    for (last = first; last < nodes.num_entries && nodes.entry(last)[0] == row;) ++last;
    for (std::int64_t k = 0; k < unknowns; ++k)
      for (std::int64_t n0 = first; n0 < last; ++n0)
        for (std::int64_t l = 0; l < unknowns; ++l) {
          const std::array<std::int64_t, 2> at{row * unknowns + k,
                                               nodes.entry(n0)[1] * unknowns + l};
          list.push_back(at, k == l ? (nodes.entry(n0)[1] == row ? 26.0 : -1.0)
                                    : random_value(seed, list.num_entries) - 1.0);
        }
  }
  return finish(std::move(list));
}

CoordinateList banded(std::int64_t n, std::int64_t half_bandwidth, std::uint64_t seed) {
  CoordinateList list = make_list("banded", {n, n});
  check_room(list, 0, 1);
  if (half_bandwidth < 0)
    throw ShapeMismatch(error_message("generate", "banded", "a half bandwidth of 0 or more",
                                      std::to_string(half_bandwidth)));
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t last = half_bandwidth < n - i ? i + half_bandwidth : n - 1;
    for (std::int64_t j = std::max<std::int64_t>(0, i - half_bandwidth); j <= last; ++j) {
      const std::array<std::int64_t, 2> at{i, j};
      list.push_back(at, random_value(seed, list.num_entries));
    }
  }
  return finish(std::move(list));
}

CoordinateList power_law(int scale, std::int64_t entries, std::uint64_t seed) {
  if (scale < 0 || scale > 40)
    throw ShapeMismatch(error_message("generate", "powerlaw", "a scale from 0 to 40",
                                      std::to_string(scale)));
  const std::int64_t nodes = std::int64_t{1} << scale;
  CoordinateList list      = make_list("powerlaw", {nodes, nodes});
  check_room(list, entries, 4);
  return collect_distinct(
      std::move(list), entries, seed, [=](std::uint64_t draw, std::int64_t* at) {
        std::int64_t row = 0, column = 0;
        for (int bit = 0; bit < scale; ++bit) {
          // Quadrants with 57, 19, 19 and 5 of 100.
          const auto percent =
              below(random_bits(seed, static_cast<std::uint64_t>(bit), draw), 100);
          row    = 2 * row + (percent >= 76);
          column = 2 * column + ((percent >= 57 && percent < 76) || percent >= 95);
        }
        at[0] = row;
        at[1] = column;
      });
}

CoordinateList uniform(std::vector<std::int64_t> extents, std::int64_t entries,
                       std::uint64_t seed) {
  CoordinateList list = make_list("uniform", std::move(extents));
  check_room(list, entries, 2);
  return collect_distinct(std::move(list), entries, seed,
                          [seed, extents = list.extents](std::uint64_t draw, std::int64_t* at) {
                            for (std::size_t d = 0; d < extents.size(); ++d)
                              at[d] = below(random_bits(seed, d, draw), extents[d]);
                          });
}

CoordinateList skewed(std::vector<std::int64_t> extents, std::int64_t entries,
                      std::uint64_t seed) {
  CoordinateList list = make_list("skewed", std::move(extents));
  check_room(list, entries, 4);
  return collect_distinct(
      std::move(list), entries, seed,
      [seed, extents = list.extents](std::uint64_t draw, std::int64_t* at) {
        for (std::size_t d = 0; d < extents.size(); ++d) {
          const auto octaves = std::bit_width(static_cast<std::uint64_t>(extents[d]));
          const auto octave  = below(random_bits(seed, 2 * d, draw), octaves);
          const std::int64_t first = std::int64_t{1} << octave;
          const std::int64_t size  = std::min(first, extents[d] + 1 - first);
          at[d] = first - 1 + below(random_bits(seed, 2 * d + 1, draw), size);
        }
      });
}

}  // namespace Strata::Generators
