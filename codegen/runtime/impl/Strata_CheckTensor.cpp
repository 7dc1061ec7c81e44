// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_CheckTensor.hpp"

#include <cstring>
#include <type_traits>

#include <Strata_DeviceEvaluator.hpp>
#include <Strata_Error.hpp>

#include "Strata_StoredSearch.hpp"

namespace Strata::Impl {
namespace {

template <class Unsigned>
std::int64_t read_as(const void* array, bool is_signed, std::int64_t position) {
  Unsigned v;
  std::memcpy(&v, static_cast<const char*>(array) + position * sizeof(Unsigned), sizeof v);
  if (is_signed) return static_cast<std::make_signed_t<Unsigned>>(v);
  return static_cast<std::int64_t>(v);
}

}  // namespace

std::int64_t StorageWalk::read(const void* array, IndexType type, std::int64_t position) {
  switch (is_packed(type) ? 0 : type.bits()) {
    case 0: return IndexSpan(array, type)[position];
    case 8: return read_as<std::uint8_t>(array, type.is_signed, position);
    case 16: return read_as<std::uint16_t>(array, type.is_signed, position);
    case 32: return read_as<std::uint32_t>(array, type.is_signed, position);
    default: return read_as<std::uint64_t>(array, type.is_signed, position);
  }
}

StorageWalk::StorageWalk(const TensorRef& t) : m_t(t), m_coordinates(t.order(), 0) {
  for (const LevelType& level : t.format.levels()) {
    if (level.kind == LevelKind::dense || level.kind == LevelKind::compressed ||
        level.kind == LevelKind::singleton) {
      continue;
    }
    throw UnsupportedExpression(error_message(
        "Strata::evaluate", t.format.to_string(), "dense, compressed and singleton levels",
        "a level kind that is not built in", "convert the tensor first"));
  }
}

std::vector<std::int64_t> dimension_strides(const TensorRef& t) {
  std::vector<std::int64_t> strides(t.order(), 0);
  std::int64_t packed = 1;
  for (int l = t.order() - 1; l >= 0; --l) {
    const int d = t.format.dimension_of_level(l);
    strides[d]  = t.strides.empty() ? packed : t.strides[l];
    packed *= t.extents[d];
  }
  return strides;
}

CheckTensor::CheckTensor(const TensorRef& ref, CheckLookup lookup)
    : m_ref(ref), m_dense(ref.format.is_dense()), m_lookup(lookup) {
  m_missing = from_double(ref.scalar, ref.fill);
  m_missing.absent = true;
  if (m_dense) {
    m_strides = dimension_strides(ref);
    return;
  }
  if (searches()) return;
  for_each_stored(m_ref, [&](const Coordinates& c, const void* address) {
    const Number v      = load(m_ref.scalar, address);
    auto [it, inserted] = m_entries.try_emplace(c, v);
    if (inserted) return;
    const Number terms[2] = {it->second, v};
    it->second            = apply(Operator::add, m_ref.scalar, terms, 2);
  });
}

bool CheckTensor::has_empty_level() const {
  for (int l = 0; m_ref.format.is_plain() && l < m_ref.format.lvl_rank(); ++l)
    if (m_ref.format.level(l).kind == LevelKind::dense && m_ref.level_extent(l) == 0) return true;
  return false;
}

/// The sum of the values that are stored there.
Number CheckTensor::found_at(const Coordinates& c) const {
  Number sum[2] = {m_missing, Number{}};
  bool is_first = true;
  m_steps += for_each_stored_at(m_ref, c, [&](const Coordinates&, const void* address) {
    sum[1]   = load(m_ref.scalar, address);
    sum[0]   = is_first ? sum[1] : apply(Operator::add, m_ref.scalar, sum, 2);
    is_first = false;
  });
  return sum[0];
}

Number CheckTensor::at(const Coordinates& c) const {
  if (m_dense) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < c.size(); ++d) offset += c[d] * m_strides[d];
    return load(m_ref.scalar, static_cast<const char*>(m_ref.values) +
                                  offset * static_cast<std::int64_t>(size_of(m_ref.scalar)));
  }
  if (searches()) return found_at(c);
  const auto it = m_entries.find(c);
  return it == m_entries.end() ? m_missing : it->second;
}

}  // namespace Strata::Impl
