// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <Strata_Extract.hpp>
#include <impl/Strata_AnyLevel.hpp>
#include <impl/Strata_CoordinateProgram.hpp>
#include <impl/Strata_OperatorAlgebra.hpp>

namespace Strata {

namespace {

/// Walks the storage tree depth first.
class EntryWalker {
 public:
  EntryWalker(const TensorRef& tensor, bool skip_zeros, Entries& entries)
      : m_tensor(tensor),
        m_skip_zeros(skip_zeros),
        m_entries(entries),
        m_current(tensor.format.lvl_rank()),
        m_dimensions(tensor.extents.size()) {
    const TensorFormat& format = tensor.format;
    m_program = Impl::to_dimensions(LevelMap::of(tensor));
    for (int l = 0; l < format.lvl_rank(); ++l)
      m_levels.push_back(Impl::make_any_level(tensor, l));
  }

  /// `offset` is where the value lies when the tensor is strided.
  void walk(int l, std::int64_t parent, std::int64_t offset) {
    if (l == m_tensor.format.lvl_rank()) {
      append(m_tensor.strides.empty() ? parent : offset);
      return;
    }
    m_levels[l].for_each_child({parent, l == 0 ? 0 : m_current[l - 1]},
                               [&](std::int64_t at, std::int64_t coordinate) {
                                 descend(l, coordinate, at, offset);
                               });
  }

 private:
  void descend(int l, std::int64_t coordinate, std::int64_t position,
               std::int64_t offset) {
    m_current[l] = coordinate;
    if (!m_tensor.strides.empty()) offset += coordinate * m_tensor.strides[l];
    walk(l + 1, position, offset);
  }

  void append(std::int64_t index) {
    if (!m_program(m_current.data(), m_dimensions.data())) return;  // padding
    const auto bytes  = size_of(m_tensor.scalar);
    const auto* value = static_cast<const std::byte*>(m_tensor.values) +
                        index * static_cast<std::int64_t>(bytes);
    if (m_skip_zeros && Impl::equals(Impl::load(m_tensor.scalar, value), m_fill)) return;
    m_entries.coordinates.insert(m_entries.coordinates.end(),
                                 m_dimensions.begin(), m_dimensions.end());
    m_entries.values.insert(m_entries.values.end(), value, value + bytes);
  }

  const TensorRef& m_tensor;
  bool m_skip_zeros;
  Impl::Number m_fill = Impl::from_double(m_tensor.scalar, m_tensor.fill);
  Entries& m_entries;
  std::vector<Impl::AnyLevel> m_levels;
  Impl::CoordinateProgram m_program;  ///< levels to dimensions
  std::vector<std::int64_t> m_current, m_dimensions;
};

}  // namespace

/// True when the level above the values, or above the singletons there, has
/// coordinates that nobody stored.
static bool stores_all_coordinates(const TensorFormat& format) {
  const auto& levels = format.levels();
  const auto last    = std::find_if(levels.rbegin(), levels.rend(), [](LevelType level) {
    return level.kind != LevelKind::singleton;
  });
  return last == levels.rend() || last->kind == LevelKind::dense ||
         (is_registered(last->kind) &&
          level_definition(last->kind).description.padding == LevelPadding::values);
}

Entries extract(const TensorRef& host_tensor, ExtractZeros zeros) {
  Entries entries;
  entries.order  = host_tensor.order();
  entries.scalar = host_tensor.scalar;
  const bool skip = zeros == ExtractZeros::skip_all ||
                    (zeros == ExtractZeros::skip_dense &&
                     stores_all_coordinates(host_tensor.format));
  EntryWalker(host_tensor, skip, entries).walk(0, 0, 0);
  return entries;
}

}  // namespace Strata
