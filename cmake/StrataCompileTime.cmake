# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# strata_precompile(<target> <header>...): headers that most of the target's sources
# include and that seldom change, read once. Sources still include what they use:
# with -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON they compile without. Not where Strata
# is part of another project, nor for compilers of device code.
function(strata_precompile target)
  if(PROJECT_IS_TOP_LEVEL AND NOT Kokkos_ENABLE_CUDA AND NOT Kokkos_ENABLE_HIP)
    list(TRANSFORM ARGN PREPEND "<" OUTPUT_VARIABLE headers)
    list(TRANSFORM headers APPEND ">")
    target_precompile_headers(${target} PRIVATE ${headers})
    _strata_without_false_alarms(${target})
  endif()
endfunction()

# strata_reuse_precompiled(<target> <other>): those of a target with the same options.
function(strata_reuse_precompiled target other)
  get_target_property(headers ${other} PRECOMPILE_HEADERS)
  if(headers)
    target_precompile_headers(${target} REUSE_FROM ${other})
    _strata_without_false_alarms(${target})
  endif()
endfunction()

# g++ 12 warns of std::string's own code once it is precompiled.
function(_strata_without_false_alarms target)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"
     AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE
      -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endfunction()

# strata_compile_quickly(<target>): for tests and programs that wait for compilers and
# kernels: to optimise them takes longer than it gives.
function(strata_compile_quickly target)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()
