// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef STRATA_HAS_HDF5
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include <unistd.h>

#include <Kokkos_Core.hpp>

#include <Strata_Binsparse.hpp>
#include <Strata_Error.hpp>
#include <Strata_ReadTensor.hpp>
#include <fmt/format.h>
#include <impl/Strata_BinsparseDescriptor.hpp>
#include <impl/Strata_BinsparseLock.hpp>
#include <impl/Strata_Hdf5File.hpp>

namespace Strata {
namespace {

/// Values of a dense tensor with strides, in level order.
std::vector<std::byte> packed_values(const TensorRef& tensor) {
  const auto bytes = static_cast<std::int64_t>(size_of(tensor.scalar));
  std::vector<std::byte> packed(static_cast<std::size_t>(tensor.num_values * bytes));
  for (std::int64_t i = 0; i < tensor.num_values; ++i) {
    std::int64_t offset = 0, rest = i;
    for (int l = tensor.format.lvl_rank(); l-- > 0;) {
      const std::int64_t extent = tensor.level_extent(l);
      offset += rest % extent * tensor.strides[static_cast<std::size_t>(l)];
      rest /= extent;
    }
    std::memcpy(packed.data() + i * bytes,
                static_cast<const std::byte*>(tensor.values) + offset * bytes,
                static_cast<std::size_t>(bytes));
  }
  return packed;
}

/// The fill value as an element, for readers that know no other.
/// \throws IoError when integers of the tensor do not hold it.
std::vector<std::byte> fill_element(const TensorRef& tensor, const std::string& path) {
  return visit_scalar_type(tensor.scalar, [&](auto zero) {
    using T = decltype(zero);
    T value{};
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      const double low  = static_cast<double>(std::numeric_limits<T>::min());
      const double high = 2 * (static_cast<double>(std::numeric_limits<T>::max() / 2 + 1));
      if (!(tensor.fill >= low && tensor.fill < high))
        throw IoError(error_message("write_binsparse", path,
                                    "a fill value of type " + std::string(name_of(tensor.scalar)),
                                    fmt::format("{}", tensor.fill)));
      value = static_cast<T>(tensor.fill);
    } else if constexpr (std::is_same_v<T, bool>) {
      value = tensor.fill != 0;
    } else if constexpr (sizeof(T) == 2) {
      value = T(static_cast<float>(tensor.fill));
    } else if constexpr (std::is_same_v<T, std::complex<float>>) {
      value = T(static_cast<float>(tensor.fill));
    } else {
      value = T(tensor.fill);
    }
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  });
}

void write_arrays(Impl::Hdf5Writer& file, const TensorRef& tensor,
                  const std::string& path) {
  const TensorFormat& format = tensor.format;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const LevelTraits traits  = level_traits(format.level(l));
    const LevelArrays& arrays = tensor.levels[static_cast<std::size_t>(l)];
    if (traits.stores_positions)
      file.write_array(Impl::positions_name(l), Impl::element_name(format.pos_type()),
                       arrays.positions, arrays.num_positions);
    if (traits.stores_coordinates)
      file.write_array(Impl::coordinates_name(l), Impl::element_name(format.crd_type()),
                       arrays.coordinates, arrays.num_coordinates);
  }
  const std::string element = Impl::element_name(tensor.scalar);
  if (tensor.strides.empty())
    file.write_array(Impl::values_name, element, tensor.values, tensor.num_values);
  else
    file.write_array(Impl::values_name, element, packed_values(tensor).data(),
                     tensor.num_values);
  if (tensor.fill != 0)
    file.write_array(Impl::fill_name, element, fill_element(tensor, path).data(), 1);
}

/// A file that is there under its name when it is whole, or not at all.
class PartialFile {
 public:
  explicit PartialFile(const std::string& path)
      : m_path(path), m_partial(path + ".partial-" + std::to_string(getpid())) {}
  ~PartialFile() {
    if (!m_done) std::remove(m_partial.c_str());
  }
  PartialFile(const PartialFile&)            = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  const std::string& name() const { return m_partial; }
  void publish() {
    if (std::rename(m_partial.c_str(), m_path.c_str()) != 0)
      throw IoError(m_path + ": cannot be written: " + std::strerror(errno));
    m_done = true;
  }

 private:
  const std::string m_path, m_partial;
  bool m_done = false;
};

}  // namespace

void write_binsparse(const std::string& path, const TensorRef& host_tensor) {
  Kokkos::Profiling::ScopedRegion region("Strata::write_binsparse");
  Impl::check_contained(path, host_tensor.format);
  const std::lock_guard lock(Impl::hdf5_mutex());
  PartialFile partial(path);
  Impl::Hdf5Writer file(partial.name(), path);
  file.write_text(Impl::descriptor_name, Impl::to_json(host_tensor));
  write_arrays(file, host_tensor, path);
  file.finish();
  partial.publish();
}

void write_binsparse(const std::string& path, const CoordinateList& list) {
  const int order     = list.order();
  TensorFormat format = list.array || order < 2 ? Formats::dense(order)
                        : order == 2            ? Formats::csr()
                                                : Formats::csf(order);
  if (list.format) format = *list.format;
  const Kokkos::DefaultHostExecutionSpace exec;
  write_binsparse(path, assemble(exec, format, list, "Strata::write_binsparse", list.fill));
}

}  // namespace Strata
#endif
