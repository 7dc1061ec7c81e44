// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strata convert: from one file to another.
#include <cstdio>
#include <memory>

#include <Strata_Core.hpp>
#include <Strata_ReadTensor.hpp>
#include <Strata_TensorFile.hpp>

#include "../support/KokkosSession.hpp"
#include "Commands.hpp"
#include "ConvertParts.hpp"
#include "FormatOption.hpp"
#include "InputFile.hpp"
#include "Loading.hpp"
#include "Problem.hpp"
#include "Slices.hpp"

namespace Strata::Tool {
namespace {

constexpr const char* examples = R"(Entries are written in the order of the file, repeated ones and zeros included;
with --format they are sorted as that format stores them and repeated ones are
added; zeros go where its last level is dense. A Matrix Market file that is made from
another one stays symmetric, pattern or array as far as the entries allow it.
Values must fit the type exactly, but reals are rounded to the nearest f16, bf16,
f32 or f64 (too large ones are refused), and to the nearest integer with --round; complex values become real where all
imaginary parts are 0.
Examples:
  strata convert nell.tns.gz nell.mtx
  strata convert bus.mtx bus.tns --format CSC --type f32
  strata convert graph.mtx full.mtx.gz --expand
  strata convert measured.tns counts.tns --type i32 --round
  strata convert small.mtx - | head
  strata convert bus.mtx bus.h5 --format 'BSR(2,2)'
  strata convert bus.mtx bus.h5 --format 'HYB(3)'    (two parts, bus.0.h5 and bus.1.h5)
Exit status: 0 done, 2 bad input, 3 not supported.)";

struct ConvertCommand {
  InputFile input;
  std::string out, format;
  bool expand = false;
};

/// The entries as `format` stores them.
CoordinateList store(const CoordinateList& list, const std::string& format) {
  const TensorFormat given =
      parse_format("--format", format, list.order(), Parts::possible);
  const TensorFormat wanted = choose_index_types(with_known_slices(given, list.extents),
                                                 list.extents, list.num_entries);
  // Below a last level that is dense, zeros that were put there to fill it and
  // zeros of the file are the same.
  const bool padded =
      wanted.lvl_rank() > 0 && wanted.level(wanted.lvl_rank() - 1).kind == LevelKind::dense;
  const Kokkos::DefaultHostExecutionSpace exec;
  const TensorRef tensor = assemble_part(exec, wanted, list, "tool::convert", list.fill);
  CoordinateList stored  = list_entries(
      exec, tensor, padded ? ExtractZeros::skip_all : ExtractZeros::keep);
  stored.format          = tensor.format.whole();  // a file has a part of a tensor by itself
  stored.source          = list.source;
  stored.symmetry        = wanted.is_sliced() ? Symmetry::general : list.symmetry;
  stored.pattern         = list.pattern;
  stored.array           = tensor.format.is_dense() && list.order() > 0;
  return stored;
}

void convert(const ConvertCommand& command) {
  const InputFile& input = command.input;
  if (input.round && (input.type.empty() || !is_integer(parse_type(input.type))))
    throw UsageError("--round: add --type with an integer type, e.g. --type i32");
  const KokkosSession session;
  CoordinateList list = input.read();
  // A type that was asked for is one of values, which a pattern has not.
  if (!input.type.empty()) list.pattern = false;
  if (const auto composite = parse_composite("--format", command.format, list.extents))
    return convert_parts(list, *composite, command.out);
  if (!command.format.empty()) list = store(list, command.format);
  if (!list.format)
    list.format = choose_index_types(default_format(list), list.extents, list.num_entries);
  WriteOptions options;
  options.keep_form = !command.expand;
  write_tensor_file(command.out, list, options);
  if (command.out == "-") return;
  std::printf("%s: %s, %s, %lld entries\n", command.out.c_str(),
              std::string(name_of(list.scalar)).c_str(),
              extents_to_string(list.extents).c_str(),
              static_cast<long long>(list.num_entries));
}

}  // namespace

void add_convert(CLI::App& app) {
  const auto command = std::make_shared<ConvertCommand>();
  CLI::App& sub      = *app.add_subcommand("convert", "Write a tensor to a file of another kind");
  command->input.add_to(sub, "in");
  sub.add_option("out", command->out,
                 "File to write: .mtx, .ttx or .tns, with .gz after it packed; .h5: a binary container "
                 "(binsparse), which keeps the format; - for .tns on "
                 "the standard output")
      ->required();
  sub.add_option("--format", command->format,
                 "Sort the entries and add repeated ones as this format does, e.g. CSR; composite "
                 "formats, e.g. HYB(3), make a file for every part");
  sub.add_flag("--round", command->input.round,
               "Reals that are not whole become the nearest integer, ties the even one");
  sub.add_flag("--expand", command->expand,
               "Write every entry with its value: nothing symmetric, pattern or array");
  sub.footer(examples);
  sub.callback([command] { convert(*command); });
}

}  // namespace Strata::Tool
