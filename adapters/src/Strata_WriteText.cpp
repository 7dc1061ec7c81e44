// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cerrno>
#include <charconv>
#include <complex>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include <Strata_Error.hpp>
#include <Strata_Frostt.hpp>
#include <Strata_MatrixMarket.hpp>

namespace Strata {
namespace {

/// Text that goes to a file in large pieces.
class TextWriter {
 public:
  explicit TextWriter(const std::string& path)
      : m_path(path),
        m_file(path == "-" ? stdout : std::fopen(path.c_str(), "wb"), &close_file) {
    if (!m_file) fail();
  }
  void write(std::string_view text) {
    m_text += text;
    if (m_text.size() > (1u << 18)) flush();
  }
  /// The shortest text that reads back as the same number.
  template <class T>
  void write_number(const T& value) {
    char digits[32];
    const auto [end, ec] = std::to_chars(digits, digits + sizeof digits, value);
    m_text.append(digits, end);
  }
  void write_number(bool value) { m_text += value ? '1' : '0'; }
  template <class R>
  void write_number(const std::complex<R>& value) {
    write_number(value.real());
    m_text += ' ';
    write_number(value.imag());
  }
  /// \throws IoError when anything could not be written.
  void finish() {
    flush();
    if (std::fflush(m_file.get()) != 0) fail();
  }

 private:
  static int close_file(std::FILE* file) {
    return file == stdout ? 0 : std::fclose(file);
  }
  void flush() {
    if (std::fwrite(m_text.data(), 1, m_text.size(), m_file.get()) != m_text.size())
      fail();
    m_text.clear();
  }
  [[noreturn]] void fail() const {
    throw IoError(m_path + ": cannot be written: " + std::strerror(errno));
  }

  std::string m_path, m_text;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> m_file;
};

void write_entries(TextWriter& writer, const CoordinateList& list) {
  visit_scalar_type(list.scalar, [&](auto zero) {
    using T = decltype(zero);
    for (std::int64_t n = 0; n < list.num_entries; ++n) {
      for (const auto c : list.entry(n)) {
        writer.write_number(c + 1);
        writer.write(" ");
      }
      writer.write_number(list.data<T>()[n]);
      writer.write("\n");
    }
  });
}

std::string_view field_of(ScalarType type) {
  if (is_complex(type)) return "complex";
  if (is_float(type)) return "real";
  return is_unsigned_integer(type) ? "unsigned-integer" : "integer";
}

}  // namespace

void write_frostt(const std::string& path, const CoordinateList& list) {
  TextWriter writer(path);
  write_entries(writer, list);
  writer.finish();
}

void write_matrix_market(const std::string& path, const CoordinateList& list) {
  if (list.order() == 0)
    throw IoError(path +
                  ": cannot be written: Matrix Market has no tensors of order 0; use .tns");
  TextWriter writer(path);
  writer.write(list.order() == 2 ? "%%MatrixMarket matrix coordinate "
                                 : "%%MatrixMarket tensor coordinate ");
  writer.write(field_of(list.scalar));
  writer.write(" general\n");
  for (const auto e : list.extents) {
    writer.write_number(e);
    writer.write(" ");
  }
  writer.write_number(list.num_entries);
  writer.write("\n");
  write_entries(writer, list);
  writer.finish();
}

}  // namespace Strata
