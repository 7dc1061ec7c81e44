// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cheapest way to break a statement into lines: a search over the places
// where it may be broken.
#include "LineLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cctype>
#include <cstdint>
#include <queue>
#include <set>
#include <tuple>

using llvm::StringRef;

namespace strata::cpp {

namespace {

/// A place where a line may end: behind `end` characters; `gap` spaces are
/// dropped there.
struct Break {
  size_t end = 0;
  size_t gap = 0;
  int penalty = 0;
  bool afterBracket = false;
  bool inString = false;
};

/// Finds the places, and the brackets between them.
class Scanner {
public:
  /// `depth` of what is outside all brackets of the text.
  Scanner(StringRef text, int depth) : text(text), depth(depth) {
    for (size_t at = 0; at < text.size(); ++at) {
      look(at);
      quoted.push_back(inString);
    }
  }

  std::vector<Break> breaks;
  std::vector<bool> quoted; ///< by character
  /// True for the bracket of an argument list or a subexpression.
  static bool opens(StringRef text, size_t at) {
    const char c = text[at];
    if (c == '(' || (c == '{' && at + 1 < text.size()))
      return true;
    const bool isName =
        at > 0 && (isalnum(static_cast<unsigned char>(text[at - 1])) ||
                   text[at - 1] == '_' || text.take_front(at) == "template ");
    return c == '<' && isName;
  }
  static bool closes(StringRef text, size_t at) {
    const char c = text[at];
    return c == ')' || c == '}' ||
           (c == '>' && at > 0 && text[at - 1] != ' ' && text[at - 1] != '-');
  }

private:
  void look(size_t at) {
    const char c = text[at];
    if (c == '"' && (at == 0 || text[at - 1] != '\\'))
      inString = !inString;
    if (inString) {
      if (c == ' ' && at + 1 < text.size())
        breaks.push_back({at + 1, 0, 60 + 20 * depth, false, true});
      return;
    }
    if (opens(text, at)) {
      if (isList(at))
        breaks.push_back({at + 1, 0, bracketPenalty(at), true, false});
      ++depth;
    } else if (closes(text, at)) {
      --depth;
    } else if (c == ' ') {
      if (const int penalty = penaltyAt(at); penalty >= 0)
        breaks.push_back({at, 1, penalty, false, false});
    }
  }

  /// True for a bracket behind a name: a subexpression begins where it stands.
  bool isList(size_t at) const {
    return at > 0 && text[at - 1] != ' ' && text[at - 1] != '(';
  }

  /// Of a break behind the bracket `at`: rather around a call that is the whole
  /// of what is assigned than around part of an expression.
  int bracketPenalty(size_t at) const {
    if (text[at] == '<')
      return 53 + 15 * depth;
    int open = 0;
    size_t end = at;
    do {
      open += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      ++end;
    } while (open > 0 && end < text.size());
    const StringRef rest = text.drop_front(end);
    const StringRef before = text.take_front(text.take_front(at).rfind(' '));
    static const char *const operators[] = {" +",  " -",  " *", " /", " ||",
                                            " &&", " ==", " <", " ?", " :"};
    const bool isOperand = llvm::any_of(operators, [&](const char *symbol) {
      return before.ends_with(symbol);
    });
    const bool isWhole =
        !isOperand && (rest.empty() || rest == ";" || rest == " {");
    return 3 + 80 * depth + (isWhole ? 0 : 60);
  }

  /// Of a break at the space `at`; −1: none is allowed.
  int penaltyAt(size_t at) const {
    const StringRef before = text.take_front(at),
                    after = text.drop_front(at + 1);
    if (before.ends_with(",") || before.ends_with(";"))
      return 3 + 40 * std::max(depth - 1, 0);
    if (after.starts_with("? ") || after.starts_with(": "))
      return 5 + 20 * depth;
    if (before.ends_with(" =") || before.ends_with(" +="))
      return 2 + 20 * depth;
    // Behind an operator; the looser it binds, the rather.
    static const std::pair<StringRef, int> operators[] = {
        {" ||", 5}, {" &&", 6},  {" ==", 20}, {" !=", 20},
        {" <", 20}, {" <=", 20}, {" >", 20},  {" >=", 20},
        {" +", 30}, {" -", 30},  {" *", 40},  {" /", 40}};
    for (auto [symbol, penalty] : operators)
      if (before.ends_with(symbol))
        return penalty + 20 * depth;
    return -1;
  }

