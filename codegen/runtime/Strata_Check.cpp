// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_Check.hpp"

#include <algorithm>
#include <memory>
#include <sstream>

#include <Strata_Error.hpp>

#include "impl/Strata_CheckEvaluator.hpp"
#include "impl/Strata_CheckTolerance.hpp"

namespace Strata {
namespace {

using Impl::Coordinates;
using Impl::Number;

EvaluatedEntry entry_of(const Number& n) { return {n.i, n.z, n.mag, n.absent}; }

TensorDeclarations declare(const Operands& inputs, const std::string& result_name,
                           const TensorRef& result) {
  TensorDeclarations tensors;
  auto add = [&](const std::string& name, const TensorRef& t) {
    tensors[name] = {t.format, t.scalar, t.extents, t.fill};
  };
  for (const auto& [name, tensor] : inputs) add(name, tensor);
  add(result_name, result);
  // What is read of a result are its old contents; a semiring gives it another fill.
  if (const auto old = inputs.find(result_name); old != inputs.end())
    tensors[result_name].fill = old->second.fill;
  return tensors;
}

/// Compares entry by entry and keeps the report.
class Comparison {
 public:
  Comparison(ScalarType scalar, double tolerance) : m_scalar(scalar), m_tolerance(tolerance) {}

  void add(const Coordinates& c, const EvaluatedEntry& expected, const EvaluatedEntry& got) {
    const double error = Impl::relative_error(expected, got, m_scalar);
    ++report.compared;
    if (!(error > report.largest_error) && error <= m_tolerance) return;
    report.largest_error = std::max(report.largest_error, error);
    if (error <= m_tolerance || ++report.mismatches > 1) return;
    report.coordinate = c;
    report.expected   = to_string(expected, m_scalar);
    report.got        = to_string(got, m_scalar);
  }

  CheckReport report;

 private:
  ScalarType m_scalar;
  double m_tolerance;
};

/// Expected value of an entry that the evaluation did not reach: what += leaves
/// there, 0 (or the fill value) otherwise.
class Untouched {
 public:
  Untouched(const CheckedAssignment& checked, const Operands& inputs, const TensorRef& result)
      : m_value(entry_of(Impl::from_double(
            result.scalar, checked.tensors.at(checked.assignment.lhs.tensor).fill))) {
    if (checked.assignment.accumulate || checked.assignment.keeps_rest) {
      m_old = std::make_unique<Impl::CheckTensor>(inputs.at(checked.assignment.lhs.tensor));
    }
  }
  EvaluatedEntry at(const Coordinates& c) const {
    return m_old ? entry_of(m_old->at(c)) : m_value;
  }
  const Impl::CheckTensor* old() const { return m_old.get(); }

 private:
  std::unique_ptr<Impl::CheckTensor> m_old;
  EvaluatedEntry m_value;
};

void compare_dense(const Evaluation& expected, const Untouched& untouched,
                   const TensorRef& result, Comparison& comparison) {
  const Impl::CheckTensor got(result);
  Coordinates c(result.extents.size(), 0);
  for (std::int64_t e : result.extents) {
    if (e == 0) return;
  }
  for (;;) {
    const auto it = expected.entries.find(c);
    comparison.add(c, it == expected.entries.end() ? untouched.at(c) : it->second,
                   entry_of(got.at(c)));
    int d = static_cast<int>(c.size()) - 1;
    for (; d >= 0 && ++c[d] == result.extents[d]; --d) c[d] = 0;
    if (d < 0) return;
  }
}

/// Entries stored, expected or kept; everything else is 0 on both sides.
void compare_sparse(const Evaluation& expected, const Untouched& untouched,
                    const TensorRef& result, Comparison& comparison) {
  const Impl::CheckTensor got(result);
  for (const auto& [c, entry] : expected.entries) {
    comparison.add(c, entry, entry_of(got.at(c)));
  }
  for (const auto& [c, number] : got.entries()) {
    if (!expected.entries.contains(c)) comparison.add(c, untouched.at(c), entry_of(number));
  }
  if (!untouched.old()) return;
  for (const auto& [c, number] : untouched.old()->entries()) {
    if (expected.entries.contains(c) || got.entries().contains(c)) continue;
    comparison.add(c, entry_of(number), entry_of(got.at(c)));
  }
}

}  // namespace

Evaluation evaluate(const CheckedAssignment& checked, const Operands& inputs,
                    const CheckOptions& options) {
  return Impl::CheckEvaluator(checked, inputs, options).run();
}

CheckReport check_result(std::string_view notation, const Operands& given,
                         const TensorRef& result, const CheckOptions& options) {
  const Assignment parsed         = parse_notation(notation);
  const std::string& name         = parsed.lhs.tensor;
  const CheckedAssignment checked = check(parsed, declare(given, name, result));
  Operands inputs                 = given;
  // Old contents have what nothing is in a semiring where they store nothing.
  if (checked.sets_fill && inputs.contains(name))
    inputs[name].fill = checked.tensors.at(name).fill;
  if (parsed.accumulate && !inputs.contains(name)) {
    throw FormatMismatch(error_message("Strata::check_result", name,
                                       "its old contents among the inputs", "none",
                                       "copy the result before executing +="));
  }
  const Evaluation expected = evaluate(checked, inputs, options);
  Comparison comparison(result.scalar, Impl::tolerance_of(checked, result, options));
  const Untouched untouched(checked, inputs, result);
  if (result.format.is_dense()) {
    compare_dense(expected, untouched, result, comparison);
  } else {
    compare_sparse(expected, untouched, result, comparison);
  }
  return comparison.report;
}

StoredEntries read_entries(const TensorRef& tensor) {
  StoredEntries entries;
  if (!tensor.format.is_dense()) {
    Impl::for_each_stored(tensor, [&](const Coordinates& c, const void* address) {
      entries.coordinates.push_back(c);
      entries.values.push_back(entry_of(Impl::load(tensor.scalar, address)));
    });
    return entries;
  }
  const Impl::CheckTensor contents(tensor);
  Impl::for_each_stored(tensor, [&](const Coordinates& c, const void*) {
    entries.coordinates.push_back(c);
    entries.values.push_back(entry_of(contents.at(c)));
  });
  return entries;
}

std::string CheckReport::to_string() const {
  std::ostringstream out;
  if (passed()) {
    out << compared << " entries agree, largest relative error " << largest_error;
    return out.str();
  }
  out << mismatches << " of " << compared << " entries differ, the first at (";
  for (std::size_t k = 0; k < coordinate.size(); ++k) out << (k ? "," : "") << coordinate[k];
  out << "): expected " << expected << ", got " << got;
  return out.str();
}

std::string to_string(const EvaluatedEntry& entry, ScalarType scalar) {
  std::ostringstream out;
  out.precision(17);
  if (scalar == ScalarType::boolean) {
    out << (entry.integer ? "true" : "false");
  } else if (is_unsigned_integer(scalar)) {
    out << static_cast<std::uint64_t>(entry.integer);
  } else if (is_integer(scalar)) {
    out << entry.integer;
  } else if (is_complex(scalar)) {
    out << '(' << entry.number.real() << ", " << entry.number.imag() << ')';
  } else {
    out << entry.number.real();
  }
  return out.str();
}

}  // namespace Strata
