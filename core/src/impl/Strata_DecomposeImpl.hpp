// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_DECOMPOSE_IMPL_HPP
#define STRATA_IMPL_DECOMPOSE_IMPL_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <Strata_CompositeFormat.hpp>
#include <impl/Strata_ConvertImpl.hpp>
#include <impl/Strata_CutRows.hpp>
#include <impl/Strata_PartTable.hpp>

namespace Strata::Impl {

/// \throws ShapeMismatch when the orders of tensor and format differ.
void check_composite_order(const TensorRef& tensor, const CompositeFormat& format);

/// Throws FormatMismatch: no part takes the entry at `point`.
[[noreturn]] void throw_no_part(const CompositeFormat& format,
                                const std::vector<std::int64_t>& point);

/// \throws ShapeMismatch without parts, or for other extents than the first has;
///   FormatMismatch for another scalar type or fill value.
void check_parts(const std::vector<TensorRef>& parts, const TensorFormat& format);

/// Copies entries in another order: coordinates as dimension × entry, and values.
struct GatherEntriesFunctor {
  ListedEntries m_entries;
  const std::int64_t* m_order;  ///< null: the identity
  std::int64_t* m_coordinates;
  std::int64_t m_stride, m_first;  ///< of the dimensions; where the first goes
  ValueSink m_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const {
    const std::int64_t e = m_order ? m_order[place] : place;
    for (int d = 0; d < m_entries.order; ++d)
      m_coordinates[d * m_stride + m_first + place] = m_entries.coordinates[d][e];
    m_values.copy(m_first + place, e);
  }
};

/// Room for a list of entries.
template <class ExecutionSpace>
struct EntryRoom {
  using memory_space = typename ExecutionSpace::memory_space;

  EntryRoom(const ExecutionSpace& exec, int order, ScalarType type,
            std::int64_t capacity)
      : scalar(type),
        size(capacity),
        coordinates(allocate<std::int64_t>(exec, order * capacity,
                                           "Strata::decompose::coordinates")),
        values(allocate_values(exec, type, capacity,
                               "Strata::decompose::values")) {}

  /// Entries of a tensor in Formats::coo() behind the first `first` ones.
  void add(const ExecutionSpace& exec, const TensorRef& coo,
           const std::int64_t* order, std::int64_t first) {
    const FillBits fill         = make_fill_bits(scalar, coo.fill);
    const ListedEntries entries = listed_entries(coo);
    Kokkos::parallel_for(
        "Strata::decompose::gather",
        IndexRange<ExecutionSpace>(exec, 0, entries.size),
        GatherEntriesFunctor{
            entries, order, coordinates.data(), size, first,
            {values.mutable_data(), {coo.values, fill.bytes, fill}}});
  }
  PartEntries part(std::int64_t begin, std::int64_t end) const {
    auto* bytes = static_cast<unsigned char*>(values.mutable_data());
    return {coordinates.data() + begin, size,
            bytes + begin * static_cast<std::int64_t>(size_of(scalar)),
            end - begin};
  }

  ScalarType scalar;
  std::int64_t size;
  Kokkos::View<std::int64_t*, memory_space> coordinates;
  ErasedArray<memory_space> values;
};

/// Where the entries of every part begin, for sorted numbers of parts.
template <class ExecutionSpace>
std::vector<std::int64_t> part_begins(const ExecutionSpace& exec,
                                      const std::uint64_t* part_of,
                                      std::int64_t size, std::int64_t parts) {
  const auto begins =
      allocate<std::int64_t>(exec, parts + 1, "Strata::decompose::begins");
  Kokkos::parallel_for(
      "Strata::decompose::begins", IndexRange<ExecutionSpace>(exec, 0, parts + 1),
      KOKKOS_LAMBDA(std::int64_t part) {
        std::int64_t low = 0, high = size;
        while (low < high) {
          const std::int64_t middle = low + (high - low) / 2;
          if (static_cast<std::int64_t>(part_of[middle]) < part)
            low = middle + 1;
          else
            high = middle;
        }
        begins(part) = low;
      });
  std::vector<std::int64_t> host(static_cast<std::size_t>(parts) + 1);
  Kokkos::deep_copy(
      exec,
      Kokkos::View<std::int64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
          host.data(), host.size()),
      begins);
  exec.fence("Strata::decompose::begins");
  return host;
}

/// Throws FormatMismatch, naming an entry that no part takes.
template <class ExecutionSpace>
[[noreturn]] void report_no_part(const ExecutionSpace& exec,
                                 const ListedEntries& entries,
                                 const CompositeFormat& format, std::int64_t e) {
  std::vector<std::int64_t> point;
  for (int d = 0; d < entries.order; ++d)
    point.push_back(fetch(exec, entries.coordinates[d], e));
  throw_no_part(format, point);
}

