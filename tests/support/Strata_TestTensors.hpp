// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_TENSORS_HPP
#define STRATA_TEST_TENSORS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <Strata_Check.hpp>
#include <Strata_Core.hpp>

namespace Strata::Testing {

/// Coordinate list; repeated coordinates are summed by whoever stores it.
struct CooData {
  ScalarType scalar = ScalarType::f64;
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> coordinates;  ///< row-major: entry × dimension
  std::vector<std::byte> values;

  std::int64_t size() const { return static_cast<std::int64_t>(values.size() / size_of(scalar)); }
  std::vector<std::int64_t> coordinate(std::int64_t entry) const;
  void add(const std::vector<std::int64_t>& c, const EvaluatedEntry& value);
  /// A number for any type: rounded for integers, != 0 for bool.
  void add(const std::vector<std::int64_t>& c, double value);
};

/// Writes a value of type `scalar` at `address`.
void store(ScalarType scalar, void* address, const EvaluatedEntry& value);
EvaluatedEntry load(ScalarType scalar, const void* address);

/// "dense", "compressed(nonunique)" … \throws UnsupportedExpression otherwise.
LevelType level_from_text(const std::string& text);

/// How a dense tensor lies in memory.
struct DenseLayout {
  std::vector<int> order;  ///< order[l] = dimension of level l; empty: 0, 1, …
  int gap    = 0;          ///< unused elements after every run of the last level
  int stride = 1;          ///< elements between neighbours of the last level
};

/// Dense tensor in a buffer whose every byte outside the elements is guarded.
class GuardedDense {
 public:
  GuardedDense(ScalarType scalar, std::vector<std::int64_t> extents, const DenseLayout& layout);

  const TensorRef& ref() const { return m_ref; }
  /// Sets every element to the entries of `data` (sums), `background` elsewhere.
  void fill(const CooData& data, double background = 0);
  /// Sets every byte of the elements (a result that must be overwritten).
  void fill_bytes(unsigned char byte);
  /// Copies the elements of a tensor of the same shape and layout.
  void copy(const GuardedDense& other);
  /// False when a byte that is not an element's has changed.
  bool guards_intact() const;

 private:
  std::size_t offset(const std::vector<std::int64_t>& c) const;
  template <class F>
  void for_each_element(F&& f) const;

  static constexpr unsigned char s_guard = 0xA5;
  TensorRef m_ref;
  std::vector<std::int64_t> m_strides;  ///< per dimension, elements
  std::shared_ptr<std::vector<std::byte>> m_buffer;
  std::size_t m_begin = 0;
};

/// `data` in any format: dense ones packed (with `fill` in the other elements),
/// the others by Strata::assemble.
template <class ExecutionSpace>
TensorRef make_tensor(const ExecutionSpace& exec, const TensorFormat& format,
                      const CooData& data, double fill = 0) {
  if (format.is_dense()) {
    GuardedDense dense(data.scalar, data.extents, {format.order(), 0, 1});
    dense.fill(data, fill);
    TensorRef tensor = dense.ref();
    tensor.fill      = fill;
    return tensor;
  }
  TensorRef tensor = assemble(exec, format, data.scalar, data.extents, data.coordinates.data(),
                              data.values.data(), data.size(), "", fill);
  exec.fence("Strata::Testing::make_tensor");
  return tensor;
}

}  // namespace Strata::Testing

#endif
