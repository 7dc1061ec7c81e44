// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_RANDOM_CASE_HPP
#define STRATA_RANDOM_CASE_HPP

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <Strata_PlanOptions.hpp>
#include <Strata_TestTensors.hpp>

namespace Strata::Testing {

/// Reproducible on every platform, unlike the standard distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : m_engine(seed) {}
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(n));
  }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(static_cast<std::int64_t>(from.size()))];
  }
  template <class T>
  void shuffle(std::vector<T>& v) {
    for (std::size_t k = v.size(); k > 1; --k) std::swap(v[k - 1], v[below(k)]);
  }

 private:
  std::mt19937_64 m_engine;
};

struct RandomTensor {
  TensorFormat format;
  CooData data;        ///< of the result: its old contents
  DenseLayout layout;  ///< dense formats
  double fill = 0;     ///< sparse formats, and results
  bool is_result = false;
};

/// One drawn statement with everything that is needed to run it.
struct RandomCase {
  std::string notation;
  bool in_phases = false;  ///< a sparse result also by assemble() and compute()
  std::string result = "A";
  bool accumulate    = false;
  std::map<std::string, RandomTensor> tensors;
  PlanOptions options;
  /// Some cases: teams for a checking build with permuted work items; 0: none.
  int team_size = 0, vector_length = 0, permute = -1;
  bool openmp = false;

  /// Statement, formats, types, extents, entries: what a bug report needs.
  /// \param entries so many of every tensor are printed
  std::string describe(std::int64_t entries = 12) const;
};

/// Case `number` of the stream `seed`: every mix of dense, compressed,
/// compressed(nonunique) + singleton levels in operands and result, levels of plugins,
/// blocks, diagonals, texts that count, mode orders, index widths, packed ones, types, data, layouts, fill values and options over + - * / negation,
/// literals, functions, comparisons, casts, index values, sums and other reductions; some of
/// infinite numbers, some in phases.
RandomCase draw_case(std::uint64_t seed, std::int64_t number);

/// A hyper-sparse one: extents up to 1e9, at most 1000 entries an operand,
/// compressed and singleton levels; a dense result with small extents, or a sparse
/// one with any.
RandomCase draw_hypersparse_case(std::uint64_t seed, std::int64_t number);

/// A function or comparison: second argument null: none, "": an operand, else that.
struct OperatorDraw {
  const char* name;
  const char* second = nullptr;
};
/// One that gives a truth value; defined for `type`.
OperatorDraw draw_comparison(Random& random, ScalarType type);
/// One that stays in `type` and is accurate for small multiples of 1/4.
OperatorDraw draw_function(Random& random, ScalarType type);

/// Random level types for `rank` levels, dense ones with the given chance.
std::vector<LevelType> draw_levels(Random& random, int rank, int dense_percent);
/// Widths of positions and coordinates that hold `largest`.
IndexType draw_index_type(Random& random, std::int64_t largest);
/// A value for data; `divisor`: a power of two, never 0.
double draw_value(Random& random, ScalarType scalar, bool divisor);

}  // namespace Strata::Testing

#endif
