# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds the C library of HDF5 (1.10 or later): target Hdf5C::hdf5, variables
# Hdf5C_FOUND and Hdf5C_VERSION. HDF5_ROOT, Hdf5C_ROOT and CMAKE_PREFIX_PATH are
# searched, then what pkg-config knows. CMake's own FindHDF5 fails in projects
# that do not enable the language C.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_search_module(PC_HDF5 QUIET hdf5-serial hdf5)
endif()
find_path(Hdf5C_INCLUDE_DIR hdf5.h
  HINTS ${HDF5_ROOT} $ENV{HDF5_ROOT} ${PC_HDF5_INCLUDE_DIRS}
  PATH_SUFFIXES include hdf5/serial)
find_library(Hdf5C_LIBRARY hdf5
  HINTS ${HDF5_ROOT} $ENV{HDF5_ROOT} ${PC_HDF5_LIBRARY_DIRS}
  PATH_SUFFIXES lib lib64 hdf5/serial)
mark_as_advanced(Hdf5C_INCLUDE_DIR Hdf5C_LIBRARY)

set(Hdf5C_VERSION "")
if(Hdf5C_INCLUDE_DIR)
  foreach(hdf5_part IN ITEMS MAJOR MINOR RELEASE)
    file(STRINGS "${Hdf5C_INCLUDE_DIR}/H5public.h" hdf5_line
      REGEX "define H5_VERS_${hdf5_part}[ \t]+[0-9]+" LIMIT_COUNT 1)
    if(hdf5_line MATCHES "H5_VERS_${hdf5_part}[ \t]+([0-9]+)")
      list(APPEND Hdf5C_VERSION "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  list(JOIN Hdf5C_VERSION "." Hdf5C_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Hdf5C
  REQUIRED_VARS Hdf5C_LIBRARY Hdf5C_INCLUDE_DIR
  VERSION_VAR Hdf5C_VERSION)

if(Hdf5C_FOUND AND NOT TARGET Hdf5C::hdf5)
  add_library(Hdf5C::hdf5 UNKNOWN IMPORTED)
  set_target_properties(Hdf5C::hdf5 PROPERTIES
    IMPORTED_LOCATION "${Hdf5C_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Hdf5C_INCLUDE_DIR}")
endif()
