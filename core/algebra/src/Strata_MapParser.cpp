// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <Strata_Error.hpp>
#include <impl/Strata_MapParser.hpp>

namespace Strata::Impl {
namespace {

/// Value of an expression at a point; empty when it depends on more (symbols,
/// counting) or leaves the range that is checked.
std::optional<std::int64_t> value_at(const AffineExpr& e,
                                     const std::vector<std::int64_t>& point) {
  try {
    return evaluate(e, {point, {}, {}});
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Parser of one map.
class MapParser {
 public:
  MapParser(TokenStream& tokens, LevelTypes types)
      : m_tokens(tokens), m_types(types) {}

  ParsedMap parse() {
    if (m_tokens.accept("[")) parse_names(m_out.map.symbols, "]", "a symbol");
    if (m_tokens.accept("{")) {
      m_declares_levels = true;
      parse_names(m_level_names, "}", "a level name");
    }
    m_tokens.expect("(", "before the dimensions");
    parse_list([this] { parse_dimension(); }, "dimensions");
    if (m_types == LevelTypes::absent) parse_trailing_names();
    m_tokens.expect("->", "after the dimensions");
    m_tokens.expect("(", "before the levels");
    parse_list([this] { parse_level(); }, "levels");
    if (m_declares_levels && m_level_names.size() != m_out.map.results.size())
      m_tokens.fail("expected " + std::to_string(m_level_names.size()) +
                        " levels, got " +
                        std::to_string(m_out.map.results.size()),
                    m_levels_begin, m_tokens.last_end());
    check_inverse();
    return std::move(m_out);
  }

 private:
  struct Inverse {
    AffineExprPtr expression;
    TextRange at;
  };

  /// item (',' item)* ')' after '('.
  template <class F>
  void parse_list(F item, const std::string& what) {
    m_levels_begin = m_tokens.peek().begin;
    if (m_tokens.accept(")")) return;
    std::size_t count = 0;
    do {
      if (++count > max_rank)
        m_tokens.fail("more than " + std::to_string(max_rank) + " " + what,
                      m_tokens.peek());
      item();
    } while (m_tokens.accept(","));
    m_tokens.expect(")", "after the " + what);
  }

  /// "[symbols]?{runtime}?" behind the dimensions.
  void parse_trailing_names() {
    if (m_out.map.symbols.empty() && m_tokens.accept("["))
      parse_names(m_out.map.symbols, "]", "a symbol");
    if (m_tokens.accept("{"))
      parse_names(m_out.map.runtime, "}", "a run-time variable");
  }

  void add_name(std::vector<std::string>& names, const Token& name) {
    const auto taken = [&](const std::vector<std::string>& in) {
      return std::find(in.begin(), in.end(), name.text) != in.end();
    };
    if (taken(m_out.map.symbols) || taken(m_out.map.dimensions) ||
        taken(m_out.map.runtime) || taken(m_level_names))
      m_tokens.fail("name " + describe(name) + " is declared twice", name);
    names.emplace_back(name.text);
  }

  void parse_names(std::vector<std::string>& names, std::string_view close,
                   std::string_view what) {
    if (m_tokens.accept(close)) return;
    do {
      if (names.size() == max_rank)
        m_tokens.fail("too many names", m_tokens.peek());
      add_name(names, m_tokens.expect_identifier(what));
    } while (m_tokens.accept(","));
    m_tokens.expect(close, "to close the names");
  }

  /// name ['=' expression over levels] [':' slice]
  void parse_dimension() {
    add_name(m_out.map.dimensions, m_tokens.expect_identifier("a dimension"));
    m_inverse.emplace_back();
    m_out.slices.emplace_back();
    if (m_tokens.peek().is("=")) {
      if (!m_declares_levels)
        m_tokens.fail("an inverse needs level names '{l0, …}' in front",
                      m_tokens.peek());
      m_tokens.next();
      Inverse& inverse   = m_inverse.back();
      inverse.at.begin   = m_tokens.peek().begin;
      inverse.expression = parse_affine(
          m_tokens, {m_level_names, m_out.map.symbols, m_out.map.runtime});
      inverse.at.end = m_tokens.last_end();
    }
    if (m_tokens.accept(":")) parse_slice();
  }

  /// #sparse_tensor<slice(offset, size, stride)>, each a number or '?'.
  void parse_slice() {
    if (m_types == LevelTypes::absent)
      m_tokens.fail("a map without level types has no slices", m_tokens.peek());
    for (const char* part : {"#", "sparse_tensor", "<", "slice", "("})
      m_tokens.expect(part, "of '#sparse_tensor<slice(offset, size, stride)>'");
    DimensionSlice slice;
    slice.offset = parse_slice_number(0);
    m_tokens.expect(",", "between the numbers of a slice");
    slice.size = parse_slice_number(0);
    m_tokens.expect(",", "between the numbers of a slice");
    slice.stride = parse_slice_number(1);
    m_tokens.expect(")", "after the slice");
    m_tokens.expect(">", "after the slice");
    m_out.slices.back() = slice;
  }

  std::int64_t parse_slice_number(std::int64_t least) {
    if (m_tokens.accept("?")) return DimensionSlice::dynamic;
    const Token first         = m_tokens.peek();
    const std::int64_t number = m_tokens.expect_integer("a number or '?'");
    if (number < least)
      m_tokens.fail("expected a number of at least " + std::to_string(least) +
                        " or '?'",
                    first.begin, m_tokens.last_end());
    return number;
  }

  /// [name '='] expression [':' type]
  void parse_level() {
    ParsedLevel level;
    if (m_declares_levels) parse_level_name();
    level.expression_at.begin = m_tokens.peek().begin;
    m_out.map.results.push_back(parse_affine(
        m_tokens,
        {m_out.map.dimensions, m_out.map.symbols, m_out.map.runtime}));
    level.expression_at.end = m_tokens.last_end();
    if (m_types == LevelTypes::required) {
      m_tokens.expect(":", "and a level type");
      level.type_at.begin = m_tokens.peek().begin;
      level.type          = parse_level_type(m_tokens);
      level.type_at.end   = m_tokens.last_end();
    }
    m_out.levels.push_back(std::move(level));
  }

  /// The names before '=' repeat the declaration, in order.
  void parse_level_name() {
    if (!m_tokens.peek(1).is("=")) return;
    const Token& name   = m_tokens.expect_identifier("a level name");
    const std::size_t l = m_out.map.results.size();
    if (l >= m_level_names.size() || name.text != m_level_names[l])
      m_tokens.fail(l < m_level_names.size()
                        ? "expected level '" + m_level_names[l] + "' here"
                        : "level " + describe(name) + " is not declared",
                    name);
    m_tokens.next();
  }

  /// The inverse must give the dimensions back: compared on sample points.
  void check_inverse() {
    const std::size_t rank = m_out.map.dimensions.size();
    for (std::int64_t sample = 0; sample < 64; ++sample) {
      std::vector<std::int64_t> point(rank), levels;
      for (std::size_t d = 0; d < rank; ++d)
        point[d] = (sample * (2 * static_cast<std::int64_t>(d) + 1) +
                    sample * sample / 5) %
                   97;
      for (const AffineExprPtr& e : m_out.map.results) {
        const auto value = value_at(*e, point);
        if (!value) return;
        levels.push_back(*value);
      }
      for (std::size_t d = 0; d < rank; ++d) check_inverse(d, point[d], levels);
    }
  }

  void check_inverse(std::size_t d, std::int64_t expected,
                     const std::vector<std::int64_t>& levels) {
    const Inverse& inverse = m_inverse[d];
    if (!inverse.expression) return;
    const auto value = value_at(*inverse.expression, levels);
    if (value && *value != expected)
      m_tokens.fail("this is not the inverse of the levels for dimension '" +
                        m_out.map.dimensions[d] + "'",
                    inverse.at.begin, inverse.at.end);
  }

  TokenStream& m_tokens;
  LevelTypes m_types;
  ParsedMap m_out;
  bool m_declares_levels = false;
  std::vector<std::string> m_level_names;
  std::vector<Inverse> m_inverse;
  std::size_t m_levels_begin = 0;
};

}  // namespace

ParsedMap parse_map(TokenStream& tokens, LevelTypes types) {
  return MapParser(tokens, types).parse();
}

}  // namespace Strata::Impl
