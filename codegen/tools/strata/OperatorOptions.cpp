// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OperatorOptions.hpp"

namespace Strata::Tool {

void OperatorOptions::add_to(CLI::App& app) {
  app.add_option("--define", definitions,
                 "An operator: 'relu(x) = max(x, 0)', 'near(x, y) = x - y on intersection' "
                 "(repeatable; docs/operators.md)")
      ->type_name("OPERATOR")
      ->allow_extra_args(false);
  app.add_option("--semiring", semiring,
                 "What + and * mean: plus-times, min-plus, max-plus, max-times, or-and, any-pair, "
                 "plus-pair, min-first … or two user operators")
      ->type_name("ADD-MULTIPLY");
}

std::string OperatorOptions::statement(const std::string& notation) const {
  std::string text;
  for (const std::string& definition : definitions) text += "define " + definition + "; ";
  if (!semiring.empty()) text += "semiring " + semiring + "; ";
  return text + notation;
}

}  // namespace Strata::Tool
