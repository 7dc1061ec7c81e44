// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata inspect: what is in a file, and how a format stores it.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <vector>

#include <Strata_Core.hpp>
#include <Strata_PackedIndex.hpp>
#include <Strata_ReadTensor.hpp>
#include <fmt/format.h>

#include "../pictures/SpyPicture.hpp"
#include "../pictures/StoragePicture.hpp"
#include "../pictures/Svg.hpp"
#include "../support/KokkosSession.hpp"
#include "Choice.hpp"
#include "Commands.hpp"
#include "FileParts.hpp"
#include "FormatOption.hpp"
#include "InputFile.hpp"
#include "Loading.hpp"
#include "Slices.hpp"

namespace Strata::Tool {
namespace {

constexpr const char* examples = R"(Examples:
  strata inspect bus.mtx
  strata inspect nell.tns.gz --format CSF
  strata inspect small.mtx --format '(i, j) -> (j : dense, i : compressed)' --dump
  strata inspect small.mtx --format 'BSR(2,2)' --style legacy
  strata inspect small.mtx --format 'HYB(2)' --dump
  strata inspect small.mtx --format DCSR --svg levels.svg --spy entries.svg)";

struct InspectCommand {
  InputFile input;
  std::string format, svg, spy;
  bool dump                 = false;
  std::int64_t max_elements = 40;
  PrintStyle style          = PrintStyle::levels;
};

/// Entries of each coordinate of dimension d: how many are used, the most.
void print_dimension(const CoordinateList& list, int d) {
  std::vector<std::int64_t> at;
  at.reserve(static_cast<std::size_t>(list.num_entries));
  for (std::int64_t n = 0; n < list.num_entries; ++n) at.push_back(list.entry(n)[d]);
  std::sort(at.begin(), at.end());
  std::int64_t used = 0, most = 0;
  for (auto first = at.begin(); first != at.end();) {
    const auto last = std::upper_bound(first, at.end(), *first);
    most            = std::max<std::int64_t>(most, last - first);
    ++used;
    first = last;
  }
  fmt::print("dimension {}  extent {}, {} with entries, {:.4g} entries each, at most {}\n", d,
             list.extents[d], used,
             used == 0 ? 0.0 : static_cast<double>(list.num_entries) / used, most);
}

void print_values(const CoordinateList& list) {
  double smallest = INFINITY, largest = 0;
  std::int64_t zeros = 0;
  visit_scalar_type(list.scalar, [&](auto zero) {
    using T = decltype(zero);
    for (std::int64_t n = 0; n < list.num_entries; ++n) {
      double magnitude = 0;
      if constexpr (std::is_arithmetic_v<T>)
        magnitude = std::abs(static_cast<double>(list.data<T>()[n]));
      else
        magnitude = std::abs(list.data<T>()[n]);
      zeros += magnitude == 0;
      if (magnitude != 0) smallest = std::min(smallest, magnitude);
      largest = std::max(largest, magnitude);
    }
  });
  fmt::print("values       {}", name_of(list.scalar));
  if (largest > 0) fmt::print(", magnitudes {:.4g} to {:.4g}", smallest, largest);
  fmt::print(", {} explicit zeros\n", zeros);
}

void print_summary(const std::string& file, const CoordinateList& list) {
  fmt::print("file         {}\n", file);
  fmt::print("source       {}, {}{}{}\n", list.source, list.array ? "array" : "coordinates",
             list.pattern ? ", pattern" : "",
             list.order() == 2 ? fmt::format(", {}", name_of(list.symmetry)) : "");
  fmt::print("order        {} ({})\n", list.order(), extents_to_string(list.extents));
  fmt::print("entries      {}", list.num_entries);
  if (list.declared_entries != list.num_entries)
    fmt::print(" ({} in the file)", list.declared_entries);
  double size = 1;
  for (const auto e : list.extents) size *= static_cast<double>(e);
  if (size > 0) fmt::print(", density {:.3g}", static_cast<double>(list.num_entries) / size);
  fmt::print("\n");
  print_values(list);
  for (int d = 0; d < list.order(); ++d) print_dimension(list, d);
}

/// "dimension 1", or "d1 floordiv 2".
std::string level_content(const TensorFormat& format, int l) {
  return format.is_permutation() ? fmt::format("dimension {}", format.dimension_of_level(l))
                                 : format.level_expression(l);
}

void print_level(const TensorRef& tensor, int l, std::int64_t& bytes) {
  const LevelArrays& arrays   = tensor.levels[l];
  const LevelType type        = tensor.format.level(l);
  const TensorFormat& format  = tensor.format;
  const LevelTraits traits    = level_traits(type);
  std::string text = fmt::format("level {} = {}: {}{}{}", l, level_content(format, l),
                                 traits.name, type.unique ? "" : "(nonunique)",
                                 type.ordered || !traits.ordered ? "" : "(nonordered)");
  if (arrays.positions)
    text += fmt::format(", {} positions of {} bits", arrays.num_positions,
                        format.pos_type().bits());
  if (arrays.coordinates)
    text += fmt::format(", {} coordinates of {} bits", arrays.num_coordinates,
                        format.crd_type().bits());
  bytes += index_bytes(format.pos_type(), arrays.num_positions) +
           index_bytes(format.crd_type(), arrays.num_coordinates);
  fmt::print("{}\n", text);
}

TensorFormat chosen_format(const InspectCommand& command, const CoordinateList& list) {
  const auto given =
      command.format.empty()
          ? default_format(list)
          : parse_format("--format", command.format, list.order(), Parts::possible);
  return choose_index_types(with_known_slices(given, list.extents), list.extents,
                            list.num_entries);
}

std::string base_name(const std::string& file) { return file.substr(file.find_last_of('/') + 1); }

/// What levels hold, and how much in all. Returns bytes.
std::int64_t print_levels(const TensorRef& tensor) {
  std::int64_t bytes =
      tensor.num_values * static_cast<std::int64_t>(size_of(tensor.scalar));
  for (int l = 0; l < tensor.format.lvl_rank(); ++l) print_level(tensor, l, bytes);
  fmt::print("stored       {} values, {:.6g} kB in all\n", tensor.num_values,
             static_cast<double>(bytes) * 1e-3);
  return bytes;
}

void dump(const Kokkos::DefaultHostExecutionSpace& exec, const InspectCommand& command,
          const TensorRef& tensor) {
  std::fflush(stdout);
  PrintOptions options;
  options.max_elements = command.max_elements;
  options.style        = command.style;
  print(exec, std::cout, tensor, options);
  std::cout.flush();
}

void print_whole(const Kokkos::DefaultHostExecutionSpace& exec, const InspectCommand& command,
                 const CoordinateList& list) {
  const TensorFormat format = chosen_format(command, list);
  const TensorRef tensor = assemble_part(exec, format, list, "tool::inspect", list.fill);
  fmt::print("format       {}\n", format.to_string());
  print_levels(tensor);
  if (!command.svg.empty())
    write_picture(command.svg, draw_storage(base_name(command.input.file), tensor, command.max_elements));
  if (command.dump) dump(exec, command, tensor);
}

/// Part by part; pictures are named as the files of strata convert are.
void print_parts(const Kokkos::DefaultHostExecutionSpace& exec, const InspectCommand& command,
                 const CoordinateList& list, const CompositeFormat& format) {
  const std::vector<TensorRef> parts = parts_of(exec, list, format, "tool::inspect");
  fmt::print("format       {}, {} parts\n", command.format, parts.size());
  std::int64_t values = 0, bytes = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    fmt::print("{:<12} {}\n", fmt::format("part {}", p), parts[p].format.to_string());
    bytes += print_levels(parts[p]);
    values += parts[p].num_values;
    if (!command.svg.empty())
      write_picture(path_of_part(command.svg, p),
                    draw_storage(fmt::format("{}, part {}", base_name(command.input.file), p),
                                 parts[p], command.max_elements));
    if (command.dump) dump(exec, command, parts[p]);
  }
  fmt::print("all parts    {} values, {:.6g} kB in all\n", values,
             static_cast<double>(bytes) * 1e-3);
}

