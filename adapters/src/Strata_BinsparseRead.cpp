// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef STRATA_HAS_HDF5
#include <cstring>
#include <memory>
#include <vector>

#include <Kokkos_Core.hpp>

#include <Strata_Binsparse.hpp>
#include <Strata_Error.hpp>
#include <Strata_ReadTensor.hpp>
#include <Strata_Convert.hpp>
#include <impl/Strata_BinsparseDescriptor.hpp>
#include <impl/Strata_BinsparseLock.hpp>
#include <impl/Strata_Hdf5File.hpp>
#include <impl/Strata_MappedFile.hpp>
#include <impl/Strata_TextScanner.hpp>

namespace Strata {
namespace {

/// No filter of HDF5 makes this many bytes of one.
constexpr std::int64_t most_packed = 4096;

/// What a tensor from a file lives in.
struct FileArrays {
  explicit FileArrays(const std::string& path) : mapped(path) {}
  Impl::MappedFile mapped;
  /// Arrays that are not in the file as they are in memory.
  std::vector<std::vector<std::uint64_t>> copies;
};

struct LoadedArray {
  void* data        = nullptr;
  std::int64_t size = 0;
};

class TensorLoader {
 public:
  explicit TensorLoader(const std::string& path)
      : m_path(path),
        m_file(path),
        m_arrays(std::make_shared<FileArrays>(path)),
        m_descriptor(
            Impl::parse_descriptor(m_file.read_text(Impl::descriptor_name), path)) {}

  TensorRef load() {
    TensorRef tensor;
    tensor.format  = m_descriptor.format;
    tensor.scalar  = m_descriptor.scalar;
    tensor.extents = m_descriptor.extents;
    tensor.fill    = m_descriptor.fill;
    tensor.levels.resize(static_cast<std::size_t>(tensor.format.lvl_rank()));
    for (int l = 0; l < tensor.format.lvl_rank(); ++l) load_level(tensor, l);
    const std::string element  = Impl::element_name(tensor.scalar);
    const LoadedArray values   = load_array(Impl::values_name, element);
    tensor.values              = values.data;
    tensor.num_values          = values.size;
    if (tensor.scalar == ScalarType::boolean) check_booleans(tensor);
    if (m_descriptor.has_fill && !m_descriptor.is_ours) load_fill(tensor);
    tensor.owner = m_arrays;
    return tensor;
  }

 private:
  [[noreturn]] void fail(const std::string& array, const std::string& expected,
                         const std::string& got) const {
    throw IoError(error_message(m_path, "array '" + array + "'", expected, got));
  }

  void load_level(TensorRef& tensor, int l) {
    const TensorFormat& format = tensor.format;
    const LevelTraits traits   = level_traits(format.level(l));
    LevelArrays& level         = tensor.levels[static_cast<std::size_t>(l)];
    if (traits.stores_coordinates) {
      const LoadedArray a   = load_array(Impl::coordinates_name(l),
                                         Impl::element_name(format.crd_type()));
      level.coordinates     = a.data;
      level.num_coordinates = a.size;
    }
    if (!traits.stores_positions) return;
    const std::string name = Impl::positions_name(l);
    const LoadedArray a =
        l == 0 && !m_descriptor.is_ours && !m_file.has_array(name)
            ? list_positions(level.num_coordinates, format.pos_type())
            : load_array(name, Impl::element_name(format.pos_type()));
    level.positions     = a.data;
    level.num_positions = a.size;
  }

  /// 0 and the number of coordinates, which binsparse leaves out.
  LoadedArray list_positions(std::int64_t size, IndexType type) {
    if (static_cast<std::uint64_t>(size) > type.max())
      fail(Impl::coordinates_name(0), "a number of entries that positions of " +
           std::to_string(type.bits()) + " bits hold", std::to_string(size));
    auto* data = static_cast<std::byte*>(make_copy(2 * type.bytes()));
    std::memcpy(data + type.bytes(), &size, static_cast<std::size_t>(type.bytes()));
    return {data, 2};
  }

  /// Zeros.
  void* make_copy(std::int64_t bytes) {
    return m_arrays->copies
        .emplace_back(static_cast<std::size_t>(bytes / 8 + 1))
        .data();
  }

