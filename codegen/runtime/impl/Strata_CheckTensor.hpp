// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_CHECK_TENSOR_HPP
#define STRATA_CHECK_TENSOR_HPP

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <Strata_Extract.hpp>
#include <Strata_TensorRef.hpp>

#include <impl/Strata_Number.hpp>

namespace Strata::Impl {

using Coordinates = std::vector<std::int64_t>;

struct CoordinatesHash {
  std::size_t operator()(const Coordinates& c) const {
    std::uint64_t h = 0x9e3779b97f4a7c15u;
    for (std::int64_t x : c) {
      h = (h ^ static_cast<std::uint64_t>(x)) * 0xff51afd7ed558ccdu;
      h ^= h >> 32;
    }
    return h;
  }
};

/// Calls f(coordinates, address of the value) for every stored value.
/// \throws UnsupportedExpression for a level kind it cannot walk.
template <class F>
void for_each_stored(const TensorRef& t, F&& f);

/// Where the entries of a sparse operand are looked up.
enum class CheckLookup {
  table,   ///< a hash map of all of them
  storage  ///< the operand's own levels: for a few of them
};

/// Contents of an operand: an array for dense formats, a hash map or its levels
/// otherwise.
class CheckTensor {
 public:
  explicit CheckTensor(const TensorRef& ref, CheckLookup lookup = CheckLookup::table);

  /// Value at `c`. \pre c is inside the extents.
  Number at(const Coordinates& c) const;
  /// True when the coordinates that are not stored are absent.
  bool sparse() const { return !m_dense; }
  /// True with a dense level without coordinates: no entry shows what is stored above.
  bool has_empty_level() const;
  /// What they read.
  const Number& missing() const { return m_missing; }
  bool searches() const { return m_lookup == CheckLookup::storage; }
  const TensorRef& ref() const { return m_ref; }
  /// Coordinates that searches have come to.
  std::int64_t steps() const { return m_steps; }
  /// Distinct stored coordinates (sparse tensors in tables).
  const std::unordered_map<Coordinates, Number, CoordinatesHash>& entries() const {
    return m_entries;
  }

 private:
  Number found_at(const Coordinates& c) const;

  TensorRef m_ref;
  Number m_missing;
  bool m_dense = false;
  CheckLookup m_lookup;
  mutable std::int64_t m_steps = 0;
  std::vector<std::int64_t> m_strides;  ///< per dimension (dense)
  std::unordered_map<Coordinates, Number, CoordinatesHash> m_entries;
};

/// Elements between neighbours per *dimension* of an all-dense tensor.
std::vector<std::int64_t> dimension_strides(const TensorRef& t);

/// Walks the levels of a tensor's storage tree.
class StorageWalk {
 public:
  explicit StorageWalk(const TensorRef& t);

  template <class F>
  void run(F&& f) {
    level(0, 0, f);
  }

  static std::int64_t read(const void* array, IndexType type, std::int64_t position);

 private:
  template <class F>
  void level(int l, std::int64_t parent, F& f);
  template <class F>
  void children(int l, std::int64_t first, std::int64_t last, F& f);

  const TensorRef& m_t;
  Coordinates m_coordinates;
};

template <class F>
void StorageWalk::children(int l, std::int64_t first, std::int64_t last, F& f) {
  const int d = m_t.format.dimension_of_level(l);
  for (std::int64_t p = first; p < last; ++p) {
    m_coordinates[d] = read(m_t.levels[l].coordinates, m_t.format.crd_type(), p);
    level(l + 1, p, f);
  }
}

template <class F>
void StorageWalk::level(int l, std::int64_t parent, F& f) {
  if (l == m_t.format.lvl_rank()) {
    f(m_coordinates, static_cast<const char*>(m_t.values) +
                         parent * static_cast<std::int64_t>(size_of(m_t.scalar)));
    return;
  }
  const LevelArrays& a = m_t.levels[l];
  switch (m_t.format.level(l).kind) {
    case LevelKind::dense: {
      const std::int64_t n = m_t.level_extent(l);
      for (std::int64_t c = 0; c < n; ++c) {
        m_coordinates[m_t.format.dimension_of_level(l)] = c;
        level(l + 1, parent * n + c, f);
      }
      break;
    }
    case LevelKind::compressed:
      children(l, read(a.positions, m_t.format.pos_type(), parent),
               read(a.positions, m_t.format.pos_type(), parent + 1), f);
      break;
    default: children(l, parent, parent + 1, f);
  }
}

template <class F>
void for_each_stored(const TensorRef& t, F&& f) {
  if (t.format.is_plain()) return StorageWalk(t).run(f);
  const Entries entries = extract(t);
  for (std::int64_t e = 0; e < entries.size(); ++e) {
    const std::int64_t* c = entries.coordinate(e);
    f(Coordinates(c, c + entries.order),
      static_cast<const void*>(entries.value(e)));
  }
}

}  // namespace Strata::Impl

#endif
