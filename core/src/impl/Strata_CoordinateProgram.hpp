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
  /// Coordinates in, then the values of the steps, then those of the results.
  static constexpr int max_values = 96;

  /// Results over dimensions 0 … inputs - 1.
  /// \throws UnsupportedExpression for products of coordinates, for more than
  ///   max_levels coordinates and for expressions of too many steps
  CoordinateProgram(int inputs, const std::vector<AffineExprPtr>& results,
                    const std::vector<IndexConstraint>& conditions);
  CoordinateProgram() = default;

  /// False where a condition does not hold; the results mean nothing then.
  KOKKOS_INLINE_FUNCTION bool operator()(const std::int64_t* in,
                                         std::int64_t* out) const {
    std::int64_t values[max_values][1];
    for (int i = 0; i < m_inputs; ++i) values[i][0] = in[i];
    run(values, 1);
    for (int r = 0; r < m_num_results; ++r) out[r] = values[m_results[r]][0];
    return holds(values, 0);
  }

  /// The same for n tuples at once, step by step. The first rows of `values` are
  /// the coordinates.
  template <int Size>
  KOKKOS_INLINE_FUNCTION void run(std::int64_t (&values)[max_values][Size],
                                  int n) const {
    for (int s = 0; s < m_num_steps; ++s)
      run(m_steps[s], values, values[m_inputs + s], n);
  }
  /// Row of a result after run().
  KOKKOS_INLINE_FUNCTION int result(int r) const { return m_results[r]; }
  /// Whether tuple k meets the conditions, after run().
  template <int Size>
  KOKKOS_INLINE_FUNCTION bool holds(
      const std::int64_t (&values)[max_values][Size], int k) const {
    for (int c = 0; c < m_num_conditions; ++c) {
      const std::int64_t value = values[m_conditions[c].value][k];
      if (value < m_conditions[c].lower || value > m_conditions[c].upper)
        return false;
    }
    return true;
  }
  KOKKOS_INLINE_FUNCTION int inputs() const { return m_inputs; }
  KOKKOS_INLINE_FUNCTION int results() const { return m_num_results; }
  KOKKOS_INLINE_FUNCTION bool has_conditions() const {
    return m_num_conditions > 0;
  }

 private:
  friend class ProgramBuilder;

  enum class Op : std::uint8_t {
    constant,
    add,
    scale,
    floordiv,
    mod,
    shift,  ///< floordiv by a power of 2: by so many bits
    mask    ///< mod by a power of 2: of these bits
  };
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
  static constexpr int max_steps      = 64;
  static constexpr int max_conditions = 32;

  template <int Size>
  KOKKOS_INLINE_FUNCTION static void run(
      const Step& step, const std::int64_t (&values)[max_values][Size],
      std::int64_t* out, int n) {
    const std::int64_t* const a = values[step.a];
    const std::int64_t* const b = values[step.b];
    const std::int64_t by       = step.by;
    switch (step.op) {
      case Op::constant: return each(out, n, [=](int) { return by; });
      case Op::add: return each(out, n, [=](int k) { return a[k] + b[k]; });
      case Op::scale: return each(out, n, [=](int k) { return a[k] * by; });
      case Op::shift: return each(out, n, [=](int k) { return a[k] >> by; });
      case Op::mask: return each(out, n, [=](int k) { return a[k] & by; });
      case Op::floordiv:
        return each(out, n,
                    [=](int k) { return a[k] / by - (a[k] % by < 0); });
      default:
        return each(out, n, [=](int k) {
          return a[k] % by + (a[k] % by < 0 ? by : 0);
        });
    }
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION static void each(std::int64_t* out, int n, F&& f) {
    for (int k = 0; k < n; ++k) out[k] = f(k);
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
