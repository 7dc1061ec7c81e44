# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Strata as its users meet it: tests that configure, build and run projects of
# their own against an installed Strata.

set(STRATA_USER_PREFIX "${Strata_BINARY_DIR}/user-prefix")
set(STRATA_USER_PACKAGE
  "${STRATA_USER_PREFIX}/${CMAKE_INSTALL_LIBDIR}/cmake/Strata")

# The compiler, generator and Kokkos of this build; nothing is optimised.
set(STRATA_USER_ARGUMENTS -G "${CMAKE_GENERATOR}"
  "-DCMAKE_BUILD_TYPE=Debug"
  "-DCMAKE_CXX_FLAGS_DEBUG=-O0"
  "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}"
  "-DKokkos_DIR=${Kokkos_DIR}")
foreach(variable IN ITEMS CMAKE_TOOLCHAIN_FILE CMAKE_CXX_COMPILER_LAUNCHER
        CMAKE_PREFIX_PATH KokkosKernels_DIR)
  if(${variable})
    string(REPLACE ";" "\\;" value "${${variable}}")
    list(APPEND STRATA_USER_ARGUMENTS "-D${variable}=${value}")
  endif()
endforeach()
set(STRATA_USER_ENVIRONMENT OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive OMP_PROC_BIND=false
  "CCACHE_BASEDIR=${Strata_SOURCE_DIR}" CCACHE_NOHASHDIR=1)

# Fixture strata_prefix: everything installed, once for all who require it.
function(strata_add_user_prefix)
  get_property(there GLOBAL PROPERTY STRATA_USER_PREFIX_ADDED)
  if(there)
    return()
  endif()
  set_property(GLOBAL PROPERTY STRATA_USER_PREFIX_ADDED ON)
  add_test(NAME install.prefix COMMAND ${CMAKE_COMMAND}
    --install "${Strata_BINARY_DIR}" --prefix "${STRATA_USER_PREFIX}")
  set_tests_properties(install.prefix PROPERTIES
    LABELS install FIXTURES_SETUP strata_prefix)
endfunction()

# The targets that find_package(Strata COMPONENTS <component>) gives, for those
# who have Kokkos Kernels and the CUDA toolkit where this build has them.
function(strata_targets_of variable component)
  set(targets algebra core)
  if(component STREQUAL "plugins" OR component STREQUAL "codegen")
    list(APPEND targets plugins)
  endif()
  if(component STREQUAL "adapters" OR component STREQUAL "codegen")
    list(APPEND targets adapters)
    if(TARGET Strata::kokkos_kernels)
      list(APPEND targets kokkos_kernels)
    endif()
    if(TARGET Strata::cusparse)
      list(APPEND targets cusparse)
    endif()
  endif()
  if(component STREQUAL "codegen")
    list(APPEND targets codegen analysis strata)
    if(TARGET Strata::cusparse_einsum)
      list(APPEND targets cusparse_einsum)
    endif()
  endif()
  list(TRANSFORM targets PREPEND "Strata::")
  set(${variable} "${targets}" PARENT_SCOPE)
endfunction()
