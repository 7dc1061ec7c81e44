// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <optional>

#include <Strata_Error.hpp>
#include <Strata_PackedIndex.hpp>
#include <Strata_TensorFormat.hpp>
#include <impl/Strata_FormatRules.hpp>
#include <impl/Strata_MapParser.hpp>
#include <impl/Strata_NamedFormat.hpp>
#include <impl/Strata_OldEncoding.hpp>
#include <impl/Strata_TacoFormat.hpp>

namespace Strata {
namespace Impl {
namespace {

/// Parser of one format: a map, a name, or an encoding around them.
class FormatParser {
 public:
  FormatParser(std::string_view text, int rank)
      : m_tokens(text, Comments::allowed), m_rank(rank) {}

  TensorFormat parse() {
    skip_alias();
    if (m_tokens.peek().is("#")) {
      parse_encoding();
    } else if (is_key(m_tokens.peek()) && m_tokens.peek(1).is("=")) {
      parse_fields();
    } else {
      parse_map_or_name();
      if (m_tokens.accept(",")) parse_fields();
    }
    m_tokens.expect_end("the format");
    if (!m_format && m_old.has_levels()) m_format = m_old.format(m_tokens);
    if (!m_format) m_tokens.fail("the format has no 'map'", m_tokens.peek());
    check_rank();
    return m_format->with_index_types(m_pos, m_crd);
  }

 private:
  static bool is_key(const Token& t) {
    return t.is("map") || t.is("posWidth") || t.is("crdWidth") ||
           t.is("posSigned") || t.is("crdSigned") || OldEncoding::is_key(t);
  }

  /// "#CSR =" in front of an encoding.
  void skip_alias() {
    if (!m_tokens.peek().is("#") || !m_tokens.peek(2).is("=")) return;
    m_tokens.next();
    m_tokens.expect_identifier("a name");
    m_tokens.next();
  }

  /// #sparse_tensor.encoding<{ fields }>
  void parse_encoding() {
    const char* around = "of '#sparse_tensor.encoding<{ … }>'";
    for (const char* part : {"#", "sparse_tensor", ".", "encoding", "<", "{"})
      m_tokens.expect(part, around);
    parse_fields();
    m_tokens.expect("}", around);
    m_tokens.expect(">", around);
  }

  void parse_fields() {
    do {
      const Token key = m_tokens.expect_identifier("a key such as 'posWidth'");
      if (!is_key(key))
        m_tokens.fail("unknown key " + describe(key) +
                          "; known are map, posWidth, crdWidth",
                      key);
      if (std::find(m_seen.begin(), m_seen.end(), key.text) != m_seen.end())
        m_tokens.fail("key " + describe(key) + " is given twice", key);
      if ((key.is("map") && (m_format || m_old.has_levels())) ||
          (m_format && m_old.gives_levels(key)))
        m_tokens.fail("the map is given twice", key);
      m_seen.push_back(key.text);
      m_tokens.expect("=", "after the key");
      parse_value(key);
    } while (m_tokens.accept(","));
  }

  void parse_value(const Token& key) {
    if (key.is("map")) return parse_map_or_name();
    if (OldEncoding::gives_levels(key)) return m_old.parse(m_tokens, key);
    const bool of_positions = key.text.starts_with('p');
    IndexType& type         = of_positions ? m_pos : m_crd;
    if (key.text.ends_with("Signed")) {
      type.is_signed = m_tokens.peek().is("true");
      if (!m_tokens.accept("true")) m_tokens.expect("false", "or 'true'");
      return;
    }
    const Token number       = m_tokens.peek();
    const std::int64_t width = m_tokens.expect_integer("a number of bits");
    if (!is_index_width(width) && (of_positions || !is_packed_width(width)))
      m_tokens.fail("expected " + std::string(key.text) + " to be 0, 8, 16, 32 or 64" +
                        (of_positions ? "" : ", or 1, 2 or 4 (packed)"),
                    number);
    type.width = static_cast<int>(width);
  }

  void parse_map_or_name() {
    m_map_at.begin = m_tokens.peek().begin;
    if (is_taco_format(m_tokens.peek()))
      m_format = parse_taco_format(m_tokens);
    else if (m_tokens.peek().is_identifier())
      parse_name();
    else if (m_tokens.peek().is("(") || m_tokens.peek().is("[") ||
             m_tokens.peek().is("{"))
      m_format = parse_typed_map();
    else
      m_tokens.fail(
          "expected a format such as '(i, j) -> (i : dense, j : "
          "compressed)' or 'CSR', got " +
              describe(m_tokens.peek()),
          m_tokens.peek());
    m_map_at.end = m_tokens.last_end();
  }

  /// A name, perhaps with index types: then no key may give them too.
  void parse_name() {
    const Token name = m_tokens.peek();
    m_format         = parse_named_format(m_tokens, m_rank);
    if (m_format->pos_type() == IndexType{} &&
        m_format->crd_type() == IndexType{})
      return;
    for (const std::string_view key : m_seen)
      if (key != "map")
        m_tokens.fail("the index types are given twice", name.begin,
                      m_tokens.last_end());
    m_pos = m_format->pos_type();
    m_crd = m_format->crd_type();
    m_seen.insert(m_seen.end(),
                  {"posWidth", "crdWidth", "posSigned", "crdSigned"});
  }

  TensorFormat parse_typed_map() {
    ParsedMap parsed = parse_map(m_tokens, LevelTypes::required);
    std::vector<LevelType> levels;
    for (const ParsedLevel& level : parsed.levels) {
      if (!level.type.refusal.empty())
        refuse(level.type.refusal, level.type_at);
      levels.push_back(level.type.type);
    }
    drop_order(levels);
    for (const std::size_t l : fold_counted(parsed.map, levels))
      parsed.levels.erase(parsed.levels.begin() + static_cast<std::ptrdiff_t>(l));
    if (const auto fault = find_level_fault(parsed.map, levels))
      m_tokens.fail(fault->what, parsed.levels[fault->level].type_at.begin,
                    parsed.levels[fault->level].type_at.end);
    if (const auto fault = find_map_fault(parsed.map))
      report(*fault, fault->level < parsed.levels.size()
                         ? parsed.levels[fault->level].expression_at
                         : TextRange{m_map_at.begin, m_tokens.last_end()});
    return TensorFormat(std::move(parsed.map), std::move(levels))
        .with_slices(std::move(parsed.slices));
  }

  [[noreturn]] void report(const FormatFault& fault, TextRange at) const {
    if (fault.is_unsupported) refuse(fault.what, at);
    m_tokens.fail(fault.what, at.begin, at.end);
  }

  [[noreturn]] void refuse(const std::string& what, TextRange at) const {
    throw UnsupportedExpression(
        caret_message(what, m_tokens.text(), at.begin, at.end));
  }

  void check_rank() const {
    if (m_rank < 0 || m_rank == m_format->dim_rank()) return;
    m_tokens.fail("the format has rank " +
                      std::to_string(m_format->dim_rank()) +
                      ", the tensor has order " + std::to_string(m_rank),
                  m_map_at.begin, m_map_at.end);
  }

  TokenStream m_tokens;
  int m_rank;
  std::optional<TensorFormat> m_format;
  TextRange m_map_at;
  IndexType m_pos, m_crd;
  OldEncoding m_old;
  std::vector<std::string_view> m_seen;
};

}  // namespace
}  // namespace Impl

TensorFormat TensorFormat::parse(std::string_view text, int rank) {
  return Impl::FormatParser(text, rank).parse();
}

}  // namespace Strata
