// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef STRATA_HAS_HDF5
#include <impl/Strata_Hdf5File.hpp>

#include <hdf5.h>
#include <zlib.h>

#include <bit>
#include <vector>

#include <Strata_Error.hpp>
#include <impl/Strata_Hdf5Types.hpp>

// Arrays in memory are what is in the file.
static_assert(std::endian::native == std::endian::little);

namespace Strata::Impl {
namespace {

constexpr const char* checksum_name = "crc32";
constexpr hsize_t alignment         = 64;

/// A damaged file was met: HDF5 loses count of its objects then, and would tell so
/// when the program ends, unless it prints nothing.
bool met_damage = false;

/// What HDF5 prints with by itself.
H5E_auto2_t own_printer() {
  const hid_t stack   = H5Ecreate_stack();
  H5E_auto2_t printer = nullptr;
  void* data          = nullptr;
  H5Eget_auto2(stack, &printer, &data);
  H5Eclose_stack(stack);
  return printer;
}

/// HDF5 prints every failure unless it is told not to. Its own printing stays off
/// after damage; what a program has put in its place is put back.
class Silence {
 public:
  Silence() {
    H5Eget_auto2(H5E_DEFAULT, &m_print, &m_data);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Silence() {
    if (!met_damage || m_print != own_printer()) H5Eset_auto2(H5E_DEFAULT, m_print, m_data);
  }
  Silence(const Silence&)            = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  H5E_auto2_t m_print = nullptr;
  void* m_data        = nullptr;
};

template <herr_t (*Close)(hid_t)>
Hdf5Id owned(hid_t id) {
  return Hdf5Id(id, [](std::int64_t i) -> int { return Close(i); });
}

Hdf5Id access_properties() {
  Hdf5Id properties = owned<H5Pclose>(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_libver_bounds(properties, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  H5Pset_alignment(properties, 1, alignment);
  return properties;
}

bool write_attribute(hid_t object, const char* name, hid_t type,
                     const void* data) {
  const Hdf5Id space = owned<H5Sclose>(H5Screate(H5S_SCALAR));
  const Hdf5Id attribute = owned<H5Aclose>(
      H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
  return attribute.is_valid() && H5Awrite(attribute, type, data) >= 0;
}

/// The only dimension of an array; −1 when it has others.
std::int64_t length_of(hid_t array) {
  const Hdf5Id space = owned<H5Sclose>(H5Dget_space(array));
  hsize_t length     = 0;
  if (!space.is_valid() || H5Sget_simple_extent_ndims(space) != 1 ||
      H5Sget_simple_extent_dims(space, &length, nullptr) != 1 ||
      length > hsize_t{1} << 62)
    return -1;
  return static_cast<std::int64_t>(length);
}

/// True when values of one can be read as the other without rounding.
bool may_be_read_as(hid_t stored, hid_t wanted) {
  const H5T_class_t kind = H5Tget_class(stored);
  if (kind == H5T_ENUM && H5Tget_size(stored) == 1)  // bool of other writers
    return H5Tget_size(wanted) == 1;
  if (kind != H5Tget_class(wanted) || H5Tget_size(stored) != H5Tget_size(wanted))
    return false;
  return kind == H5T_FLOAT ||
         (kind == H5T_INTEGER && H5Tget_sign(stored) == H5Tget_sign(wanted));
}

}  // namespace

bool Hdf5Id::close() {
  if (m_id < 0) return true;
  const Silence silence;
  return m_close(std::exchange(m_id, -1)) >= 0;
}

std::uint32_t crc32_of(const void* data, std::int64_t bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, static_cast<const Bytef*>(data), static_cast<z_size_t>(bytes)));
}

std::int64_t element_bytes(const std::string& element) {
  return hdf5_element(element).bytes;
}

Hdf5Writer::Hdf5Writer(const std::string& path, const std::string& shown)
    : m_shown(shown) {
  const Silence silence;
  m_file = owned<H5Fclose>(
      H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access_properties()));
  if (!m_file.is_valid()) fail("the file cannot be made; is its folder there, and yours to write to?");
}

void Hdf5Writer::fail(const std::string& what) const {
  throw IoError(m_shown + ": cannot be written: " + what);
}

void Hdf5Writer::write_array(const std::string& name,
                             const std::string& element, const void* data,
                             std::int64_t size) {
  const Silence silence;
  const Hdf5Element e  = hdf5_element(element);
  const hsize_t length = static_cast<hsize_t>(size * e.count);
  const Hdf5Id space   = owned<H5Sclose>(H5Screate_simple(1, &length, nullptr));
  const Hdf5Id properties = owned<H5Pclose>(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_layout(properties, H5D_CONTIGUOUS);
  H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times(properties, false);  // equal tensors, equal files
  const Hdf5Id array = owned<H5Dclose>(H5Dcreate2(
      m_file, name.c_str(), e.type, space, H5P_DEFAULT, properties, H5P_DEFAULT));
  const std::uint32_t crc = crc32_of(data, size * e.bytes);
  if (!array.is_valid() ||
      (size > 0 &&
       H5Dwrite(array, e.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) ||
      !write_attribute(array, checksum_name, H5T_STD_U32LE, &crc))
    fail("array '" + name + "'");
}

void Hdf5Writer::write_text(const std::string& name, const std::string& text) {
  const Silence silence;
  const Hdf5Id type = owned<H5Tclose>(H5Tcopy(H5T_C_S1));
  H5Tset_size(type, text.size() + 1);
  H5Tset_cset(type, H5T_CSET_UTF8);
  if (!write_attribute(m_file, name.c_str(), type, text.c_str()))
    fail("attribute '" + name + "'");
}

void Hdf5Writer::finish() {
  if (!m_file.close()) fail("the end of the file");
}

Hdf5Reader::Hdf5Reader(const std::string& path) : m_path(path) {
  const Silence silence;
  m_file = owned<H5Fclose>(
      H5Fopen(path.c_str(), H5F_ACC_RDONLY, access_properties()));
  if (!m_file.is_valid())
    throw IoError(path + ": cannot be read: not an HDF5 file, damaged, or cut");
}

void Hdf5Reader::fail(const std::string& what) const {
  met_damage = true;
  throw IoError(m_path + ": " + what);
}

std::string Hdf5Reader::read_text(const std::string& name) const {
  const Silence silence;
  const Hdf5Id attribute =
      owned<H5Aclose>(H5Aopen(m_file, name.c_str(), H5P_DEFAULT));
  if (!attribute.is_valid())
    fail("is HDF5, but no binsparse container: it has no readable attribute '" +
         name + "'");
  const Hdf5Id type = owned<H5Tclose>(H5Aget_type(attribute));
  if (H5Tget_class(type) != H5T_STRING)
    fail("attribute '" + name + "': expected a text");
  if (H5Tis_variable_str(type) > 0) {
    char* text = nullptr;
    if (H5Aread(attribute, type, &text) < 0 || !text)
      fail("attribute '" + name + "' is damaged");
    const std::string result = text;
    H5free_memory(text);
    return result;
  }
  std::string text(H5Tget_size(type), '\0');
  if (H5Aread(attribute, type, text.data()) < 0)
    fail("attribute '" + name + "' is damaged");
  return text.substr(0, text.find('\0'));
}

bool Hdf5Reader::has_array(const std::string& name) const {
  const Silence silence;
  return H5Lexists(m_file, name.c_str(), H5P_DEFAULT) > 0;
}

Hdf5Id Hdf5Reader::open_array(const std::string& name) const {
  Hdf5Id array = owned<H5Dclose>(H5Dopen2(m_file, name.c_str(), H5P_DEFAULT));
  if (!array.is_valid())
    fail("array '" + name + "': expected one of the format's arrays, got none, or "
         "it is damaged");
  return array;
}

Hdf5Array Hdf5Reader::find_array(const std::string& name,
                                 const std::string& element) const {
  const Silence silence;
  const Hdf5Id array   = open_array(name);
  const Hdf5Id type    = owned<H5Tclose>(H5Dget_type(array));
  const Hdf5Element e  = hdf5_element(element);
  const auto length    = length_of(array);
  if (length < 0 || length % e.count != 0)
    fail("array '" + name + "': expected one dimension of " + element);
  if (!may_be_read_as(type, e.type))
    fail("array '" + name + "': expected elements of type " + element +
         ", as the descriptor says, got others");
  Hdf5Array found;
  found.size         = length / e.count;
  found.stored_bytes = static_cast<std::int64_t>(H5Dget_storage_size(array));
  const haddr_t offset = H5Dget_offset(array);
  if (offset != HADDR_UNDEF && H5Tequal(type, e.type) > 0)
    found.offset = static_cast<std::int64_t>(offset);
  if (H5Aexists(array, checksum_name) > 0) {
    const Hdf5Id attribute =
        owned<H5Aclose>(H5Aopen(array, checksum_name, H5P_DEFAULT));
    std::uint32_t crc = 0;
    if (H5Aread(attribute, H5T_NATIVE_UINT32, &crc) < 0)
      fail("array '" + name + "': its checksum is damaged");
    found.crc32 = crc;
  }
  return found;
}

void Hdf5Reader::read_array(const std::string& name, const std::string& element,
                            void* data) const {
  const Silence silence;
  const Hdf5Id array  = open_array(name);
  const Hdf5Element e = hdf5_element(element);
  if (H5Dread(array, e.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
    fail("array '" + name + "' cannot be read: damaged, or cut");
}

}  // namespace Strata::Impl
#endif
