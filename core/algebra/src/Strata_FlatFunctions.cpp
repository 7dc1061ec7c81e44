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
    const Value segment = fold(0, m_levels.search, {}), factor = digit_count();
    const Value next = m_b.add(segment, number(1));
    return {times(m_b.load(storage.positions, segment), factor),
            times(m_b.load(storage.positions, next), factor)};
  }

  /// The position of the value, where the argument is a cursor.
  Value position() {
    std::map<int, Value> digits;
    Value rest = argument;
    for (auto l = m_levels.digits.rbegin(); l != m_levels.digits.rend(); ++l) {
      const Value extent = number(m_levels.map.extents[*l]);
      digits[*l]         = m_b.rem(rest, extent);
      rest               = m_b.div(rest, extent);
    }
    return fold_from(rest, m_levels.search + 1, num_levels(), digits);
  }

  /// The coordinate of the last dimension, where the argument is a position.
  Value coordinate() {
    const auto storage = LevelRecorder::storage();
    std::int64_t inner = 1;  // positions below one of the level
    Value sum          = number(m_levels.form.constant);
    for (int l = num_levels() - 1; l > m_levels.search; --l) {
      if (is_digit(l)) {
        const Value above = divided(argument, inner);
        sum = plus(sum, l, m_b.rem(above, number(m_levels.map.extents[l])));
      }
      inner *= m_levels.map.extents[l];
    }
    sum = plus(sum, m_levels.search, m_b.load(storage.coordinates, divided(argument, inner)));
    for (int l = 0; l < num_levels(); ++l)
      if (l != m_levels.search && !is_digit(l) && factor(l) != 0)
        sum = plus(sum, l, coordinate_of(l));
    return sum;
  }

  LevelProgram program(Value result, Value second = 0) {
    return m_b.program(result, second);
  }

 private:
  int num_levels() const { return static_cast<int>(m_levels.map.extents.size()); }
  bool is_digit(int l) const {
    for (const int digit : m_levels.digits)
      if (digit == l) return true;
    return false;
  }
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

  Value digit_count() {
    std::int64_t count = 1;
    for (const int l : m_levels.digits) count *= m_levels.map.extents[l];
    return number(count);
  }

  /// Position on level `last` − 1 of coordinates on the levels from `first` on.
  Value fold(int first, int last, const std::map<int, Value>& digits) {
    return fold_from(number(0), first, last, digits);
  }
  Value fold_from(Value position, int first, int last,
                  const std::map<int, Value>& digits) {
    for (int l = first; l < last; ++l) {
      const auto digit = digits.find(l);
      const Value inside = digit == digits.end() ? coordinate_of(l) : digit->second;
      position = is_number(position, 0)
                     ? inside
                     : m_b.add(times(position, number(m_levels.map.extents[l])), inside);
    }
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
  std::map<int, Value> m_coordinates;
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