void print_storage(const InspectCommand& command, const CoordinateList& list,
                   const std::optional<CompositeFormat>& composite) {
  const Kokkos::DefaultHostExecutionSpace exec;
  if (composite)
    print_parts(exec, command, list, *composite);
  else
    print_whole(exec, command, list);
}

void inspect(const InspectCommand& command) {
  const KokkosSession session;
  const CoordinateList list = command.input.read();
  const std::string& file   = command.input.file;
  print_summary(file, list);
  const auto composite = parse_composite("--format", command.format, list.extents);
  if (command.dump || !command.format.empty() || !command.svg.empty())
    print_storage(command, list, composite);
  if (!command.spy.empty())
    write_picture(command.spy,
                  draw_spy(base_name(file),
                           composite ? command.format : chosen_format(command, list).to_string(),
                           list));
}

}  // namespace

void add_inspect(CLI::App& app) {
  const auto command = std::make_shared<InspectCommand>();
  CLI::App& sub      = *app.add_subcommand("inspect", "Describe a tensor in a file");
  command->input.add_to(sub, "file");
  sub.add_option("--format", command->format, "Also describe how this format stores it; composite formats, e.g. HYB(3), part by part");
  sub.add_flag("--dump", command->dump, "Print the arrays of every level");
  sub.add_option("--style", command->style,
                 "How --dump, which it implies, prints them: levels (a paragraph a level), or "
                 "legacy (lists, with MLIR's earlier names pointers and indices)")
      ->transform(choice(std::map<std::string, PrintStyle>{{"legacy", PrintStyle::legacy},
                                                           {"levels", PrintStyle::levels}}))
      ->type_name("STYLE")
      ->each([command](const std::string&) { command->dump = true; });
  sub.add_option("--max", command->max_elements,
                 "Elements of each array that are printed and drawn, -1: all")
      ->capture_default_str();
  sub.add_option("--svg", command->svg, "Draw the arrays of every level; of parts a file each, a.svg as a.0.svg, a.1.svg …")->type_name("FILE");
  sub.add_option("--spy", command->spy, "Draw where the entries are")->type_name("FILE");
  sub.footer(examples);
  sub.callback([command] { inspect(*command); });
}

}  // namespace Strata::Tool
