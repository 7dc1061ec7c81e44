// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_IndexingMap.hpp>
#include <impl/Strata_MapParser.hpp>

namespace Strata {
namespace {

/// Parses "domain: expression in [lower, upper], …" behind a map. The first
/// range of a variable is its range; all others are constraints.
class DomainParser {
 public:
  DomainParser(Impl::TokenStream& tokens, const IndexMap& map)
      : m_tokens(tokens), m_map(map) {
    m_domain.dimensions.resize(map.dimensions.size());
    m_domain.symbols.resize(map.symbols.size());
    m_domain.runtime.resize(map.runtime.size());
  }

  IndexDomain parse() {
    if (m_tokens.accept(",")) {
      m_tokens.expect("domain", "after the map");
      m_tokens.expect(":", "after 'domain'");
      do {
        parse_range();
      } while (m_tokens.accept(","));
    }
    check_all_given();
    return std::move(m_domain);
  }

 private:
  void parse_range() {
    const AffineExprPtr e = Impl::parse_affine(
        m_tokens, {m_map.dimensions, m_map.symbols, m_map.runtime});
    m_tokens.expect("in", "after an expression of the domain");
    m_tokens.expect("[", "before the bounds");
    IndexRange range;
    range.lower = m_tokens.expect_signed_integer("the lower bound");
    m_tokens.expect(",", "between the bounds");
    range.upper = m_tokens.expect_signed_integer("the upper bound");
    m_tokens.expect("]", "after the bounds");
    if (!e->is_variable() || has_range(e)) {
      m_domain.constraints.push_back({e, range});
      return;
    }
    m_domain.range(*e) = range;
    m_given.push_back(e);
  }

  bool has_range(const AffineExprPtr& e) const {
    for (const AffineExprPtr& given : m_given)
      if (equal(given, e)) return true;
    return false;
  }

  void check_all_given() const {
    const auto check = [&](const std::vector<std::string>& names,
                           AffineExprPtr (*make)(std::size_t)) {
      for (std::size_t i = 0; i < names.size(); ++i)
        if (!has_range(make(i)))
          m_tokens.fail("the domain gives no range for '" + names[i] +
                            "': write '" + names[i] + " in [lower, upper]'",
                        m_tokens.peek());
    };
    check(m_map.dimensions, AffineExpr::dimension);
    check(m_map.symbols, AffineExpr::symbol);
    check(m_map.runtime, AffineExpr::runtime);
  }

  Impl::TokenStream& m_tokens;
  const IndexMap& m_map;
  IndexDomain m_domain;
  std::vector<AffineExprPtr> m_given;
};

}  // namespace

IndexingMap IndexingMap::parse(std::string_view text) {
  Impl::TokenStream tokens(text, Impl::Comments::allowed);
  IndexMap map       = Impl::parse_map(tokens, Impl::LevelTypes::absent).map;
  IndexDomain domain = DomainParser(tokens, map).parse();
  tokens.expect_end("the indexing map");
  return {std::move(map), std::move(domain)};
}

}  // namespace Strata
