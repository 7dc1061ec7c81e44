// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Labels, sizes and who owns the arrays of SparseViews.
#include "Strata_TestSpaces.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Sharing);

using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
template <class Space, class... P>
using Csr = SparseView<double, CSRFormat<std::uint32_t, std::uint16_t>,
                       typename Space::memory_space, P...>;

template <class ExecutionSpace>
auto small_csr(const ExecutionSpace& exec, const std::string& label = "A") {
  return assemble<double>(exec, Formats::csr().with_index_types({32}, {16}),
                          {3, 4}, Coordinates{{0, 1}, {2, 0}, {2, 3}},
                          Reals{1, 2, 3}, label);
}

TYPED_TEST(Sharing, CopiesAreCounted) {
  const auto a = small_csr(this->exec);
  EXPECT_EQ(a.use_count(), 1);
  {
    const auto b = a;
    EXPECT_EQ(a.use_count(), 2);
    const Csr<TypeParam> c(a);
    EXPECT_EQ(a.use_count(), 3);
    const auto values = a.values();
    EXPECT_EQ(b.use_count(), 4);
  }
  EXPECT_EQ(a.use_count(), 1);
  const Csr<TypeParam> c(small_csr(this->exec));
  EXPECT_EQ(c.use_count(), 1);
  const auto d = c;
  EXPECT_EQ(c.use_count(), 2);
}

TYPED_TEST(Sharing, UnmanagedIsNotCounted) {
  const auto a = small_csr(this->exec);
  const SparseView<double, DynamicFormat, typename TypeParam::memory_space,
                   Unmanaged>
      b = a;
  const Csr<TypeParam> c(a);
  const int count                   = c.use_count();
  const Csr<TypeParam, Unmanaged> d = c;
  EXPECT_EQ(c.use_count(), count);
  EXPECT_EQ(b.use_count(), 0);
  EXPECT_EQ(d.use_count(), 0);
  EXPECT_EQ(b.values().data(), a.values().data());
  EXPECT_EQ((b.template positions<1, std::uint32_t>()(3)), 3u);
  EXPECT_EQ(b(2, 3), 3);
  EXPECT_EQ(d(2, 3), 3);
}

TYPED_TEST(Sharing, LabelsSurviveTheFormat) {
  for (const std::string label : {"A", "", "Strata::B"}) {
    const auto a = small_csr(this->exec, label);
    const Csr<TypeParam> typed(a);
    EXPECT_EQ(a.label(), label);
    EXPECT_EQ(typed.label(), label);
    EXPECT_EQ(SparseView<double>(typed).label(), label);
  }
  Kokkos::View<double*, typename TypeParam::memory_space> values("mine", 1);
  EXPECT_EQ(wrap(Formats::dense(1), {1}, {}, {}, values).label(), "mine");
}

TYPED_TEST(Sharing, BytesOfAllArrays) {
  const auto a = small_csr(this->exec);
  EXPECT_EQ(a.bytes(), 4 * 4 + 3 * 2 + 3 * 8);
  EXPECT_EQ(Csr<TypeParam>(a).bytes(), a.bytes());
  EXPECT_TRUE(a.is_allocated());
  EXPECT_TRUE(Csr<TypeParam>(a).is_allocated());
}

TYPED_TEST(Sharing, EmptyTensorsAreAllocated) {
  const auto a = assemble<double>(this->exec, Formats::coo(2), {0, 3},
                                  Coordinates{}, Reals{});
  const SparseView<double, COOFormat<2>, typename TypeParam::memory_space>
      typed(a);
  EXPECT_TRUE(a.is_allocated());
  EXPECT_TRUE(typed.is_allocated());
  EXPECT_EQ(typed.nnz(), 0);
}

// view_of(ref(view)) is the view, not a guest in its memory.
TYPED_TEST(Sharing, RefAndBackKeepsTheViews) {
  using memory_space = typename TypeParam::memory_space;
  const Csr<TypeParam> typed(
      view_of<double, memory_space>(ref(small_csr(this->exec))));
  EXPECT_EQ(typed.use_count(), 1);
  EXPECT_EQ(typed.label(), "A");
  EXPECT_EQ(typed(2, 0), 2);
}

TYPED_TEST(Sharing, ForeignOwnersLiveAsLongAsTheView) {
  using memory_space             = typename TypeParam::memory_space;
  const auto a                   = small_csr(this->exec);
  auto owner                     = std::make_shared<int>(0);
  const std::weak_ptr<int> watch = owner;
  TensorRef t                    = ref(a);
  t.owner                        = std::move(owner);
  {
    Csr<TypeParam> typed(view_of<double, memory_space>(t));
    t = {};
    EXPECT_FALSE(watch.expired());
    EXPECT_EQ(typed.use_count(), 1);
    const SparseView<double, DynamicFormat, memory_space> back = typed;
    typed                                                      = {};
    EXPECT_FALSE(watch.expired());
    EXPECT_EQ(back.use_count(), 1);
  }
  EXPECT_TRUE(watch.expired());
}

}  // namespace
