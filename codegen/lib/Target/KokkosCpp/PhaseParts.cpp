// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One text with the parts of two functions, taken apart: what each declares of
// what stands before its launches is what they name.
#include "PhaseParts.h"
#include "Writer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace strata::cpp {

static bool isInName(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Behind the comment or the literal that begins at \p begin; there is none.
static size_t endOfText(llvm::StringRef code, size_t begin) {
  if (code.substr(begin).starts_with("//"))
    return std::min(code.find('\n', begin), code.size());
  const char quote = code[begin];
  if (quote != '"' && quote != '\'')
    return begin;
  size_t end = begin + 1;
  while (end < code.size() && code[end] != quote)
    end += code[end] == '\\' ? 2 : 1;
  return std::min(end + 1, code.size());
}

std::set<std::string> identifiersIn(llvm::StringRef code) {
  std::set<std::string> names;
  for (size_t at = 0; at < code.size();) {
    if (isInName(code[at])) {
      const llvm::StringRef word = code.substr(at).take_while(isInName);
      names.insert(word.str());
      at += word.size();
    } else {
      at = std::max(endOfText(code, at), at + 1);
    }
  }
  return names;
}

namespace {

/// The body of one of the functions, put together from its end.
class Body {
public:
  bool names(const std::string &variable) const { return used.count(variable); }
  void add(llvm::StringRef code) {
    used.merge(identifiersIn(code));
    pieces.push_back(code.str());
  }
  std::string take() {
    std::reverse(pieces.begin(), pieces.end());
    return llvm::join(pieces, "");
  }

private:
  std::vector<std::string> pieces;
  std::set<std::string> used;
};

} // namespace

SplitBody splitBody(llvm::StringRef text, const std::vector<PhasePart> &parts,
                    const std::string &object) {
  SplitBody split;
  Body assemble, compute;
  size_t end = text.size();
  // Each declaration stands before what names it.
  for (const PhasePart &part : llvm::reverse(parts)) {
    const llvm::StringRef code = text.slice(part.begin, end);
    end = part.begin;
    const bool isHandedOver = !part.type.empty() && compute.names(part.name);
    const auto belongs = [&](const Body &body, Phase phase) {
      return (part.phases & phase) &&
             (part.name.empty() || body.names(part.name));
    };
    if (isHandedOver) {
      split.handedOver.emplace_back(part.name, part.type);
      Writer line;
      line.depth = 1;
      line.line("const auto " + part.name + " = " + object + "." + part.name +
                ";");
      compute.add(line.take());
    } else if (belongs(compute, computing)) {
      compute.add(code);
    }
    if (isHandedOver || belongs(assemble, assembling))
      assemble.add(code);
  }
  std::reverse(split.handedOver.begin(), split.handedOver.end());
  split.assemble = assemble.take();
  split.compute = compute.take();
  return split;
}

} // namespace strata::cpp
