// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_IMPL_OPERATION_CHECKS_HPP
#define STRATA_IMPL_OPERATION_CHECKS_HPP

#include <string>
#include <string_view>

#include <Strata_Error.hpp>
#include <Strata_OperationMaps.hpp>

namespace Strata::Impl {

/// Names the operation in errors about its arguments.
class OperationChecks {
 public:
  explicit OperationChecks(std::string_view operation)
      : m_operation(operation) {}

  [[noreturn]] void fail(std::string_view argument, std::string_view expected,
                         std::string_view got, std::string_view advice) const {
    throw ShapeMismatch(
        error_message(m_operation, argument, expected, got, advice));
  }
  /// One entry for each dimension.
  void require_rank(std::string_view argument, std::size_t expected,
                    std::size_t got) const;
  /// No extent is negative.
  void require_extents(std::string_view argument, const Extents& extents) const;
  /// Distinct dimensions below rank.
  void require_dimensions(std::string_view argument,
                          const std::vector<std::size_t>& dimensions,
                          std::size_t rank) const;
  /// Every dimension below rank exactly once.
  void require_permutation(std::string_view argument,
                           const std::vector<std::size_t>& dimensions,
                           std::size_t rank) const;

 private:
  std::string m_operation;
};

/// "[2, 3]"
std::string numbers_text(const Extents& extents);
/// Product. \throws IndexOverflow
std::int64_t num_elements(const Extents& extents);
bool is_one_of(std::size_t d, const std::vector<std::size_t>& dimensions);

/// Both directions of an operand.
OperandMaps operand_maps(const IndexingMap& output_to_input,
                         std::vector<RuntimeRead> reads = {});
/// An operand without dimensions that every element of the output needs.
OperandMaps scalar_operand(const Extents& output);

}  // namespace Strata::Impl

#endif
