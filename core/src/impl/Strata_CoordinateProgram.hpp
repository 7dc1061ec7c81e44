// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_COORDINATE_PROGRAM_HPP
#define STRATA_IMPL_COORDINATE_PROGRAM_HPP

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_LevelMap.hpp>
#include <impl/Strata_EntryKeys.hpp>

namespace Strata::Impl {

/// Index expressions as steps that kernels run: coordinates in, coordinates out,
/// and whether they are those of an element.
class CoordinateProgram {
 public:
  /// Results over dimensions 0 … inputs - 1.
  /// \throws UnsupportedExpression for products of coordinates, for more than
  ///   max_levels coordinates and for expressions of too many steps
  CoordinateProgram(int inputs, const std::vector<AffineExprPtr>& results,
                    const std::vector<IndexConstraint>& conditions);
  CoordinateProgram() = default;

  /// False where a condition does not hold; the results mean nothing then.
  KOKKOS_INLINE_FUNCTION bool operator()(const std::int64_t* in,
                                         std::int64_t* out) const {
    std::int64_t values[max_values];
    for (int i = 0; i < m_inputs; ++i) values[i] = in[i];
    for (int s = 0; s < m_num_steps; ++s)
      values[m_inputs + s] = run(m_steps[s], values);
    for (int r = 0; r < m_num_results; ++r) out[r] = values[m_results[r]];
    for (int c = 0; c < m_num_conditions; ++c) {
      const std::int64_t value = values[m_conditions[c].value];
      if (value < m_conditions[c].lower || value > m_conditions[c].upper)
        return false;
    }
    return true;
  }
  bool has_conditions() const { return m_num_conditions > 0; }

 private:
  friend class ProgramBuilder;

  enum class Op : std::uint8_t { constant, add, scale, floordiv, mod };
  /// Operands are numbers of values before it, or the constant.
  struct Step {
    Op op           = Op::constant;
    std::uint8_t a  = 0, b = 0;
    std::int64_t by = 0;
  };
  struct Condition {
    std::uint8_t value = 0;
    std::int64_t lower = 0, upper = 0;
  };
  static constexpr int max_values     = 96;
  static constexpr int max_steps      = 64;
  static constexpr int max_conditions = 32;

  KOKKOS_INLINE_FUNCTION static std::int64_t run(const Step& step,
                                                 const std::int64_t* values) {
    const std::int64_t a = values[step.a];
    switch (step.op) {
      case Op::constant: return step.by;
      case Op::add: return a + values[step.b];
      case Op::scale: return a * step.by;
      case Op::floordiv: return a / step.by - (a % step.by < 0);
      default: return a % step.by + (a % step.by < 0 ? step.by : 0);
    }
  }

  int m_inputs = 0, m_num_steps = 0, m_num_results = 0, m_num_conditions = 0;
  Kokkos::Array<Step, max_steps> m_steps{};
  Kokkos::Array<std::uint8_t, max_levels> m_results{};
  Kokkos::Array<Condition, max_conditions> m_conditions{};
};

/// Dimension coordinates to level coordinates.
CoordinateProgram to_levels(const LevelMap& map, int dimensions);
/// Level coordinates to dimension coordinates; false for padding.
CoordinateProgram to_dimensions(const LevelMap& map);
/// Level coordinates of one format to those of another, of tensors with the same
/// dimensions; false for padding of the first.
CoordinateProgram between_levels(const LevelMap& from, const LevelMap& to,
                                 const std::vector<std::int64_t>& extents);

}  // namespace Strata::Impl

#endif
