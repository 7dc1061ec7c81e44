// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_NOTATION_PARSER_HPP
#define STRATA_IMPL_NOTATION_PARSER_HPP

#include <set>
#include <string>

#include <Strata_IndexNotation.hpp>
#include <impl/Strata_Definitions.hpp>
#include <impl/Strata_Lexer.hpp>

namespace Strata::Impl {

/// Recursive-descent parser of one statement. A bare name is an index variable
/// when it is an index anywhere, which is known only at the end: the second
/// pass gets the variables that the first pass found.
class NotationParser {
 public:
  /// Bounds that keep every recursion over a statement shallow.
  static constexpr int max_operators         = 2000;
  static constexpr std::size_t max_variables = 256;
  static constexpr std::size_t max_order     = 64;

  NotationParser(std::string_view text, std::set<std::string> known_variables)
      : m_tokens(text), m_known_variables(std::move(known_variables)) {}

  Assignment parse();
  OperatorDefinition parse_only_definition();
  std::shared_ptr<const Combiner> parse_only_combiner();
  bool needs_second_pass() const;
  const std::set<std::string>& variables() const { return m_variables; }

 private:
  IndexExprPtr parse_sum();
  IndexExprPtr parse_product();
  IndexExprPtr parse_unary();
  IndexExprPtr parse_primary();
  IndexExprPtr parse_bare_name(const Token& token);

  bool starts_number() const;
  IndexExprPtr parse_number(std::size_t begin, bool negative);
  double read_double(const Token& token) const;

  // Strata_NotationCalls.cpp
  IndexExprPtr parse_call(const Token& name);
  IndexExprPtr parse_function(const Token& name, Operator op);
  IndexExprPtr parse_reduction(const Token& name, Operator op);
  IndexExprPtr parse_cast(const Token& name);
  IndexExprPtr parse_complex(const Token& name);
  double parse_complex_part();

  // Strata_OperatorParser.cpp
  void parse_prelude(Assignment& a);
  OperatorDefinition parse_definition();
  bool parse_property(OperatorDefinition& d);
  IndexExprPtr parse_region(const OperatorDefinition& d);
  IndexExprPtr parse_scalar(const std::string& what, bool is_value = false);
  void check_scalar(const std::string& what, const IndexExpr& e) const;
  std::shared_ptr<const Semiring> parse_semiring();
  std::shared_ptr<const Combiner> parse_combiner();
  IndexExprPtr parse_user_operator(const Token& name, const OperatorDefinition& d);
  IndexExprPtr parse_user_reduction(const Token& name);
  const OperatorDefinition* find_definition(std::string_view name) const;
  /// True for names that are called, with '(' behind them.
  bool is_call(const Token& name) const;

  // Strata_NotationAccess.cpp
  void parse_indices(Access& access, const Token& name);
  IndexArg parse_index(const Token& tensor);
  void parse_restriction(IndexArg& index, const Token& tensor);
  void add_variable(const Token& name);
  [[noreturn]] void fail_index(const Token& tensor, const Token& at) const;

  SourceRange range_from(std::size_t begin) const;
  void count_operator();

  TokenStream m_tokens;
  std::set<std::string> m_known_variables;
  std::set<std::string> m_variables, m_bare_names;
  Definitions m_definitions;
  std::set<std::string> m_arguments;  ///< of what is being defined
  int m_depth     = 0;
  int m_operators = 0;
};

}  // namespace Strata::Impl

#endif
