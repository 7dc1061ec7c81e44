// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LEVEL_REGISTRY_HPP
#define STRATA_LEVEL_REGISTRY_HPP

#include <cstddef>
#include <string>
#include <vector>

#include <Strata_IndexMap.hpp>
#include <Strata_LevelProgram.hpp>

/// \file
/// Levels beside dense, compressed and singleton. A level is a class with
///   static constexpr LevelDescription description;
///   pos_bounds(b, s, parent)        → LevelBounds of *cursors*: the children
///   position(b, s, parent, cursor)  → position; without it, the cursor itself
///   pos_access(b, s, parent, position) → coordinate
///   locate(b, s, parent, coordinate) → the cursor of a coordinate, where it has one;
///                                     of a hash table, the first one to look at
///   size(b, s, parents)             → positions of the level (edges::width, bits and
///                                     header alone)
/// as static function templates over a builder (Strata_LevelFunctions.hpp), and
/// nothing else. register_level() makes it part of formats, conversions and kernels;
/// plugins/levels holds those of Strata, and a program may add its own.

namespace Strata {

/// What says where the children of a parent begin and end.
enum class LevelEdges : std::uint8_t {
  width,     ///< nothing: every parent has room for as many (parameters)
  scanned,   ///< positions: parents + 1 of them, those of p end where p + 1 begins
  low_high,  ///< positions: where they begin and where they end, for each parent
  header,    ///< positions: the largest number of children, and that of parents
  /// positions: where every slice of so many parents (the first parameter) begins,
  /// counted in children of its fullest parent: slices + 1 of them
  sliced,
  bits,      ///< positions: a bit for every position of the level, set where a child is
  /// positions: where the runs of every parent begin in this array (parents + 1 of
  /// them), then the first position of every run, and the end. Coordinates: the first
  /// one of every run.
  runs,
  /// positions: the largest number of children K; where all first, second, … K-th children
  /// begin, and the end; 0, and how many K-th, …, second, first children there are. Parents
  /// with more children come before those with fewer.
  jagged
};

/// What stands at positions that no child takes.
enum class LevelPadding : std::uint8_t {
  none,         ///< there are none that pos_bounds comes to
  coordinates,  ///< the largest number of the index type, behind all children
                ///< (in hash tables: anywhere)
  values,       ///< some coordinate with the fill value: it counts as stored
  bits          ///< anything, where the bit of LevelEdges::bits is not set
};

/// Which of its parent's positions a child takes.
enum class LevelPlacement : std::uint8_t {
  rank,        ///< the first child the first one, and so on
  coordinate,  ///< that of its coordinate: what `locate` says, else the first plus it
  hash,        ///< the first free one from `locate` on, behind the last one the first
  /// by rank among so many neighbours (the first parameter; without one: all) in the order of
  /// their numbers of children, the largest first
  longest
};

/// Finds out whether a level may stand where it does in a format; empty: it may.
using LevelRule = std::string (*)(const IndexMap& map, const std::vector<LevelType>& levels,
                                  std::size_t level);

/// What a level is, apart from its functions.
struct LevelDescription {
  const char* name;  ///< spelling in encodings, without parameters
  LevelEdges edges         = LevelEdges::scanned;
  LevelPadding padding     = LevelPadding::none;
  LevelPlacement placement = LevelPlacement::rank;
  bool stores_coordinates  = true;
  bool takes_modifiers     = true;  ///< nonunique, nonordered
  bool ordered             = true;  ///< false: children are in no order ever
  int num_parameters       = 0;     ///< "[n, m]" behind the name; at most 2
  LevelRule rule           = nullptr;
  /// The largest distance below 0 of coordinates in front of the children, of a view
  /// whose segments have some (padding: coordinates).
  std::int64_t below       = 0;
  /// Reads the arrays of other levels (Strata_FlattenLevels.hpp): nothing is stored
  /// in it. Its pos_access takes the cursor, not the position.
  bool is_view             = false;
  /// Of a view: cursors that one stored coordinate stands for, one after the other.
  std::int64_t run         = 1;
};

/// A level as it was registered.
struct LevelDefinition {
  std::string name;
  LevelDescription description;
  LevelProgram pos_bounds, position, pos_access, size, locate;
  bool has_position = false;  ///< positions are not the cursors themselves
  bool has_locate   = false;

  /// True where its functions look at the level above.
  bool asks_above() const;
  /// True where positions between the first and the last child may hold none.
  bool has_holes() const;
};

/// The kind of the level that `definition` describes, from now on known to formats.
/// The same name again gives the same kind. Safe to call from any thread.
/// \throws FormatMismatch for a name that is not an identifier, or belongs to a
///   level that is described differently; for a description that does not fit
///   together: bits as edges and not as padding, a hash table without `locate` or with
///   padding other than coordinates
LevelKind register_level(const LevelDefinition& definition);

/// \pre is_registered(kind) \throws FormatMismatch for a kind that is not registered
const LevelDefinition& level_definition(LevelKind kind);
/// The kind called `name`; dense where there is none.
LevelKind find_level(const std::string& name);
/// True where positions of a level of this kind may hold nothing, and children follow.
bool has_holes(LevelKind kind);
/// All of them, in the order of their kinds.
std::vector<LevelDefinition> registered_levels();

namespace Impl {

template <class Level>
LevelDefinition define_level() {
  LevelDefinition out;
  out.name        = Level::description.name;
  out.description = Level::description;
  const auto s    = LevelRecorder::storage();
  {
    LevelRecorder b;
    const auto bounds = Level::pos_bounds(b, s, 0);
    out.pos_bounds    = b.program(bounds.begin, bounds.end);
  }
  if constexpr (requires(LevelRecorder b) { Level::position(b, s, 0, 1); }) {
    LevelRecorder b;
    out.position     = b.program(Level::position(b, s, 0, 1));
    out.has_position = true;
  }
  LevelRecorder access;
  out.pos_access = access.program(Level::pos_access(access, s, 0, 1));
  if constexpr (requires(LevelRecorder b) { Level::locate(b, s, 0, 1); }) {
    LevelRecorder b;
    out.locate     = b.program(Level::locate(b, s, 0, 1));
    out.has_locate = true;
  }
  if constexpr (requires(LevelRecorder b) { Level::size(b, s, 0); }) {
    LevelRecorder b;
    out.size = b.program(Level::size(b, s, 0));
  }
  return out;
}

}  // namespace Impl

/// Registers the class `Level`. `inline const LevelKind kind = register_level<L>();`
/// in a header registers it in every program that includes it.
template <class Level>
LevelKind register_level() {
  return register_level(Impl::define_level<Level>());
}

}  // namespace Strata

#endif
