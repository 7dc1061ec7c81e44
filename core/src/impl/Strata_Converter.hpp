// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_CONVERTER_HPP
#define STRATA_IMPL_CONVERTER_HPP

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <impl/Strata_AssembleValues.hpp>
#include <impl/Strata_ConvertCopy.hpp>
#include <impl/Strata_ConvertGroup.hpp>
#include <impl/Strata_ConvertList.hpp>
#include <impl/Strata_ConvertMapped.hpp>
#include <impl/Strata_ConvertSort.hpp>
#include <impl/Strata_ConvertStream.hpp>
#include <impl/Strata_ConvertTranspose.hpp>
#include <impl/Strata_ListCollector.hpp>

namespace Strata::Impl {

/// One conversion: which steps it takes. The tensor is let go of as soon as all of
/// it has been read.
template <class ExecutionSpace>
class Converter {
 public:
  using memory_space = typename ExecutionSpace::memory_space;
  using storage_type = Storage<memory_space>;

  Converter(const ExecutionSpace& exec, TensorRef& from,
            const ConvertPlan& plan, storage_type& storage)
      : m_exec(exec), m_from(from), m_plan(plan), m_storage(storage) {}

  void run() {
    PackedValues<ExecutionSpace> values(m_exec, m_from, m_storage.scalar,
                                        m_plan.copies, values_label());
    const FillBits fill = make_fill_bits(m_storage.scalar, m_from.fill);
    const ValueBits bits{values.data(), fill.bytes, fill};
    if (m_plan.copies) {
      copy_levels(m_exec, m_from, m_storage);
      m_storage.values = values.array();
    } else if (m_plan.scatters) {
      scatter_entries(m_exec, m_from, bits, m_storage);
    } else {
      rearrange(bits);
    }
  }

  /// The same for a list whose coordinates lie elsewhere. \pre keys have one word
  void run(const CoordinateSpan& coordinates) {
    const FillBits fill = make_fill_bits(m_storage.scalar, m_from.fill);
    const KeyLayout layout = make_key_layout(m_storage.format, m_storage.extents);
    EntryWalk walk = make_walk(m_from, {m_from.values, fill.bytes, fill}, layout, false);
    walk.source    = make_source_levels(m_from, coordinates);
    walk.chunks    = radix_chunks(m_exec, walk.source.entries);
    store_in_chunks(walk, layout);
  }

  /// The same for levels that `program` computes from those of the tensor.
  void run(const CoordinateProgram& program) {
    PackedValues<ExecutionSpace> values(m_exec, m_from, m_storage.scalar, false,
                                        values_label());
    const FillBits fill = make_fill_bits(m_storage.scalar, m_from.fill);
    const ValueBits bits{values.data(), fill.bytes, fill};
    const KeyLayout given = make_key_layout(m_from.format, m_from.extents),
                    layout =
                        make_key_layout(m_storage.format, m_storage.extents);
    if (given.num_words > 1 || layout.num_words > 1)
      return list_mapped(program, layout, bits);
    EntryWalk walk = make_walk(m_from, bits, given, m_plan.drops_fill);
    walk.is_mapped = true;
    walk.map       = {program, given.fields, layout.fields};
    store(walk, layout);
  }

 private:
  /// Keys of several words are listed.
  void list_mapped(const CoordinateProgram& program, const KeyLayout& layout,
                   const ValueBits& values) {
    MappedWalk walk{make_source_levels(m_from), program,
                    values, m_plan.drops_fill, 1};
    walk.chunks = radix_chunks(m_exec, walk.source.entries);
    MappedList<ExecutionSpace> entries(m_exec, walk, layout, m_storage.scalar);
    order_entries(m_exec, entries.sorted, m_plan.sums_duplicates);
    build(entries.sorted, {},
          {entries.values.data(), values.bytes, values.fill});
  }

  std::string values_label() const {
    return array_label(m_storage.label, "values");
  }

  void rearrange(const ValueBits& values) {
    const KeyLayout layout =
        make_key_layout(m_storage.format, m_storage.extents);
    EntryWalk walk = make_walk(m_from, values, layout, m_plan.drops_fill);
    if (layout.num_words == 1) return store(walk, layout);
    walk.chunks = radix_chunks(m_exec, walk.source.entries);
    list(walk);
  }

  /// Keys of one word are sorted with the values. Devices that have all entries of a tensor
  /// to move take them one by one, so that neighbours read what lies side by side.
  void store(EntryWalk& walk, const KeyLayout& layout) {
    m_is_one_by_one = is_entry_by_entry(m_exec) && !walk.drops() && !walk.is_mapped;
    walk.chunks     = m_is_one_by_one ? std::max<std::int64_t>(walk.source.entries, 1)
                                      : radix_chunks(m_exec, walk.source.entries);
    m_is_one_by_one ? collect(walk, layout) : store_in_chunks(walk, layout);
  }

