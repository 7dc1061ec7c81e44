// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_TensorFile.hpp>

#include <algorithm>
#include <cctype>
#include <string_view>

#include <Strata_Error.hpp>
#include <Strata_Frostt.hpp>
#include <Strata_MatrixMarket.hpp>
#include <impl/Strata_NumberParser.hpp>
#include <impl/Strata_TextBuffer.hpp>
#include <impl/Strata_TextScanner.hpp>

namespace Strata {
namespace {

constexpr std::string_view supported =
    "Matrix Market (.mtx, .ttx) and FROSTT (.tns), plain or gzip";

/// Extension in lower case, without the dot and without a ".gz" after it.
std::string extension_of(const std::string& path) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const std::size_t dot = name.find_last_of('.');
  return dot == std::string::npos ? std::string() : name.substr(dot + 1);
}

std::string_view nth_line(std::string_view text, int n) {
  for (; n > 0; --n) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

bool is_number(std::string_view word) {
  double number = 0;
  return Impl::parse_whole(word, number);
}

/// Matrix type of a Harwell-Boeing or Rutherford-Boeing file ("RUA") from the
/// third line; empty when it is neither.
std::string boeing_type(std::string_view text) {
  const std::string_view line = nth_line(text, 2);
  std::string type(line.substr(0, 3));
  for (char& c : type) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto one_of = [](char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
  };
  if (type.size() != 3 || !one_of(type[0], "RCPIQ") || !one_of(type[1], "SUHZR") ||
      !one_of(type[2], "AEFU"))
    return {};
  Impl::TextScanner counts(line.substr(3), "", '\0');
  return counts.next_line() && is_number(counts.next_word()) ? type : std::string();
}

/// "Harwell-Boeing" counts right-hand sides on its second line (five numbers).
std::string name_boeing(std::string_view text, const std::string& extension,
                        const std::string& type) {
  Impl::TextScanner counts(nth_line(text, 1), "", '\0');
  const bool has_five = counts.next_line() && counts.count_words() == 5;
  return (extension == "rb" || !has_five ? "Rutherford-Boeing" : "Harwell-Boeing") +
         std::string(" (type ") + type + ")";
}

/// Formats that announce themselves by their first bytes.
std::string_view name_by_magic(std::string_view text) {
  struct Magic {
    std::string_view bytes, name;
  };
  constexpr Magic known[] = {{"\x89HDF", "HDF5"},       {"MATLAB 5.0", "MATLAB .mat"},
                             {"\x93NUMPY", "NumPy .npy"}, {"PK\x03\x04", "zip"},
                             {"BZh", "bzip2"},          {"\xfd" "7zXZ", "xz"},
                             {"\x28\xb5\x2f\xfd", "Zstandard"}, {"CDF\x01", "NetCDF"}};
  for (const auto& m : known)
    if (text.starts_with(m.bytes)) return m.name;
  return {};
}

/// Lines of "row column value" and nothing before them.
bool is_triplet_text(std::string_view text) {
  Impl::TextScanner s(text, "", '#');
  if (!s.next_line() || s.count_words() != 3) return false;
  std::int64_t row = 0, column = 0;
  return Impl::parse_whole(s.next_word(), row) && Impl::parse_whole(s.next_word(), column) &&
         is_number(s.next_word());
}

std::string name_format(std::string_view text, const std::string& extension) {
  if (const auto name = name_by_magic(text); !name.empty()) return std::string(name);
  if (const auto type = boeing_type(text); !type.empty())
    return name_boeing(text, extension, type);
  if (is_triplet_text(text))
    return "triplet text (row, column, value; no header, usually 0-based)";
  return {};
}

}  // namespace

CoordinateList read_tensor_file(const std::string& path, const ReadOptions& options) {
  const Impl::TextBuffer file = Impl::load_file(path, options.tasks);
  const std::string_view text = file.view();
  const std::string extension = extension_of(path);
  if (is_matrix_market(text)) return parse_matrix_market(text, path, options);
  const auto magic = name_by_magic(text);
  if (extension == "tns" && magic.empty()) return parse_frostt(text, path, options);
  const std::string format = name_format(text, extension);
  if (format.empty() && (extension == "mtx" || extension == "ttx"))
    return parse_matrix_market(text, path, options);
  throw IoError(path + ": the format " +
                (format.empty() ? "is unknown" : "is " + format + ", which is not supported") +
                "; supported are " + std::string(supported));
}

void write_tensor_file(const std::string& path, const CoordinateList& list,
                       const WriteOptions& options) {
  const std::string extension = extension_of(path);
  if (path == "-" || extension == "tns") return write_frostt(path, list, options);
  if (extension == "mtx" || extension == "ttx")
    return write_matrix_market(path, list, options);
  throw IoError(path + ": cannot be written: unknown extension; supported are .tns, .mtx "
                       "and .ttx");
}

}  // namespace Strata
