// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ConvertedFormats.h"

#include "strata/Analysis/Diagonals.h"
#include "strata/Analysis/Windows.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace strata {

using Strata::LevelKind;
using Strata::LevelType;
using Strata::TensorFormat;

/// A dense level of a copy may have so many positions for each entry, or as
/// many as the largest one of the operand, before it is stored compressed.
constexpr double densePositionsPerEntry = 4;

/// Levels down to the last one that is iterated.
static int iteratedLevels(const TensorFormat &format) {
  int levels = format.lvl_rank();
  while (levels > 0 && Strata::level_traits(format.level(levels - 1)).locates)
    --levels;
  return levels;
}

/// Calls \p visit(level, positions) for the first \p iterated levels, of which
/// those that store coordinates have no more positions than there are \p
/// entries.
template <class Visit>
static void forEachLevel(std::vector<LevelType> &levels,
                         const std::vector<int> &order,
                         const std::vector<std::int64_t> &extents, int iterated,
                         double entries, Visit visit) {
  double positions = 1;
  for (int l = 0; l < iterated; ++l) {
    positions *= static_cast<double>(extents[order[l]]);
    visit(levels[l], positions);
    if (levels[l].kind != LevelKind::dense)
      positions = std::min(positions, entries);
  }
}

/// Compresses dense levels of a copy that would be far larger than what the
/// operand stores: loops come to all of their positions.
static void compressLargeLevels(std::vector<LevelType> &levels,
                                const std::vector<int> &order,
                                const std::vector<int> &orderOfOperand,
                                const std::vector<std::int64_t> &extents,
                                int iterated, double entries) {
  double most = densePositionsPerEntry * entries;
  forEachLevel(levels, orderOfOperand, extents, iterated, entries,
               [&](LevelType level, double positions) {
                 if (level.kind == LevelKind::dense)
                   most = std::max(most, positions);
               });
  forEachLevel(levels, order, extents, iterated, entries,
               [&](LevelType &level, double positions) {
                 if (level.kind == LevelKind::dense && positions > most)
                   level.kind = LevelKind::compressed;
               });
}

/// Coordinates of other dimensions may need a wider type.
static Strata::IndexType
coordinatesFor(const TensorFormat &format,
               const std::vector<std::int64_t> &extents) {
  const Strata::IndexType type = format.crd_type();
  const bool fits = std::all_of(extents.begin(), extents.end(), [&](auto e) {
    return e < 0 ? type.bits() >= 32
                 : e == 0 || static_cast<std::uint64_t>(e - 1) <= type.max();
  });
  return fits ? type : Strata::IndexType{0, type.is_signed};
}

/// Sorts the first \p iterated dimensions of \p order as \p loops come to them,
/// those in \p searched last.
static void sortByLoops(std::vector<int> &order, int iterated,
                        const Access &access,
                        const std::vector<std::string> &loops,
                        const std::set<int> &searched = {}) {
  auto place = [&](int dimension) {
    const auto loop = std::find(loops.begin(), loops.end(),
                                access.indices[dimension].variable);
    return std::pair(searched.count(dimension), loop - loops.begin());
  };
  std::stable_sort(order.begin(), order.begin() + iterated,
                   [&](int a, int b) { return place(a) < place(b); });
}

/// Dimensions whose coordinates are searched for when all others are known:
/// their level iterates, and their index stands before, or is a set that does
/// not ascend.
static std::set<int> searchedDimensions(const Access &access,
                                        const std::vector<int> &order,
                                        const TensorFormat &format) {
  std::set<int> searched;
  std::set<std::string> bound;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const Strata::IndexArg &arg = access.indices[order[l]];
    const bool isBound = !bound.insert(arg.variable).second;
    if (!Strata::level_traits(format.level(l)).locates &&
        !pinnedTo(arg.variable) && (isBound || !ascends(arg)))
      searched.insert(order[l]);
  }
  return searched;
}

