// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work runs on the instance that is given, under labels of Strata.
#include <set>

#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Instances);

TYPED_TEST(Instances, PartitionsWorkSideBySide) {
  const std::vector<std::int64_t> extents = {300, 200};
  const RandomEntries entries(8, 5000, extents);
  for (const auto& part :
       Kokkos::Experimental::partition_space(this->exec, 1, 1)) {
    const auto view = assemble<double>(part, Formats::csr(), extents,
                                       entries.coordinates, entries.values);
    validate(part, ref(view));
    EXPECT_EQ(to_map(extract(part, ref(view))),
              to_map(entries.coordinates, entries.values));
  }
}

std::set<std::string> labels;
void note_kernel(const char* name, std::uint32_t, std::uint64_t*) {
  labels.insert(name);
}
void note_allocation(Kokkos::Profiling::SpaceHandle, const char* name,
                     const void*, std::uint64_t) {
  labels.insert(name);
}
// Fences inside Kokkos have names of their own.
void note_fence(const char* name, std::uint32_t, std::uint64_t*) {
  if (std::string(name).find("Unnamed") != std::string::npos)
    labels.insert(name);
}

TYPED_TEST(Instances, LabelsBeginWithStrata) {
  const std::vector<std::int64_t> extents = {30, 20, 10};
  const RandomEntries entries(9, 500, extents);
  std::vector<std::int64_t> flat;
  for (const auto& c : entries.coordinates)
    flat.insert(flat.end(), c.begin(), c.end());
  labels.clear();
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(note_kernel);
  Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(note_kernel);
  Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(note_kernel);
  Kokkos::Tools::Experimental::set_allocate_data_callback(note_allocation);
  Kokkos::Tools::Experimental::set_begin_fence_callback(note_fence);
  const TensorRef t = Strata::assemble(
      this->exec,
      TensorFormat::parse(
          "(i, j, k) -> (i : compressed, j : dense, k : compressed)"),
      ScalarType::f64, extents, flat.data(), entries.values.data(), 500);
  validate(this->exec, t);
  extract(this->exec, t);
  make_dense(this->exec, Formats::dense(1), ScalarType::f64, {100});
  Kokkos::Tools::Experimental::pause_tools();
  EXPECT_GE(labels.size(), 10u);
  for (const std::string& label : labels) {
    // Kokkos allocates scratch memory of its own under a scan.
    if (label.starts_with("Kokkos::")) continue;
    EXPECT_TRUE(label.starts_with("Strata::")) << label;
  }
  Kokkos::Tools::Experimental::set_callbacks({});
  Kokkos::Tools::Experimental::resume_tools();
}

}  // namespace
