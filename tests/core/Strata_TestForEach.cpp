// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// parallel_for_each and parallel_reduce_each against the entries of extract().
#include "Strata_TestFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(ForEach);

template <class ExecutionSpace, class View>
void check_matrix(const ExecutionSpace& exec, const View& a) {
  Kokkos::View<double**, typename ExecutionSpace::memory_space> sums(
      "Strata::test", a.extent(0), a.extent(1)),
      counts("Strata::test", a.extent(0), a.extent(1));
  parallel_for_each(
      exec, a, KOKKOS_LAMBDA(std::int64_t i, std::int64_t j, double& value) {
        Kokkos::atomic_add(&sums(i, j), value);
        Kokkos::atomic_add(&counts(i, j), 1);
        value = -value;
      });
  exec.fence("Strata::test");
  double entries = 0;
  for (std::int64_t i = 0; i < a.extent(0); ++i)
    for (std::int64_t j = 0; j < a.extent(1); ++j) {
      ASSERT_EQ(sums(i, j), -a(i, j)) << a.format().to_string();
      entries += counts(i, j);
    }
  EXPECT_EQ(entries, static_cast<double>(a.nnz())) << a.format().to_string();
}

template <class ExecutionSpace, class View>
void check_order3(const ExecutionSpace& exec, const View& a) {
  Kokkos::View<double***, typename ExecutionSpace::memory_space> sums(
      "Strata::test", a.extent(0), a.extent(1), a.extent(2));
  const SparseView<const double, typename View::format_type,
                   typename View::memory_space>
      read = a;
  parallel_for_each(
      exec, read, KOKKOS_LAMBDA(int i, int j, int k, const double& value) {
        Kokkos::atomic_add(&sums(i, j, k), value);
      });
  exec.fence("Strata::test");
  for (std::int64_t i = 0; i < a.extent(0); ++i)
    for (std::int64_t j = 0; j < a.extent(1); ++j)
      for (std::int64_t k = 0; k < a.extent(2); ++k)
        ASSERT_EQ(sums(i, j, k), a(i, j, k)) << a.format().to_string();
}

TYPED_TEST(ForEach, EveryFormat) {
  const RandomEntries two(3, 60, {9, 14}), three(4, 50, {4, 3, 7});
  for (const TensorFormat& format : matrix_formats())
    check_matrix(this->exec, random_tensor(this->exec, format, two, {9, 14}));
  for (const TensorFormat& format : order3_formats())
    check_order3(this->exec,
                 random_tensor(this->exec, format, three, {4, 3, 7}));
}

// One outer row, empty outer rows, more values than one chunk holds.
TYPED_TEST(ForEach, EveryShape) {
  for (const std::vector<std::int64_t>& extents :
       {Numbers{1, 5000}, {5000, 1}, {3000, 7}, {1, 1}, {0, 4}, {4, 0}})
    for (const TensorFormat& format : matrix_formats()) {
      if (format.crd_type().bits() == 8) continue;
      const bool empty = extents[0] * extents[1] == 0;
      const RandomEntries entries(12, empty ? 0 : 700,
                                  empty ? Numbers{1, 1} : extents);
      check_matrix(this->exec,
                   random_tensor(this->exec, format, entries, extents));
    }
}

template <class Format, class ExecutionSpace>
void check_static(const ExecutionSpace& exec) {
  using view_type =
      SparseView<double, Format, typename ExecutionSpace::memory_space>;
  const RandomEntries entries(5, 400, {60, 110});
  check_matrix(exec, view_type(random_tensor(exec, Format::dynamic(), entries,
                                             {60, 110})));
}

TYPED_TEST(ForEach, StaticFormats) {
  check_static<CSRFormat<>>(this->exec);
  check_static<CSCFormat<std::int32_t>>(this->exec);
  check_static<DCSRFormat<std::uint32_t, std::uint8_t>>(this->exec);
  check_static<COOFormat<2>>(this->exec);
  check_static<DenseFormat<2>>(this->exec);
  const RandomEntries entries(6, 50, {4, 3, 7});
  check_order3(
      this->exec,
      SparseView<double, CSFFormat<3>, typename TypeParam::memory_space>(
          random_tensor(this->exec, Formats::csf(3), entries, {4, 3, 7})));
}

TYPED_TEST(ForEach, AtomicValues) {
  using memory_space = typename TypeParam::memory_space;
  const auto a = assemble<double>(this->exec, Formats::sparse_vector(), {50},
                                  Coordinates{{7}, {11}}, Reals{1, 2});
  using atomic_view        = SparseView<double, DynamicFormat, memory_space,
                                 Kokkos::MemoryTraits<Kokkos::Atomic>>;
  const atomic_view atomic = a;
  using reference_type     = typename atomic_view::reference_type;
  parallel_for_each(
      this->exec, atomic, KOKKOS_LAMBDA(std::int64_t i, reference_type value) {
        value += static_cast<double>(i);
      });
  this->exec.fence("Strata::test");
  EXPECT_EQ(a(7), 8);
  EXPECT_EQ(a(11), 13);
}