TensorFormat inLoopOrder(const Access &access,
                         const Strata::TensorDeclaration &tensor,
                         const std::vector<std::string> &loops,
                         double entries) {
  const TensorFormat &format = tensor.format;
  std::vector<int> order = format.order();
  const int iterated = iteratedLevels(format);
  sortByLoops(order, iterated, access, loops);
  if (const auto searched = searchedDimensions(access, order, format);
      !searched.empty())
    sortByLoops(order, iterated, access, loops, searched);
  const TensorFormat stored = format.built_in().whole();
  std::vector<LevelType> levels = stored.levels();
  if (entries >= 0)
    compressLargeLevels(levels, order, format.order(), tensor.extents, iterated,
                        entries);
  const Strata::IndexType coordinates = coordinatesFor(format, tensor.extents);
  const TensorFormat out(order, levels, stored.pos_type(), coordinates);
  // What is stored in that order needs no copy, nor do registered levels and
  // slices.
  return out == stored ? format : out;
}

/// \p format with other levels, all of them built in; as it is, registered
/// levels included, where these are its own.
static TensorFormat withLevels(const TensorFormat &format,
                               std::vector<LevelType> levels) {
  if (levels == format.levels())
    return format;
  for (LevelType &level : levels)
    if (Strata::is_registered(level.kind))
      level = {LevelKind::compressed, level.unique, level.ordered};
  return TensorFormat(format.order(), std::move(levels),
                      format.built_in().pos_type(), format.crd_type());
}

TensorFormat withOrderedLevels(const TensorFormat &format) {
  std::vector<LevelType> levels = format.levels();
  bool repeats =
      false; // under the nonunique level that the singletons are below
  for (size_t l = 0; l < levels.size(); ++l) {
    const bool isSingleton = levels[l].kind == LevelKind::singleton;
    const bool isLast = l + 1 == levels.size();
    // Out of order, a unique singleton does not keep equal entries apart.
    repeats = (repeats && isSingleton) || !levels[l].unique;
    if (isSingleton && repeats && !levels[l].ordered && isLast)
      levels[l].unique = false;
    if (!Strata::level_traits(levels[l]).ordered) // hash tables
      levels[l] = {LevelKind::compressed, levels[l].unique};
    levels[l].ordered = true;
  }
  return withLevels(format, std::move(levels));
}

TensorFormat withLocatableLevels(const TensorFormat &format) {
  std::vector<LevelType> levels = format.levels();
  for (size_t l = 1; l < levels.size(); ++l)
    if (Strata::level_traits(levels[l]).locates)
      levels[l - 1].unique = true;
  return withLevels(format, std::move(levels));
}

double entryBytes(const TensorFormat &format, Strata::ScalarType scalar) {
  int coordinates = 0;
  for (LevelType level : format.levels())
    coordinates += Strata::level_traits(level).stores_coordinates;
  return static_cast<double>(Strata::size_of(scalar)) +
         coordinates * format.crd_type().bytes();
}

std::string shortName(const TensorFormat &format) {
  namespace Formats = Strata::Formats;
  const TensorFormat plain = format.with_index_types({}, {});
  const int rank = format.lvl_rank();
  if (rank == 2)
    for (auto [name, named] :
         {std::pair{"CSR", Formats::csr()}, std::pair{"CSC", Formats::csc()},
          std::pair{"DCSR", Formats::dcsr()},
          std::pair{"DCSC", Formats::dcsc()}})
      if (plain == named)
        return name;
  std::string order;
  for (int d : format.order())
    order += std::to_string(d);
  const bool sorted =
      std::is_sorted(format.order().begin(), format.order().end());
  if (rank > 1 && plain == Formats::coo(rank, format.order()))
    return sorted ? "COO" : "COO" + order;
  if (rank > 1 && plain == Formats::csf(rank, format.order()))
    return sorted ? "CSF" : "CSF" + order;
  return order;
}

} // namespace strata
