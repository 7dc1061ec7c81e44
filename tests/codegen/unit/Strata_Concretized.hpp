// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TEST_CONCRETIZED_HPP
#define STRATA_TEST_CONCRETIZED_HPP

#include <algorithm>
#include <string>
#include <vector>

#include <strata/Analysis/ConcreteNotation.h>

namespace Strata::Testing {

struct Declared {
  const char* name;
  TensorFormat format;
  std::vector<std::int64_t> extents;
};

/// The statements that `text` becomes, for tensors of doubles.
inline strata::ConcreteProgram concretized(const std::string& text,
                                           const std::vector<Declared>& tensors,
                                           const strata::ConcretizeOptions& options) {
  TensorDeclarations declarations;
  for (const Declared& t : tensors) {
    declarations[t.name].format  = t.format;
    declarations[t.name].extents = t.extents;
  }
  return strata::concretize(check(parse_notation(text), declarations), options);
}

/// Temporaries that hold values, not cuts between pieces.
inline std::size_t num_workspaces(const strata::ConcreteProgram& program) {
  const auto holds_cuts = [&](const strata::Temporary& t) {
    return std::any_of(program.statements.begin(), program.statements.end(),
                       [&](const auto& s) { return s.cuts == t.name; });
  };
  return program.temporaries.size() - std::count_if(program.temporaries.begin(),
                                                    program.temporaries.end(), holds_cuts);
}

}  // namespace Strata::Testing

#endif
