// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Inputs.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include <Strata_Error.hpp>
#include <Strata_Generators.hpp>
#include <Strata_TensorFile.hpp>

namespace Strata::Perf {

namespace {

constexpr const char* operation = "read a list of benchmark inputs";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    parts.push_back(part);
  return parts;
}

std::int64_t to_number(const std::string& text, const std::string& source) {
  std::int64_t number   = 0;
  const auto [end, bad] = std::from_chars(
      text.data(), text.data() + text.size(), number);
  if (bad != std::errc() || end != text.data() + text.size() || number < 0)
    throw IoError(error_message(operation, source, "numbers after the name",
                                "'" + text + "'"));
  return number;
}

std::vector<std::int64_t> to_extents(const std::string& text,
                                     const std::string& source) {
  std::vector<std::int64_t> extents;
  for (const std::string& part : split(text, 'x'))
    extents.push_back(to_number(part, source));
  return extents;
}

/// A generator: how many arguments it takes and what it makes of them.
struct Generator {
  std::size_t arguments;
  std::function<CoordinateList(const std::vector<std::string>& arguments,
                               const std::string& source)>
      make;
};

const std::map<std::string, Generator>& generators() {
  using Arguments = std::vector<std::string>;
  using Source    = std::string;
  static const std::map<std::string, Generator> all{
      {"p7", {1, [](const Arguments& a, const Source& s) {
                return Generators::poisson3d(to_number(a[0], s));
              }}},
      {"p27", {1, [](const Arguments& a, const Source& s) {
                 return Generators::poisson27(to_number(a[0], s));
               }}},
      {"p27b", {2, [](const Arguments& a, const Source& s) {
                  return Generators::poisson27_blocks(to_number(a[0], s),
                                                      to_number(a[1], s));
                }}},
      {"band", {2, [](const Arguments& a, const Source& s) {
                  return Generators::banded(to_number(a[0], s),
                                            to_number(a[1], s));
                }}},
      {"rmat", {2, [](const Arguments& a, const Source& s) {
                  return Generators::power_law(
                      static_cast<int>(to_number(a[0], s)),
                      to_number(a[1], s));
                }}},
      {"uniform", {2, [](const Arguments& a, const Source& s) {
                     return Generators::uniform(to_extents(a[0], s),
                                                to_number(a[1], s));
                   }}},
      {"zipf", {2, [](const Arguments& a, const Source& s) {
                  return Generators::skewed(to_extents(a[0], s),
                                            to_number(a[1], s));
                }}}};
  return all;
}

/// Null when the source is a file.
const Generator* generator_of(const std::vector<std::string>& parts) {
  const auto found = generators().find(parts.front());
  if (found == generators().end() ||
      found->second.arguments + 1 != parts.size())
    return nullptr;
  return &found->second;
}

}  // namespace

bool Input::wants(const std::string& kernel) const {
  return kernels.empty() ||
         std::find(kernels.begin(), kernels.end(), kernel) != kernels.end();
}

std::vector<Input> parse_list(std::istream& text, const std::string& file,
                              const std::string& data) {
  std::vector<Input> inputs;
  int number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    Input input;
    if (!(words >> input.name)) continue;
    if (!(words >> input.source))
      throw IoError(error_message(operation,
                                  file + ":" + std::to_string(number),
                                  "name source [kernel ...]", line));
    for (std::string kernel; words >> kernel;) input.kernels.push_back(kernel);
    if (!generator_of(split(input.source, '/')))
      input.source = (std::filesystem::path(data) / input.source).string();
    inputs.push_back(std::move(input));
  }
  return inputs;
}

std::vector<Input> read_list(const std::string& path,
                             const std::string& data) {
  std::ifstream file(path);
  if (!file)
    throw IoError(error_message(operation, path, "a file that can be read",
                                "none"));
  return parse_list(file, path, data);
}

CoordinateList load(const Input& input) {
  std::vector<std::string> parts = split(input.source, '/');
  if (const Generator* generator = generator_of(parts)) {
    parts.erase(parts.begin());
    return generator->make(parts, input.source);
  }
  ReadOptions options;
  options.type = ScalarType::f64;
  return read_tensor_file(input.source, options);
}

int order_of(const Input& input) {
  const std::vector<std::string> parts = split(input.source, '/');
  if (!generator_of(parts)) return -1;
  if (parts.front() != "uniform" && parts.front() != "zipf") return 2;
  return static_cast<int>(split(parts[1], 'x').size());
}

}  // namespace Strata::Perf
