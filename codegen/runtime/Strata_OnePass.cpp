// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_OnePass.h"

#include <algorithm>
#include <limits>

#include <impl/Strata_AppendedSizes.hpp>

namespace Strata::Impl {

namespace {

/// Below it two launches are the same as one, and nothing can be estimated.
constexpr std::int64_t small_result = 4096, few_pieces = 16;

double largest_position(const IndexType& type) {
  const int bits = type.is_signed ? type.bits() - 1 : type.bits();
  return bits >= 63 ? static_cast<double>(std::numeric_limits<std::int64_t>::max())
                    : static_cast<double>(std::int64_t{1} << bits) - 1;
}

}  // namespace

bool takes_one_pass(const strata::CompiledProgram& program) {
  return std::any_of(
      program.steps.begin(), program.steps.end(), [](const strata::ProgramStep& step) {
        return step.pass == strata::ProgramStep::Pass::limit;
      });
}

std::int64_t OnePass::entry_bytes() const {
  std::int64_t bytes = 0;
  for (const AppendedArray& a : m_tensors.appended_arrays(m_tensor)) bytes += a.element_bytes;
  return bytes;
}

/// Positions count from the limits while pieces are appended.
bool OnePass::is_possible() const {
  const TensorFormat& format = m_tensors[m_tensor].format;
  return static_cast<double>(m_limit) <= largest_position(format.pos_type());
}

/// The memory of the slots, which hold the largest piece, and what there is room for
/// beyond the entries come to less than a quarter of these.
bool OnePass::is_worthwhile(double entries, std::int64_t slots) const {
  const auto beside = static_cast<double>(m_room + slots * m_most) - entries;
  return beside <= 0.23 * entries;  // and kept arrays may be larger by a sixty-fourth
}

void OnePass::decide(int tensor, const PreparedLaunch& limit, LaunchEntry counting,
                     const void* exec) {
  m_tensor        = tensor;
  m_pieces        = limit.units;
  AppendCounts& a = m_tensors.counts_of(tensor);
  m_most          = 0;
  for (std::int64_t p = 0; p < m_pieces; ++p) m_most = std::max(m_most, a.cursors[2 * p]);
  m_limit     = scan_counts(a.cursors.data(), a.pieces, a.levels).front();
  m_starts.resize(m_pieces);
  for (std::int64_t p = 0; p < m_pieces; ++p) m_starts[p] = a.cursors[2 * p];
  m_is_chosen = is_possible() && make_room(counting, exec);
  explain();
  if (!m_is_chosen) std::fill(a.cursors.begin(), a.cursors.end(), 0);
}

void OnePass::explain() const {
  const std::string most = std::to_string(m_limit) + " entries at most in " +
                           std::to_string(m_pieces) + " pieces";
  const std::string about = m_entries < 0 ? "" : ", about " + std::to_string(m_entries);
  const std::string room = m_is_exact ? "in place" : "room for " + std::to_string(m_room);
  m_state.passes = (m_is_chosen ? "one pass, " + room : "two passes") +
                   std::string("; ") + most + about;
}

/// False where counting is better.
bool OnePass::make_room(LaunchEntry counting, const void* exec) {
  const std::int64_t slots = m_space.num_slots(exec);
  const bool is_wanted     = m_state.request.options.passes == Passes::one;
  m_room                   = m_limit;
  m_entries                = -1;
  m_is_exact               = false;
  if (m_pieces < few_pieces || m_limit < small_result) return is_wanted;
  if (!is_wanted && !is_worthwhile(static_cast<double>(m_limit), slots)) return false;
  const double entries = estimate(counting, exec);
  m_entries            = static_cast<std::int64_t>(entries);
  m_is_exact           = m_entries == m_limit;
  if (m_is_exact) return true;
  const double room    = 1.05 * entries + 2.0 * static_cast<double>(m_most);
  if (room < static_cast<double>(m_limit)) m_room = static_cast<std::int64_t>(room);
  return is_wanted || is_worthwhile(entries, slots);
}

/// Entries of the result, from pieces here and there: one in 64, but 32 of them at least
/// where pieces are many.
double OnePass::estimate(LaunchEntry counting, const void* exec) const {
  std::int64_t* cursors = m_tensors.counts_of(m_tensor).cursors.data();
  SampledPieces samples;
  samples.entry  = counting;
  samples.words  = m_tensors.words();
  samples.pieces = m_pieces;
  samples.stride = std::clamp<std::int64_t>(m_pieces / 32, std::min<std::int64_t>(m_pieces, 16), 64);
  samples.first  = samples.stride / 2;
  m_space.in_order->count(exec, samples);
  std::int64_t limit = 0, counted = 0;
  for (std::int64_t n = 0; n < samples.size(); ++n) {
    const std::int64_t p = samples.piece(n);
    counted += cursors[2 * p];
    limit += (p + 1 < m_pieces ? m_starts[p + 1] : m_limit) - m_starts[p];
    cursors[2 * p] = m_starts[p];
  }
  const auto all = static_cast<double>(m_limit);
  return limit > 0 ? all * (static_cast<double>(counted) / static_cast<double>(limit)) : all;
}

bool OnePass::append(const PreparedLaunch& launch, const void* exec) {
  m_places.assign(m_pieces + 1, 0);
  if (m_is_exact)
    append_in_place(launch, exec);
  else
    append_by_pieces(launch, exec);
  std::int64_t* cursors = m_tensors.counts_of(m_tensor).cursors.data();
  for (std::int64_t p = 0; p < m_pieces && !m_is_chosen; ++p) cursors[2 * p] = m_places[p];
  return m_is_chosen;
}

/// What pieces have not appended is a gap behind them.
void OnePass::append_in_place(const PreparedLaunch& launch, const void* exec) {
  m_space.launch(exec, launch, m_tensors.words());
  m_space.fence(exec, "Strata::Plan::execute: appended");
  const std::int64_t* cursors = m_tensors.counts_of(m_tensor).cursors.data();
  for (std::int64_t p = 0; p < m_pieces; ++p)
    m_places[p + 1] = m_places[p] + cursors[2 * p] - m_starts[p];
  m_is_exact = m_is_chosen = entries() == m_limit;
}

void OnePass::append_by_pieces(const PreparedLaunch& launch, const void* exec) {
  AppendCounts& a = m_tensors.counts_of(m_tensor);
  OrderedAppend work;
  work.label     = launch.label;
  work.entry     = launch.entry;
  work.words     = m_tensors.words();
  work.num_words = m_tensors.num_words();
  work.pieces    = m_pieces;
  work.arrays    = m_tensors.appended_arrays(m_tensor);
  work.starts    = m_starts.data();
  work.cursors   = a.cursors.data();
  work.room      = m_room;
  work.most      = m_most;
  work.places    = m_places.data();
  const auto slots = m_state.workspaces.take(
      exec, static_cast<std::size_t>(work.slot_bytes() * m_space.num_slots(exec)), m_space);
  work.slots = static_cast<std::byte*>(slots.get());
  m_space.in_order->append(exec, work);
  m_is_chosen = entries() <= m_room;
}

TensorRef OnePass::finished(const TensorRef& tensor, const void* exec) const {
  const int level = strata::appendedLevels(tensor.format).front();
  void* positions = const_cast<void*>(tensor.levels[level].positions);
  // The positions of a list are where it begins, and its room.
  const bool is_root = level == 0;
  const std::vector<std::int64_t> root_starts{0, m_room}, root_places{0, entries()};
  m_space.in_order->place(
      exec, {positions, tensor.format.pos_type(), tensor.levels[level].num_positions,
             is_root ? root_starts.data() : m_starts.data(),
             is_root ? root_places.data() : m_places.data(), is_root ? 2 : m_pieces});
  return has_much_room(entries()) ? copy_of(tensor, exec)
                                  : m_space.in_order->shortened(tensor, entries());
}

/// More than a quarter, and worth a copy.
bool OnePass::has_much_room(std::int64_t entries) const {
  return 4 * m_room > 5 * entries && (m_room - entries) * entry_bytes() > (1 << 20);
}

TensorRef OnePass::copy_of(const TensorRef& tensor, const void* exec) const {
  const std::vector<int> incomplete;
  const TensorRef made = m_space.appended_tensor(exec, tensor, {entries()}, incomplete,
                                                 m_tensors.name_of(m_tensor));
  const auto copy = [&](const void* to, const void* from, std::int64_t n, std::int64_t bytes) {
    if (n > 0)
      m_space.copy(exec, const_cast<void*>(to), from, static_cast<std::size_t>(n * bytes));
  };
  for (std::size_t l = 0; l < made.levels.size(); ++l) {
    const LevelArrays &to = made.levels[l], &from = tensor.levels[l];
    copy(to.positions, from.positions, to.num_positions, made.format.pos_type().bytes());
    copy(to.coordinates, from.coordinates, to.num_coordinates, made.format.crd_type().bytes());
  }
  copy(made.values, tensor.values, made.num_values,
       static_cast<std::int64_t>(size_of(made.scalar)));
  m_space.fence(exec, "Strata::Plan::execute: copied");
  return made;
}

}  // namespace Strata::Impl
