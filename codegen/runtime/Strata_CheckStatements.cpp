// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_CheckStatements.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>

#include <Strata_Error.hpp>
#include <Strata_Statements.hpp>

#include "Strata_PlanState.h"
#include "impl/Strata_CheckTensor.hpp"

namespace Strata {
namespace {

using Impl::Coordinates;

template <class T>
T scalar_of(const EvaluatedEntry& entry) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(entry.integer);
  else if constexpr (std::is_floating_point_v<T> || is_two_byte_float_v<T>)
    return static_cast<T>(entry.number.real());
  else
    return static_cast<T>(entry.number);
}

void store(ScalarType scalar, void* address, const EvaluatedEntry& entry) {
  visit_scalar_type(scalar, [&](auto zero) {
    const auto value = scalar_of<decltype(zero)>(entry);
    std::memcpy(address, &value, sizeof value);
  });
}

EvaluatedEntry entry_of(const Impl::Number& n) {
  return {n.i, n.z, n.mag, n.absent};
}

/// The arrays of a tensor that the evaluation makes.
struct Arrays {
  std::vector<std::int64_t> positions;
  std::vector<std::vector<std::int64_t>> coordinates;  ///< by dimension
  std::vector<std::byte> values;
};

/// A tensor with the entries, as a list of their coordinates.
TensorRef listed(const TensorDeclaration& d,
                 const std::map<Coordinates, EvaluatedEntry>& entries) {
  auto arrays = std::make_shared<Arrays>();
  TensorRef t;
  t.format  = Formats::coo(static_cast<int>(d.extents.size()));
  t.scalar  = d.scalar;
  t.extents = d.extents;
  t.fill    = d.fill;
  t.levels.resize(d.extents.size());
  arrays->coordinates.resize(d.extents.size());
  const std::size_t bytes = size_of(d.scalar);
  arrays->values.resize(entries.size() * bytes);
  for (const auto& [c, entry] : entries) {
    for (std::size_t k = 0; k < c.size(); ++k)
      arrays->coordinates[k].push_back(c[k]);
    store(d.scalar, arrays->values.data() + t.num_values++ * bytes, entry);
  }
  arrays->positions = {0, t.num_values};
  t.levels[0].positions     = arrays->positions.data();
  t.levels[0].num_positions = 2;
  for (std::size_t l = 0; l < t.levels.size(); ++l) {
    t.levels[l].coordinates     = arrays->coordinates[l].data();
    t.levels[l].num_coordinates = t.num_values;
  }
  t.values = arrays->values.data();
  t.owner  = arrays;
  return t;
}

/// A dense tensor with old(coordinates) where there is no entry.
template <class Old>
TensorRef filled(const TensorDeclaration& d,
                 const std::map<Coordinates, EvaluatedEntry>& entries,
                 Old&& old) {
  auto arrays = std::make_shared<Arrays>();
  TensorRef t;
  t.format     = Formats::dense(static_cast<int>(d.extents.size()));
  t.scalar     = d.scalar;
  t.extents    = d.extents;
  t.fill       = d.fill;
  t.levels.resize(d.extents.size());
  t.num_values = 1;
  for (const std::int64_t extent : d.extents) t.num_values *= extent;
  const std::size_t bytes = size_of(d.scalar);
  arrays->values.resize(static_cast<std::size_t>(t.num_values) * bytes);
  Coordinates c(d.extents.size(), 0);
  for (std::int64_t n = 0; n < t.num_values; ++n) {
    const auto found = entries.find(c);
    store(d.scalar, arrays->values.data() + static_cast<std::size_t>(n) * bytes,
          found == entries.end() ? old(c) : found->second);
    for (std::size_t k = c.size(); k-- > 0 && ++c[k] == d.extents[k];) c[k] = 0;
  }
  t.values = arrays->values.data();
  t.owner  = arrays;
  return t;
}

/// Runs statements densely, one after the other.
class StatementEvaluator {
 public:
  StatementEvaluator(std::string_view text, const Operands& operands,
                     const ProgramOptions& program, const CheckOptions& options)
      : m_statements(parse_statements(text)),
        m_now(operands),
        m_options(options) {
    m_declared = Impl::declarations_of(operands);
    m_declared.insert(program.temporaries.begin(), program.temporaries.end());
    m_declared = declare_statements(m_statements, m_declared);
  }

  const std::vector<Assignment>& statements() const { return m_statements; }
  const Operands& now() const { return m_now; }

  void run(const Assignment& statement) {
    const std::string& name = statement.lhs.tensor;
    const CheckedAssignment checked = check(statement, m_declared);
    const TensorDeclaration& d      = checked.tensors.at(name);
    Evaluation result               = evaluate(checked, m_now, m_options);
    std::unique_ptr<Impl::CheckTensor> old;
    if (statement.accumulate)
      old = std::make_unique<Impl::CheckTensor>(m_now.at(name));
    if (d.format.is_dense()) {
      const EvaluatedEntry fill = entry_of(Impl::from_double(d.scalar, d.fill));
      m_now[name] = filled(d, result.entries, [&](const Coordinates& c) {
        return old ? entry_of(old->at(c)) : fill;
      });
      return;
    }
    std::erase_if(result.entries,
                  [](const auto& entry) { return entry.second.absent; });
    if (old)
      for (const auto& [c, number] : old->entries())
        result.entries.try_emplace(c, entry_of(number));
    m_now[name] = listed(d, result.entries);
  }

 private:
  std::vector<Assignment> m_statements;
  TensorDeclarations m_declared;
  Operands m_now;
  const CheckOptions& m_options;
};

}  // namespace

Operands evaluate_statements(std::string_view text, const Operands& operands,
                             const ProgramOptions& program,
                             const CheckOptions& options) {
  StatementEvaluator evaluator(text, operands, program, options);
  for (const Assignment& statement : evaluator.statements())
    evaluator.run(statement);
  return evaluator.now();
}

CheckReport check_statements(std::string_view text, const Operands& operands,
                             const std::string& name, const TensorRef& result,
                             const ProgramOptions& program,
                             const CheckOptions& options) {
  StatementEvaluator evaluator(text, operands, program, options);
  const auto& statements = evaluator.statements();
  const auto last        = std::find_if(
      statements.rbegin(), statements.rend(),
      [&](const Assignment& s) { return s.lhs.tensor == name; });
  if (last == statements.rend())
    throw ShapeMismatch(error_message("Strata::check_statements", "'" + name + "'",
                                      "a tensor that a statement assigns",
                                      "one that none assigns"));
  for (auto s = statements.begin(); s + 1 != last.base(); ++s) evaluator.run(*s);
  return check_result(last->text, evaluator.now(), result, options);
}

}  // namespace Strata
