// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_StoredSearch.hpp"

#include <algorithm>

#include <impl/Strata_LevelSpace.hpp>

#include "Strata_CheckTensor.hpp"

namespace Strata::Impl {
namespace {

using Visit = std::function<void(const Coordinates&, const void*)>;

class StoredSearch {
 public:
  StoredSearch(const TensorRef& tensor, const Coordinates& wanted, const Visit& f)
      : m_t(tensor), m_wanted(wanted), m_f(f), m_at(tensor.order(), 0) {}

  std::int64_t steps = 0;

  void level(int l, std::int64_t parent) {
    ++steps;
    if (l == m_t.format.lvl_rank())
      return m_f(m_at, static_cast<const char*>(m_t.values) +
                           parent * static_cast<std::int64_t>(size_of(m_t.scalar)));
    const int d             = m_t.format.dimension_of_level(l);
    const std::int64_t want = m_wanted[d];
    switch (m_t.format.level(l).kind) {
      case LevelKind::dense: {
        const std::int64_t n = m_t.level_extent(l);
        const std::int64_t first = want < 0 ? 0 : want, last = want < 0 ? n : want + 1;
        for (std::int64_t c = first; c < last; ++c) {
          m_at[d] = c;
          level(l + 1, parent * n + c);
        }
        return;
      }
      case LevelKind::compressed:
        return children(l, position(l, parent), position(l, parent + 1));
      default: return children(l, parent, parent + 1);
    }
  }

 private:
  std::int64_t position(int l, std::int64_t n) const {
    return StorageWalk::read(m_t.levels[l].positions, m_t.format.pos_type(), n);
  }
  std::int64_t coordinate(int l, std::int64_t n) const {
    return StorageWalk::read(m_t.levels[l].coordinates, m_t.format.crd_type(), n);
  }

  void children(int l, std::int64_t first, std::int64_t last) {
    const int d             = m_t.format.dimension_of_level(l);
    const std::int64_t want = m_wanted[d];
    const bool is_ordered   = m_t.format.level(l).ordered;
    if (want >= 0 && is_ordered) first = lower_bound(l, first, last, want);
    for (std::int64_t p = first; p < last; ++p) {
      m_at[d] = coordinate(l, p);
      ++steps;
      if (want >= 0 && m_at[d] != want) {
        if (is_ordered) return;
        continue;
      }
      level(l + 1, p);
    }
  }

  std::int64_t lower_bound(int l, std::int64_t first, std::int64_t last,
                           std::int64_t want) const {
    while (first < last) {
      const std::int64_t middle = first + (last - first) / 2;
      if (coordinate(l, middle) < want)
        first = middle + 1;
      else
        last = middle;
    }
    return first;
  }

  const TensorRef& m_t;
  const Coordinates& m_wanted;
  const Visit& m_f;
  Coordinates m_at;
};

}  // namespace

/// Levels that store expressions are searched for one coordinate; for several,
/// all entries are looked at.
static std::int64_t search_mapped(const TensorRef& tensor,
                                  const Coordinates& wanted, const Visit& f) {
  std::int64_t steps = tensor.format.lvl_rank();
  if (std::any_of(wanted.begin(), wanted.end(),
                  [](std::int64_t c) { return c < 0; })) {
    for_each_stored(tensor, [&](const Coordinates& c, const void* address) {
      ++steps;
      for (std::size_t d = 0; d < c.size(); ++d)
        if (wanted[d] >= 0 && wanted[d] != c[d]) return;
      f(c, address);
    });
    return steps;
  }
  for (const std::int64_t p : find_positions(tensor, wanted)) {
    ++steps;
    f(wanted, static_cast<const char*>(tensor.values) +
                  p * static_cast<std::int64_t>(size_of(tensor.scalar)));
  }
  return steps;
}

std::int64_t for_each_stored_at(const TensorRef& tensor, const Coordinates& wanted,
                                const Visit& f) {
  if (!tensor.format.is_plain()) return search_mapped(tensor, wanted, f);
  const StorageWalk refuses_other_levels(tensor);
  StoredSearch search(tensor, wanted, f);
  search.level(0, 0);
  return search.steps;
}

bool is_stored_above(const TensorRef& tensor, const Coordinates& wanted) {
  if (!tensor.format.is_permutation()) return false;
  TensorRef above             = level_space(tensor);
  const TensorFormat& format  = tensor.format;
  std::vector<LevelType> kept = format.levels();
  Coordinates at;  // by level
  while (wanted[format.dimension_of_level(static_cast<int>(at.size()))] >= 0)
    at.push_back(wanted[format.dimension_of_level(static_cast<int>(at.size()))]);
  const auto depth = static_cast<std::ptrdiff_t>(at.size());
  if (std::any_of(kept.begin() + depth, kept.end(),
                  [](LevelType level) { return level.kind != LevelKind::dense; }))
    return false;
  kept.resize(at.size());
  above.extents.resize(at.size());
  above.levels.resize(at.size());
  above.format = TensorFormat(IndexMap::identity(static_cast<int>(depth)), std::move(kept),
                              format.pos_type(), format.crd_type());
  return !find_positions(above, at).empty();
}

Coordinates coordinates_of_value(const TensorRef& tensor, std::int64_t n) {
  Coordinates c(tensor.order(), 0);
  for (int l = tensor.format.lvl_rank() - 1; l >= 0; --l) {
    std::int64_t& at      = c[tensor.format.dimension_of_level(l)];
    const LevelKind kind  = tensor.format.level(l).kind;
    const LevelArrays& a  = tensor.levels[l];
    if (kind == LevelKind::dense) {
      at = n % tensor.level_extent(l);
      n /= tensor.level_extent(l);
      continue;
    }
    at = StorageWalk::read(a.coordinates, tensor.format.crd_type(), n);
    if (kind != LevelKind::compressed) continue;
    // The last parent whose entries begin at n or before.
    std::int64_t parent = 0, end = a.num_positions - 1;
    while (parent + 1 < end) {
      const std::int64_t middle = parent + (end - parent) / 2;
      (StorageWalk::read(a.positions, tensor.format.pos_type(), middle) <= n ? parent : end) =
          middle;
    }
    n = parent;
  }
  return c;
}

}  // namespace Strata::Impl
