// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_HDF5_FILE_HPP
#define STRATA_IMPL_HDF5_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace Strata::Impl {

/// An identifier of HDF5 that is closed at the end.
class Hdf5Id {
 public:
  using Close = int (*)(std::int64_t);
  Hdf5Id() = default;
  Hdf5Id(std::int64_t id, Close close) : m_id(id), m_close(close) {}
  Hdf5Id(Hdf5Id&& other) noexcept
      : m_id(std::exchange(other.m_id, -1)), m_close(other.m_close) {}
  Hdf5Id& operator=(Hdf5Id&& other) noexcept {
    std::swap(m_id, other.m_id);
    std::swap(m_close, other.m_close);
    return *this;
  }
  ~Hdf5Id() { close(); }

  /// False when it could not be closed, which for a file may mean: written.
  bool close();
  bool is_valid() const { return m_id >= 0; }
  operator std::int64_t() const { return m_id; }

 private:
  std::int64_t m_id = -1;
  Close m_close     = nullptr;
};

/// One-dimensional arrays in the root of an HDF5 file: contiguous, aligned to 64
/// bytes, little-endian, each with a CRC-32 as its attribute "crc32". Metadata are
/// of HDF5's latest version, which has checksums of its own. Element types are
/// named as binsparse does. HDF5 is silent: every failure is an IoError.
class Hdf5Writer {
 public:
  /// Makes a file; messages call it `shown`. \throws IoError.
  Hdf5Writer(const std::string& path, const std::string& shown);
  void write_array(const std::string& name, const std::string& element,
                   const void* data, std::int64_t size);
  /// A text as attribute of the root.
  void write_text(const std::string& name, const std::string& text);
  /// Must be called at the end.
  void finish();

 private:
  [[noreturn]] void fail(const std::string& what) const;

  std::string m_shown;
  Hdf5Id m_file;
};

/// Where an array lies.
struct Hdf5Array {
  std::int64_t size = 0;                ///< elements, as their name counts
  std::optional<std::int64_t> offset;   ///< in the file, if it is there as it is
  std::int64_t stored_bytes = 0;        ///< in the file, perhaps packed
  std::optional<std::uint32_t> crc32;
};

class Hdf5Reader {
 public:
  /// \throws IoError when it is no HDF5 file, or is damaged.
  explicit Hdf5Reader(const std::string& path);
  /// An attribute of the root. \throws IoError when there is none.
  std::string read_text(const std::string& name) const;
  bool has_array(const std::string& name) const;
  /// \throws IoError when there is no such array of these elements.
  Hdf5Array find_array(const std::string& name, const std::string& element) const;
  /// Reads all of it as these elements.
  void read_array(const std::string& name, const std::string& element,
                  void* data) const;

 private:
  [[noreturn]] void fail(const std::string& what) const;
  Hdf5Id open_array(const std::string& name) const;

  std::string m_path;
  Hdf5Id m_file;
};

/// Bytes of an element. \throws std::out_of_range for a name that is none.
std::int64_t element_bytes(const std::string& element);

std::uint32_t crc32_of(const void* data, std::int64_t bytes);

}  // namespace Strata::Impl

#endif
