# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The CMake package: one export set per component, all found by
# find_package(Strata COMPONENTS ...).
if(NOT Strata_ENABLE_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

get_property(STRATA_COMPONENTS GLOBAL PROPERTY STRATA_COMPONENTS)
list(REMOVE_DUPLICATES STRATA_COMPONENTS)
set(strata_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Strata")

function(strata_install_export set component)
  install(EXPORT Strata_${set} NAMESPACE Strata::
    FILE Strata_${set}_targets.cmake
    DESTINATION "${strata_package_dir}" COMPONENT ${component})
endfunction()
foreach(component IN LISTS STRATA_COMPONENTS)
  strata_install_export(${component} ${component})
endforeach()
# A part of adapters that is there for users who have Kokkos Kernels too.
set(STRATA_HAS_KOKKOS_KERNELS OFF)
if(TARGET strata_kokkos_kernels)
  set(STRATA_HAS_KOKKOS_KERNELS ON)
  strata_install_export(kokkos_kernels adapters)
endif()
# One for users who have the CUDA toolkit too.
set(STRATA_HAS_CUSPARSE OFF)
if(TARGET strata_cusparse)
  set(STRATA_HAS_CUSPARSE ON)
  strata_install_export(cusparse adapters)
  if(TARGET strata_cusparse_einsum)
    strata_install_export(cusparse_einsum codegen)
  endif()
endif()

set(STRATA_PACKAGES_OF_PLUGINS "")
if(HWLOC_FOUND)
  set(STRATA_PACKAGES_OF_PLUGINS HWLOC)
endif()
get_property(STRATA_PACKAGES_OF_ADAPTERS GLOBAL PROPERTY STRATA_PACKAGES_OF_ADAPTERS)
# codegen may add what its libraries need, one property entry per package.
get_property(STRATA_PACKAGES_OF_CODEGEN GLOBAL PROPERTY STRATA_PACKAGES_OF_CODEGEN)
configure_package_config_file(core/cmake/StrataConfig.cmake.in
  "${CMAKE_CURRENT_BINARY_DIR}/StrataConfig.cmake"
  INSTALL_DESTINATION "${strata_package_dir}")
write_basic_package_version_file(
  "${CMAKE_CURRENT_BINARY_DIR}/StrataConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/StrataConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/StrataConfigVersion.cmake"
  "${CMAKE_CURRENT_SOURCE_DIR}/cmake/FindHWLOC.cmake"
  "${CMAKE_CURRENT_SOURCE_DIR}/cmake/FindHdf5C.cmake"
  "${CMAKE_CURRENT_SOURCE_DIR}/codegen/cmake/StrataAddKernel.cmake"
  DESTINATION "${strata_package_dir}" COMPONENT core)
