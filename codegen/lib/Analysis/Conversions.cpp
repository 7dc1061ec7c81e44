// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands that are read from copies in other formats: which, and why.
#include "Concretizer.h"
#include "ConvertedFormats.h"
#include "strata/Analysis/Diagonals.h"
#include "strata/Analysis/Roles.h"

#include <map>

namespace strata {

using Strata::TensorFormat;
using Kind = IndexExpr::Kind;

/// Operands for which every set of conversions is tried.
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
                                const TensorFormat &format,
                                const std::string &reason) {
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

/// `expr` with some accesses (by key) to other tensors.
static IndexExprPtr redirect(const IndexExprPtr &expr,
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

IndexExprPtr Concretizer::locatable(const IndexExprPtr &expr) {
  std::map<std::string, std::string> copies;
  walk(expr, [&](const IndexExprPtr &e) {
    if (e->kind != Kind::access)
      return;
    const TensorFormat &format = program.tensors.at(e->access.tensor).format;
    const TensorFormat wanted = withLocatableLevels(format);
    if (wanted != format)
      copies[accessKey(e->access)] =
          copyOf(e->access.tensor, wanted,
                 "a dense level is directly below a nonunique one");
  });
  return redirect(expr, copies);
}

IndexExprPtr Concretizer::withSummedDuplicates(const IndexExprPtr &term) {
  const std::vector<Access> found = revisiting(term);
  bool divides = false;
  walk(term, [&](const IndexExprPtr &e) {
    divides |= e->kind == Kind::apply && e->op == Strata::Operator::div;
  });
  if (found.empty() || (found.size() == 1 && !divides))
    return term;
  std::map<std::string, std::string> copies;
  for (const Access &access : found)
    copies[accessKey(access)] = copyOf(
        access.tensor,
        withOrderedLevels(program.tensors.at(access.tensor).format),
        "duplicates that are not next to each other have to be summed first");
  return redirect(term, copies);
}

namespace {

/// Accesses with a nonordered level whose coordinates a loop merges or searches.
class MergedLevels {
public:
  explicit MergedLevels(const Strata::TensorDeclarations &tensors)
      : tensors(tensors) {}

  /// Variables by access (key).
  std::map<std::string, std::pair<Access, std::string>> nonordered;

  void visitLoops(const std::vector<std::string> &loops, IndexExprPtr expr) {
    for (const std::string &v : loops) {
      const MergeLattice lattice = visit(v, expr);
      if (lattice.empty())
        return;
      expr = lattice.points[0].expr;
    }
    walk(expr, [&](const IndexExprPtr &e) {
      if (e->kind == Kind::reduce)
        visit(e->variable, e->args[0]);
    });
  }

private:
  MergeLattice visit(const std::string &variable, const IndexExprPtr &expr) {
    MergeLattice lattice = latticeOf(expr, variable, tensors);
    const bool merges =
        !lattice.empty() &&
        (lattice.iterators.size() > 1 || lattice.needsUniverse(0));
    if (!merges && !pinnedTo(variable))
      return lattice;
    walk(expr, [&](const IndexExprPtr &e) {
      if (e->kind == Kind::access && isNonordered(e->access, variable))
        nonordered[accessKey(e->access)] = {e->access, variable};
    });
    return lattice;
  }

  bool isNonordered(const Access &access, const std::string &variable) const {
    auto it = tensors.find(access.tensor);
    if (it == tensors.end())
      return false;
    const TensorFormat &format = it->second.format;
    for (int l = 0; l < format.lvl_rank(); ++l)
      if (!format.level(l).ordered &&
          access.indices[format.dimension_of_level(l)].variable == variable)
        return true;
    return false;
  }

  const Strata::TensorDeclarations &tensors;
};

} // namespace

IndexExprPtr Concretizer::withOrderedMerges(const ConcreteStatement &s) {
  MergedLevels merged(program.tensors);
  merged.visitLoops(s.loops, s.rhs);
  std::map<std::string, std::string> copies;
  for (const auto &[key, found] : merged.nonordered) {
    const auto &[access, variable] = found;
    copies[key] =
        copyOf(access.tensor,
               withOrderedLevels(program.tensors.at(access.tensor).format),
               "a nonordered level is merged over '" + variable + "'");
  }
  return redirect(s.rhs, copies);
}

/// Accesses whose storage asks for an order of loops, each once.
std::vector<Access>
Concretizer::orderedAccesses(const std::vector<IndexExprPtr> &terms) const {
  std::vector<Access> out;
  std::set<std::string> seen;
  for (const IndexExprPtr &term : terms)
    walk(term, [&](const IndexExprPtr &e) {
      if (e->kind != Kind::access || !seen.insert(accessKey(e->access)).second)
        return;
      OrderConstraints own;
      own.addAccess(e->access, program.tensors.at(e->access.tensor).format);
      if (!own.hard.empty())
        out.push_back(e->access);
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

/// Leaves out what is dearest to convert, as long as an order exists.
static std::optional<ConversionSet>
leaveOut(std::vector<Access> accesses,
         const std::function<double(const Access &)> &bytes,
         const std::function<std::optional<ConversionSet>(
             const std::vector<Access> &)> &tryThese) {
  std::stable_sort(accesses.begin(), accesses.end(),
                   [&](const Access &a, const Access &b) {
                     return bytes(a) > bytes(b);
                   });
  std::optional<ConversionSet> best = tryThese(accesses);
  for (size_t n = 0; best && n < accesses.size();) {
    std::vector<Access> fewer = accesses;
    fewer.erase(fewer.begin() + n);
    if (auto set = tryThese(fewer)) {
      best = std::move(set);
      accesses = std::move(fewer);
    } else {
      ++n;
    }
  }
  return best;
}

std::optional<ConversionSet>
Concretizer::chooseConversions(const Access &lhs,
                               const std::vector<IndexExprPtr> &terms,
                               bool reductionsInside) {
  const std::vector<Access> all = orderedAccesses(terms);
  auto tryThese = [&](const std::vector<Access> &accesses) {
    return tryConverting(lhs, terms, reductionsInside, accesses);
  };
  if (all.size() > mostForAllSets)
    return leaveOut(
        all,
        [&](const Access &a) {
          const auto &tensor = program.tensors.at(a.tensor);
          return entriesOf(a.tensor) * entryBytes(tensor.format, tensor.scalar);
        },
        tryThese);
  // Sets before their supersets; of equal ones that with the later operands.
  std::optional<ConversionSet> best;
  std::vector<size_t> served;
  for (size_t mask = 1; mask < size_t{1} << all.size(); ++mask) {
    if (std::any_of(served.begin(), served.end(),
                    [&](size_t s) { return (mask & s) == s; }))
      continue;
    std::vector<Access> some;
    for (size_t n = 0; n < all.size(); ++n)
      if (mask >> (all.size() - 1 - n) & 1)
        some.push_back(all[n]);
    auto set = tryThese(some);
    if (!set)
      continue;
    served.push_back(mask);
    if (!best || set->bytes < best->bytes)
      best = std::move(set);
  }
  return best;
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
  for (IndexExprPtr &term : terms)
    term = redirect(term, copies);
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
