// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_WRITER_H
#define STRATA_LIB_TARGET_WRITER_H

#include "LineLayout.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <utility>

namespace strata::cpp {

/// Lines of C++ with indentation, laid out as clang-format would.
class Writer {
public:
  /// A statement.
  void line(const llvm::Twine &text) {
    append(layoutStatement(text.str(), 2 * depth, 2 * depth + 4));
  }
  /// Part of an argument list that has lines of its own.
  void arguments(const llvm::Twine &text) {
    append(layoutStatement(text.str(), 2 * depth, 2 * depth));
  }
  /// As it is.
  void raw(const llvm::Twine &text) { out += text.str() + "\n"; }
  void comment(const llvm::Twine &text) { words(text, "// ", "// "); }
  /// A paragraph of a documentation comment; further lines are indented by
  /// `hanging` more columns.
  void document(const llvm::Twine &text, size_t hanging = 0) {
    words(text, "/// ", "/// " + std::string(hanging, ' '));
  }
  /// Opens a block; `about` is a comment on it.
  void open(const llvm::Twine &text, const std::string &about = "") {
    const std::string head = text.str();
    const bool behind = 2 * depth + head.size() + about.size() + 5 <= lineWidth;
    line(head + (about.empty() || !behind ? "" : "  // " + about));
    ++depth;
    if (!about.empty() && !behind)
      comment(about);
  }
  void close(const llvm::Twine &text = "}") {
    --depth;
    line(text);
  }
  /// Opens the body of a lambda; returns where it begins.
  size_t openLambda(const llvm::Twine &head) {
    arguments(head);
    ++depth;
    return out.size();
  }
  /// Closes it, on the line of its head where it is one short statement.
  void closeLambda(size_t begin, const std::string &text) {
    --depth;
    const size_t head = out.rfind('\n', begin - 2) + 1;
    const llvm::StringRef body = llvm::StringRef(out).drop_front(begin);
    const std::string statement = body.trim().str();
    const bool isShort = statement.find('\n') == std::string::npos &&
                         !llvm::StringRef(statement).starts_with("//") &&
                         begin - head + statement.size() + text.size() + 1 <=
                             lineWidth;
    if (!isShort)
      return line(text);
    out.resize(begin - 1);
    out += " " + statement + " " + text + "\n";
  }
  /// Lines that are laid out already.
  void code(const std::string &text) { out += text; }
  size_t size() const { return out.size(); }
  std::string take() { return std::exchange(out, {}); }
  int depth = 0;

private:
  void words(const llvm::Twine &text, const std::string &first,
             const std::string &next) {
    const std::string margin(2 * depth, ' ');
    append(layoutWords(text.str(), margin + first, margin + next));
  }
  void append(const std::vector<std::string> &lines) {
    for (const std::string &line : lines) {
      const size_t end = line.find_last_not_of(' ');
      out += line.substr(0, end == std::string::npos ? 0 : end + 1) + "\n";
    }
  }

  std::string out;
};

} // namespace strata::cpp

#endif
