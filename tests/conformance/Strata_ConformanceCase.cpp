// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_ConformanceCase.hpp"

#include <fstream>
#include <limits>

#include <Strata_Error.hpp>
#include <nlohmann/json.hpp>

namespace Strata::Testing {
namespace {

using nlohmann::json;

double special(const std::string& text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  throw IoError("expected a number, \"inf\", \"-inf\" or \"nan\", got \"" + text + "\"");
}

double real_number(const json& v) {
  return v.is_string() ? special(v.get<std::string>()) : v.get<double>();
}

EvaluatedEntry read_value(const json& v, ScalarType scalar) {
  EvaluatedEntry entry;
  if (scalar == ScalarType::boolean) {
    entry.integer = v.is_boolean() ? v.get<bool>() : v.get<double>() != 0;
  } else if (is_integer(scalar)) {
    entry.integer = v.is_number_unsigned() ? static_cast<std::int64_t>(v.get<std::uint64_t>())
                                           : v.get<std::int64_t>();
  } else if (v.is_array()) {
    entry.number = {real_number(v.at(0)), real_number(v.at(1))};
  } else {
    entry.number = real_number(v);
  }
  return entry;
}

CooData read_entries(const json& j, ScalarType scalar, const std::vector<std::int64_t>& extents) {
  CooData data{scalar, extents, {}, {}};
  const json &coords = j.at("coords"), &values = j.at("values");
  if (coords.size() != values.size()) throw IoError("coords and values differ in length");
  for (std::size_t n = 0; n < coords.size(); ++n) {
    const auto c = coords[n].get<std::vector<std::int64_t>>();
    if (c.size() != extents.size()) throw IoError("a coordinate does not match dims");
    data.add(c, read_value(values[n], scalar));
  }
  return data;
}

ConformanceTensor read_tensor(const json& j) {
  ConformanceTensor t;
  t.order           = j.at("order").get<std::vector<int>>();
  t.levels          = j.at("levels").get<std::vector<std::string>>();
  const auto dtype  = j.at("dtype").get<std::string>();
  const auto scalar = scalar_type_from_name(dtype);
  if (!scalar) throw IoError("unknown dtype " + dtype);
  t.data.scalar  = *scalar;
  t.data.extents = j.at("dims").get<std::vector<std::int64_t>>();
  if (j.contains("fill")) t.fill = real_number(j.at("fill"));
  return t;
}

ConformanceStorage read_storage(const json& j, ScalarType scalar) {
  ConformanceStorage s;
  for (const json& l : j.at("levels")) {
    ConformanceStorage::Level level;
    if (l.contains("size")) level.size = l.at("size").get<std::int64_t>();
    if (l.contains("pos")) level.positions = l.at("pos").get<std::vector<std::int64_t>>();
    if (l.contains("crd")) level.coordinates = l.at("crd").get<std::vector<std::int64_t>>();
    s.levels.push_back(std::move(level));
  }
  const json& values = j.at("values");
  s.values.scalar    = scalar;
  s.values.extents   = {static_cast<std::int64_t>(values.size())};
  for (std::size_t n = 0; n < values.size(); ++n) {
    s.values.add({static_cast<std::int64_t>(n)}, read_value(values[n], scalar));
  }
  return s;
}

ConformanceCase read_case(const json& j) {
  ConformanceCase c;
  c.name       = j.at("name").get<std::string>();
  c.expression = j.at("expr").get<std::string>();
  c.result     = j.at("result").get<std::string>();
  for (const auto& [name, t] : j.at("tensors").items()) c.tensors[name] = read_tensor(t);
  for (const auto& [name, entries] : j.at("inputs").items()) {
    ConformanceTensor& t = c.tensors.at(name);
    t.data               = read_entries(entries, t.data.scalar, t.data.extents);
    t.given              = true;
  }
  const CooData& result = c.tensors.at(c.result).data;
  c.expected            = read_entries(j.at("expected"), result.scalar, result.extents);
  if (j.contains("expected_storage")) {
    c.storage = read_storage(j.at("expected_storage"), result.scalar);
  }
  return c;
}

}  // namespace

TensorFormat ConformanceTensor::format() const {
  std::vector<LevelType> types;
  for (const std::string& l : levels) types.push_back(level_from_text(l));
  return TensorFormat(order, std::move(types));
}

std::vector<ConformanceCase> read_conformance_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw IoError(path + ": cannot be opened");
  std::vector<ConformanceCase> cases;
  std::string at = path;
  try {
    for (const json& j : json::parse(in)) {
      at = path + ": case " + j.value("name", "(without a name)");
      cases.push_back(read_case(j));
    }
  } catch (const std::exception& e) {
    throw IoError(at + ": " + e.what());
  }
  return cases;
}

std::vector<std::string> read_name_list(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw IoError(path + ": cannot be opened");
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    line = line.substr(0, line.find('#'));
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (!line.empty()) names.push_back(line);
  }
  return names;
}

}  // namespace Strata::Testing
