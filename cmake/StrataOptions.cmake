# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The options, with defaults for a build of Strata itself and for a build as
# part of another project (core and plugins only, no tests).
include(GNUInstallDirs)

option(Strata_ENABLE_PLUGINS "Level formats, execution spaces, topology" ON)
option(Strata_ENABLE_ADAPTERS "Files and other libraries' matrices"
  ${PROJECT_IS_TOP_LEVEL})
option(Strata_ENABLE_CODEGEN "Kernels from index notation (needs MLIR 22.1)"
  ${PROJECT_IS_TOP_LEVEL})
option(Strata_ENABLE_COMPILER "The code generator and the programs; OFF: plans run \
kernels from the cache on disk, and no MLIR is needed" ON)
option(Strata_ENABLE_TESTS "Tests" ${PROJECT_IS_TOP_LEVEL})
option(Strata_ENABLE_BENCHMARKS "Benchmarks" OFF)
option(Strata_ENABLE_GPU_BENCHMARKS
  "The benchmarks on a CUDA device alone (part of Strata_ENABLE_BENCHMARKS)" OFF)
option(Strata_ENABLE_EXAMPLES "Examples, as tests" OFF)
option(Strata_ENABLE_DOCS "Documentation" OFF)
option(Strata_ENABLE_CUDA_COMPILE_TESTS
  "Tests that compile the device code with nvcc (no GPU needed)" OFF)
option(Strata_ENABLE_HEADER_TESTS "Tests include each public header alone" ON)
option(Strata_ENABLE_INSTALL "Install and export targets" ON)

if(Strata_ENABLE_CODEGEN AND NOT Strata_ENABLE_PLUGINS)
  message(FATAL_ERROR "Strata_ENABLE_CODEGEN=ON needs Strata_ENABLE_PLUGINS=ON "
    "(the machine model).")
endif()
if(Strata_ENABLE_CODEGEN AND Strata_ENABLE_COMPILER AND NOT Strata_ENABLE_ADAPTERS)
  message(FATAL_ERROR "Strata_ENABLE_CODEGEN=ON needs Strata_ENABLE_ADAPTERS=ON (the "
    "command line reads files), or Strata_ENABLE_COMPILER=OFF.")
endif()

if(Strata_ENABLE_EXAMPLES AND NOT Strata_ENABLE_INSTALL)
  message(FATAL_ERROR "Strata_ENABLE_EXAMPLES=ON needs Strata_ENABLE_INSTALL=ON: "
    "examples use an installed Strata.")
endif()

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
  set(CMAKE_CXX_EXTENSIONS OFF)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
  set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
endif()
