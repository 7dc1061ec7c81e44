// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LEVEL_PROGRAM_HPP
#define STRATA_LEVEL_PROGRAM_HPP

#include <cstdint>

#include <Strata_Inline.hpp>
#include <Strata_LevelFunctions.hpp>

/// \file
/// A level function as data: the steps that it asked a builder for. A level that
/// is registered at run time is recorded once; its steps are played back to the
/// device evaluator (in host and device code) and to the IR builder of codegen.

namespace Strata {

enum class LevelOperation : std::uint8_t {
  constant, add, sub, mul, div, rem, min, max,
  load, bit, find  ///< of the array `constant`: 0 positions, 1 coordinates
};

/// One step; its result is the value number LevelProgram::num_inputs + its own.
struct LevelStep {
  LevelOperation operation = LevelOperation::constant;
  std::uint8_t a = 0, b = 0, c = 0;  ///< values
  std::int32_t constant = 0;
};

/// Straight-line function of two numbers, of the arrays, the extent and the parameters
/// of a level, and of the level above it. Copies into kernels.
struct LevelProgram {
  /// Values that are there before the first step: the two arguments, the extent,
  /// the two parameters, coordinate and extent above.
  static constexpr int num_inputs  = 7;
  static constexpr int first_above = 5;
  static constexpr int max_steps   = 20;

  LevelStep steps[max_steps] = {};
  std::uint8_t num_steps     = 0;
  std::uint8_t results[2]    = {0, 0};
};

/// True where `program` looks at the level above.
bool asks_above(const LevelProgram& program);

/// What `program` computes, with a builder that provides all of
/// Strata_LevelFunctions.hpp. `above`: LevelAbove::coordinate; that of `s` is not read.
template <class B>
STRATA_INLINE LevelBounds<typename B::value_type> play(
    B& b, const LevelProgram& program, const LevelStorage<B>& s,
    typename B::value_type first, typename B::value_type second,
    typename B::value_type above) {
  typename B::value_type values[LevelProgram::num_inputs +
                                LevelProgram::max_steps] = {
      first, second, s.extent, s.parameters[0], s.parameters[1], above, s.above.extent};
  for (int n = 0; n < program.num_steps; ++n) {
    const LevelStep step = program.steps[n];
    const auto &x = values[step.a], &y = values[step.b];
    const auto& array = step.constant == 0 ? s.positions : s.coordinates;
    auto& result  = values[LevelProgram::num_inputs + n];
    switch (step.operation) {
      case LevelOperation::constant: result = b.constant(step.constant); break;
      case LevelOperation::add: result = b.add(x, y); break;
      case LevelOperation::sub: result = b.sub(x, y); break;
      case LevelOperation::mul: result = b.mul(x, y); break;
      case LevelOperation::div: result = b.div(x, y); break;
      case LevelOperation::rem: result = b.rem(x, y); break;
      case LevelOperation::min: result = b.min(x, y); break;
      case LevelOperation::max: result = b.max(x, y); break;
      case LevelOperation::load: result = b.load(array, x); break;
      case LevelOperation::bit: result = b.bit(array, x); break;
      default: result = b.find(array, x, y, values[step.c]);
    }
  }
  return {values[program.results[0]], values[program.results[1]]};
}

/// Builder that records.
/// \throws CodegenError from add() … find() when a function has too many steps
class LevelRecorder {
 public:
  using value_type = std::uint8_t;  ///< number of a value
  enum class array_type : std::int32_t { positions, coordinates };

  value_type constant(std::int64_t c);
  value_type add(value_type x, value_type y) { return put(LevelOperation::add, x, y); }
  value_type sub(value_type x, value_type y) { return put(LevelOperation::sub, x, y); }
  value_type mul(value_type x, value_type y) { return put(LevelOperation::mul, x, y); }
  value_type div(value_type x, value_type y) { return put(LevelOperation::div, x, y); }
  value_type rem(value_type x, value_type y) { return put(LevelOperation::rem, x, y); }
  value_type min(value_type x, value_type y) { return put(LevelOperation::min, x, y); }
  value_type max(value_type x, value_type y) { return put(LevelOperation::max, x, y); }
  value_type load(array_type array, value_type position) {
    return put(LevelOperation::load, position, 0, 0, static_cast<std::int32_t>(array));
  }
  value_type bit(array_type array, value_type n) {
    return put(LevelOperation::bit, n, 0, 0, static_cast<std::int32_t>(array));
  }
  value_type find(array_type array, value_type begin, value_type end, value_type number) {
    return put(LevelOperation::find, begin, end, number,
               static_cast<std::int32_t>(array));
  }

  /// The storage that level functions are recorded with.
  static LevelStorage<LevelRecorder> storage() {
    return {array_type::positions, array_type::coordinates, 2, {3, 4}, {5, 6}};
  }
  LevelProgram program(value_type result, value_type second = 0);

 private:
  value_type put(LevelOperation operation, value_type x, value_type y, value_type z = 0,
                 std::int32_t constant = 0);
  LevelProgram m_program;
};

}  // namespace Strata

#endif
