// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of tensors that share the arrays of the whole.
#include "Strata_TestFormats.hpp"

namespace {

using namespace Strata;
using namespace Strata::Testing;

STRATA_TYPED_SUITE(Subview);

/// What a part must have: entries inside, with the coordinates of the part.
EntryMap part_of(const EntryMap& whole, const DimensionSlices& parts) {
  EntryMap out;
  for (const auto& [coordinate, value] : whole) {
    Numbers inside = coordinate;
    bool is_inside = true;
    for (std::size_t d = 0; d < parts.size(); ++d) {
      if (!parts[d]) continue;
      const std::int64_t past = coordinate[d] - parts[d]->offset;
      inside[d]               = past / parts[d]->stride;
      is_inside = is_inside && past >= 0 && past % parts[d]->stride == 0 &&
                  inside[d] < parts[d]->size;
    }
    if (is_inside) out[inside] = value;
  }
  return out;
}

EntryMap without_zeros(EntryMap map) {
  std::erase_if(map, [](const auto& entry) { return entry.second == 0; });
  return map;
}

template <class ExecutionSpace>
EntryMap entries_of(const ExecutionSpace& exec, const TensorRef& tensor) {
  return without_zeros(to_map(
      extract(exec, convert(exec, tensor, Formats::coo(tensor.order())))));
}

std::vector<TensorFormat> all_matrix_formats() {
  std::vector<TensorFormat> formats = matrix_formats();
  formats.push_back(Formats::bsr(2, 3));
  formats.push_back(Formats::dia());
  return formats;
}

/// S0-23: slices of an 8 x 16 matrix, with strides of 1, 2 and 3.
std::vector<DimensionSlices> slices_of_8x16() {
  using S = DimensionSlice;
  return {{S{0, 4, 1}, S{0, 8, 1}}, {S{0, 4, 1}, S{0, 8, 2}},
          {S{0, 4, 2}, S{0, 5, 3}}, {S{1, 3, 3}, S{5, 5, 2}},
          {S{3, 4, 1}, std::nullopt}, {std::nullopt, S{4, 7, 1}},
          {S{7, 1, 1}, S{15, 1, 1}}, {S{2, 0, 1}, std::nullopt},
          {std::nullopt, S{1, 5, 3}}};
}

TYPED_TEST(Subview, S0_23_EqualsDenseSlicing) {
  const auto exec = one_thread(this->exec);
  const RandomEntries entries(23, 70, {8, 16});
  const EntryMap whole = to_map(entries.coordinates, entries.values);
  for (const TensorFormat& format : all_matrix_formats()) {
    const auto a = random_tensor(exec, format, entries, {8, 16});
    for (const DimensionSlices& parts : slices_of_8x16()) {
      const auto part         = subview(a, parts);
      const EntryMap expected = part_of(whole, parts);
      SCOPED_TRACE(part.format().to_string());
      EXPECT_EQ(entries_of(exec, ref(part)), expected);
      EXPECT_EQ(without_zeros(to_map(extract(exec, ref(part)))), expected);
      for (std::int64_t i = 0; i < part.extent(0); ++i)
        for (std::int64_t j = 0; j < part.extent(1); ++j) {
          const auto found = expected.find({i, j});
          EXPECT_EQ(part(i, j), found == expected.end() ? 0 : found->second);
        }
      validate(exec, ref(part));
    }
  }
}

TYPED_TEST(Subview, OrderThree) {
  const auto exec = one_thread(this->exec);
  const RandomEntries entries(24, 60, {5, 6, 7});
  const EntryMap whole = to_map(entries.coordinates, entries.values);
  const DimensionSlices parts{DimensionSlice{1, 3, 1}, std::nullopt,
                              DimensionSlice{0, 3, 3}};
  for (const TensorFormat& format : order3_formats()) {
    const auto part =
        subview(random_tensor(exec, format, entries, {5, 6, 7}), parts);
    EXPECT_EQ(entries_of(exec, ref(part)), part_of(whole, parts))
        << format.to_string();
  }
}

TYPED_TEST(Subview, SharesTheArrays) {
  const RandomEntries entries(3, 60, {9, 14});
  const auto a    = random_tensor(this->exec, Formats::csr(), entries, {9, 14});
  const auto part = subview(a, Kokkos::pair(2, 7), DimensionSlice{1, 4, 3});
  EXPECT_EQ(part.values().data(), a.values().data());
  EXPECT_EQ((part.template positions<1, std::uint64_t>().data()),
            (a.template positions<1, std::uint64_t>().data()));
  EXPECT_EQ((part.template coordinates<1, std::uint64_t>().data()),
            (a.template coordinates<1, std::uint64_t>().data()));
  EXPECT_EQ(part.extents(), (Numbers{5, 4}));
  EXPECT_EQ(part.nnz(), a.nnz());
  EXPECT_EQ(part.label(), "A");
  EXPECT_EQ(part.format().to_string(),
            "(d0 : #sparse_tensor<slice(2, 5, 1)>, d1 : "
            "#sparse_tensor<slice(1, 4, 3)>) -> (d0 : dense, d1 : compressed)");
  const auto all = subview(a, Kokkos::ALL, std::pair<int, int>(0, 14));
  EXPECT_EQ(all.format(), Formats::csr());
}

int allocations = 0, copies = 0;

TYPED_TEST(Subview, CopiesNothing) {
  namespace Tools = Kokkos::Tools::Experimental;
  const RandomEntries entries(5, 40, {9, 14});
  const auto a = random_tensor(this->exec, Formats::dcsr(), entries, {9, 14});
  allocations = copies = 0;
  const auto before    = Tools::get_callbacks();
  Tools::set_allocate_data_callback(
      [](Kokkos_Profiling_SpaceHandle, const char*, const void*,
         std::uint64_t) { ++allocations; });
  Tools::set_begin_deep_copy_callback(
      [](Kokkos_Profiling_SpaceHandle, const char*, const void*,
         Kokkos_Profiling_SpaceHandle, const char*, const void*,
         std::uint64_t) { ++copies; });
  const auto part = subview(transposed(subview(a, Kokkos::pair(1, 8), Kokkos::ALL)),
                            DimensionSlice{0, 5, 2}, Kokkos::pair(0, 3));
  const double value = part(2, 1);
  Tools::set_callbacks(before);
  EXPECT_EQ(value, a(2, 4));
  EXPECT_EQ(allocations, 0);
  EXPECT_EQ(copies, 0);
}

TYPED_TEST(Subview, SlicesOfSlicesAndTransposes) {
  const auto exec = one_thread(this->exec);
  const RandomEntries entries(6, 90, {20, 31});
  for (const TensorFormat& format : all_matrix_formats()) {
    const auto a    = random_tensor(exec, format, entries, {20, 31});
    const auto once = subview(a, DimensionSlice{2, 8, 2}, DimensionSlice{1, 10, 3});
    const auto part =
        subview(transposed(once), DimensionSlice{2, 4, 2}, Kokkos::pair(3, 8));
    SCOPED_TRACE(format.to_string());
    EXPECT_EQ(part.extents(), (Numbers{4, 5}));
    for (std::int64_t j = 0; j < 4; ++j)
      for (std::int64_t i = 0; i < 5; ++i)
        EXPECT_EQ(part(j, i), a(2 + 2 * (3 + i), 1 + 3 * (2 + 2 * j)));
    validate(exec, ref(part));
  }
}

TYPED_TEST(Subview, OfStaticFormats) {
  using memory_space = typename TypeParam::memory_space;
  const RandomEntries entries(3, 60, {9, 14});
  const SparseView<double, CSRFormat<>, memory_space> a(
      random_tensor(this->exec, Formats::csr(), entries, {9, 14}));
  const auto part = subview(a, Kokkos::pair(2, 7), Kokkos::ALL);
  EXPECT_EQ(part(1, 3), a(3, 3));
  const std::string text = message_of<FormatMismatch>([&] {
    (void)SparseView<double, CSRFormat<>, memory_space>(part);
  });
  EXPECT_NE(text.find("slice(2, 5, 1)"), std::string::npos) << text;
}

TYPED_TEST(Subview, ForEachVisitsThePart) {
  const RandomEntries entries(8, 200, {30, 40});
  const EntryMap whole = to_map(entries.coordinates, entries.values);
  const DimensionSlices parts{DimensionSlice{3, 9, 2}, DimensionSlice{5, 6, 5}};
  for (const TensorFormat& format : all_matrix_formats()) {
    const auto a = random_tensor(this->exec, format, entries, {30, 40});
    const auto part = subview(a, parts);
    double sum      = 0, expected = 0;
    parallel_reduce_each(
        this->exec, part,
        KOKKOS_LAMBDA(std::int64_t i, std::int64_t j, double& value,
                      double& total) {
          total += static_cast<double>(100 * i + j + 1) * value;
        },
        sum);
    for (const auto& [c, value] : part_of(whole, parts))
      expected += static_cast<double>(100 * c[0] + c[1] + 1) * value;
    EXPECT_EQ(sum, expected) << format.to_string();
    parallel_for_each(
        this->exec, part,
        KOKKOS_LAMBDA(std::int64_t, std::int64_t, double& value) { value = -1; });
    this->exec.fence();
    EXPECT_EQ(a(4, 5), whole.count({4, 5}) ? whole.at({4, 5}) : 0);
    for (const auto& [c, value] : part_of(whole, parts))
      EXPECT_EQ(a(3 + 2 * c[0], 5 + 5 * c[1]), -1);
  }
}

TYPED_TEST(Subview, MirrorsKeepTheSlices) {
  const RandomEntries entries(8, 60, {9, 14});
  const auto a    = random_tensor(this->exec, Formats::csr(), entries, {9, 14});
  const auto part = subview(a, DimensionSlice{1, 4, 2}, Kokkos::ALL);
  const auto mirror = create_mirror(part);
  deep_copy(this->exec, mirror, part);
  this->exec.fence();
  EXPECT_EQ(mirror.format(), part.format());
  EXPECT_EQ(to_map(extract(this->exec, ref(mirror))),
            to_map(extract(this->exec, ref(part))));
  EXPECT_EQ(create_mirror_view(part).values().data(), a.values().data());
  const std::string text = message_of<FormatMismatch>(
      [&] { deep_copy(this->exec, part, mirror); });
  EXPECT_EQ(text,
            "Strata::deep_copy: \"A\": expected a whole tensor, got a part of "
            "one, which shares the arrays with the rest; write the values of "
            "the part with Strata::parallel_for_each, or copy the whole tensor");
  EXPECT_EQ(message_of<FormatMismatch>(
                [&] { deep_copy(this->exec, part, 0.0); }),
            text);
}

TYPED_TEST(Subview, DenseLevelsBecomeStrides) {
  const RandomEntries entries(9, 60, {9, 14});
  const auto a = random_tensor(this->exec, Formats::dense(2), entries, {9, 14});
  const auto part     = subview(a, DimensionSlice{1, 4, 2}, Kokkos::pair(3, 9));
  const TensorRef seen = ref(part);
  EXPECT_EQ(seen.format, Formats::dense(2));
  EXPECT_EQ(seen.strides, (Numbers{28, 1}));
  EXPECT_EQ(seen.values, a.values().data() + 14 + 3);
  const TensorRef same =
      subview(ref(a), {DimensionSlice{1, 4, 2}, DimensionSlice{3, 6, 1}});
  EXPECT_EQ(same.strides, seen.strides);
  EXPECT_EQ(same.values, seen.values);
}

TYPED_TEST(Subview, PrintsSlicesAndArrays) {
  const auto a = assemble<double>(this->exec, Formats::csr(), {3, 4},
                                  Coordinates{{0, 1}, {1, 0}, {1, 3}},
                                  Reals{1, 2, 3}, "A");
  std::ostringstream out;
  print(this->exec, out, ref(subview(a, Kokkos::pair(1, 3), Kokkos::ALL)));
  EXPECT_EQ(out.str(),
            "format: (d0 : #sparse_tensor<slice(1, 2, 1)>, d1) -> (d0 : dense, "
            "d1 : compressed)\n"
            "scalar: f64\n"
            "extents: 2 4\n"
            "level 0 (d0): dense, size 3\n"
            "level 1 (d1): compressed, size 4\n"
            "  positions[1] (4): 0 1 3 3\n"
            "  coordinates[1] (3): 1 0 3\n"
            "values (3): 1 2 3\n");
}

TYPED_TEST(Subview, RefusesWhatIsOutside) {
  const RandomEntries entries(9, 20, {9, 14});
  const auto a = random_tensor(this->exec, Formats::csr(), entries, {9, 14});
  EXPECT_EQ(message_of<ShapeMismatch>([&] {
              (void)subview(a, DimensionSlice{3, 3, 3}, Kokkos::ALL);
            }),
            "Strata::subview: part of dimension 0: expected coordinates in [0, "
            "9), got offset 3, size 3, stride 3");
  EXPECT_EQ(message_of<ShapeMismatch>([&] {
              (void)subview(subview(a, Kokkos::pair(2, 5), Kokkos::ALL),
                            Kokkos::pair(1, 4), Kokkos::ALL);
            }),
            "Strata::subview: part of dimension 0: expected coordinates in [0, "
            "3), got offset 1, size 3, stride 1");
  EXPECT_EQ(message_of<FormatMismatch>([&] {
              (void)subview(a, DimensionSlice{3, 3, 0}, Kokkos::ALL);
            }),
            "Strata::subview: part of dimension 0: expected a stride of at "
            "least 1, got offset 3, size 3, stride 0");
  EXPECT_EQ(message_of<ShapeMismatch>([&] { (void)subview(a, Kokkos::ALL); }),
            "Strata::subview: parts: expected 2 (one per dimension), got 1; "
            "pass Kokkos::ALL for whole dimensions");
  EXPECT_EQ(message_of<FormatMismatch>([&] {
              (void)convert(this->exec, ref(a),
                            TensorFormat::parse("(i : #sparse_tensor<slice(0, 2, "
                                                "1)>) -> (i : compressed)"));
            }).substr(0, 15),
            "Strata::convert");
}

}  // namespace
