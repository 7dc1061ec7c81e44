// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>
#include <vector>

#include <Strata_Error.hpp>
#include <Strata_Frostt.hpp>
#include <Strata_MatrixMarket.hpp>
#include <impl/Strata_ArrayWalk.hpp>
#include <impl/Strata_FormatEntries.hpp>
#include <impl/Strata_TextOutput.hpp>
#include <impl/Strata_WrittenForm.hpp>

namespace Strata {
namespace {

using Impl::ArrayWalk;
using Impl::EntryText;
using Impl::TextOutput;
using Impl::WrittenForm;

constexpr std::int64_t piece = std::int64_t{1} << 14;  // numbers or entries of a task

std::int64_t count_pieces(std::int64_t size) { return (size + piece - 1) / piece; }

void write_entries(TextOutput& output, const CoordinateList& list, const EntryText& parts) {
  visit_scalar_type(list.scalar, [&](auto zero) {
    output.write_pieces(count_pieces(list.num_entries), [&](std::int64_t p) {
      return Impl::format_entries<decltype(zero)>(
          list, parts, p * piece, std::min(list.num_entries, (p + 1) * piece));
    });
  });
}

/// One value a line, zeros included.
template <class T>
void write_values(TextOutput& output, const std::vector<T>& values) {
  const auto size = static_cast<std::int64_t>(values.size());
  output.write_pieces(count_pieces(size), [&](std::int64_t p) {
    const std::int64_t end = std::min(size, (p + 1) * piece);
    Impl::NumberWriter writer((piece + 1) * (Impl::NumberWriter::longest_value + 1));
    for (std::int64_t n = p * piece; n < end; ++n) {
      writer.put_number(T(values[static_cast<std::size_t>(n)]));
      writer.put('\n');
    }
    return writer.take();
  });
}

void write_array(TextOutput& output, const CoordinateList& list, Symmetry symmetry) {
  const ArrayWalk walk(symmetry, list.extents);
  visit_scalar_type(list.scalar, [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> values(static_cast<std::size_t>(walk.size()), zero);
    for (std::int64_t n = 0; n < list.num_entries; ++n) {
      const auto at = list.entry(n);
      if (symmetry != Symmetry::general && at[0] < at[1]) continue;
      // A skew-symmetric file has no room for the diagonal, which is 0.
      if (symmetry == Symmetry::skew_symmetric && at[0] == at[1]) continue;
      values[static_cast<std::size_t>(walk.index_of(at))] = list.data<T>()[n];
    }
    write_values(output, values);
  });
}

std::string_view field_of(ScalarType type) {
  if (is_complex(type)) return "complex";
  if (is_float(type)) return "real";
  return is_unsigned_integer(type) ? "unsigned-integer" : "integer";
}

std::int64_t count_written(const CoordinateList& list, const EntryText& parts) {
  if (!parts.lower_triangle) return list.num_entries;
  std::int64_t count = 0;
  for (std::int64_t n = 0; n < list.num_entries; ++n)
    count += list.entry(n)[0] >= list.entry(n)[1];
  return count;
}

std::string make_header(const CoordinateList& list, const WrittenForm& form,
                        const EntryText& parts) {
  std::string text = "%%MatrixMarket ";
  text += list.order() == 2 ? "matrix " : "tensor ";
  text += form.array ? "array " : "coordinate ";
  text += form.pattern ? "pattern" : field_of(list.scalar);
  text += " " + std::string(name_of(form.symmetry)) + "\n";
  for (std::size_t d = 0; d < list.extents.size(); ++d)
    text += (d > 0 ? " " : "") + std::to_string(list.extents[d]);
  if (!form.array) text += " " + std::to_string(count_written(list, parts));
  return text + "\n";
}

}  // namespace

void write_frostt(const std::string& path, const CoordinateList& list,
                  const WriteOptions& options) {
  TextOutput output(path, options.tasks);
  write_entries(output, list, {});
  output.finish();
}

void write_matrix_market(const std::string& path, const CoordinateList& list,
                         const WriteOptions& options) {
  if (list.order() == 0)
    throw IoError(path +
                  ": cannot be written: Matrix Market has no tensors of order 0; use .tns");
  const WrittenForm form =
      options.keep_form ? Impl::declared_form(list, options.tasks) : WrittenForm{};
  const EntryText parts{.lower_triangle = form.symmetry != Symmetry::general,
                        .values         = !form.pattern};
  TextOutput output(path, options.tasks);
  output.write(make_header(list, form, parts));
  if (form.array)
    write_array(output, list, form.symmetry);
  else
    write_entries(output, list, parts);
  output.finish();
}

}  // namespace Strata
