// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Strata_CheckForms.h"

#include <Strata_Error.hpp>
#include <Strata_KernelFormNames.hpp>
#include <Strata_OptionNames.hpp>

namespace Strata::Impl {

namespace {

bool are_partial(Sums sums) { return sums == Sums::two || sums == Sums::vectors; }

[[noreturn]] void refuse(const char* option, const std::string& expected, const std::string& found,
                         const char* advice) {
  throw UnsupportedExpression(error_message("compile", std::string("PlanOptions::") + option,
                                            expected, found, advice));
}

}  // namespace

void check_sums(const PlanOptions& options, const std::string& target) {
  if (are_partial(options.sums))
    refuse("sums", "automatic or plain for " + target, name_in(sums_names(), options.sums),
           "other forms are those of kernels that run-time compilation makes for a host");
}

void check_extents(const PlanOptions& options, const std::string& target) {
  if (options.extents == InnerExtents::compiled)
    refuse("extents", "automatic or open for " + target, name_in(extents_names(), options.extents),
           "they serve any extents; plans with operands are compiled for theirs");
}

void check_prefetch(const PlanOptions& options, const std::string& target) {
  if (options.prefetch == Prefetch::streams)
    refuse("prefetch", "automatic or none for " + target,
           name_in(prefetch_names(), options.prefetch),
           "streams are prefetched in kernels that run-time compilation makes for a host");
}

void check_row_blocks(const PlanOptions& options, const std::string& target) {
  if (options.row_blocks == RowBlocks::blocks)
    refuse("row_blocks", "automatic or whole for " + target,
           name_in(row_blocks_names(), options.row_blocks),
           "blocks are those of kernels that run-time compilation makes for a host");
}

void check_strict_sums(const PlanOptions& options) {
  if (options.strict && are_partial(options.sums))
    refuse("sums", "automatic or plain for sums that are strict", name_in(sums_names(), options.sums),
           "partial sums are another order; leave one of the options out");
}

}  // namespace Strata::Impl
