// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_FlatFunctions.hpp>

#include <map>

#include <Strata_Error.hpp>

namespace Strata::Impl {
namespace {

/// One function being recorded. Its first argument is the parent: the position that
/// the coordinates of the dense dimensions have together.
class FlatRecording {
 public:
  using Value = LevelRecorder::value_type;
  static constexpr Value parent = 0, argument = 1;  ///< inputs

  explicit FlatRecording(const FlatLevels& levels) : m_levels(levels) {}

  LevelBounds<Value> bounds() {
    const auto storage = LevelRecorder::storage();
    const Value segment =
        stores_parents() ? parent : fold(number(0), 0, m_levels.search);
    const Value factor = number(run(m_levels)), next = m_b.add(segment, number(1));
    return {times(m_b.load(storage.positions, segment), factor),
            times(m_b.load(storage.positions, next), factor)};
  }

  /// The position of the value at a cursor.
  Value position() {
    take_apart();
    return fold(m_entry, m_levels.search + 1, num_levels());
  }

  /// The coordinate of the last dimension at a cursor.
  Value coordinate() {
    take_apart();
    const Value stored = m_b.load(LevelRecorder::storage().coordinates, m_entry);
    Value sum          = number(m_levels.form.constant);
    sum                = plus(sum, m_levels.search, stored);
    for (int l = 0; l < num_levels(); ++l)
      if (l != m_levels.search && factor(l) != 0) sum = plus(sum, l, coordinate_of(l));
    return sum;
  }

  /// Cursors for every position of the compressed level.
  static std::int64_t run(const FlatLevels& levels) {
    std::int64_t count = 1;
    for (const int l : levels.digits) count *= levels.map.extents[l];
    return count;
  }

  LevelProgram program(Value result, Value second = 0) {
    return m_b.program(result, second);
  }

 private:
  int num_levels() const { return static_cast<int>(m_levels.map.extents.size()); }
  std::int64_t factor(int l) const {
    const auto it = m_levels.form.terms.find(AffineExpr::dimension(l));
    return it == m_levels.form.terms.end() ? 0 : it->second;
  }

  Value number(std::int64_t n) {
    const auto [it, is_new] = m_numbers.try_emplace(n);
    if (is_new) it->second = m_b.constant(n);
    return it->second;
  }
  bool is_number(Value value, std::int64_t n) const {
    const auto it = m_numbers.find(n);
    return it != m_numbers.end() && it->second == value;
  }
  Value times(Value x, Value y) {
    if (is_number(x, 0) || is_number(y, 1)) return x;
    return is_number(x, 1) ? y : m_b.mul(x, y);
  }
  Value divided(Value x, std::int64_t by) {
    return by == 1 ? x : m_b.div(x, number(by));
  }
  /// sum + factor of level l · coordinate
  Value plus(Value sum, int l, Value coordinate) {
    const std::int64_t f = factor(l);
    const Value term =
        times(coordinate, number(f < 0 ? -f : f));
    if (f < 0) return m_b.sub(sum, term);
    return is_number(sum, 0) ? term : m_b.add(sum, term);
  }

  /// True when the levels above the compressed one are the dense dimensions.
  bool stores_parents() const {
    const std::vector<int>& order = m_levels.order;
    if (m_levels.search + 1 != static_cast<int>(order.size())) return false;
    for (int l = 0; l < m_levels.search; ++l)
      if (!equal(m_levels.map.to_levels[l], AffineExpr::dimension(order[l]))) return false;
    return true;
  }

  /// The cursor as a position of the compressed level and digits.
  void take_apart() {
    const std::int64_t count = run(m_levels);
    m_entry                  = argument;
    if (count == 1) {
      for (const int l : m_levels.digits) m_coordinates[l] = number(0);
      return;
    }
    m_entry    = m_b.div(argument, number(count));
    Value rest = m_b.rem(argument, number(count));
    for (std::size_t n = m_levels.digits.size(); n-- > 0;) {
      const int l               = m_levels.digits[n];
      const std::int64_t extent = m_levels.map.extents[l];
      m_coordinates[l]          = n == 0 ? rest : m_b.rem(rest, number(extent));
      if (n > 0) rest = m_b.div(rest, number(extent));
    }
  }

  /// Position on level `last` − 1 of coordinates on the levels from `first` on.
  Value fold(Value position, int first, int last) {
    for (int l = first; l < last; ++l)
      position = is_number(position, 0)
                     ? coordinate_of(l)
                     : m_b.add(times(position, number(m_levels.map.extents[l])),
                               coordinate_of(l));
    return position;
  }