template <class ExecutionSpace>
using StoragePtr =
    std::shared_ptr<const Storage<typename ExecutionSpace::memory_space>>;

/// Lists the entries, sorts them by part, assembles the parts.
template <class ExecutionSpace>
std::vector<StoragePtr<ExecutionSpace>> decompose_storage(
    const ExecutionSpace& exec, const TensorRef& tensor,
    const CompositeFormat& format, const std::string& label) {
  Kokkos::Profiling::ScopedRegion region("Strata::decompose");
  check_composite_order(tensor, format);
  TensorRef list = make_ref<typename ExecutionSpace::memory_space>(
      convert_storage(exec, tensor, Formats::coo(tensor.order()), tensor.scalar,
                      "Strata::decompose::list", StoredFill::keep));
  list.fill                   = tensor.fill;
  const ListedEntries entries = listed_entries(list);
  const auto parts = static_cast<std::int64_t>(format.parts().size());
  auto sorted      = allocate_keys(
      exec, make_key_layout(Formats::dense(1), {parts + 1}), entries.size);
  choose_parts(exec, entries, format, tensor.extents, sorted.words.data());
  order_entries(exec, sorted, false);
  const std::vector<std::int64_t> begins =
      part_begins(exec, sorted.words.data(), entries.size, parts);
  const std::int64_t* order = sorted.order.data();
  if (begins[parts] < entries.size)
    report_no_part(exec, entries, format,
                   order ? fetch(exec, {order, {64, true}}, begins[parts])
                         : begins[parts]);
  EntryRoom<ExecutionSpace> room(exec, tensor.order(), tensor.scalar, entries.size);
  room.add(exec, list, order, 0);
  std::vector<StoragePtr<ExecutionSpace>> result;
  for (std::int64_t p = 0; p < parts; ++p) {
    const PartFormat& part   = format.parts()[p];
    const PartEntries taken  = room.part(begins[p], begins[p + 1]);
    const std::string name   = label.empty() ? "" : label + "[" + std::to_string(p) + "]";
    if (part.row_width > 0)
      result.push_back(RowCutter<ExecutionSpace>(exec, part, tensor.extents, taken, name)
                           .run(tensor.scalar, tensor.fill));
    else
      result.push_back(assemble_storage(exec, part.format, tensor.scalar,
                                        tensor.extents, taken.span(), taken.values,
                                        taken.size, name, tensor.fill));
  }
  exec.fence("Strata::decompose: entries have been read");
  return result;
}

/// Lists the entries of all parts and assembles them.
template <class ExecutionSpace>
StoragePtr<ExecutionSpace> compose_storage(const ExecutionSpace& exec,
                                           const std::vector<TensorRef>& parts,
                                           const TensorFormat& format,
                                           const std::string& label) {
  Kokkos::Profiling::ScopedRegion region("Strata::compose");
  check_parts(parts, format);
  const TensorRef& first = parts.front();
  std::vector<TensorRef> lists;
  std::int64_t size = 0;
  for (const TensorRef& part : parts) {
    lists.push_back(make_ref<typename ExecutionSpace::memory_space>(
        convert_storage(exec, part, Formats::coo(part.order()), part.scalar,
                        "Strata::compose::list", StoredFill::keep)));
    lists.back().fill = part.fill;
    size += lists.back().num_values;
  }
  EntryRoom<ExecutionSpace> room(exec, first.order(), first.scalar, size);
  std::int64_t place = 0;
  for (const TensorRef& list : lists) {
    room.add(exec, list, nullptr, place);
    place += list.num_values;
  }
  const PartEntries all = room.part(0, size);
  auto storage          = assemble_storage(exec, format, first.scalar, first.extents,
                                           all.span(), all.values, size, label, first.fill);
  exec.fence("Strata::compose: entries have been read");
  return storage;
}

// Host spaces are compiled once, in Strata_DecomposeInstances.cpp.
#ifdef KOKKOS_ENABLE_SERIAL
extern template std::vector<StoragePtr<Kokkos::Serial>> decompose_storage(
    const Kokkos::Serial&, const TensorRef&, const CompositeFormat&,
    const std::string&);
extern template StoragePtr<Kokkos::Serial> compose_storage(
    const Kokkos::Serial&, const std::vector<TensorRef>&, const TensorFormat&,
    const std::string&);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
extern template std::vector<StoragePtr<Kokkos::OpenMP>> decompose_storage(
    const Kokkos::OpenMP&, const TensorRef&, const CompositeFormat&,
    const std::string&);
extern template StoragePtr<Kokkos::OpenMP> compose_storage(
    const Kokkos::OpenMP&, const std::vector<TensorRef>&, const TensorFormat&,
    const std::string&);
#endif

}  // namespace Strata::Impl

#endif