  StringRef text;
  int depth;
  bool inString = false;
};

/// A beginning of the statement that has been laid out.
struct State {
  int64_t cost = 0;
  size_t next = 0;             ///< the break to decide about
  size_t column = 0;           ///< behind what is laid out
  std::vector<size_t> indents; ///< of lines inside each open bracket
  std::vector<size_t> taken;   ///< breaks that are taken
  std::vector<size_t> margins; ///< indentation behind each of them

  bool operator>(const State &other) const {
    return std::tie(cost, other.next) > std::tie(other.cost, next);
  }
};

class Layout {
public:
  Layout(StringRef text, size_t indent, size_t continuation)
      : text(text), indent(indent), continuation(continuation) {
    Scanner scanner(text, indent == continuation ? 1 : 0);
    breaks = std::move(scanner.breaks);
    inString = std::move(scanner.quoted);
  }

  std::vector<std::string> run() {
    State start;
    start.column = indent;
    start.indents = {continuation};
    queue.push(walk(start, 0, 0));
    while (true) {
      State state = queue.top();
      queue.pop();
      // What would take too long stays as it is.
      if (state.next == breaks.size() || seen.size() > mostStates)
        return lines(state);
      if (!seen.emplace(state.next, state.column, state.indents).second)
        continue;
      const Break &b = breaks[state.next];
      queue.push(walk(state, b.end, state.next + 1));
      queue.push(walk(broken(state), b.end + b.gap, state.next + 1));
    }
  }

private:
  static constexpr int lineCost = 20, overflowCost = 10000000;
  static constexpr size_t mostStates = 100000;

  State broken(State state) const {
    const Break &b = breaks[state.next];
    if (b.afterBracket)
      state.indents.back() = inside(state);
    const size_t margin = state.indents.back();
    if (b.inString) // the closing quote
      charge(state, state.column + 1);
    state.column = margin + b.inString;
    // Of two equal ways, the one that fills its lines.
    state.cost += 1000 * (lineCost + b.penalty) +
                  static_cast<int64_t>(text.size() - b.end);
    state.taken.push_back(state.next);
    state.margins.push_back(margin);
    return state;
  }

  /// Indentation of a list that begins on a line of its own.
  size_t inside(const State &state) const {
    const size_t depth = state.indents.size();
    if (depth > 2)
      return state.indents[depth - 2] + 4;
    return (state.taken.empty() ? indent : state.margins.back()) + 4;
  }

  /// Lays out the text from `from` up to the break `next`.
  State walk(State state, size_t from, size_t next) const {
    const size_t to = next < breaks.size() ? breaks[next].end : text.size();
    for (size_t at = from; at < to; ++at) {
      ++state.column;
      if (inString[at])
        continue;
      if (Scanner::opens(text, at))
        state.indents.push_back(state.column);
      else if (Scanner::closes(text, at) && state.indents.size() > 1)
        state.indents.pop_back();
    }
    charge(state, state.column);
    state.next = next;
    return state;
  }

  static void charge(State &state, size_t column) {
    if (column > lineWidth)
      state.cost += overflowCost * static_cast<int64_t>(column - lineWidth);
  }

  std::vector<std::string> lines(const State &state) const {
    std::vector<std::string> out;
    std::string line(indent, ' ');
    size_t from = 0;
    for (auto [n, margin] : llvm::zip(state.taken, state.margins)) {
      const Break &b = breaks[n];
      line += text.slice(from, b.end).str() + (b.inString ? "\"" : "");
      out.push_back(line);
      line = std::string(margin, ' ') + (b.inString ? "\"" : "");
      from = b.end + b.gap;
    }
    out.push_back(line + text.drop_front(from).str());
    return out;
  }

  StringRef text;
  size_t indent, continuation;
  std::vector<Break> breaks;
  std::vector<bool> inString;
  std::priority_queue<State, std::vector<State>, std::greater<State>> queue;
  std::set<std::tuple<size_t, size_t, std::vector<size_t>>> seen;
};

} // namespace

std::vector<std::string> layoutStatement(const std::string &text, size_t indent,
                                         size_t continuation) {
  if (indent + text.size() <= lineWidth)
    return {std::string(indent, ' ') + text};
  return Layout(text, indent, continuation).run();
}

std::vector<std::string> layoutWords(const std::string &text,
                                     const std::string &first,
                                     const std::string &next) {
  std::vector<std::string> lines;
  std::string line = first, separator;
  llvm::SmallVector<StringRef> words;
  StringRef(text).split(words, ' ', -1, false);
  for (StringRef word : words) {
    if (!separator.empty() &&
        line.size() + separator.size() + word.size() > lineWidth) {
      lines.push_back(line);
      line = next;
      separator.clear();
    }
    line += separator + word.str();
    separator = " ";
  }
  lines.push_back(line);
  return lines;
}

} // namespace strata::cpp
