// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef STRATA_HAS_HDF5
#include <impl/Strata_Hdf5Types.hpp>

#include <hdf5.h>

#include <map>

namespace Strata::Impl {
namespace {

struct FloatShape {
  std::size_t exponent_bits, mantissa_bits, bias;
};

/// A float of two bytes, which HDF5 has no name for.
hid_t make_short_float(const FloatShape& f) {
  const hid_t type = H5Tcopy(H5T_IEEE_F32LE);
  H5Tset_fields(type, 15, f.mantissa_bits, f.exponent_bits, 0, f.mantissa_bits);
  H5Tset_size(type, 2);
  H5Tset_ebias(type, f.bias);
  return type;
}

/// One by one: the names are macros of calls, which nvcc breaks in a list of initialisers.
std::map<std::string, hid_t> named_types() {
  std::map<std::string, hid_t> types;
  types["bint8"]   = H5T_STD_U8LE;
  types["int8"]    = H5T_STD_I8LE;
  types["int16"]   = H5T_STD_I16LE;
  types["int32"]   = H5T_STD_I32LE;
  types["int64"]   = H5T_STD_I64LE;
  types["uint8"]   = H5T_STD_U8LE;
  types["uint16"]  = H5T_STD_U16LE;
  types["uint32"]  = H5T_STD_U32LE;
  types["uint64"]  = H5T_STD_U64LE;
  types["float32"] = H5T_IEEE_F32LE;
  types["float64"] = H5T_IEEE_F64LE;
  return types;
}

hid_t make_type(const std::string& name) {
  if (name == "float16") return make_short_float({5, 10, 15});
  if (name == "bfloat16") return make_short_float({8, 7, 127});
  static const std::map<std::string, hid_t> types = named_types();
  return H5Tcopy(types.at(name));
}

}  // namespace

Hdf5Element hdf5_element(const std::string& name) {
  constexpr std::string_view complex = "complex[";
  const bool is_complex              = name.starts_with(complex);
  const std::string part =
      is_complex ? name.substr(complex.size(), name.size() - complex.size() - 1)
                 : name;
  Hdf5Element element;
  element.type = Hdf5Id(make_type(part), [](std::int64_t id) { return H5Tclose(id); });
  element.count = is_complex ? 2 : 1;
  element.bytes =
      element.count * static_cast<std::int64_t>(H5Tget_size(element.type));
  return element;
}

}  // namespace Strata::Impl
#endif
