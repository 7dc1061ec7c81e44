# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What every room needs beyond C++20. MLIR is looked up by codegen alone.

if(NOT TARGET Kokkos::kokkos)
  find_package(Kokkos 4.5 REQUIRED)
endif()
if(Kokkos_ENABLE_CUDA AND NOT Kokkos_ENABLE_CUDA_LAMBDA
   AND Kokkos_VERSION VERSION_LESS 5)
  message(FATAL_ERROR "Strata needs a Kokkos with Kokkos_ENABLE_CUDA_LAMBDA.")
endif()

if(Strata_ENABLE_PLUGINS)
  find_package(HWLOC 2.0)
endif()

if(Strata_ENABLE_ADAPTERS)
  find_package(ZLIB REQUIRED)
  find_package(FastFloat REQUIRED)
  find_package(fmt REQUIRED)
  if(Kokkos_ENABLE_CUDA)
    # fmt 9 takes nvcc for a compiler without constexpr, and is consteval all the same.
    target_compile_definitions(fmt::fmt INTERFACE FMT_USE_CONSTEXPR=1)
  endif()
  # Optional: binary containers.
  find_package(Hdf5C 1.10 QUIET)
  find_package(nlohmann_json QUIET)
  # Optional; one that was built with another Kokkos would not compile, so it is
  # taken from beside this Kokkos or from where the user points to.
  find_package(KokkosKernels CONFIG QUIET
    HINTS "${Kokkos_DIR}/../KokkosKernels" NO_CMAKE_SYSTEM_PATH)
  # Optional: cuSPARSE.
  find_package(CUDAToolkit 12.2 QUIET)
endif()