  /// The same; each thread walks over a chunk of the entries.
  void store_in_chunks(const EntryWalk& walk, const KeyLayout& layout) {
    const bool is_group = is_group_target(m_storage.format, m_storage.extents);
    if (!m_plan.sums_duplicates && is_group) {
      fill_group(walk, layout);
    } else if (!stream(walk, layout)) {
      if (is_group && m_plan.sort_levels > 0 && fits(walk.source.entries))
        fill_and_sum(walk, layout);
      else if (!collect_list(walk, layout))
        collect(walk, layout);
    }
  }

  /// Whether positions of all entries are what the target can store.
  bool fits(std::int64_t entries) const {
    return static_cast<std::uint64_t>(entries) <= m_storage.format.pos_type().max();
  }

  /// Entries that are in order are walked over twice and never listed. False for others.
  bool stream(const EntryWalk& walk, const KeyLayout& layout) {
    if ((m_plan.sort_levels > 0 && !m_plan.may_be_sorted) || walk.drops() || walk.is_mapped)
      return false;
    if (m_plan.sort_levels > 0 &&
        begins_out_of_order(m_exec, walk, sort_field(layout, m_plan.ordered_levels).shift)) {
      m_plan.may_be_sorted = false;
      return false;
    }
    auto levels = plan_stream(m_storage.format, layout);
    if (!levels) return false;
    levels->order_levels = m_plan.ordered_levels;
    levels->merges       = m_plan.sums_duplicates;
    if (const auto columns = make_column_walk(m_from.format, walk, layout))
      return stream_in_order(*levels, *columns, walk.values);
    return stream_in_order(*levels, EntryKeyWalk{walk}, walk.values);
  }
  template <class Walk>
  bool stream_in_order(const StreamLevels& levels, const Walk& walk, const ValueBits& values) {
    LevelStream<ExecutionSpace, Walk> stream(m_exec, levels, walk);
    if (m_plan.sort_levels > 0 && !stream.is_ordered()) {
      m_plan.may_be_sorted = false;  // field() need not look
      return false;
    }
    note_in_order(stream.entries());
    SortedEntries<memory_space> sorted;
    sorted.given = stream.entries();
    sorted.size  = stream.distinct();
    sorted.runs  = stream.fill("Strata::convert", m_storage);
    assemble_values(m_exec, sorted, EntryPositions<memory_space>{{}, 1, sorted.size, 0},
                    values.data, values.fill, m_storage);
    m_exec.fence("Strata::convert: values have been read");
    return true;
  }

  /// What to sort by, after a look at the entries where it may be nothing.
  SortField field(const EntryWalk& walk, const KeyLayout& layout) const {
    const bool sorted =
        m_plan.may_be_sorted &&
        is_in_order(m_exec, walk,
                    sort_field(layout, m_plan.ordered_levels).shift);
    return sort_field(layout, sorted ? 0 : m_plan.sort_levels);
  }

  /// Entries go where they belong in the target's arrays, but where most have few keys.
  /// Returns how many have the coordinates of the one before, where the plan asks for it.
  std::int64_t fill_group(const EntryWalk& walk, const KeyLayout& layout) {
    GroupTarget<ExecutionSpace> target(m_exec, layout, walk.values, m_storage);
    if (m_plan.sort_levels == 1 && !m_plan.drops_fill && !walk.is_mapped &&
        !m_plan.sums_duplicates && last_group(m_storage.format) == 1 &&
        transpose(m_exec, walk, layout, target))
      return 0;
    EntryCollector<ExecutionSpace> collector(m_exec, walk);
    if (!collector.deal(field(walk, layout)) && collect_list(walk, layout)) return 0;
    const std::int64_t chunks = collector.run(
        [&](std::int64_t entries, std::int64_t pieces) {
          return target.allocate_arrays(entries, pieces);
        },
        [&] { release(walk); });
    return target.close(chunks, m_plan.sums_duplicates);
  }

  /// The same where entries may repeat, which the target's must not: where some do, what
  /// was stored is converted, in its order.
  void fill_and_sum(const EntryWalk& walk, const KeyLayout& layout) {
    if (fill_group(walk, layout) == 0) return;
    const auto repeated = std::make_shared<storage_type>(m_storage);
    repeated->format    = with_repeats(m_storage.format);
    m_storage.levels.clear();
    m_storage.values = {};
    TensorRef from   = make_ref<memory_space>(repeated);
    from.fill        = m_from.fill;
    Converter(m_exec, from, plan_conversion(from.format, m_storage.format), m_storage).run();
  }

  /// Where records hold the values, nothing more is read from the tensor.
  void release(const EntryWalk& walk) {
    if (walk.values.bytes > 8 || m_from.owner.use_count() != 1) return;
    m_exec.fence("Strata::convert: source has been read");
    m_from.owner = nullptr;
  }

