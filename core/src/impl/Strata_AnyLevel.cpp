// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_AnyLevel.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include <Strata_Error.hpp>
#include <Strata_PackedIndex.hpp>
#include <impl/Strata_RegisteredTree.hpp>

namespace Strata::Impl {

namespace {

/// True where the coordinate above falls as the dimension of level l grows.
bool falls_above(const TensorFormat& format, int l) {
  const auto& levels = format.map().results;
  if (l == 0 || levels[l]->kind != AffineExpr::Kind::dimension) return false;
  const auto slope = slope_of(*levels[l - 1], static_cast<int>(levels[l]->value));
  return slope && *slope < 0;
}

constexpr int first_parameter = 3;  // among the inputs of a LevelProgram

/// Degree of the results of a function in its arguments; none where it is not a
/// polynomial that the steps show. `first`: of the first argument (1 or, to look at
/// the second one alone, 0). `in_slice`: while the first argument, divided by the first
/// parameter, is what it is.
std::optional<int> degree_of(const LevelProgram& program, int first, bool in_slice) {
  using Degree = std::optional<int>;
  std::vector<Degree> degrees(LevelProgram::num_inputs, Degree(0));
  degrees[0] = first;
  degrees[1] = 1;
  for (int n = 0; n < program.num_steps; ++n) {
    const LevelStep& step = program.steps[n];
    const Degree a = degrees[step.a], b = degrees[step.b];
    Degree own;
    switch (step.operation) {
      case LevelOperation::constant: own = 0; break;
      case LevelOperation::add:
      case LevelOperation::sub:
        if (a && b) own = std::max(*a, *b);
        break;
      case LevelOperation::mul:
        if (a && b) own = *a + *b;
        break;
      case LevelOperation::div:
        if (a == 0 && b == 0) own = 0;
        if (in_slice && step.a == 0 && step.b == first_parameter) own = 0;
        break;
      case LevelOperation::load:
        if (a == 0) own = 0;
        break;
      default: break;
    }
    degrees.push_back(own);
  }
  const Degree begin = degrees[program.results[0]], end = degrees[program.results[1]];
  return begin && end ? Degree(std::max(*begin, *end)) : Degree();
}

bool is_linear(const LevelProgram& program, int first = 1, bool in_slice = false) {
  const auto degree = degree_of(program, first, in_slice);
  return degree && *degree <= 1;
}

/// Lines begin at equal distances.
bool is_even(const LevelDefinition& d, bool in_slice) {
  return !d.asks_above() && is_linear(d.pos_bounds, 1, in_slice) &&
         (!d.has_position || is_linear(d.position, 1, in_slice));
}

/// pos_access: coordinates[position]
bool reads_coordinates(const LevelProgram& program) {
  if (program.num_steps == 0) return false;
  const LevelStep& last = program.steps[program.num_steps - 1];
  return program.results[0] == LevelProgram::num_inputs + program.num_steps - 1 &&
         last.operation == LevelOperation::load && last.constant != 0 && last.a == 1;
}

}  // namespace

bool lies_in_lines(const AnyLevel& level) {
  if (level.kind == LevelKind::compressed) return true;
  if (!is_registered(level.kind) || !level.is_line) return false;
  const LevelDefinition& d = level_definition(level.kind);
  const bool in_slice      = d.description.edges == LevelEdges::sliced;
  return !d.asks_above() && d.description.placement == LevelPlacement::rank &&
         (!d.has_position || is_linear(d.position, 1, in_slice)) &&
         (level.padding == LevelPadding::none || level.padding == LevelPadding::coordinates);
}

std::int64_t line_period(LevelType type) {
  if (!is_registered(type.kind)) return 1;
  const LevelDefinition& d = level_definition(type.kind);
  const LevelEdges edges   = d.description.edges;
  if (edges == LevelEdges::sliced) return is_even(d, true) ? type.parameters[0] : 1;
  const bool has_one_width = edges == LevelEdges::width || edges == LevelEdges::header;
  return has_one_width && is_even(d, false) ? std::numeric_limits<std::int64_t>::max() : 1;
}

LevelExtents LevelExtents::of(const TensorRef& tensor, int l) {
  return {tensor.level_extent(l), l == 0 ? 1 : tensor.level_extent(l - 1)};
}

bool asks_above(const TensorFormat& format, int l) {
  const LevelKind kind = format.level(l).kind;
  return is_registered(kind) && level_definition(kind).asks_above();
}

AnyLevel make_any_level(const TensorFormat& format, int l, const LevelExtents& extents,
                        IndexSpan positions, IndexSpan coordinates) {
  AnyLevel out;
  const LevelType type = format.level(l);
  out.kind             = type.kind;
  out.storage          = {positions, coordinates, extents.own,
                          {type.parameters[0], type.parameters[1]}, {0, extents.above}};
  if (!is_registered(type.kind)) return out;
  const LevelDefinition& d = level_definition(type.kind);
  if (d.description.is_view)
    throw FormatMismatch(error_message("Strata::core", "level " + std::to_string(l),
                                       "a level that stores something",
                                       "'" + d.name + "', which reads others",
                                       "name the format that these belong to"));
  out.padding              = d.description.padding;
  out.has_position         = d.has_position;
  out.counts_back          = falls_above(format, l);
  out.pos_bounds           = d.pos_bounds;
  out.position             = d.position;
  out.pos_access           = d.pos_access;
  out.is_line = (!d.has_position || is_linear(d.position, 0)) && reads_coordinates(d.pos_access);
  return out;
}

AnyLevel make_any_level(const TensorRef& tensor, int l) {
  const LevelArrays& arrays = tensor.levels[l];
  return make_any_level(tensor.format, l, LevelExtents::of(tensor, l),
                        IndexSpan(arrays.positions, tensor.format.pos_type()),
                        IndexSpan(arrays.coordinates, tensor.format.crd_type()));
}

void check_registered_levels(const TensorFormat& format) {
  if (format.lvl_rank() <= max_registered_levels) return;
  throw UnsupportedExpression(error_message(
      "Strata::parallel_for_each", "view",
      "at most " + std::to_string(max_registered_levels) + " levels",
      format.to_string(), "convert it to a format of dense, compressed and singleton "
                          "levels"));
}

std::int64_t num_words(std::int64_t bits, IndexType type) {
  return bits / type.bits() + (bits % type.bits() > 0 ? 1 : 0);
}

std::int64_t padded_size(LevelType type, std::int64_t extent, std::int64_t parents,
                         std::int64_t width) {
  const std::int64_t header[2] = {width, parents};
  const LevelStorage<DeviceEvaluator> storage{
      IndexSpan(header, IndexType{64, true}), {}, extent,
      {type.parameters[0], type.parameters[1]}, {}};
  DeviceEvaluator b;
  return play(b, level_definition(type.kind).size, storage, parents, 0, 0).begin;
}

std::int64_t padding_coordinate(std::string_view operation, int l, std::int64_t extent,
                                IndexType type) {
  constexpr auto largest =
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto padding = static_cast<std::int64_t>(std::min(type.max(), largest));
  if (padding >= extent) return padding;
  throw IndexOverflow(error_message(
      operation, "level " + std::to_string(l) + ", padding",
      "a coordinate of " + std::to_string(type.bits()) +
          " bits that is none of the extent",
      "an extent of " + std::to_string(extent), "use a larger crdWidth"));
}

void check_packed_padding(std::string_view operation, const TensorRef& tensor,
                          const TensorFormat& format) {
  if (!is_packed(format.crd_type())) return;
  for (int l = 0; l < format.lvl_rank(); ++l) {
    const LevelKind kind = format.level(l).kind;
    if (is_registered(kind) &&
        level_definition(kind).description.padding == LevelPadding::coordinates)
      padding_coordinate(operation, l, tensor.level_extent(l), format.crd_type());
  }
}

}  // namespace Strata::Impl
