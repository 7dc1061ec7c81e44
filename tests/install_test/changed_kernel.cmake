# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In a copy of the project SOURCE below FOLDER, configured with ARGUMENTS (with |
# between them): the target _check finds an edit of what is checked in, _update undoes it, and other
# arguments of strata_add_kernel give another header.
string(REPLACE "|" ";" ARGUMENTS "${ARGUMENTS}")
file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${SOURCE}" DESTINATION "${FOLDER}")
set(source "${FOLDER}/kernel_user")
set(build "${FOLDER}/build")

function(configure)
  execute_process(COMMAND ${CMAKE_COMMAND} -S "${source}" -B "${build}"
    ${ARGUMENTS} -DCOMPONENT=codegen -DEXPECTED=generated ${ARGN}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()
# build(<target> <whether it must succeed>)
function(build target succeeds)
  execute_process(COMMAND ${CMAKE_COMMAND} --build "${build}" --target ${target}
    RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(succeeds AND NOT status EQUAL 0)
    message(FATAL_ERROR "${target} cannot be built: ${text}")
  elseif(NOT succeeds AND status EQUAL 0)
    message(FATAL_ERROR "${target} was built: ${text}")
  endif()
endfunction()

configure()
build(use_spmv_check ON)
file(READ "${source}/spmv.hpp" original)
file(APPEND "${source}/spmv.hpp" "\n")
build(use_spmv_check OFF)
build(use_spmv_update ON)
build(use_spmv_check ON)
file(READ "${source}/spmv.hpp" updated)
if(NOT updated STREQUAL original)
  message(FATAL_ERROR "use_spmv_update did not restore the header")
endif()
configure(-DTYPE=f32)
build(use_spmv ON)
file(READ "${build}/strata_kernels/use_spmv/spmv.hpp" header)
if(NOT header MATCHES "SparseView<[^\n]* float")
  message(FATAL_ERROR "TYPES A=f32 did not change the header:\n${header}")
endif()
build(use_spmv_check OFF)
