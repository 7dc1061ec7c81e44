// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What there is with and without HDF5.
#include <Strata_Binsparse.hpp>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <Strata_Error.hpp>
#include <impl/Strata_BinsparseLock.hpp>

namespace Strata {

bool is_hdf5(const std::string& path) {
  constexpr unsigned char signature[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  std::error_code error;  // a pipe would be read by looking into it
  if (!std::filesystem::is_regular_file(path, error)) return false;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(path.c_str(), "rb"), std::fclose);
  unsigned char head[sizeof signature];
  return file && std::fread(head, 1, sizeof head, file.get()) == sizeof head &&
         std::memcmp(head, signature, sizeof head) == 0;
}

#ifdef STRATA_HAS_HDF5

bool has_binsparse() { return true; }

std::mutex& Impl::hdf5_mutex() {
  static std::mutex mutex;
  return mutex;
}

#else

namespace {
[[noreturn]] void refuse(const char* operation, const std::string& path) {
  throw UnsupportedExpression(error_message(
      operation, path, "a Strata that was built with HDF5 and nlohmann_json",
      "one without", "install libhdf5-dev and nlohmann-json3-dev and build Strata again"));
}
}  // namespace

bool has_binsparse() { return false; }

TensorRef Impl::load_binsparse(const std::string& path) { refuse("read_binsparse", path); }

void Impl::throw_wrong_storage(const std::string& path, const TensorRef&, const Error&) {
  refuse("read_binsparse", path);
}

TensorRef read_binsparse(const std::string& path) { refuse("read_binsparse", path); }

CoordinateList read_binsparse_list(const std::string& path, const ReadOptions&) {
  refuse("read_binsparse", path);
}

void write_binsparse(const std::string& path, const TensorRef&) {
  refuse("write_binsparse", path);
}

void write_binsparse(const std::string& path, const CoordinateList&) {
  refuse("write_binsparse", path);
}

#endif

}  // namespace Strata
