// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <charconv>
#include <complex>
#include <cstring>
#include <string>

#include <Strata_DeviceEvaluator.hpp>
#include <Strata_LevelRegistry.hpp>
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

std::int64_t shown_elements(std::int64_t size, const PrintOptions& options) {
  const bool all = options.max_elements < 0 || size <= options.max_elements;
  return all ? size : options.max_elements;
}

/// Prints " e e e … (n more)" and ends the line.
template <class PrintElement>
void print_list(std::ostream& out, std::int64_t size,
                const PrintOptions& options, PrintElement&& print_element) {
  const std::int64_t shown = shown_elements(size, options);
  out << " (" << size << "):";
  for (std::int64_t i = 0; i < shown; ++i) {
    out << ' ';
    print_element(i);
  }
  if (shown < size) out << " ... (" << size - shown << " more)";
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
  const bool says_order = !type.ordered && traits.ordered;
  if (!type.unique || says_order)
    out << '(' << (type.unique ? "" : "nonunique")
        << (type.unique || !says_order ? "" : ", ")
        << (says_order ? "nonordered" : "") << ')';
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

/// Prints "[ e, e, ... (n more) ]".
template <class PrintElement>
void print_bracketed(std::ostream& out, std::int64_t size,
                     const PrintOptions& options,
                     PrintElement&& print_element) {
  const std::int64_t shown = shown_elements(size, options);
  out << '[';
  for (std::int64_t i = 0; i < shown; ++i) {
    out << (i == 0 ? " " : ", ");
    print_element(i);
  }
  if (shown < size)
    out << (shown == 0 ? " " : ", ") << "... (" << size - shown << " more)";
  out << " ]";
}

/// True when the number of positions tells the extent of the level above.
bool counts_parents(const TensorFormat& format, int l) {
  const LevelKind kind = format.level(l).kind;
  return l > 0 && level_traits(format.level(l - 1)).full &&
         (!is_registered(kind) ||
          level_definition(kind).description.edges == LevelEdges::scanned);
}

/// Level l of the style legacy; `indent` grows below dense levels.
void print_legacy_level(std::ostream& out, const TensorRef& tensor, int l,
                        const PrintOptions& options, std::string& indent) {
  const LevelTraits traits  = level_traits(tensor.format.level(l));
  const LevelArrays& arrays = tensor.levels[l];
  const auto print_array    = [&](const char* name, const void* data,
                               std::int64_t size, IndexType index) {
    const IndexSpan span(data, index);
    out << indent << name << '[' << l << "]: ";
    print_bracketed(out, size, options,
                    [&](std::int64_t i) { out << span[i]; });
  };
  if (traits.stores_positions) {
    print_array("pointers", arrays.positions, arrays.num_positions,
                tensor.format.pos_type());
    if (counts_parents(tensor.format, l))
      out << " # Length = " << arrays.num_positions;
    out << '\n';
  }
  if (traits.stores_coordinates) {
    print_array("indices", arrays.coordinates, arrays.num_coordinates,
                tensor.format.crd_type());
    out << '\n';
  }
  if (traits.stores_positions || traits.stores_coordinates) return;
  out << indent << 'd' << l + 1 << ": " << traits.name << '\n';
  indent += "    ";
}

/// The i-th value in level order.
const void* value_at(const TensorRef& tensor, std::int64_t i) {
  std::int64_t offset = tensor.strides.empty() ? i : 0;
  for (int l = tensor.format.lvl_rank(); l-- > 0 && !tensor.strides.empty();) {
    const std::int64_t extent = tensor.level_extent(l);
    offset += i % extent * tensor.strides[l];
    i /= extent;
  }
  return static_cast<const std::byte*>(tensor.values) +
         offset * static_cast<std::int64_t>(size_of(tensor.scalar));
}

void print_legacy(std::ostream& out, const TensorRef& tensor,
                  const PrintOptions& options) {
  std::string indent;
  for (int l = 0; l < tensor.format.lvl_rank(); ++l)
    print_legacy_level(out, tensor, l, options, indent);
  out << indent << "values: ";
  print_bracketed(out, tensor.num_values, options, [&](std::int64_t i) {
    print_value(out, tensor.scalar, value_at(tensor, i));
  });
  out << '\n';
}

void print_levels(std::ostream& out, const TensorRef& tensor,
                  const PrintOptions& options) {
  out << "format: " << tensor.format.to_string() << '\n'
      << "scalar: " << name_of(tensor.scalar) << '\n'
      << "extents:";
  for (const std::int64_t extent : tensor.extents) out << ' ' << extent;
  out << '\n';
  for (int l = 0; l < tensor.format.lvl_rank(); ++l)
    print_level(out, tensor, l, options);
  out << "values";
  print_list(out, tensor.num_values, options, [&](std::int64_t i) {
    print_value(out, tensor.scalar, value_at(tensor, i));
  });
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
  if (options.style == PrintStyle::legacy)
    print_legacy(out, host_tensor, options);
  else
    print_levels(out, host_tensor, options);
}

}  // namespace Strata
