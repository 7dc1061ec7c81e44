# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds xxHash, whose functions are all in its header: Xxhash::headers.

find_path(Xxhash_INCLUDE_DIR xxhash.h)
mark_as_advanced(Xxhash_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Xxhash REQUIRED_VARS Xxhash_INCLUDE_DIR)

if(Xxhash_FOUND AND NOT TARGET Xxhash::headers)
  add_library(Xxhash::headers INTERFACE IMPORTED)
  set_target_properties(Xxhash::headers PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${Xxhash_INCLUDE_DIR}")
endif()
