# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# SuiteSparse:GraphBLAS as GraphBLAS::GraphBLAS, with GraphBLAS_VERSION.
find_path(GraphBLAS_INCLUDE_DIR GraphBLAS.h PATH_SUFFIXES suitesparse)
find_library(GraphBLAS_LIBRARY graphblas)
mark_as_advanced(GraphBLAS_INCLUDE_DIR GraphBLAS_LIBRARY)
if(GraphBLAS_INCLUDE_DIR)
  set(GraphBLAS_VERSION "")
  foreach(part IN ITEMS MAJOR MINOR SUB)
    file(STRINGS "${GraphBLAS_INCLUDE_DIR}/GraphBLAS.h" line
      REGEX "^#define GxB_IMPLEMENTATION_${part} +[0-9]+" LIMIT_COUNT 1)
    string(REGEX REPLACE "[^0-9]" "" number "${line}")
    list(APPEND GraphBLAS_VERSION ${number})
  endforeach()
  list(JOIN GraphBLAS_VERSION "." GraphBLAS_VERSION)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GraphBLAS
  REQUIRED_VARS GraphBLAS_LIBRARY GraphBLAS_INCLUDE_DIR
  VERSION_VAR GraphBLAS_VERSION)
if(GraphBLAS_FOUND AND NOT TARGET GraphBLAS::GraphBLAS)
  add_library(GraphBLAS::GraphBLAS UNKNOWN IMPORTED)
  set_target_properties(GraphBLAS::GraphBLAS PROPERTIES
    IMPORTED_LOCATION "${GraphBLAS_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GraphBLAS_INCLUDE_DIR}")
endif()
