// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_TensorFile.hpp>

#include <algorithm>
#include <cctype>
#include <string_view>

#include <Strata_Binsparse.hpp>
#include <Strata_Boeing.hpp>
#include <Strata_Error.hpp>
#include <Strata_Frostt.hpp>
#include <Strata_MatrixMarket.hpp>
#include <impl/Strata_NumberParser.hpp>
#include <impl/Strata_TextBuffer.hpp>
#include <impl/Strata_TextScanner.hpp>

namespace Strata {
namespace {

constexpr std::string_view supported =
    "Matrix Market (.mtx, .ttx), FROSTT (.tns), Harwell-Boeing and Rutherford-Boeing, plain or "
    "gzip, and binsparse (.h5)";

/// Extension in lower case, without the dot and without a ".gz" after it.
std::string extension_of(const std::string& path) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const std::size_t dot = name.find_last_of('.');
  return dot == std::string::npos ? std::string() : name.substr(dot + 1);
}

bool is_number(std::string_view word) {
  double number = 0;
  return Impl::parse_whole(word, number);
}

/// Formats that announce themselves by their first bytes.
std::string_view name_by_magic(std::string_view text) {
  struct Magic {
    std::string_view bytes, name;
  };
  constexpr Magic known[] = {{"\x89HDF", "HDF5 (packed or cut)"},
                             {"MATLAB 5.0", "MATLAB .mat"},
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

/// What is known of a file that is not read, as the end of a sentence.
std::string describe_other(std::string_view text) {
  if (const auto name = name_by_magic(text); !name.empty())
    return "is " + std::string(name) + ", which is not supported";
  if (is_triplet_text(text))
    return "is triplet text (row, column, value; no header, usually 0-based), which is read on "
           "request (ReadOptions::lists_entries and base, --read NAME=list,base0)";
  return "is unknown";
}

}  // namespace

CoordinateList read_tensor_file(const std::string& path, const ReadOptions& options) {
  if (is_hdf5(path)) return read_binsparse_list(path, options);
  const Impl::TextBuffer file = Impl::load_file(path, options.tasks);
  const std::string_view text = file.view();
  const std::string extension = extension_of(path);
  if (options.lists_entries) return parse_frostt(text, path, options);
  if (is_matrix_market(text)) return parse_matrix_market(text, path, options);
  const auto magic = name_by_magic(text);
  if (extension == "tns" && magic.empty()) return parse_frostt(text, path, options);
  if (magic.empty() && is_boeing(text)) return parse_boeing(text, path, options);
  const bool is_named_mtx = extension == "mtx" || extension == "ttx";
  if (is_named_mtx && magic.empty() && !is_triplet_text(text))
    return parse_matrix_market(text, path, options);
  throw IoError(path + ": the format " + describe_other(text) + "; supported are " +
                std::string(supported));
}

void write_tensor_file(const std::string& path, const CoordinateList& list,
                       const WriteOptions& options) {
  const std::string extension = extension_of(path);
  if (path == "-" || extension == "tns") return write_frostt(path, list, options);
  if (extension == "mtx" || extension == "ttx")
    return write_matrix_market(path, list, options);
  if (!path.ends_with(".gz") && (extension == "h5" || extension == "hdf5"))
    return write_binsparse(path, list);
  throw IoError(path + ": cannot be written: unknown extension; supported are .tns, .mtx, "
                       ".ttx and .h5");
}

}  // namespace Strata
