// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_COPIES_HPP
#define STRATA_PLAN_COPIES_HPP

// Included by Strata_PlanImpl.hpp: what the copies of operands in other formats
// need of an execution space.

#include <cstddef>
#include <cstdint>
#include <memory>

#include <Strata_Convert.hpp>
#include <impl/Strata_FillValues.hpp>

namespace Strata::Impl {

/// Steps of a conversion on the instance `exec`, whose type is erased.
struct CopySteps {
  /// Strata::convert().
  TensorRef (*convert)(const void* exec, const TensorRef& tensor,
                       const TensorFormat& format);
  /// The structure of `tensor` in `format`; its values (i64) are where the values
  /// come from: one more than their number in `tensor`, 0 for none.
  TensorRef (*places)(const void* exec, const TensorRef& tensor,
                      const TensorFormat& format);
  /// to[n] = from[places[n] − 1], or `fill`. Asynchronous.
  void (*gather)(const void* exec, const TensorRef& places, const void* from,
                 void* to, const FillBits& fill);
};

struct TwoWords {
  std::uint64_t first, second;
};

template <class Word>
struct GatherFunctor {
  const std::int64_t* m_places;
  const Word* m_from;
  Word* m_to;
  Word m_fill;

  KOKKOS_FUNCTION void operator()(std::int64_t n) const {
    const std::int64_t place = m_places[n];
    m_to[n] = place == 0 ? m_fill : m_from[place - 1];
  }
};

template <class Word, class ExecutionSpace>
void gather_words(const ExecutionSpace& exec, const TensorRef& places,
                  const void* from, void* to, const Word& fill) {
  Kokkos::parallel_for(
      "Strata::convert::gather_values",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
          exec, 0, places.num_values),
      GatherFunctor<Word>{static_cast<const std::int64_t*>(places.values),
                          static_cast<const Word*>(from),
                          static_cast<Word*>(to), fill});
}

struct NumberFunctor {
  std::int64_t* m_numbers;
  KOKKOS_FUNCTION void operator()(std::int64_t n) const {
    m_numbers[n] = n + 1;
  }
};

template <class ExecutionSpace>
TensorRef places_of(const ExecutionSpace& exec, TensorRef tensor,
                    const TensorFormat& format) {
  const Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space>
      numbers(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                                 "Strata::convert::places"),
              static_cast<std::size_t>(tensor.num_values));
  Kokkos::parallel_for(
      "Strata::convert::number_values",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
          exec, 0, tensor.num_values),
      NumberFunctor{numbers.data()});
  tensor.scalar = ScalarType::i64;
  tensor.values = numbers.data();
  tensor.fill   = 0;  // the place of no value
  return Strata::convert(exec, tensor, format);
}

template <class ExecutionSpace>
const CopySteps& copy_steps() {
  static constexpr auto space = [](const void* exec) -> const ExecutionSpace& {
    return *static_cast<const ExecutionSpace*>(exec);
  };
  static constexpr CopySteps steps{
      [](const void* exec, const TensorRef& tensor, const TensorFormat& format) {
        return Strata::convert(space(exec), tensor, format);
      },
      [](const void* exec, const TensorRef& tensor, const TensorFormat& format) {
        return places_of(space(exec), tensor, format);
      },
      [](const void* exec, const TensorRef& places, const void* from, void* to,
         const FillBits& fill) {
        const std::uint64_t word = fill.words[0];
        switch (fill.bytes) {
          case 1:
            return gather_words(space(exec), places, from, to,
                                static_cast<std::uint8_t>(word));
          case 2:
            return gather_words(space(exec), places, from, to,
                                static_cast<std::uint16_t>(word));
          case 4:
            return gather_words(space(exec), places, from, to,
                                static_cast<std::uint32_t>(word));
          case 8: return gather_words(space(exec), places, from, to, word);
          default:
            return gather_words(space(exec), places, from, to,
                                TwoWords{word, fill.words[1]});
        }
      }};
  return steps;
}

}  // namespace Strata::Impl

#endif
