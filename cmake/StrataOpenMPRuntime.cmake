# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM's library folder may hold a libgomp.so.1 that is LLVM's own OpenMP
# runtime under GNU's name. Where an executable's run path names that folder
# (because it links MLIR), a program compiled by g++ would silently run on it.
# The folder of the compiler's own libgomp goes first in every run path.

set(STRATA_OPENMP_RUNTIME_DIR "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  execute_process(
    COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libgomp.so.1
    OUTPUT_VARIABLE strata_libgomp OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET)
  if(NOT IS_ABSOLUTE "${strata_libgomp}")
    execute_process( # the development link, where the plain name is unknown
      COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libgomp.so
      OUTPUT_VARIABLE strata_libgomp OUTPUT_STRIP_TRAILING_WHITESPACE
      ERROR_QUIET)
  endif()
  if(IS_ABSOLUTE "${strata_libgomp}")
    file(REAL_PATH "${strata_libgomp}" strata_libgomp)
    cmake_path(GET strata_libgomp PARENT_PATH STRATA_OPENMP_RUNTIME_DIR)
  endif()
endif()
if(PROJECT_IS_TOP_LEVEL AND STRATA_OPENMP_RUNTIME_DIR)
  list(PREPEND CMAKE_BUILD_RPATH "${STRATA_OPENMP_RUNTIME_DIR}")
  list(PREPEND CMAKE_INSTALL_RPATH "${STRATA_OPENMP_RUNTIME_DIR}")
endif()

# For targets that link MLIR while Strata is part of another project.
function(strata_keep_openmp_runtime target)
  if(STRATA_OPENMP_RUNTIME_DIR)
    foreach(property IN ITEMS BUILD_RPATH INSTALL_RPATH)
      get_target_property(folders ${target} ${property})
      if(NOT folders)
        set(folders "")
      endif()
      list(PREPEND folders "${STRATA_OPENMP_RUNTIME_DIR}")
      list(REMOVE_DUPLICATES folders)
      set_target_properties(${target} PROPERTIES ${property} "${folders}")
    endforeach()
  endif()
endfunction()
