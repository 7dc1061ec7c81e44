// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of operands in other formats, and which make the storage orders of a
// term agree.
#include "Concretizer.h"
#include "ConvertedFormats.h"
#include "strata/Analysis/Diagonals.h"

#include <functional>
#include <map>

namespace strata {

using Strata::TensorFormat;
using Kind = IndexExpr::Kind;

/// Groups of operands for which every set of conversions is tried.
constexpr size_t mostForAllSets = 10;

/// What a copy is made of: the operand itself, also for a copy of a copy.
std::string Concretizer::sourceOf(const std::string &tensor) const {
  for (const Conversion &c : program.conversions)
    if (c.name == tensor)
      return c.source;
  return tensor;
}

/// Stored entries; −1 when neither statistics nor extents tell.
double Concretizer::entriesOf(const std::string &tensor) const {
  const std::string source = sourceOf(tensor);
  if (auto it = options.entriesOf.find(source); it != options.entriesOf.end())
    return it->second;
  double entries = 1;
  for (std::int64_t extent : program.tensors.at(source).extents)
    entries = extent < 0 || entries < 0
                  ? -1
                  : entries * static_cast<double>(extent);
  return entries;
}

const Conversion *Concretizer::findCopy(const std::string &tensor,
                                        const TensorFormat &format) const {
  for (const Conversion &c : program.conversions)
    if (c.source == sourceOf(tensor) && c.format == format)
      return &c;
  return nullptr;
}

/// The copy of `tensor` in `format`, one for all that want it.
std::string Concretizer::copyOf(const std::string &tensor,
                                const TensorFormat &wanted,
                                const std::string &reason) {
  const TensorFormat format = wanted.whole(); // of a slice, the part alone
  if (const Conversion *known = findCopy(tensor, format))
    return known->name;
  Conversion c;
  c.source = sourceOf(tensor);
  c.format = format;
  c.reason = reason;
  const std::string base = c.source + "@" + shortName(format);
  c.name = base;
  for (int n = 2; program.tensors.count(c.name); ++n)
    c.name = base + "_" + std::to_string(n);
  const double entries = entriesOf(tensor);
  Strata::TensorDeclaration declaration = program.tensors.at(c.source);
  declaration.format = format;
  if (entries >= 0)
    c.bytes = entries * entryBytes(format, declaration.scalar);
  program.tensors[c.name] = declaration;
  program.conversions.push_back(c);
  return c.name;
}

IndexExprPtr redirect(const IndexExprPtr &expr,
                      const std::map<std::string, std::string> &copies) {
  return rewrite(expr, [&](IndexExprPtr e) {
    if (e->kind != Kind::access)
      return e;
    auto copy = copies.find(accessKey(e->access));
    if (copy == copies.end())
      return e;
    Access access = e->access;
    access.tensor = copy->second;
    return Strata::make_access(std::move(access), e->type, e->where);
  });
}

/// Computed by the program: copies are made ahead of it.
bool Concretizer::isTemporary(const std::string &tensor) const {
  return std::any_of(program.temporaries.begin(), program.temporaries.end(),
                     [&](const Temporary &t) { return t.name == tensor; });
}

/// Accesses of operands whose storage asks for an order of loops, each once; together
/// those that ask for the same: as long as one of them does, so do they all.
std::vector<std::vector<Access>>
Concretizer::orderedAccesses(const std::vector<IndexExprPtr> &terms) const {
  std::vector<std::vector<Access>> out;
  std::vector<std::vector<Edge>> edges;
  std::set<std::string> seen;
  for (const IndexExprPtr &term : terms)
    walk(term, [&](const IndexExprPtr &e) {
      if (e->kind != Kind::access || isTemporary(e->access.tensor) ||
          !seen.insert(accessKey(e->access)).second)
        return;
      OrderConstraints own;
      own.addAccess(e->access, program.tensors.at(e->access.tensor).format);
      if (own.hard.empty())
        return;
      std::sort(own.hard.begin(), own.hard.end());
      const auto same = std::find(edges.begin(), edges.end(), own.hard);
      if (same == edges.end()) {
        edges.push_back(own.hard);
        out.push_back({e->access});
      } else {
        out[same - edges.begin()].push_back(e->access);
      }
    });
  return out;
}

std::optional<ConversionSet>
Concretizer::tryConverting(const Access &lhs,
                           const std::vector<IndexExprPtr> &terms,
                           bool reductionsInside,
                           const std::vector<Access> &accesses) {
  std::set<std::string> keys;
  for (const Access &access : accesses)
    keys.insert(accessKey(access));
  const auto order =
      orderVariables(constraints(lhs, terms, reductionsInside, keys));
  if (!order)
    return std::nullopt;
  ConversionSet set;
  for (const Access &access : accesses) {
    const auto &tensor = program.tensors.at(access.tensor);
    const double entries = entriesOf(access.tensor);
    ConvertedAccess c{access, inLoopOrder(access, tensor, *order, entries)};
    if (c.format == tensor.format)
      continue;
    const bool shared =
        findCopy(access.tensor, c.format) ||
        std::any_of(set.accesses.begin(), set.accesses.end(),
                    [&](const ConvertedAccess &other) {
                      return sourceOf(other.access.tensor) ==
                                 sourceOf(access.tensor) &&
                             other.format == c.format;
                    });
    if (!shared)
      set.bytes += std::max(entries, 1.0) * entryBytes(c.format, tensor.scalar);
    set.accesses.push_back(std::move(c));
  }
  return set;
}

using Groups = std::vector<std::vector<Access>>;
using TryGroups = std::function<std::optional<ConversionSet>(const Groups &)>;

/// Leaves out what is dearest to convert, as long as an order exists.
static std::optional<ConversionSet>
leaveOut(Groups groups, const std::function<double(const Access &)> &bytes,
         const TryGroups &tryThese) {
  auto total = [&](const std::vector<Access> &group) {
    double sum = 0;
    for (const Access &access : group)
      sum += bytes(access);
    return sum;
  };
  std::stable_sort(groups.begin(), groups.end(), [&](auto &a, auto &b) {
    return total(a) > total(b);
  });
  std::optional<ConversionSet> best = tryThese(groups);
  for (size_t n = 0; best && n < groups.size();) {
    Groups fewer = groups;
    fewer.erase(fewer.begin() + n);
    if (auto set = tryThese(fewer)) {
      best = std::move(set);
      groups = std::move(fewer);
    } else {
      ++n;
    }
  }
  return best;
}

/// Tries every set that does not hold one that serves; of equal ones takes that
/// with the later operands.
static std::optional<ConversionSet> cheapestSet(const Groups &groups,
                                                const TryGroups &tryThese) {
  std::optional<ConversionSet> best;
  std::vector<size_t> served;
  for (size_t mask = 1; mask < size_t{1} << groups.size(); ++mask) {
    if (std::any_of(served.begin(), served.end(),
                    [&](size_t s) { return (mask & s) == s; }))
      continue;
    Groups some;
    for (size_t n = 0; n < groups.size(); ++n)
      if (mask >> (groups.size() - 1 - n) & 1)
        some.push_back(groups[n]);
    auto set = tryThese(some);
    if (!set)
      continue;
    served.push_back(mask);
    if (!best || set->bytes < best->bytes)
      best = std::move(set);
  }
  return best;
}

std::optional<ConversionSet>
Concretizer::chooseConversions(const Access &lhs,
                               const std::vector<IndexExprPtr> &terms,
                               bool reductionsInside) {
  const Groups groups = orderedAccesses(terms);
  auto tryThese = [&](const Groups &some) {
    std::vector<Access> accesses;
    for (const std::vector<Access> &group : some)
      accesses.insert(accesses.end(), group.begin(), group.end());
    return tryConverting(lhs, terms, reductionsInside, accesses);
  };
  if (groups.size() <= mostForAllSets)
    return cheapestSet(groups, tryThese);
  return leaveOut(
      groups,
      [&](const Access &a) {
        const auto &tensor = program.tensors.at(a.tensor);
        return std::max(entriesOf(a.tensor), 1.0) *
               entryBytes(tensor.format, tensor.scalar);
      },
      tryThese);
}

std::optional<Group>
Concretizer::convertGroup(const Access &lhs, std::vector<IndexExprPtr> terms,
                          bool reductionsInside) {
  const auto set = chooseConversions(lhs, terms, reductionsInside);
  if (!set)
    return std::nullopt;
  std::string reason = "the storage orders of '";
  for (size_t t = 0; t < terms.size(); ++t)
    reason += (t ? " + " : "") + Strata::to_string(*terms[t]);
  reason += "' form a cycle over ";
  bool first = true;
  for (const std::string &v :
       findCycle(constraints(lhs, terms, reductionsInside))) {
    reason += (first ? "'" : ", '") + v + "'";
    first = false;
  }
  std::map<std::string, std::string> copies;
  for (const ConvertedAccess &c : set->accesses)
    copies[accessKey(c.access)] = copyOf(c.access.tensor, c.format, reason);
  // A copy may iterate a level that the operand locates.
  for (IndexExprPtr &term : terms)
    term = spreadDiagonals(redirect(term, copies), program.tensors,
                           program.extents);
  return orderGroup(lhs, terms, reductionsInside);
}

/// Copies that no statement reads are not made.
void Concretizer::dropUnusedCopies() {
  std::set<std::string> used;
  for (const ConcreteStatement &s : program.statements)
    walk(s.rhs, [&](const IndexExprPtr &e) {
      if (e->kind == Kind::access)
        used.insert(e->access.tensor);
    });
  auto &all = program.conversions;
  for (const Conversion &c : all)
    if (!used.count(c.name))
      program.tensors.erase(c.name);
  all.erase(std::remove_if(
                all.begin(), all.end(),
                [&](const Conversion &c) { return !used.count(c.name); }),
            all.end());
}

} // namespace strata