  LoadedArray load_array(const std::string& name, const std::string& element) {
    const Impl::Hdf5Array found = m_file.find_array(name, element);
    const std::int64_t width    = Impl::element_bytes(element);
    std::int64_t bytes          = 0;
    const std::int64_t file_size = m_arrays->mapped.size();
    // What HDF5 has packed is longer than what is in the file, but not without bound.
    if (__builtin_mul_overflow(found.size, width, &bytes) ||
        found.stored_bytes > file_size || bytes / most_packed > found.stored_bytes ||
        (found.offset &&
         (*found.offset > file_size || bytes > file_size - *found.offset)))
      fail(name, std::to_string(found.size) + " elements", "the end of the file");
    LoadedArray array{nullptr, found.size};
    if (found.offset && *found.offset % std::min<std::int64_t>(width, 8) == 0) {
      array.data = m_arrays->mapped.data() + *found.offset;
    } else {
      array.data = make_copy(bytes);
      if (found.size > 0) m_file.read_array(name, element, array.data);
    }
    check_sum(name, found, array.data, bytes);
    return array;
  }

  void check_sum(const std::string& name, const Impl::Hdf5Array& found,
                 const void* data, std::int64_t bytes) const {
    if (!found.crc32 && m_descriptor.is_ours) fail(name, "a checksum", "none");
    if (!found.crc32) return;
    const std::uint32_t crc = Impl::crc32_of(data, bytes);
    if (crc != *found.crc32)
      fail(name, "the checksum " + std::to_string(*found.crc32),
           std::to_string(crc) + "; the file is damaged");
  }

  void check_booleans(const TensorRef& tensor) const {
    const auto* values = static_cast<const std::uint8_t*>(tensor.values);
    for (std::int64_t i = 0; i < tensor.num_values; ++i)
      if (values[i] > 1)
        fail(Impl::values_name, "0 or 1", std::to_string(values[i]));
  }

  void load_fill(TensorRef& tensor) {
    const LoadedArray fill =
        load_array(Impl::fill_name, Impl::element_name(tensor.scalar));
    if (fill.size != 1) fail(Impl::fill_name, "one element", std::to_string(fill.size));
    visit_scalar_type(tensor.scalar, [&](auto value) {
      std::memcpy(&value, fill.data, sizeof value);
      if constexpr (std::is_convertible_v<decltype(value), double>)
        tensor.fill = static_cast<double>(value);
      else if (value.imag() == 0)
        tensor.fill = static_cast<double>(value.real());
      else
        fail(Impl::fill_name, "a real number", "a complex one");
    });
  }

  const std::string m_path;
  Impl::Hdf5Reader m_file;
  std::shared_ptr<FileArrays> m_arrays;
  Impl::BinsparseDescriptor m_descriptor;
};

}  // namespace

TensorRef Impl::load_binsparse(const std::string& path) {
  const std::lock_guard lock(hdf5_mutex());
  return TensorLoader(path).load();
}

void Impl::throw_wrong_storage(const std::string& path, const TensorRef& tensor,
                               const Error& reason) {
  throw IoError(path + ": the arrays are no " + tensor.format.to_string() + ": " + reason.what());
}

TensorRef read_binsparse(const std::string& path) {
  if (!Kokkos::is_initialized())
    throw Error(error_message("read_binsparse", path, "Kokkos to be initialised", "none",
                              "create a Kokkos::ScopeGuard first"));
  return read_binsparse(Kokkos::DefaultHostExecutionSpace(), path);
}

CoordinateList read_binsparse_list(const std::string& path, const ReadOptions& options) {
  TensorRef tensor = read_binsparse(path);
  if (const int order = options.known_order(); order >= 0 && order != tensor.order())
    throw ShapeMismatch(error_message("read", path, "a tensor of order " + std::to_string(order),
                                      "one of order " + std::to_string(tensor.order())));
  Impl::check_extents(path, options, tensor.extents);
  const Kokkos::DefaultHostExecutionSpace exec;
  const TensorFormat format = tensor.format;
  const double fill         = tensor.fill;
  if (options.type && *options.type != tensor.scalar)
    tensor = convert(exec, tensor, format, *options.type, path);
  CoordinateList list = list_entries(exec, tensor, ExtractZeros::skip_dense);
  list.format         = format;
  list.fill           = fill;
  list.array          = format.is_dense() && tensor.order() > 0;
  list.source         = "binsparse";
  return list;
}

}  // namespace Strata
#endif
