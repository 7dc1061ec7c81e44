// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InputFile.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <sstream>

#include <Strata_TensorFile.hpp>

#include "Problem.hpp"

namespace Strata::Tool {
namespace {

/// A line on a terminal that is gone when the reading ends.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what) : m_what(std::move(what)) {}
  ~ProgressLine() {
    if (m_shown) std::fprintf(stderr, "\r\033[K");
  }
  ProgressLine(const ProgressLine&)            = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(double fraction) {
    const auto now = Clock::now();
    if (m_shown && now - m_last < std::chrono::milliseconds(100)) return;
    m_last  = now;
    m_shown = true;
    std::fprintf(stderr, "\rreading %s: %3.0f %%", m_what.c_str(), 100 * fraction);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::string m_what;
  Clock::time_point m_last;
  bool m_shown = false;
};

}  // namespace

ReadProgress terminal_progress(const std::string& what) {
  if (!isatty(STDERR_FILENO)) return {};
  return [line = std::make_shared<ProgressLine>(what)](double fraction) {
    line->show(fraction);
  };
}

void read_as(const std::string& how, ReadOptions& options) {
  std::istringstream words(how);
  for (std::string word; std::getline(words, word, ',');) {
    if (word == "list")
      options.lists_entries = true;
    else if (word == "base0")
      options.base = 0;
    else
      throw UsageError("--read: expected list, base0 or both with a comma, got '" + how + "'");
  }
}

void InputFile::add_to(CLI::App& app, const std::string& name) {
  app.add_option(name, file, ".mtx, .ttx, .tns, .rua or .rb, plain or gzip, or .h5 (binsparse)")->required();
  app.add_option("--type", type, "Type of the values; default: the file's");
  app.add_option("--read", how, std::string(reading_help));
  app.add_option("--dims", dims, "Extents, e.g. 4x6; default: the file's");
  add_progress(app, progress);
}

CoordinateList InputFile::read() const {
  ReadOptions options;
  if (!type.empty()) options.type = parse_type(type);
  if (!dims.empty()) options.extents = parse_dims(dims);
  if (!how.empty()) read_as(how, options);
  options.round_to_integer = round;
  if (progress) options.progress = terminal_progress(file);
  return read_tensor_file(file, options);
}

}  // namespace Strata::Tool
