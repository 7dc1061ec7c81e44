# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds hwloc: target HWLOC::hwloc, variables HWLOC_FOUND and HWLOC_VERSION.
# HWLOC_ROOT and CMAKE_PREFIX_PATH are searched, then what pkg-config knows.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_HWLOC QUIET hwloc)
endif()
find_path(HWLOC_INCLUDE_DIR hwloc.h HINTS ${PC_HWLOC_INCLUDE_DIRS})
find_library(HWLOC_LIBRARY hwloc HINTS ${PC_HWLOC_LIBRARY_DIRS})
mark_as_advanced(HWLOC_INCLUDE_DIR HWLOC_LIBRARY)

# The header that knows the version may lie in a folder of its own (multiarch).
find_path(HWLOC_CONFIG_INCLUDE_DIR hwloc/autogen/config.h
  HINTS ${HWLOC_INCLUDE_DIR} ${PC_HWLOC_INCLUDE_DIRS})
mark_as_advanced(HWLOC_CONFIG_INCLUDE_DIR)

set(HWLOC_VERSION "")
if(HWLOC_CONFIG_INCLUDE_DIR)
  file(STRINGS "${HWLOC_CONFIG_INCLUDE_DIR}/hwloc/autogen/config.h" hwloc_line
    REGEX "define HWLOC_VERSION \"[0-9.]+" LIMIT_COUNT 1)
  if(hwloc_line MATCHES "([0-9]+[0-9.]*)")
    set(HWLOC_VERSION "${CMAKE_MATCH_1}")
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(HWLOC
  REQUIRED_VARS HWLOC_LIBRARY HWLOC_INCLUDE_DIR HWLOC_CONFIG_INCLUDE_DIR
  VERSION_VAR HWLOC_VERSION)

if(HWLOC_FOUND AND NOT TARGET HWLOC::hwloc)
  add_library(HWLOC::hwloc UNKNOWN IMPORTED)
  set_target_properties(HWLOC::hwloc PROPERTIES
    IMPORTED_LOCATION "${HWLOC_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES
      "${HWLOC_INCLUDE_DIR};${HWLOC_CONFIG_INCLUDE_DIR}")
endif()
