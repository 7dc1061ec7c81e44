// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_FORMAT_ENTRIES_HPP
#define STRATA_IMPL_FORMAT_ENTRIES_HPP

#include <charconv>
#include <complex>
#include <span>

#include <impl/Strata_NumberParser.hpp>
#include <impl/Strata_TextBuffer.hpp>

namespace Strata::Impl {

/// Text of numbers in a buffer of fixed size; the caller keeps within it.
class NumberWriter {
 public:
  static constexpr std::size_t longest_integer = 20;  ///< "-9223372036854775808"
  static constexpr std::size_t longest_value   = 50;  ///< two reals of 24 and a blank

  explicit NumberWriter(std::size_t capacity) { m_text.resize(capacity); }

  void put(char c) { m_text.data()[m_size++] = c; }
  /// The shortest text that reads back as the same number.
  template <class T>
  void put_number(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      put(value ? '1' : '0');
    } else if constexpr (IsComplex<T>::value) {
      put_number(value.real());
      put(' ');
      put_number(value.imag());
    } else if constexpr (is_two_byte_float_v<T>) {
      put_number(static_cast<float>(value));
    } else {
      char* const begin = m_text.data() + m_size;
      char* const end   = std::to_chars(begin, begin + longest_value, value).ptr;
      m_size += static_cast<std::size_t>(end - begin);
    }
  }
  TextBuffer take() {
    m_text.resize(m_size);
    return std::move(m_text);
  }

 private:
  TextBuffer m_text;
  std::size_t m_size = 0;
};

/// What of an entry is written.
struct EntryText {
  bool lower_triangle = false;  ///< leave out what is above the diagonal
  bool values         = true;
};

/// Lines of the entries [first, last) of a list of scalar type T.
template <class T>
TextBuffer format_entries(const CoordinateList& list, const EntryText& parts,
                          std::int64_t first, std::int64_t last) {
  const std::size_t line = list.extents.size() * (NumberWriter::longest_integer + 1) +
                           NumberWriter::longest_value + 1;
  NumberWriter writer(static_cast<std::size_t>(last - first) * line +
                      NumberWriter::longest_value);
  const T* const values = list.data<T>();
  for (std::int64_t n = first; n < last; ++n) {
    const auto at = list.entry(n);
    if (parts.lower_triangle && at[0] < at[1]) continue;
    for (std::size_t d = 0; d < at.size(); ++d) {
      if (d > 0) writer.put(' ');
      writer.put_number(at[d] + 1);
    }
    if (parts.values) {
      if (!at.empty()) writer.put(' ');
      writer.put_number(values[n]);
    }
    writer.put('\n');
  }
  return writer.take();
}

}  // namespace Strata::Impl

#endif
