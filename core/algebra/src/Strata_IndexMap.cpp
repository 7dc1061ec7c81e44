// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_IndexMap.hpp>

#include <Strata_Error.hpp>
#include <impl/Strata_MapParser.hpp>

namespace Strata {
namespace {

using Kind = AffineExpr::Kind;

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

std::string numbers(const std::vector<int>& values) {
  std::vector<std::string> texts;
  for (int value : values) texts.push_back(std::to_string(value));
  return "(" + join(texts) + ")";
}

}  // namespace

IndexMap IndexMap::identity(int rank) {
  std::vector<int> order(rank);
  for (int d = 0; d < rank; ++d) order[d] = d;
  return permutation(order);
}

IndexMap IndexMap::permutation(const std::vector<int>& order) {
  IndexMap map;
  for (std::size_t d = 0; d < order.size(); ++d)
    map.dimensions.push_back("d" + std::to_string(d));
  for (int d : order)
    map.results.push_back(AffineExpr::make(Kind::dimension, d));
  if (!map.as_permutation())
    throw FormatMismatch(error_message("IndexMap::permutation", "order",
                                       "every dimension exactly once",
                                       numbers(order)));
  return map;
}

IndexMap IndexMap::parse(std::string_view text) {
  Impl::TokenStream tokens(text, Impl::Comments::allowed);
  Impl::ParsedMap parsed = Impl::parse_map(tokens, Impl::LevelTypes::absent);
  tokens.expect_end("the index map");
  return std::move(parsed.map);
}

std::string IndexMap::to_string() const {
  std::vector<std::string> texts;
  for (const AffineExprPtr& e : results)
    texts.push_back(Strata::to_string(*e, names()));
  const std::string head = symbols.empty() ? "" : "[" + join(symbols) + "]";
  const std::string tail = runtime.empty() ? "" : "{" + join(runtime) + "}";
  return head + "(" + join(dimensions) + ")" + tail + " -> (" + join(texts) +
         ")";
}

std::optional<std::vector<int>> IndexMap::as_permutation() const {
  if (results.size() != dimensions.size()) return std::nullopt;
  std::vector<int> order;
  std::vector<bool> seen(dimensions.size(), false);
  for (const AffineExprPtr& e : results) {
    if (!e || e->kind != Kind::dimension || e->value < 0 ||
        e->value >= static_cast<std::int64_t>(seen.size()) || seen[e->value])
      return std::nullopt;
    seen[e->value] = true;
    order.push_back(static_cast<int>(e->value));
  }
  return order;
}

bool IndexMap::operator==(const IndexMap& other) const {
  if (dimensions.size() != other.dimensions.size() ||
      symbols.size() != other.symbols.size() ||
      runtime.size() != other.runtime.size() ||
      results.size() != other.results.size())
    return false;
  for (std::size_t l = 0; l < results.size(); ++l)
    if (!equal(results[l], other.results[l])) return false;
  return true;
}

}  // namespace Strata
