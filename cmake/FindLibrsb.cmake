# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# librsb as Librsb::Librsb, with Librsb_VERSION.
find_path(Librsb_INCLUDE_DIR rsb.h)
find_library(Librsb_LIBRARY rsb)
mark_as_advanced(Librsb_INCLUDE_DIR Librsb_LIBRARY)
if(Librsb_INCLUDE_DIR)
  file(STRINGS "${Librsb_INCLUDE_DIR}/rsb-config.h" line
    REGEX "^#define RSB_PACKAGE_VERSION " LIMIT_COUNT 1)
  string(REGEX REPLACE "^.*\"(.*)\".*$" "\\1" Librsb_VERSION "${line}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Librsb
  REQUIRED_VARS Librsb_LIBRARY Librsb_INCLUDE_DIR VERSION_VAR Librsb_VERSION)
if(Librsb_FOUND AND NOT TARGET Librsb::Librsb)
  add_library(Librsb::Librsb UNKNOWN IMPORTED)
  set_target_properties(Librsb::Librsb PROPERTIES
    IMPORTED_LOCATION "${Librsb_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Librsb_INCLUDE_DIR}")
endif()
