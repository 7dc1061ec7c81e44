// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_KernelFile.h"

#include <cstdint>
#include <cstdio>

#include <nlohmann/json.hpp>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "Strata_SealedFile.h"

namespace strata {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Temporary, name, scalar, variables, isScratch, startsAsZero)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProgramStep::Weighed, tensor, depth, windows, parent,
                                   parentLevel, sampled, begins)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProgramStep::Variable, tensor, dimension, count, visitsAll)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProgramStep, kind, label, parallel, privatized, ranged,
                                   tensor, dimension, count, source, symbolic, numeric, pass, weighed,
                                   variables, tables, levels, teamSize, vectorLength, kernel,
                                   usesSlots)

}  // namespace strata

namespace Strata::Impl {

namespace {

using Json = nlohmann::json;

constexpr std::string_view magic = "STRATAK7";

KernelFile read_body(std::string_view body) {
  const Json json = Json::from_cbor(body.begin(), body.end());
  KernelFile kernel;
  json.at("key").get_to(kernel.key);
  json.at("title").get_to(kernel.title);
  json.at("temporaries").get_to(kernel.program.temporaries);
  json.at("steps").get_to(kernel.program.steps);
  json.at("has_phases").get_to(kernel.program.hasPhases);
  for (const Json& object : json.at("objects")) {
    const auto& bytes = object.get_binary();
    kernel.program.objects.emplace_back(bytes.begin(), bytes.end());
  }
  json.at("ptx").get_to(kernel.program.ptx);
  return kernel;
}

}  // namespace

std::string to_bytes(const KernelFile& kernel) {
  Json json;
  json["key"]         = kernel.key;
  json["title"]       = kernel.title;
  json["temporaries"] = kernel.program.temporaries;
  json["steps"]       = kernel.program.steps;
  json["has_phases"]  = kernel.program.hasPhases;
  json["objects"]     = Json::array();
  for (const std::string& object : kernel.program.objects)
    json["objects"].push_back(
        Json::binary(std::vector<std::uint8_t>(object.begin(), object.end())));
  std::string body;
  json["ptx"]    = kernel.program.ptx;
  Json::to_cbor(json, body);
  return sealed(magic, body);
}

std::optional<KernelFile> from_bytes(std::string_view bytes) {
  const auto body = body_of(magic, bytes);
  if (!body) return {};
  try {
    return read_body(*body);
  } catch (const Json::exception&) {  // made by somebody who knows the checksum
    return {};
  }
}

std::string file_name_of(std::string_view key, const char* extension) {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  char name[40];
  std::snprintf(name, sizeof name, "%016llx%016llx",
                static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return std::string(name) + extension;
}

}  // namespace Strata::Impl
