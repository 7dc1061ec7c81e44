// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_WrittenForm.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include <Strata_Generators.hpp>
#include <impl/Strata_ArrayWalk.hpp>
#include <impl/Strata_Mirror.hpp>
#include <impl/Strata_RunTasks.hpp>

namespace Strata::Impl {
namespace {

constexpr std::int64_t piece = std::int64_t{1} << 16;

/// True when check(first, last) is for every piece of [0, size).
template <class Check>
bool all_pieces(const HostTasks& tasks, std::int64_t size, Check&& check) {
  std::atomic<bool> good = true;
  run_tasks(tasks, size / piece + 1, [&](std::int64_t p) {
    if (!check(p * piece, std::min(size, (p + 1) * piece))) good = false;
  });
  return good;
}

template <class T>
bool is_all_ones(const CoordinateList& list, const HostTasks& tasks) {
  const T* const values = list.data<T>();
  return all_pieces(tasks, list.num_entries, [=](std::int64_t first, std::int64_t last) {
    return std::all_of(values + first, values + last, [](const T& v) { return v == T(1); });
  });
}

template <class T>
std::uint64_t hash_of(std::int64_t row, std::int64_t column, const T& value) {
  std::uint64_t words[(sizeof(T) + 7) / 8] = {};
  std::memcpy(words, &value, sizeof(T));
  std::uint64_t hash = static_cast<std::uint64_t>(row);
  for (const auto word : words)
    hash = Generators::random_bits(hash, static_cast<std::uint64_t>(column), word);
  return hash;
}

/// Thrown where an entry can have no mirror image.
struct NoMirrorImage {};

/// Whether the entries above the diagonal are the mirror images of those below,
/// repeated ones included, bit by bit. Compares sums of hashes: a difference
/// escapes once in 2⁶⁴ cases.
template <class T>
bool has_symmetry(const CoordinateList& list, const HostTasks& tasks) {
  const Mirror mirror(list.symmetry,
                      []() -> const TextScanner& { throw NoMirrorImage{}; });
  std::atomic<std::uint64_t> sum = 0;
  const auto add = [&](std::int64_t first, std::int64_t last) {
    std::uint64_t part = 0;
    for (std::int64_t n = first; n < last; ++n) {
      const auto at = list.entry(n);
      const T value = list.data<T>()[n];
      if (at[0] == at[1])
        mirror.check_diagonal(value);
      else if (at[0] > at[1])
        part += hash_of(at[0], at[1], value);
      else
        part -= hash_of(at[1], at[0], mirror(value));
    }
    sum += part;
    return true;
  };
  try {
    all_pieces(tasks, list.num_entries, add);
  } catch (const NoMirrorImage&) {
    return false;
  }
  return sum == 0;
}

bool may_have_symmetry(const CoordinateList& list) {
  if (list.symmetry == Symmetry::general || list.order() != 2 ||
      list.extents[0] != list.extents[1])
    return false;
  // Matrix Market has no skew-symmetric files of unsigned integers.
  return list.symmetry != Symmetry::skew_symmetric || !is_unsigned_integer(list.scalar);
}

bool is_distinct(const CoordinateList& list) {
  const ArrayWalk walk(Symmetry::general, list.extents);
  const std::int64_t size = walk.size();
  if (size < list.num_entries) return false;
  std::vector<bool> seen(static_cast<std::size_t>(size), false);
  for (std::int64_t n = 0; n < list.num_entries; ++n) {
    const auto place = seen.begin() + walk.index_of(list.entry(n));
    if (*place) return false;
    *place = true;
  }
  return true;
}

}  // namespace

WrittenForm declared_form(const CoordinateList& list, const HostTasks& tasks) {
  WrittenForm form;
  visit_scalar_type(list.scalar, [&](auto zero) {
    using T = decltype(zero);
    if (may_have_symmetry(list) && has_symmetry<T>(list, tasks)) form.symmetry = list.symmetry;
    form.pattern = list.pattern && is_all_ones<T>(list, tasks) &&
                   (form.symmetry == Symmetry::general || form.symmetry == Symmetry::symmetric);
  });
  if (form.symmetry == Symmetry::hermitian && !is_complex(list.scalar))
    form.symmetry = Symmetry::symmetric;
  form.array = list.array && !form.pattern && is_distinct(list);
  return form;
}

}  // namespace Strata::Impl
