// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Failure.hpp"

#include <new>

#include <Strata_Error.hpp>
#include <Strata_Plan.hpp>

namespace Strata::Tool {

Failure failure_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const UnsupportedExpression& e) {
    return {refused, std::string("not supported: ") + e.what()};
  } catch (const RaceDetected& e) {
    return {check_failed, std::string("check failed: ") + e.what()};
  } catch (const CheckFailed& e) {
    return {check_failed, std::string("check failed: ") + e.what()};
  } catch (const CodegenError& e) {
    return {internal, std::string("internal error: ") + e.what()};
  } catch (const Error& e) {
    return {bad_input, std::string("error: ") + e.what()};
  } catch (const std::bad_alloc&) {
    return {bad_input, "error: out of memory"};
  } catch (const std::exception& e) {
    return {internal, std::string("internal error: ") + e.what()};
  }
}

}  // namespace Strata::Tool
