# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# strata_add_test(NAME <name> SOURCES <file>... [LIBS <library>...]
#                 [LABELS <label>...] [TIMEOUT <seconds>] [ARGS <argument>...]
#                 [WHOLE] [OWN_MAIN] [THREADED])
# A GoogleTest program (target strata_test_<name>); one CTest test for each of
# its tests, or one for all with WHOLE. Programs that link anything above
# Strata::algebra get a main that initialises Kokkos; OWN_MAIN: the sources
# bring their own. THREADED: of many short launches on several threads, so that
# no other test shall run at the same time.
function(strata_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "WHOLE;OWN_MAIN;THREADED" "NAME;TIMEOUT"
    "SOURCES;LIBS;LABELS;ARGS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "strata_add_test: NAME and SOURCES are needed, "
      "unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_LIBS)
    set(arg_LIBS Strata::algebra)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()

  set(program strata_test_${arg_NAME})
  add_executable(${program} ${arg_SOURCES})
  target_link_libraries(${program} PRIVATE ${arg_LIBS} GTest::gtest)
  target_include_directories(${program} PRIVATE
    "${Strata_SOURCE_DIR}/tests/support" "${CMAKE_CURRENT_SOURCE_DIR}")
  strata_developer_warnings(${program})
  strata_compile_quickly(${program})
  if(NOT arg_OWN_MAIN)
    if("${arg_LIBS}" STREQUAL "Strata::algebra")
      target_link_libraries(${program} PRIVATE GTest::gtest_main)
    else()
      target_link_libraries(${program} PRIVATE strata_test_main)
      strata_reuse_precompiled(${program} strata_test_main)
    endif()
  endif()

  # Two threads, however many processors there are; those that wait leave theirs to the
  # tests beside them.
  set(properties TIMEOUT ${arg_TIMEOUT} ENVIRONMENT OMP_NUM_THREADS=2
    ENVIRONMENT_MODIFICATION OMP_WAIT_POLICY=set:passive)
  # Threads of tests side by side would wait for each other's time slices.
  if(arg_THREADED)
    list(APPEND properties PROCESSORS 2)
  endif()
  if(arg_LABELS)
    list(JOIN arg_LABELS "\\;" labels)
    list(APPEND properties LABELS "${labels}")
  endif()
  if(arg_WHOLE)
    add_test(NAME ${arg_NAME} COMMAND ${program} ${arg_ARGS})
    set_tests_properties(${arg_NAME} PROPERTIES ${properties})
  else()
    gtest_discover_tests(${program} DISCOVERY_MODE PRE_TEST
      DISCOVERY_TIMEOUT 60 TEST_PREFIX "${arg_NAME}."
      EXTRA_ARGS ${arg_ARGS} PROPERTIES ${properties})
  endif()
endfunction()
