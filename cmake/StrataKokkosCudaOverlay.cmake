# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# strata_kokkos_cuda_overlay(<Kokkos include folder> <overlay folder>): copies of
# the few generated headers of a Kokkos without CUDA, changed so that its CUDA
# backend is switched on. With the overlay first on the include path, nvcc can
# compile device code; such objects cannot be linked. Also a script:
# cmake -DSTRATA_KOKKOS_INCLUDE=... -DSTRATA_OVERLAY=... -P this-file.
cmake_minimum_required(VERSION 3.25)

function(strata_overlay_header include overlay header text)
  if(NOT EXISTS "${include}/${header}")
    message(FATAL_ERROR "no ${header} in ${include}: not a Kokkos this knows")
  endif()
  file(READ "${include}/${header}" content)
  # Before the #endif of the include guard, the last line that is not empty.
  string(REGEX REPLACE "#endif[^\n]*\n*$" "" body "${content}")
  if(body STREQUAL content)
    message(FATAL_ERROR "${header} does not end as expected")
  endif()
  file(CONFIGURE OUTPUT "${overlay}/${header}"
    CONTENT "@body@\n@text@\n#endif\n" @ONLY)
endfunction()

function(strata_kokkos_cuda_overlay include overlay)
  # The configuration header has no guard around all of it: append instead.
  file(READ "${include}/KokkosCore_config.h" configuration)
  string(CONCAT configuration "${configuration}"
    "\n#define KOKKOS_ENABLE_CUDA\n#define KOKKOS_ARCH_HOPPER\n"
    "#define KOKKOS_ARCH_HOPPER90\n")
  file(CONFIGURE OUTPUT "${overlay}/KokkosCore_config.h"
    CONTENT "@configuration@" @ONLY)
  strata_overlay_header("${include}" "${overlay}"
    KokkosCore_Config_DeclareBackend.hpp "#include <decl/Kokkos_Declare_CUDA.hpp>")
  strata_overlay_header("${include}" "${overlay}"
    KokkosCore_Config_FwdBackend.hpp "#include <fwd/Kokkos_Fwd_CUDA.hpp>")
  strata_overlay_header("${include}" "${overlay}"
    KokkosCore_Config_SetupBackend.hpp "#include <setup/Kokkos_Setup_Cuda.hpp>")
  strata_overlay_header("${include}" "${overlay}"
    desul/atomics/Config.hpp "#define DESUL_ATOMICS_ENABLE_CUDA")
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  strata_kokkos_cuda_overlay("${STRATA_KOKKOS_INCLUDE}" "${STRATA_OVERLAY}")
endif()