TYPED_TEST(ForEach, ScalarTensor) {
  const auto a = assemble<double>(this->exec, TensorFormat(), {},
                                  Coordinates{{}}, Reals{7});
  parallel_for_each(
      this->exec, a, KOKKOS_LAMBDA(double& value) { value += 1; });
  this->exec.fence("Strata::test");
  EXPECT_EQ(a(), 8);
}

TYPED_TEST(ForEach, Reductions) {
  using memory_space = typename TypeParam::memory_space;
  const RandomEntries entries(13, 5000, {100, 90});
  const auto a = random_tensor(this->exec, Formats::dcsr(), entries, {100, 90});
  double sum = 0, sum_again = 0, largest = 0;
  for (const auto& [c, value] : to_map(entries.coordinates, entries.values)) {
    sum += value * static_cast<double>(c[0] + 1);
    largest = std::max(largest, value + static_cast<double>(c[1]));
  }
  parallel_reduce_each(
      this->exec, a,
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t, double value,
                    double& partial) {
        partial += value * static_cast<double>(i + 1);
      },
      sum_again);
  EXPECT_EQ(sum_again, sum);

  double found = 0;
  const SparseView<const double, DCSRFormat<>, memory_space> typed(
      SparseView<const double, DynamicFormat, memory_space>{a});
  parallel_reduce_each(
      this->exec, typed,
      KOKKOS_LAMBDA(std::int64_t, std::int64_t j, const double& value,
                    double& partial) {
        const double here = value + static_cast<double>(j);
        if (here > partial) partial = here;
      },
      Kokkos::Max<double>(found));
  EXPECT_EQ(found, largest);

  Kokkos::View<int, memory_space> count("Strata::test");
  parallel_reduce_each(
      this->exec, typed,
      KOKKOS_LAMBDA(std::int64_t, std::int64_t, double, int& partial) {
        ++partial;
      },
      count);
  this->exec.fence("Strata::test");
  EXPECT_EQ(count(), typed.nnz());
}

TYPED_TEST(ForEach, EmptyReductions) {
  using memory_space = typename TypeParam::memory_space;
  double sum         = 5;
  const auto add = KOKKOS_LAMBDA(std::int64_t, double value, double& partial) {
    partial += value;
  };
  parallel_reduce_each(this->exec,
                       assemble<double>(this->exec, Formats::sparse_vector(),
                                        {0}, Coordinates{}, Reals{}),
                       add, sum);
  EXPECT_EQ(sum, 0);
  sum = 5;
  parallel_reduce_each(this->exec,
                       SparseView<double, SparseVectorFormat<>, memory_space>(),
                       add, sum);
  EXPECT_EQ(sum, 0);
  parallel_for_each(this->exec,
                    SparseView<double, DynamicFormat, memory_space>(),
                    KOKKOS_LAMBDA(std::int64_t, double){});
}

// A function of any number of coordinates takes every order.
struct CountEntries {
  Kokkos::View<int, Kokkos::HostSpace> m_count;
  template <class... Arguments>
  KOKKOS_FUNCTION void operator()(const Arguments&...) const {
    Kokkos::atomic_add(&m_count(), static_cast<int>(sizeof...(Arguments)));
  }
};

TYPED_TEST(ForEach, OrderIsChosenByTheFunction) {
  const CountEntries count{
      Kokkos::View<int, Kokkos::HostSpace>("Strata::test")};
  for (const TensorFormat& format : {Formats::csf(3), Formats::csf(2)}) {
    const Numbers extents(static_cast<std::size_t>(format.dim_rank()), 3);
    parallel_for_each(
        this->exec,
        assemble<double>(this->exec, format, extents,
                         Coordinates{Numbers(extents.size(), 1)}, Reals{1}),
        count);
  }
  this->exec.fence("Strata::test");
  EXPECT_EQ(count.m_count(), 4 + 3);
  const auto matrix = assemble<double>(this->exec, Formats::csr(), {2, 2},
                                       Coordinates{{0, 0}}, Reals{1}, "A");
  const std::string message = message_of<ShapeMismatch>([&] {
    parallel_for_each(this->exec, matrix,
                      KOKKOS_LAMBDA(std::int64_t, double&){});
  });
  EXPECT_NE(message.find("Strata::parallel_for_each: f: expected a function of "
                         "2 coordinates and a reference to a value of \"A\""),
            std::string::npos)
      << message;
}

// Far apart rows: the walk gallops over empty segments.
TYPED_TEST(ForEach, HypersparseRows) {
  const std::int64_t rows = 200000;
  Coordinates coordinates;
  Reals values;
  for (std::int64_t i = 0; i < rows; i += 777)
    coordinates.push_back({i, i % 5}), values.push_back(1);
  const auto a       = assemble<double>(this->exec, Formats::csr(), {rows, 5},
                                  coordinates, values);
  std::int64_t wrong = -1;
  parallel_reduce_each(
      this->exec, a,
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t j, double, std::int64_t& w) {
        w += i % 777 != 0 || j != i % 5;
      },
      wrong);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
