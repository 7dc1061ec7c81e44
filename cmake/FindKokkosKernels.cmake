# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kokkos Kernels as Kokkos::kokkoskernels, with KokkosKernels_VERSION: its own
# package where it has a version, else its header and library beside Kokkos (the
# package of Trilinos has none).
set(hints "${Kokkos_ROOT}" "${Kokkos_DIR}/../../..")
find_package(KokkosKernels 4 CONFIG QUIET HINTS ${hints})
if(NOT KokkosKernels_FOUND)
  find_path(KokkosKernels_INCLUDE_DIR KokkosKernels_config.h HINTS ${hints}
    PATH_SUFFIXES include include/trilinos trilinos)
  find_library(KokkosKernels_LIBRARY NAMES kokkoskernels trilinos_kokkoskernels
    HINTS "${Kokkos_DIR}/../.." ${hints} PATH_SUFFIXES lib)
  mark_as_advanced(KokkosKernels_INCLUDE_DIR KokkosKernels_LIBRARY)
  set(KokkosKernels_VERSION "")
  if(KokkosKernels_INCLUDE_DIR)
    file(STRINGS "${KokkosKernels_INCLUDE_DIR}/KokkosKernels_config.h" line
      REGEX "^#define KOKKOSKERNELS_VERSION +[0-9]+" LIMIT_COUNT 1)
    string(REGEX REPLACE "^.* ([0-9]+)$" "\\1" number "${line}")
    if(number)
      math(EXPR major "${number} / 10000")
      math(EXPR minor "${number} / 100 % 100")
      math(EXPR patch "${number} % 100")
      set(KokkosKernels_VERSION "${major}.${minor}.${patch}")
    endif()
  endif()
endif()
include(FindPackageHandleStandardArgs)
if(TARGET Kokkos::kokkoskernels)
  find_package_handle_standard_args(KokkosKernels CONFIG_MODE)
else()
  find_package_handle_standard_args(KokkosKernels
    REQUIRED_VARS KokkosKernels_LIBRARY KokkosKernels_INCLUDE_DIR
    VERSION_VAR KokkosKernels_VERSION)
  if(KokkosKernels_FOUND)
    add_library(Kokkos::kokkoskernels UNKNOWN IMPORTED)
    set_target_properties(Kokkos::kokkoskernels PROPERTIES
      IMPORTED_LOCATION "${KokkosKernels_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${KokkosKernels_INCLUDE_DIR}"
      INTERFACE_LINK_LIBRARIES Kokkos::kokkos)
  endif()
endif()
