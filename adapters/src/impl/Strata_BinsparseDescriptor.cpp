// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef STRATA_HAS_HDF5
#include <impl/Strata_BinsparseDescriptor.hpp>

#include <cstdlib>
#include <optional>

#include <Strata_Error.hpp>
#include <Strata_PackedIndex.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace Strata::Impl {
namespace {

using Json = nlohmann::json;

struct NamedLayout {
  const char* name;
  TensorFormat format;
};

/// The formats that binsparse defines; of several names for one the first is
/// written.
const std::vector<NamedLayout>& named_layouts() {
  static const std::vector<NamedLayout> all = {
      {"DVEC", Formats::dense(1)},
      {"DMATR", Formats::dense(2)},
      {"DMAT", Formats::dense(2)},
      {"DMATC", Formats::dense(2, {1, 0})},
      {"CVEC", Formats::sparse_vector()},
      {"CSR", Formats::csr()},
      {"CSC", Formats::csc()},
      {"DCSR", Formats::dcsr()},
      {"DCSC", Formats::dcsc()},
      {"COOR", Formats::coo(2)},
      {"COO", Formats::coo(2)},
      {"COOC", Formats::coo(2, {1, 0})}};
  return all;
}

/// The name of formats that binsparse has not.
constexpr const char* own_layout = "strata";

std::string layout_name(const TensorFormat& format) {
  const TensorFormat plain = format.with_index_types({}, {});
  for (const NamedLayout& layout : named_layouts())
    if (layout.format == plain) return layout.name;
  return own_layout;
}

constexpr ScalarType all_scalars[] = {
    ScalarType::boolean, ScalarType::i8,  ScalarType::i16, ScalarType::i32,
    ScalarType::i64,     ScalarType::u8,  ScalarType::u16, ScalarType::u32,
    ScalarType::u64,     ScalarType::f16, ScalarType::bf16, ScalarType::f32,
    ScalarType::f64,     ScalarType::c64, ScalarType::c128};

/// Reads keys of a descriptor; what is missing or wrong is an IoError.
class DescriptorReader {
 public:
  DescriptorReader(std::string_view text, const std::string& file)
      : m_file(file) {
    m_root = Json::parse(text, nullptr, false);
    if (!m_root.is_object() || !m_root.contains("binsparse") ||
        !m_root["binsparse"].is_object())
      fail("binsparse", "a JSON object with a descriptor", "something else");
    m_keys = m_root["binsparse"];
  }

  BinsparseDescriptor read() const {
    BinsparseDescriptor d;
    const auto own = m_root.find(own_layout);
    d.is_ours      = own != m_root.end();
    d.format       = d.is_ours ? own_format(*own) : named_format();
    d.scalar       = values_type();
    d.extents      = shape();
    if (static_cast<int>(d.extents.size()) != d.format.dim_rank())
      fail("shape", std::to_string(d.format.dim_rank()) + " extents",
           std::to_string(d.extents.size()));
    d.has_fill = m_keys.contains("fill") && m_keys["fill"] == true;
    if (d.is_ours) d.fill = own_fill(*own);
    return d;
  }

 private:
  [[noreturn]] void fail(const std::string& key, const std::string& expected,
                         const std::string& got) const {
    throw IoError(error_message(m_file, "binsparse descriptor: " + key,
                                expected, got));
  }

  std::string text(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
      fail(key, "a text", found == object.end() ? "none" : found->dump());
    return found->get<std::string>();
  }

  TensorFormat own_format(const Json& own) const {
    if (!own.is_object()) fail(own_layout, "an object", own.dump());
    const std::string encoding = text(own, "encoding");
    try {
      const TensorFormat format = TensorFormat::parse(encoding);
      check_contained(m_file, format);
      return format;
    } catch (const IoError&) {
      throw;
    } catch (const Error& e) {
      fail("encoding", "a format", "'" + encoding + "' (" + e.what() + ")");
    }
  }

  double own_fill(const Json& own) const {
    const std::string number = text(own, "fill");
    char* end                = nullptr;
    const double fill        = std::strtod(number.c_str(), &end);
    if (number.empty() || *end != '\0') fail("fill", "a number", number);
    return fill;
  }

  TensorFormat named_format() const {
    const std::string name =
        m_keys.contains("format") && m_keys["format"].is_object()
            ? "a custom one"
            : text(m_keys, "format");
    for (const NamedLayout& layout : named_layouts()) {
      if (name != layout.name) continue;
      const int levels = layout.format.lvl_rank();
      return layout.format.with_index_types(
          index_type(levels, positions_name), index_type(levels, coordinates_name));
    }
    fail("format", "DVEC, DMATR, DMATC, CVEC, CSR, CSC, DCSR, DCSC, COOR or COOC",
         name);
  }

