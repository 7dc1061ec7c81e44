// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_PLAN_COPIES_HPP
#define STRATA_PLAN_COPIES_HPP

// Included by Strata_PlanImpl.hpp: what the copies of operands in other formats
// need of an execution space.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include <Strata_Convert.hpp>
#include <impl/Strata_FillValues.hpp>

namespace Strata::Impl {

/// Steps of a conversion on the instance `exec`, whose type is erased.
struct CopySteps {
  /// Strata::convert().
  TensorRef (*convert)(const void* exec, const TensorRef& tensor,
                       const TensorFormat& format);
  /// The structure of `tensor` in `format`; its values (u32 where that holds them, or
  /// i64) are where the values come from: one more than their number in `tensor`, 0 for none.
  TensorRef (*places)(const void* exec, const TensorRef& tensor,
                      const TensorFormat& format);
  /// to[n] = from[places[n] − 1], or `fill`. Asynchronous.
  void (*gather)(const void* exec, const TensorRef& places, const void* from,
                 void* to, const FillBits& fill);
};

struct TwoWords {
  std::uint64_t first, second;
};

template <class Place, class Word>
struct GatherFunctor {
  const Place* m_places;
  const Word* m_from;
  Word* m_to;
  Word m_fill;

  KOKKOS_FUNCTION void operator()(std::int64_t n) const {
    const Place place = m_places[n];
    m_to[n]           = place == 0 ? m_fill : m_from[place - 1];
  }
};

template <class Place, class Word, class ExecutionSpace>
void gather_by(const ExecutionSpace& exec, const TensorRef& places, const void* from, void* to,
               const Word& fill) {
  Kokkos::parallel_for(
      "Strata::convert::gather_values",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
          exec, 0, places.num_values),
      GatherFunctor<Place, Word>{static_cast<const Place*>(places.values),
                                 static_cast<const Word*>(from),
                                 static_cast<Word*>(to), fill});
}
template <class Word, class ExecutionSpace>
void gather_words(const ExecutionSpace& exec, const TensorRef& places,
                  const void* from, void* to, const Word& fill) {
  if (places.scalar == ScalarType::u32)
    gather_by<std::uint32_t>(exec, places, from, to, fill);
  else
    gather_by<std::int64_t>(exec, places, from, to, fill);
}

template <class Place>
struct NumberFunctor {
  Place* m_numbers;
  KOKKOS_FUNCTION void operator()(std::int64_t n) const {
    m_numbers[n] = static_cast<Place>(n + 1);
  }
};

/// \param tensor of which others hold the levels: the numbers are freed when they have been read
template <class Place, class ExecutionSpace>
TensorRef number_places(const ExecutionSpace& exec, TensorRef tensor,
                        const TensorFormat& format) {
  using numbers_type = Kokkos::View<Place*, typename ExecutionSpace::memory_space>;
  numbers_type numbers(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "Strata::convert::places"),
      static_cast<std::size_t>(tensor.num_values));
  Kokkos::parallel_for(
      "Strata::convert::number_values",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
          exec, 0, tensor.num_values),
      NumberFunctor<Place>{numbers.data()});
  tensor.scalar = scalar_type_of_v<Place>;
  tensor.values = numbers.data();
  tensor.fill   = 0;  // the place of no value
  tensor.owner  = std::make_shared<numbers_type>(std::move(numbers));
  return Strata::convert(exec, std::move(tensor), format, scalar_type_of_v<Place>);
}
template <class ExecutionSpace>
TensorRef places_of(const ExecutionSpace& exec, const TensorRef& tensor,
                    const TensorFormat& format) {
  const bool is_narrow = tensor.num_values <= std::numeric_limits<std::uint32_t>::max();
  return is_narrow ? number_places<std::uint32_t>(exec, tensor, format)
                   : number_places<std::int64_t>(exec, tensor, format);
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