  /// Sorts keys and values, then builds level by level.
  void collect(const EntryWalk& walk, const KeyLayout& layout) {
    SortedEntries<memory_space> sorted;
    ErasedArray<memory_space> values;
    sorted.keys.layout = layout;
    EntryCollector<ExecutionSpace> collector(m_exec, walk);
    collector.deal(field(walk, layout));
    collector.run(
        [&](std::int64_t entries, std::int64_t) {
          sorted.given = entries;
          sorted.words = allocate<std::uint64_t>(m_exec, entries, "Strata::convert::keys");
          if (walk.values.bytes > 8)
            sorted.order = allocate<std::int64_t>(m_exec, entries, "Strata::convert::order");
          else
            values = allocate_values(m_exec, m_storage.scalar, entries, values_label());
          return KeySink{sorted.words.data(),
                         {values.mutable_data(), walk.values},
                         sorted.order.data()};
        },
        [&] { release(walk); });
    if (m_plan.sums_duplicates)
      merge_entries(m_exec, sorted);
    else
      keep_entries(sorted);
    build(sorted, values, walk.values);
  }

  /// Lists the entries, and sorts the list where it lies. False where that is no way to the
  /// target.
  bool collect_list(const EntryWalk& walk, const KeyLayout& layout) {
    if constexpr (std::is_same_v<memory_space, Kokkos::HostSpace>) {
      const auto levels = plan_stream(m_storage.format, layout);
      if (levels && m_plan.sort_levels > 0 && conversion_choices().sort_buckets != 1 &&
          m_plan.ordered_levels == m_storage.format.lvl_rank()) {
        collect_list(walk, layout, *levels);
        return true;
      }
    }
    return false;
  }
  void collect_list(const EntryWalk& walk, const KeyLayout& layout, const StreamLevels& levels) {
    const auto list = std::make_shared<storage_type>();
    list->format    = list_of(m_storage.format, m_storage.extents);
    list->scalar    = m_storage.scalar;
    list->extents   = m_storage.extents;
    fill_in_order(walk, layout, *list);
    const TensorRef entries = make_ref<memory_space>(list);
    ListCollector<ExecutionSpace> collector(m_exec, "Strata::convert", entries, layout, levels,
                                            m_plan.sums_duplicates, m_storage);
    if (collector.run(sort_field(layout, m_plan.sort_levels))) return;
    EntryWalk again = make_walk(entries, {entries.values, walk.values.bytes, walk.values.fill},
                                layout, false);
    again.chunks    = walk.chunks;
    collect(again, layout);
  }
  /// The entries in their order, as a list. The tensor has been read then.
  void fill_in_order(const EntryWalk& walk, const KeyLayout& layout, storage_type& list) {
    const auto places =
        allocate<std::int64_t>(m_exec, walk.chunks, "Strata::convert::places");
    const BucketPass pass{walk, places.data(), 1, 0};
    GroupTarget<ExecutionSpace> target(m_exec, layout, walk.values, list);
    const GroupSink sink = target.allocate_arrays(place_entries(m_exec, pass), walk.chunks);
    Kokkos::parallel_for("Strata::convert::list_entries",
                         IndexRange<ExecutionSpace>(m_exec, 0, walk.chunks),
                         StoreInOrderFunctor<GroupSink>{pass, sink});
    m_exec.fence("Strata::convert: entries have been listed");
    if (m_from.owner.use_count() == 1) m_from.owner = nullptr;
  }

  /// Keys of several words: lists coordinates and assembles them.
  void list(const EntryWalk& walk) {
    const EntryList<ExecutionSpace> entries(m_exec, walk, m_from.format,
                                            m_storage.scalar);
    auto sorted = sort_entries(
        m_exec, m_storage.format, m_storage.extents, entries.coordinates(),
        entries.size(), m_plan.sums_duplicates);
    build(sorted, {}, {entries.values().data(), walk.values.bytes, walk.values.fill});
  }

  /// `values` in the order of the entries, or `given` in the order of
  /// sorted.order.
  void build(SortedEntries<memory_space>& sorted,
             const ErasedArray<memory_space>& values, const ValueBits& given) {
    const auto positions   = assemble_levels(sorted);
    sorted.words           = {};  // the keys
    const bool in_place    = positions.scale == 1 && !positions.array.data() &&
                          positions.count == sorted.given;
    const bool have_values = values.data() != nullptr;
    if (in_place && have_values && sorted.size == sorted.given)
      m_storage.values = values;
    else
      assemble_values(m_exec, sorted, positions,
                      have_values ? values.data() : given.data, given.fill,
                      m_storage);
  }

  /// Returns the position of every entry.
  EntryPositions<memory_space> assemble_levels(const SortedEntries<memory_space>& sorted) {
    const auto plan = plan_stream(m_storage.format, sorted.keys.layout);
    if (!plan || m_is_one_by_one) {
      LevelAssembler<ExecutionSpace> levels(m_exec, "Strata::convert", sorted, m_storage);
      levels.run();
      return levels.positions();
    }
    const KeyWalk walk{sorted.keys.words[0], sorted.size, radix_chunks(m_exec, sorted.size)};
    LevelStream<ExecutionSpace, KeyWalk>(m_exec, *plan, walk)
        .fill("Strata::convert", m_storage);
    return {{}, 1, sorted.size, 0};
  }

  const ExecutionSpace& m_exec;
  TensorRef& m_from;
  ConvertPlan m_plan;
  storage_type& m_storage;
  /// A chunk for each entry; levels are made by scans over all.
  bool m_is_one_by_one = false;
};

}  // namespace Strata::Impl

#endif
