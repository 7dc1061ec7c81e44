// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strata/Analysis/Windows.h"

#include <Strata_Error.hpp>

#include <algorithm>
#include <charconv>
#include <functional>

namespace strata {

using Strata::IndexArg;

/// "2,8,3" as numbers; false for anything else.
static bool readNumbers(std::string_view text,
                        std::vector<std::int64_t> &numbers) {
  const char *at = text.data(), *end = at + text.size();
  while (at != end) {
    const auto read = std::from_chars(at, end, numbers.emplace_back());
    if (read.ec != std::errc() || (read.ptr != end && *read.ptr != ','))
      return false;
    at = read.ptr == end ? end : read.ptr + 1;
  }
  return true;
}

IndexArg parseIndex(const std::string &text) {
  IndexArg index;
  const size_t open = text.find('(');
  index.variable = text.substr(0, open);
  if (open == std::string::npos)
    return index;
  std::string_view inside = std::string_view(text).substr(open + 1);
  std::vector<std::int64_t> numbers;
  auto strip = [&](char first, char last) {
    const bool has = inside.size() > 1 && inside.front() == first &&
                     inside.back() == last;
    inside = has ? inside.substr(1, inside.size() - 2) : inside;
    return has;
  };
  const bool closed = inside.ends_with(')');
  inside.remove_suffix(closed ? 1 : 0);
  index.has_index_set = strip('{', '}');
  const bool isRead = readNumbers(inside, numbers);
  const bool isWindow = numbers.size() == 2 || numbers.size() == 3;
  if (!closed || !isRead || (!index.has_index_set && !isWindow))
    throw Strata::CodegenError("index '" + text +
                               "': expected a variable, or one with a window "
                               "i(lo,hi[,stride]) or a set i({1,3,4})");
  if (index.has_index_set)
    index.index_set = std::move(numbers);
  else
    index.window = {numbers[0], numbers[1],
                    numbers.size() == 3 ? numbers[2] : 1};
  return index;
}

bool ascends(const IndexArg &index) {
  const auto &set = index.index_set;
  return std::adjacent_find(set.begin(), set.end(), std::greater_equal<>()) ==
         set.end();
}

bool isRestricted(const Access &access) {
  return std::any_of(access.indices.begin(), access.indices.end(),
                     [](const IndexArg &arg) { return arg.is_restricted(); });
}

bool isPartial(const Access &access) {
  std::set<std::string> variables;
  for (const IndexArg &arg : access.indices)
    variables.insert(arg.variable);
  return isRestricted(access) || variables.size() != access.indices.size();
}

std::string dimensionVariable(const Access &access, size_t dimension) {
  const IndexArg &index = access.indices[dimension];
  if (!index.is_restricted())
    return index.variable;
  const std::string tensor = access.tensor.substr(0, access.tensor.find('\''));
  std::string name = index.variable + "." + tensor;
  for (size_t d = 0; d < dimension; ++d)
    if (access.indices[d].variable == index.variable)
      name += ".";
  return name;
}

IndexArg withoutRegularSet(IndexArg index) {
  const std::vector<std::int64_t> set = index.index_set;
  const std::int64_t stride = set.size() > 1 ? set[1] - set[0] : 1;
  if (!index.has_index_set || stride < 1)
    return index;
  for (size_t n = 1; n < set.size(); ++n)
    if (set[n] - set[n - 1] != stride)
      return index;
  index.window = set.empty() ? IndexArg::Window{0, 0, 1}
                             : IndexArg::Window{set[0], set.back() + 1, stride};
  index.has_index_set = false;
  index.index_set.clear();
  return index;
}

Access withoutRegularSets(Access access) {
  for (IndexArg &arg : access.indices)
    arg = withoutRegularSet(std::move(arg));
  return access;
}

IndexExprPtr withoutRegularSets(const IndexExprPtr &expr) {
  return rewrite(expr, [](IndexExprPtr e) {
    if (e->kind != IndexExpr::Kind::access || !isRestricted(e->access))
      return e;
    return Strata::make_access(withoutRegularSets(e->access), e->type, e->where);
  });
}

IndexArg composed(const IndexArg &index,
                  const std::vector<std::int64_t> &numbers) {
  IndexArg out = index;
  out.window.reset();
  out.has_index_set = true;
  out.index_set.clear();
  for (std::int64_t n : numbers)
    out.index_set.push_back(
        index.window          ? index.window->lo + index.window->stride * n
        : index.has_index_set ? index.index_set[n]
                              : n);
  return withoutRegularSet(std::move(out));
}

std::vector<IndexArg> indicesByLevel(const Access &access,
                                     const Strata::TensorFormat &format) {
  std::vector<IndexArg> out;
  for (int l = 0; l < format.lvl_rank(); ++l)
    out.push_back(access.indices[format.dimension_of_level(l)]);
  return out;
}

} // namespace strata
