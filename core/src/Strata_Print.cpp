// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <charconv>
#include <complex>
#include <cstring>
#include <string>

#include <Strata_DeviceEvaluator.hpp>
#include <Strata_Print.hpp>

namespace Strata {

namespace {

template <class T>
std::string number_text(T value) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return std::string(text, end);
}
template <int ExponentBits>
std::string number_text(TwoByteFloat<ExponentBits> value) {
  return number_text(static_cast<float>(value));
}
std::string value_text(bool value) { return value ? "1" : "0"; }
template <class T>
std::string value_text(std::complex<T> value) {
  return "(" + number_text(value.real()) + "," + number_text(value.imag()) +
         ")";
}
template <class T>
std::string value_text(T value) {
  return number_text(value);
}

/// Prints " e e e … (n more)" and ends the line.
template <class PrintElement>
void print_list(std::ostream& out, std::int64_t size,
                const PrintOptions& options, PrintElement&& print_element) {
  const bool all = options.max_elements < 0 || size <= options.max_elements;
  const std::int64_t shown = all ? size : options.max_elements;
  out << " (" << size << "):";
  for (std::int64_t i = 0; i < shown; ++i) {
    out << ' ';
    print_element(i);
  }
  if (!all) out << " ... (" << size - shown << " more)";
  out << '\n';
}

void print_level(std::ostream& out, const TensorRef& tensor, int l,
                 const PrintOptions& options) {
  const TensorFormat& format = tensor.format;
  const LevelType type       = format.level(l);
  const LevelTraits traits   = level_traits(type);
  const LevelArrays& arrays  = tensor.levels[l];
  out << "level " << l << " (" << format.level_expression(l)
      << "): " << traits.name;
  if (!type.unique || !type.ordered)
    out << '(' << (type.unique ? "" : "nonunique")
        << (type.unique || type.ordered ? "" : ", ")
        << (type.ordered ? "" : "nonordered") << ')';
  out << ", size " << tensor.level_extent(l);
  if (!tensor.strides.empty()) out << ", stride " << tensor.strides[l];
  out << '\n';
  const auto print_array = [&](const char* name, const void* data,
                               std::int64_t size, IndexType index) {
    const IndexSpan span(data, index);
    out << "  " << name << '[' << l << ']';
    print_list(out, size, options, [&](std::int64_t i) { out << span[i]; });
  };
  if (traits.stores_positions)
    print_array("positions", arrays.positions, arrays.num_positions,
                format.pos_type());
  if (traits.stores_coordinates)
    print_array("coordinates", arrays.coordinates, arrays.num_coordinates,
                format.crd_type());
}

/// Where the i-th value lies, in level order.
std::int64_t value_offset(const TensorRef& tensor, std::int64_t i) {
  if (tensor.strides.empty()) return i;
  std::int64_t offset = 0;
  for (int l = tensor.format.lvl_rank(); l-- > 0;) {
    const std::int64_t extent = tensor.level_extent(l);
    offset += i % extent * tensor.strides[l];
    i /= extent;
  }
  return offset;
}

}  // namespace

void print_value(std::ostream& out, ScalarType type, const void* value) {
  visit_scalar_type(type, [&](auto zero) {
    decltype(zero) v;
    std::memcpy(&v, value, sizeof v);
    out << value_text(v);
  });
}

void print(std::ostream& out, const TensorRef& host_tensor,
           const PrintOptions& options) {
  const auto bytes  = static_cast<std::int64_t>(size_of(host_tensor.scalar));
  const auto* value = static_cast<const std::byte*>(host_tensor.values);
  out << "format: " << host_tensor.format.to_string() << '\n'
      << "scalar: " << name_of(host_tensor.scalar) << '\n'
      << "extents:";
  for (const std::int64_t extent : host_tensor.extents) out << ' ' << extent;
  out << '\n';
  for (int l = 0; l < host_tensor.format.lvl_rank(); ++l)
    print_level(out, host_tensor, l, options);
  out << "values";
  print_list(out, host_tensor.num_values, options, [&](std::int64_t i) {
    print_value(out, host_tensor.scalar,
                value + value_offset(host_tensor, i) * bytes);
  });
}

}  // namespace Strata
