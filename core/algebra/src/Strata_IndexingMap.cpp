// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_IndexingMap.hpp>

#include <Strata_Error.hpp>
#include <impl/Strata_Simplifier.hpp>

namespace Strata {
namespace {

using Kind = AffineExpr::Kind;

std::vector<std::string> numbered(const char* prefix, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i)
    names.push_back(prefix + std::to_string(i));
  return names;
}

std::string bracketed(const std::vector<std::string>& names, const char* open,
                      const char* close) {
  std::string text;
  for (const std::string& name : names)
    text.append(text.empty() ? "" : ", ").append(name);
  return open + text + close;
}

/// Symbols in the order of first use in results, then in constraints; others
/// last.
std::vector<AffineExprPtr> symbols_by_use(const IndexingMap& m) {
  std::vector<AffineExprPtr> order;
  const auto visit = [&](const AffineExpr& v) {
    const auto same = [&](const AffineExprPtr& s) {
      return s->value == v.value;
    };
    if (v.kind == Kind::symbol &&
        std::none_of(order.begin(), order.end(), same))
      order.push_back(std::make_shared<const AffineExpr>(v));
  };
  for (const AffineExprPtr& e : m.map.results) for_each_variable(*e, visit);
  for (const IndexConstraint& c : m.domain.constraints)
    for_each_variable(*c.expression, visit);
  return order;
}

/// Renumbers the symbols of a simplified map; those without use go.
IndexingMap with_used_symbols(const IndexingMap& m) {
  const std::vector<AffineExprPtr> order = symbols_by_use(m);
  const auto renumber = [&](const AffineExprPtr& v) -> AffineExprPtr {
    if (v->kind != Kind::symbol) return v;
    const auto at = std::find_if(
        order.begin(), order.end(),
        [&](const AffineExprPtr& s) { return s->value == v->value; });
    return AffineExpr::symbol(at - order.begin());
  };
  IndexDomain domain = m.domain;
  domain.symbols.clear();
  for (const AffineExprPtr& s : order)
    domain.symbols.push_back(m.domain.range(*s));
  for (IndexConstraint& c : domain.constraints)
    c.expression = substitute(c.expression, renumber);
  std::vector<AffineExprPtr> results;
  for (const AffineExprPtr& e : m.map.results)
    results.push_back(substitute(e, renumber));
  return IndexingMap::of(std::move(results), std::move(domain));
}

/// Results and constraints as simple as the domain allows.
IndexingMap simplify_expressions(const IndexingMap& m) {
  IndexDomain domain = m.domain.simplified();
  if (domain.is_plainly_empty())
    return IndexingMap::of(m.map.results, std::move(domain));
  std::vector<AffineExprPtr> results;
  Impl::Simplifier simplifier(domain);
  for (const AffineExprPtr& e : m.map.results)
    results.push_back(simplifier.simplify(e));
  return IndexingMap::of(std::move(results), std::move(domain));
}

}  // namespace

IndexingMap IndexingMap::of(std::vector<AffineExprPtr> results,
                            IndexDomain domain) {
  for (const AffineExprPtr& e : results)
    for_each_variable(*e, [&](const AffineExpr& v) { (void)domain.range(v); });
  for (const IndexConstraint& c : domain.constraints)
    for_each_variable(*c.expression,
                      [&](const AffineExpr& v) { (void)domain.range(v); });
  return {{numbered("d", domain.dimensions.size()),
           numbered("s", domain.symbols.size()),
           numbered("rt", domain.runtime.size()), std::move(results)},
          std::move(domain)};
}

IndexingMap IndexingMap::identity(const std::vector<std::int64_t>& extents) {
  std::vector<AffineExprPtr> results;
  for (std::size_t d = 0; d < extents.size(); ++d)
    results.push_back(AffineExpr::dimension(d));
  return of(std::move(results), IndexDomain::of_extents(extents));
}

std::string IndexingMap::to_string() const {
  std::vector<std::string> results;
  for (const AffineExprPtr& e : map.results)
    results.push_back(Strata::to_string(*e, map.names()));
  std::string text = bracketed(map.dimensions, "(", ")");
  if (!map.symbols.empty()) text += bracketed(map.symbols, "[", "]");
  if (!map.runtime.empty()) text += bracketed(map.runtime, "{", "}");
  text += bracketed(results, " -> (", ")");
  const std::string where = domain.to_string(map.names());
  return where.empty() ? text : text + ", domain: " + where;
}

std::vector<std::int64_t> IndexingMap::operator()(
    const IndexPoint& point) const {
  if (!domain.contains(point))
    throw ShapeMismatch(error_message(
        "IndexingMap", "point", "a point of " + to_string(),
        "one outside of its domain", "ask domain.contains(point) first"));
  std::vector<std::int64_t> values;
  for (const AffineExprPtr& e : map.results)
    values.push_back(evaluate(*e, point));
  return values;
}

std::vector<std::int64_t> IndexingMap::operator()(
    const std::vector<std::int64_t>& dimensions) const {
  return (*this)(IndexPoint{dimensions, {}, {}});
}

IndexingMap IndexingMap::simplified() const {
  IndexingMap m = simplify_expressions(*this);
  if (!domain.runtime.empty() || m.domain.is_plainly_empty()) return m;
  return with_used_symbols(m);
}

bool IndexingMap::image_contains(
    const std::vector<std::int64_t>& results) const {
  if (results.size() != num_results())
    throw ShapeMismatch(error_message(
        "IndexingMap::image_contains", "results",
        std::to_string(num_results()) + " coordinates",
        std::to_string(results.size()), "give one for every result"));
  IndexDomain where = domain;
  for (std::size_t i = 0; i < results.size(); ++i)
    where.constraints.push_back({map.results[i], {results[i], results[i]}});
  return !where.simplified().is_empty();
}

std::set<std::vector<std::int64_t>> IndexingMap::image() const {
  std::set<std::vector<std::int64_t>> points;
  domain.for_each_point(
      [&](const IndexPoint& p) { points.insert((*this)(p)); });
  return points;
}

IndexingMap compose(const IndexingMap& first, const IndexingMap& second) {
  const std::size_t expected = second.domain.dimensions.size();
  if (first.num_results() != expected)
    throw ShapeMismatch(error_message(
        "compose", "first", std::to_string(expected) + " results",
        std::to_string(first.num_results()) + " of " + first.to_string(),
        "the results of the first map are the dimensions of the second"));
  const auto replace = [&](const AffineExprPtr& v) -> AffineExprPtr {
    if (v->kind == Kind::dimension) return first.map.results[v->value];
    return v->kind == Kind::symbol
               ? AffineExpr::symbol(v->value + first.domain.symbols.size())
               : AffineExpr::runtime(v->value + first.domain.runtime.size());
  };
  IndexDomain domain = first.domain;
  const auto append  = [](std::vector<IndexRange>& to,
                         const std::vector<IndexRange>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(domain.symbols, second.domain.symbols);
  append(domain.runtime, second.domain.runtime);
  for (std::size_t i = 0; i < expected; ++i)
    domain.constraints.push_back(
        {first.map.results[i], second.domain.dimensions[i]});
  for (const IndexConstraint& c : second.domain.constraints)
    domain.constraints.push_back({substitute(c.expression, replace), c.range});
  std::vector<AffineExprPtr> results;
  for (const AffineExprPtr& e : second.map.results)
    results.push_back(substitute(e, replace));
  return IndexingMap::of(std::move(results), std::move(domain)).simplified();
}

}  // namespace Strata