  /// The one type of all positions, or of all coordinates.
  IndexType index_type(int levels, std::string (*name)(int)) const {
    std::optional<IndexType> type;
    for (int l = 0; l < levels; ++l) {
      if (!m_keys.contains("data_types") ||
          !m_keys["data_types"].contains(name(l)))
        continue;
      const IndexType here = parse_index_type(text(m_keys["data_types"], name(l).c_str()));
      if (type && *type != here)
        fail(name(l), "one type for all of them", element_name(here));
      type = here;
    }
    return type.value_or(IndexType{64});
  }

  IndexType parse_index_type(const std::string& name) const {
    for (const int width : {8, 16, 32, 64})
      for (const bool is_signed : {false, true})
        if (element_name(IndexType{width, is_signed}) == name)
          return {width, is_signed};
    fail("data_types", "uint8 to uint64 or int8 to int64", name);
  }

  ScalarType values_type() const {
    if (!m_keys.contains("data_types"))
      fail("data_types", "the types of the arrays", "none");
    const std::string name = text(m_keys["data_types"], values_name);
    for (const ScalarType type : all_scalars)
      if (element_name(type) == name) return type;
    fail("data_types", "a type of values that Strata has", name);
  }

  std::vector<std::int64_t> shape() const {
    std::vector<std::int64_t> extents;
    if (!m_keys.contains("shape") || !m_keys["shape"].is_array())
      fail("shape", "a list of extents", "none");
    for (const Json& extent : m_keys["shape"]) {
      if (!extent.is_number_integer() ||
          (extent.is_number_unsigned() &&
           extent.get<std::uint64_t>() > std::uint64_t{1} << 62) ||
          extent.get<std::int64_t>() < 0)
        fail("shape", "extents of 0 or more", extent.dump());
      extents.push_back(extent.get<std::int64_t>());
    }
    return extents;
  }

  const std::string& m_file;
  Json m_root, m_keys;
};

}  // namespace

std::string positions_name(int level) {
  return "pointers_to_" + std::to_string(level);
}
std::string coordinates_name(int level) {
  return "indices_" + std::to_string(level);
}

std::string element_name(IndexType type) {
  return (type.is_signed ? "int" : "uint") + std::to_string(type.bits());
}

std::string element_name(ScalarType type) {
  if (type == ScalarType::boolean) return "bint8";
  if (type == ScalarType::bf16) return "bfloat16";
  const std::string bits = std::to_string(8 * size_of(type));
  if (is_complex(type))
    return type == ScalarType::c64 ? "complex[float32]" : "complex[float64]";
  if (is_float(type)) return "float" + bits;
  return (is_signed_integer(type) ? "int" : "uint") + bits;
}

void check_contained(const std::string& file, const TensorFormat& format) {
  if (!is_packed(format.crd_type())) return;
  throw IoError(error_message(file, "format of the tensor", "coordinates of 8, 16, 32 or 64 bits",
                              format.to_string(), "convert it to crdWidth = 8: binsparse has no "
                                                  "arrays of packed numbers"));
}

std::string to_json(const TensorRef& tensor) {
  const TensorFormat& format = tensor.format;
  Json keys;
  keys["version"]                 = "0.1";
  keys["format"]                  = layout_name(format);
  keys["shape"]                   = tensor.extents;
  keys["number_of_stored_values"] = tensor.num_values;
  keys["data_types"][values_name] = element_name(tensor.scalar);
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const LevelTraits traits = level_traits(format.level(l));
    if (traits.stores_positions)
      keys["data_types"][positions_name(l)] = element_name(format.pos_type());
    if (traits.stores_coordinates)
      keys["data_types"][coordinates_name(l)] = element_name(format.crd_type());
  }
  if (tensor.fill != 0) {
    keys["fill"]                  = true;
    keys["data_types"][fill_name] = element_name(tensor.scalar);
  }
  Json root;
  root["binsparse"]              = keys;
  root[own_layout]["encoding"]   = format.to_string();
  root[own_layout]["fill"]       = fmt::format("{}", tensor.fill);
  return root.dump();
}

BinsparseDescriptor parse_descriptor(std::string_view json,
                                     const std::string& file) {
  return DescriptorReader(json, file).read();
}

}  // namespace Strata::Impl
#endif
