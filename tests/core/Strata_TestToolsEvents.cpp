// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Kokkos Tools see of core: every kernel has a label of Strata's and runs
// on the instance that was given; asynchronous functions fence nothing.
#include <functional>

#include "Strata_TestFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

struct Event {
  std::string label;
  std::uint32_t device;
};
std::vector<Event> kernels, fences;

void note_kernel(const char* label, std::uint32_t device, std::uint64_t*) {
  kernels.push_back({label, device});
}
void note_fence(const char* label, std::uint32_t device, std::uint64_t*) {
  // Kokkos fences before each event that it reports to a tool, and before it
  // frees host memory.
  const std::string name = label;
  if (!name.starts_with("Kokkos::Tools::") &&
      name.find("impl_deallocate") == std::string::npos)
    fences.push_back({name, device});
}

/// Records kernels and fences of f().
void record(const std::function<void()>& f) {
  namespace Tools = Kokkos::Tools::Experimental;
  kernels.clear();
  fences.clear();
  const auto before = Tools::get_callbacks();
  Tools::set_begin_parallel_for_callback(note_kernel);
  Tools::set_begin_parallel_reduce_callback(note_kernel);
  Tools::set_begin_parallel_scan_callback(note_kernel);
  Tools::set_begin_fence_callback(note_fence);
  f();
  Tools::set_callbacks(before);
}

template <class ExecutionSpace>
void check_kernels(const ExecutionSpace& exec, const std::string& what) {
  EXPECT_FALSE(kernels.empty()) << what;
  for (const Event& kernel : kernels) {
    EXPECT_TRUE(kernel.label.starts_with("Strata::")) << kernel.label;
    EXPECT_EQ(kernel.device, Kokkos::Tools::Experimental::device_id(exec))
        << what << " ran " << kernel.label << " on another instance";
  }
}
/// Fences of other instances or of all of them.
template <class ExecutionSpace>
void check_fences(const ExecutionSpace& exec, const std::string& what) {
  for (const Event& fence : fences)
    EXPECT_EQ(fence.device, Kokkos::Tools::Experimental::device_id(exec))
        << what << " fenced " << fence.label;
}
void check_no_fences(const std::string& what) {
  for (const Event& fence : fences)
    ADD_FAILURE() << what << " fenced " << fence.label;
}

STRATA_TYPED_SUITE(ToolsEvents);

template <class ExecutionSpace>
std::vector<ExecutionSpace> instances(const ExecutionSpace& exec) {
  return Kokkos::Experimental::partition_space(exec, std::vector<int>{1, 1});
}

TYPED_TEST(ToolsEvents, AsynchronousFunctions) {
  using memory_space = typename TypeParam::memory_space;
  const RandomEntries entries(3, 6000, {90, 140});
  for (const TypeParam& exec : instances(this->exec)) {
    const auto a = random_tensor(exec, Formats::csr(), entries, {90, 140});
    const SparseView<double, CSRFormat<>, memory_space> typed(a);
    const auto mirror = create_mirror(a);
    Kokkos::View<double, memory_space> sum("Strata::test");
    const auto check = [&](const std::string& what,
                           const std::function<void()>& f) {
      exec.fence("Strata::test");
      record(f);
      check_kernels(exec, what);
      check_no_fences(what);
    };
    check("deep_copy", [&] { deep_copy(exec, mirror, a); });
    check("fill", [&] { deep_copy(exec, typed, 3.0); });
    const auto negate = KOKKOS_LAMBDA(std::int64_t, std::int64_t, double& v) {
      v = -v;
    };
    check("for_each", [&] { parallel_for_each(exec, a, negate); });
    check("for_each static", [&] { parallel_for_each(exec, typed, negate); });
    const auto add =
        KOKKOS_LAMBDA(std::int64_t, std::int64_t, double v, double& partial) {
      partial += v;
    };
    check("reduce_each", [&] { parallel_reduce_each(exec, typed, add, sum); });
    TensorRef dense;
    check("make_dense", [&] {
      dense = make_dense(exec, Formats::dense(2), ScalarType::f64, {9, 14});
    });
    DualSparseView<double, DynamicFormat, memory_space> dual(a, mirror);
    dual.modify_host();
    check("sync_device", [&] { dual.sync_device(exec); });
    exec.fence("Strata::test");
  }
}

TYPED_TEST(ToolsEvents, FunctionsThatWait) {
  const RandomEntries entries(4, 6000, {40, 30, 20});
  for (const TypeParam& exec : instances(this->exec))
    for (const TensorFormat& format : order3_formats()) {
      TensorRef tensor;
      const auto check = [&](const std::string& what,
                             const std::function<void()>& f) {
        record(f);
        check_kernels(exec, what + " of " + format.to_string());
        check_fences(exec, what + " of " + format.to_string());
      };
      check("assemble", [&] {
        tensor = ref(random_tensor(exec, format, entries, {40, 30, 20}));
      });
      if (!format.is_dense())
        check("validate", [&] { validate(exec, tensor); });
      record([&] { extract(exec, tensor); });
      check_fences(exec, "extract");
    }
}

// What the label test would not see if nothing was recorded.
TYPED_TEST(ToolsEvents, RecordsForeignKernelsAndFences) {
  record([&] {
    Kokkos::parallel_for("other", Kokkos::RangePolicy<TypeParam>(0, 1),
                         KOKKOS_LAMBDA(int){});
    Kokkos::fence("all");
  });
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].label, "other");
  EXPECT_FALSE(fences.empty());
}

}  // namespace
