// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The flags of a pair of views. On hosts both sides are made distinct by hand.
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(DualViews);

template <class ExecutionSpace>
using Dual =
    DualSparseView<double, CSRFormat<>, typename ExecutionSpace::memory_space>;

template <class ExecutionSpace>
auto small_csr(const ExecutionSpace& exec) {
  return typename Dual<ExecutionSpace>::t_dev(
      assemble<double>(exec, Formats::csr(), {3, 4},
                       Coordinates{{0, 1}, {2, 0}}, Reals{1, 2}, "A"));
}

TYPED_TEST(DualViews, CopiesWhatWasModified) {
  const auto device = small_csr(this->exec);
  const auto host   = create_mirror(device);
  deep_copy(host, device);
  Dual<TypeParam> dual(device, host);
  EXPECT_FALSE(dual.need_sync_host());
  EXPECT_FALSE(dual.need_sync_device());

  dual.view_host().values()(0) = 10;
  dual.modify_host();
  Dual<TypeParam> copy = dual;  // shares the flags
  EXPECT_TRUE(copy.need_sync_device());
  EXPECT_FALSE(copy.need_sync_host());
  copy.sync_host(this->exec);  // nothing to do
  EXPECT_EQ(host(0, 1), 10);
  copy.sync_device(this->exec);
  this->exec.fence("Strata::test");
  EXPECT_EQ(device(0, 1), 10);
  EXPECT_FALSE(dual.need_sync_device());

  dual.view_device().values()(1) = 20;
  dual.modify_device();
  EXPECT_TRUE(dual.need_sync_host());
  dual.sync_host();
  EXPECT_EQ(host(2, 0), 20);

  dual.template modify<TypeParam>();
  EXPECT_TRUE(dual.need_sync_host());
  dual.template sync<TypeParam>();  // does not undo it
  EXPECT_TRUE(dual.need_sync_host());
  dual.clear_sync_state();
  EXPECT_FALSE(dual.need_sync_host());
}

TYPED_TEST(DualViews, WritesOnBothSidesAreRefused) {
  const auto device = small_csr(this->exec);
  Dual<TypeParam> dual(device, create_mirror(device));
  dual.modify_device();
  const std::string message = message_of<Error>([&] { dual.modify_host(); });
  EXPECT_NE(message.find("\"A\": expected one modified side"),
            std::string::npos)
      << message;
  EXPECT_TRUE(dual.need_sync_host());
  EXPECT_FALSE(dual.need_sync_device());
}

TYPED_TEST(DualViews, SharedArraysNeedNoSync) {
  Dual<TypeParam> dual(small_csr(this->exec));
  EXPECT_EQ(dual.view_host().values().data(),
            dual.view_device().values().data());
  EXPECT_EQ(dual.template view<TypeParam>().nnz(), 2);
  dual.modify_host();
  dual.modify_device();
  EXPECT_FALSE(dual.need_sync_host());
  dual.sync_device();
  EXPECT_TRUE(dual.is_allocated());
  EXPECT_EQ(dual.extents(), (Numbers{3, 4}));
  EXPECT_EQ(dual.label(), "A");
  EXPECT_FALSE(Dual<TypeParam>().is_allocated());
  EXPECT_FALSE(Dual<TypeParam>().need_sync_host());
}

TYPED_TEST(DualViews, SidesMustBeMirrors) {
  const auto other = typename Dual<TypeParam>::t_dev(
      assemble<double>(this->exec, Formats::csr(), {3, 5},
                       Coordinates{{0, 1}, {2, 0}}, Reals{1, 2}));
  EXPECT_NE(message_of<ShapeMismatch>([&] {
              Dual<TypeParam>(small_csr(this->exec), other);
            }).find("Strata::DualSparseView: extents of \"A\""),
            std::string::npos);
}

}  // namespace
