// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_TestTensors.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <type_traits>

#include <Strata_Error.hpp>

namespace Strata::Testing {

std::vector<std::int64_t> CooData::coordinate(std::int64_t entry) const {
  const auto first = coordinates.begin() + entry * static_cast<std::int64_t>(extents.size());
  return {first, first + static_cast<std::int64_t>(extents.size())};
}

void CooData::add(const std::vector<std::int64_t>& c, const EvaluatedEntry& value) {
  coordinates.insert(coordinates.end(), c.begin(), c.end());
  values.resize(values.size() + size_of(scalar));
  store(scalar, values.data() + values.size() - size_of(scalar), value);
}

void CooData::add(const std::vector<std::int64_t>& c, double value) {
  EvaluatedEntry entry;
  entry.integer = std::llround(value);
  entry.number  = value;
  add(c, entry);
}

void store(ScalarType scalar, void* address, const EvaluatedEntry& value) {
  visit_scalar_type(scalar, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, bool>) {
      const unsigned char v = value.integer != 0;
      std::memcpy(address, &v, 1);
    } else if constexpr (std::is_integral_v<T>) {
      const T v = static_cast<T>(value.integer);
      std::memcpy(address, &v, sizeof v);
    } else if constexpr (std::is_floating_point_v<T> || is_two_byte_float_v<T>) {
      const T v = static_cast<T>(value.number.real());
      std::memcpy(address, &v, sizeof v);
    } else {
      const T v(value.number);
      std::memcpy(address, &v, sizeof v);
    }
  });
}

EvaluatedEntry load(ScalarType scalar, const void* address) {
  EvaluatedEntry entry;
  visit_scalar_type(scalar, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, bool>) {
      entry.integer = *static_cast<const unsigned char*>(address) != 0;
    } else {
      T v;
      std::memcpy(&v, address, sizeof v);
      if constexpr (std::is_integral_v<T>) {
        entry.integer = static_cast<std::int64_t>(v);
      } else {
        entry.number = std::complex<double>(v);
      }
    }
  });
  return entry;
}

LevelType level_from_text(const std::string& text) {
  return TensorFormat::parse("(i, j) -> (i : compressed(nonunique), j : " + text + ")").level(1);
}

GuardedDense::GuardedDense(ScalarType scalar, std::vector<std::int64_t> extents,
                           const DenseLayout& layout)
    : m_strides(extents.size()) {
  const int rank         = static_cast<int>(extents.size());
  std::vector<int> order = layout.order;
  if (order.empty()) {
    order.resize(rank);
    std::iota(order.begin(), order.end(), 0);
  }
  m_ref.format  = TensorFormat(order, std::vector<LevelType>(rank));
  m_ref.scalar  = scalar;
  m_ref.extents = std::move(extents);
  m_ref.levels.resize(rank);
  m_ref.num_values    = 1;
  std::int64_t stride = layout.stride;
  for (int l = rank - 1; l >= 0; --l) {
    m_strides[order[l]] = stride;
    stride *= m_ref.extents[order[l]];
    if (l == rank - 1) stride += layout.gap;
    m_ref.num_values *= m_ref.extents[order[l]];
  }
  if (layout.gap != 0 || layout.stride != 1) {
    for (int l = 0; l < rank; ++l) m_ref.strides.push_back(m_strides[order[l]]);
  }
  m_begin               = 64;
  const auto used_bytes = static_cast<std::size_t>(std::max<std::int64_t>(stride, 1)) *
                          size_of(scalar);
  m_buffer = std::make_shared<std::vector<std::byte>>(used_bytes + 2 * m_begin,
                                                      std::byte{s_guard});
  m_ref.values = m_buffer->data() + m_begin;
  m_ref.owner  = m_buffer;
}

std::size_t GuardedDense::offset(const std::vector<std::int64_t>& c) const {
  std::int64_t o = 0;
  for (std::size_t d = 0; d < c.size(); ++d) o += c[d] * m_strides[d];
  return m_begin + static_cast<std::size_t>(o) * size_of(m_ref.scalar);
}

template <class F>
void GuardedDense::for_each_element(F&& f) const {
  if (m_ref.num_values == 0) return;
  std::vector<std::int64_t> c(m_ref.extents.size(), 0);
  for (;;) {
    f(m_buffer->data() + offset(c));
    int d = static_cast<int>(c.size()) - 1;
    for (; d >= 0 && ++c[d] == m_ref.extents[d]; --d) c[d] = 0;
    if (d < 0) return;
  }
}

void GuardedDense::fill(const CooData& data, double background) {
  fill_bytes(0);
  if (background != 0) {
    EvaluatedEntry value;
    value.number  = background;
    value.integer = static_cast<std::int64_t>(background);
    for_each_element([&](std::byte* p) { store(m_ref.scalar, p, value); });
    for (std::int64_t n = 0; n < data.size(); ++n) {
      store(m_ref.scalar, m_buffer->data() + offset(data.coordinate(n)), {});
    }
  }
  for (std::int64_t n = 0; n < data.size(); ++n) {
    std::byte* address   = m_buffer->data() + offset(data.coordinate(n));
    EvaluatedEntry sum   = load(m_ref.scalar, address);
    const auto addend    = load(m_ref.scalar, data.values.data() + n * size_of(m_ref.scalar));
    sum.integer          = m_ref.scalar == ScalarType::boolean ? sum.integer | addend.integer
                                                               : sum.integer + addend.integer;
    sum.number += addend.number;
    store(m_ref.scalar, address, sum);
  }
}

void GuardedDense::fill_bytes(unsigned char byte) {
  for_each_element([&](std::byte* p) { std::memset(p, byte, size_of(m_ref.scalar)); });
}

void GuardedDense::copy(const GuardedDense& other) {
  std::copy(other.m_buffer->begin(), other.m_buffer->end(), m_buffer->begin());
}

bool GuardedDense::guards_intact() const {
  std::vector<std::byte> image = *m_buffer;
  for_each_element([&](std::byte* p) {
    std::memset(image.data() + (p - m_buffer->data()), s_guard, size_of(m_ref.scalar));
  });
  return std::all_of(image.begin(), image.end(),
                     [](std::byte b) { return b == std::byte{s_guard}; });
}

}  // namespace Strata::Testing
