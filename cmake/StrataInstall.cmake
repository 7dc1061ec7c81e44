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

foreach(component IN LISTS STRATA_COMPONENTS)
  install(EXPORT Strata_${component} NAMESPACE Strata::
    FILE Strata_${component}_targets.cmake
    DESTINATION "${strata_package_dir}" COMPONENT ${component})
endforeach()

set(STRATA_PACKAGES_OF_PLUGINS "")
if(HWLOC_FOUND)
  set(STRATA_PACKAGES_OF_PLUGINS HWLOC)
endif()
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
  DESTINATION "${strata_package_dir}" COMPONENT core)
