// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_CoordinateProgram.hpp>

#include <algorithm>
#include <bit>
#include <map>
#include <string>

#include <Strata_Error.hpp>
#include <Strata_IndexingMap.hpp>

namespace Strata::Impl {

namespace {

struct LessExpression {
  bool operator()(const AffineExprPtr& a, const AffineExprPtr& b) const {
    return compare(*a, *b) < 0;
  }
};

[[noreturn]] void throw_unsupported(const std::string& expected,
                                    const std::string& got) {
  throw UnsupportedExpression(
      error_message("TensorFormat", "levels", expected, got,
                    "choose a format with fewer or simpler levels"));
}

}  // namespace

/// Turns trees into steps, equal ones once.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(CoordinateProgram& program) : m_program(program) {}

  std::uint8_t value_of(const AffineExprPtr& e) {
    if (const auto known = m_known.find(e); known != m_known.end())
      return known->second;
    const std::uint8_t value = make(*e);
    m_known.emplace(e, value);
    return value;
  }

 private:
  using Kind = AffineExpr::Kind;
  using Op   = CoordinateProgram::Op;

  std::uint8_t make(const AffineExpr& e) {
    switch (e.kind) {
      case Kind::constant: return add_step({Op::constant, 0, 0, e.value});
      case Kind::dimension: return static_cast<std::uint8_t>(e.value);
      case Kind::add: {
        const std::uint8_t a = value_of(e.lhs);
        return add_step({Op::add, a, value_of(e.rhs), 0});
      }
      case Kind::mul:
        return e.lhs->kind == Kind::constant
                   ? by_number(Op::scale, e.rhs, *e.lhs, e)
                   : by_number(Op::scale, e.lhs, *e.rhs, e);
      case Kind::floordiv: return by_number(Op::floordiv, e.lhs, *e.rhs, e);
      case Kind::mod: return by_number(Op::mod, e.lhs, *e.rhs, e);
      default: refuse(e);
    }
  }

  [[noreturn]] void refuse(const AffineExpr& e) const {
    throw_unsupported("sums of multiples, quotients and remainders by numbers",
                      "'" + to_string(e, AffineNames{}) + "'");
  }

  std::uint8_t by_number(Op op, const AffineExprPtr& a, const AffineExpr& b,
                         const AffineExpr& whole) {
    if (b.kind != Kind::constant) refuse(whole);
    const auto by = static_cast<std::uint64_t>(b.value);
    if (b.value > 0 && std::has_single_bit(by) && op != Op::scale)
      return op == Op::floordiv
                 ? add_step({Op::shift, value_of(a), 0, std::countr_zero(by)})
                 : add_step({Op::mask, value_of(a), 0, b.value - 1});
    return add_step({op, value_of(a), 0, b.value});
  }

  std::uint8_t add_step(const CoordinateProgram::Step& step) {
    if (m_program.m_num_steps == CoordinateProgram::max_steps)
      throw_unsupported("expressions of at most " +
                            std::to_string(CoordinateProgram::max_steps) +
                            " steps",
                        "more");
    m_program.m_steps[m_program.m_num_steps] = step;
    return static_cast<std::uint8_t>(m_program.m_inputs +
                                     m_program.m_num_steps++);
  }

  CoordinateProgram& m_program;
  std::map<AffineExprPtr, std::uint8_t, LessExpression> m_known;
};

CoordinateProgram::CoordinateProgram(
    int inputs, const std::vector<AffineExprPtr>& results,
    const std::vector<IndexConstraint>& conditions) {
  const auto most = std::max<std::size_t>(inputs, results.size());
  if (most > max_levels || conditions.size() > max_conditions)
    throw_unsupported("at most " + std::to_string(max_levels) + " levels",
                      std::to_string(std::max(most, conditions.size())));
  m_inputs = inputs;
  ProgramBuilder builder(*this);
  for (const AffineExprPtr& e : results)
    m_results[m_num_results++] = builder.value_of(e);
  for (const IndexConstraint& c : conditions)
    m_conditions[m_num_conditions++] = {builder.value_of(c.expression),
                                        c.range.lower, c.range.upper};
}

CoordinateProgram to_levels(const LevelMap& map, int dimensions) {
  return {dimensions, map.to_levels, {}};
}

CoordinateProgram to_dimensions(const LevelMap& map) {
  return {static_cast<int>(map.extents.size()), map.to_dimensions, map.stored};
}

CoordinateProgram between_levels(const LevelMap& from, const LevelMap& to,
                                 const std::vector<std::int64_t>& extents) {
  const int inputs = static_cast<int>(from.extents.size());
  IndexDomain domain = IndexDomain::of_extents(from.extents);
  if (domain.is_plainly_empty() ||
      std::find(extents.begin(), extents.end(), 0) != extents.end())
    return {inputs,
            std::vector<AffineExprPtr>(to.extents.size(), AffineExpr::constant(0)),
            {{AffineExpr::constant(0), {1, 1}}}};
  domain.constraints     = from.stored;
  const IndexingMap both = compose(
      IndexingMap::of(from.to_dimensions, std::move(domain)),
      IndexingMap::of(to.to_levels, IndexDomain::of_extents(extents)));
  return {inputs, both.map.results, from.stored};
}

}  // namespace Strata::Impl
