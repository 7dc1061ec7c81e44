// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_COORDINATE_LIST_HPP
#define STRATA_COORDINATE_LIST_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Strata_ScalarType.hpp>
#include <Strata_TensorFormat.hpp>

namespace Strata {

/// Symmetry that a file declares; lists are always expanded.
enum class Symmetry { general, symmetric, skew_symmetric, hermitian };
std::string_view name_of(Symmetry s);

/// A tensor as a list of coordinates and values on the host: what readers
/// return, generators make and writers take. Entries are in any order;
/// coordinates may repeat (assemble() adds repeated entries).
struct CoordinateList {
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> coordinates;  ///< entry after entry, 0-based
  std::vector<std::byte> values;          ///< elements of type `scalar`
  ScalarType scalar        = ScalarType::f64;
  std::int64_t num_entries = 0;

  // What the source declares about itself; readers and generators fill it in.
  Symmetry symmetry            = Symmetry::general;
  bool array                   = false;  ///< every element was listed
  bool pattern                 = false;  ///< the source has no values (all are 1)
  std::int64_t declared_entries = 0;     ///< before expansion of the symmetry
  /// How a container stored it, or shall.
  std::optional<TensorFormat> format;
  double fill = 0;                       ///< value of what is not listed, in containers
  std::string source;                    ///< "Matrix Market", "FROSTT", "poisson3d" …

  int order() const { return static_cast<int>(extents.size()); }
  /// Coordinates of entry n.
  std::span<const std::int64_t> entry(std::int64_t n) const {
    return {coordinates.data() + n * order(), static_cast<std::size_t>(order())};
  }
  /// Values as numbers. \pre T is the C++ type of `scalar`
  template <class T>
  const T* data() const {
    return reinterpret_cast<const T*>(values.data());
  }
  template <class T>
  T* data() {
    return reinterpret_cast<T*>(values.data());
  }
  /// Appends an entry. \pre T is the C++ type of `scalar`, at has order() numbers
  template <class T>
  void push_back(std::span<const std::int64_t> at, const T& value) {
    coordinates.insert(coordinates.end(), at.begin(), at.end());
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    values.insert(values.end(), bytes, bytes + sizeof(T));
    ++num_entries;
  }
};

/// Called with the fraction of the input that has been read, ever larger, every
/// half megabyte or so; one call at a time, from any of the reading threads.
using ReadProgress = std::function<void(double fraction)>;

/// Runs body(0) … body(count - 1) in any order, several at a time if it can, and
/// returns when all are done. `body` throws nothing.
using HostTasks = std::function<void(
    std::int64_t count, const std::function<void(std::int64_t)>& body)>;

/// What a reader may be told.
struct ReadOptions {
  /// Type of the values; empty: the file's own (real f64, integer i64,
  /// complex c128, pattern f64).
  std::optional<ScalarType> type;
  /// Extents; empty: those in the file, else the largest coordinates.
  std::optional<std::vector<std::int64_t>> extents;
  /// Order that the tensor must have; −1: any. Implied by `extents`.
  int order = -1;
  /// Integer types take reals that are not whole: rounded to the nearest integer,
  /// ties to the even one.
  bool round_to_integer = false;
  /// Number of the first row, column … in files that list entries (Matrix Market,
  /// FROSTT): 1, or 0 for those of other programs.
  int base = 1;
  /// The file lists entries as FROSTT does, one a line, whatever its name is.
  bool lists_entries = false;
  ReadProgress progress;
  /// Who parses (see host_tasks()); empty: the default instance of Kokkos'
  /// default host space, the calling thread when Kokkos is not initialised.
  HostTasks tasks;
  /// Bytes of text of one task; the result does not depend on it.
  std::size_t chunk_bytes = std::size_t{1} << 19;

  /// Order known before reading, −1 when it is not.
  int known_order() const {
    return extents ? static_cast<int>(extents->size()) : order;
  }
};

/// What a writer may be told.
struct WriteOptions {
  /// Matrix Market: write what the source of the list was, as far as the entries
  /// still are such: a symmetric matrix as its lower triangle, a pattern without
  /// values, an array with its zeros. False: every entry, with its value.
  bool keep_form = false;
  /// Who makes the text (see host_tasks()); empty: as in ReadOptions.
  HostTasks tasks;
};

/// "4x6"; "scalar" for order 0.
std::string extents_to_string(std::span<const std::int64_t> extents);

}  // namespace Strata

#endif