  /// The coordinate on a level that follows from the dense dimensions.
  Value coordinate_of(int l) {
    const auto [it, is_new] = m_coordinates.try_emplace(l);
    if (is_new) it->second = value_of(*m_levels.map.to_levels[l]);
    return it->second;
  }

  /// Coordinate of a dense dimension.
  Value dimension(int d) {
    std::int64_t inner = 1;
    std::size_t n      = m_levels.order.size() - 1;
    while (m_levels.order[--n] != d) inner *= m_levels.extents[m_levels.order[n]];
    const Value above = divided(parent, inner);
    return n == 0 ? above : m_b.rem(above, number(m_levels.extents[d]));
  }

  Value value_of(const AffineExpr& e) {
    using Kind = AffineExpr::Kind;
    switch (e.kind) {
      case Kind::constant: return number(e.value);
      case Kind::dimension: return dimension(static_cast<int>(e.value));
      case Kind::add: {
        const Value x = value_of(*e.lhs);
        return m_b.add(x, value_of(*e.rhs));
      }
      case Kind::mul: {
        const Value x = value_of(*e.lhs);
        return m_b.mul(x, value_of(*e.rhs));
      }
      case Kind::floordiv: return m_b.div(dividend(e), value_of(*e.rhs));
      case Kind::mod: return m_b.rem(dividend(e), value_of(*e.rhs));
      default:
        throw CodegenError(error_message("flatten_levels", "level expression",
                                         "one of dimensions and numbers",
                                         to_string(e, AffineNames{})));
    }
  }
  /// Division rounds towards 0: what is divided must not be negative.
  Value dividend(const AffineExpr& e) {
    const IndexDomain domain = IndexDomain::of_extents(m_levels.extents);
    if (domain.range_of(*e.lhs).lower < 0)
      throw CodegenError(error_message("flatten_levels", "level expression",
                                       "quotients of numbers from 0 on",
                                       to_string(e, AffineNames{})));
    return value_of(*e.lhs);
  }

  const FlatLevels& m_levels;
  LevelRecorder m_b;
  std::map<std::int64_t, Value> m_numbers;
  std::map<int, Value> m_coordinates;  ///< of levels
  Value m_entry = argument;            ///< position of the compressed level
};

/// What lies outside of the dimension is padding around the children.
void describe_padding(const FlatLevels& levels, LevelDescription& d) {
  std::int64_t lower = levels.form.constant, upper = lower;
  for (const auto& [level, factor] : levels.form.terms) {
    const std::int64_t most = factor * (levels.map.extents[level->value] - 1);
    (most < 0 ? lower : upper) += most;
  }
  const bool is_padded = lower < 0 || upper >= levels.extents[levels.order.back()];
  d.padding = is_padded ? LevelPadding::coordinates : LevelPadding::none;
  d.below   = lower < 0 ? -lower : 0;
}

void add(std::uint64_t& hash, std::uint64_t word) {
  constexpr std::uint64_t prime = 0x100000001B3;  // Fowler, Noll, Vo: FNV-1a
  for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (word >> (8 * byte) & 0xFF)) * prime;
}

void add(std::uint64_t& hash, const LevelProgram& program) {
  for (int n = 0; n < program.num_steps; ++n) {
    const LevelStep& step = program.steps[n];
    add(hash, static_cast<std::uint64_t>(step.operation) << 16 | step.a << 8 | step.b);
    add(hash, step.c);
    add(hash, static_cast<std::uint32_t>(step.constant));
  }
  add(hash, program.results[0] << 8 | program.results[1]);
}

}  // namespace

LevelDefinition define_flat_level(const FlatLevels& levels) {
  LevelDefinition out;
  out.description.name            = "flat";
  out.description.is_view         = true;
  out.description.takes_modifiers = false;
  out.description.run             = FlatRecording::run(levels);
  describe_padding(levels, out.description);
  FlatRecording bounds(levels), access(levels);
  const auto b     = bounds.bounds();
  out.pos_bounds   = bounds.program(b.begin, b.end);
  out.has_position = levels.search + 1 < static_cast<int>(levels.map.extents.size());
  if (out.has_position) {
    FlatRecording position(levels);
    out.position = position.program(position.position());
  }
  out.pos_access = access.program(access.coordinate());
  return out;
}

std::string fingerprint(const LevelDefinition& level) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const LevelProgram* p : {&level.pos_bounds, &level.position, &level.pos_access})
    add(hash, *p);
  add(hash, static_cast<std::uint64_t>(level.description.padding));
  add(hash, static_cast<std::uint64_t>(level.description.below));
  constexpr const char* digits = "0123456789abcdef";
  std::string out;
  for (int n = 0; n < 12; ++n) out += digits[hash >> (4 * n) & 0xF];
  return out;
}

}  // namespace Strata::Impl
