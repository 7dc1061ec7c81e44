# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# strata_record_cxx_command(<target> <source>): records how emitted C++ is
# compiled, for the run-time C++ back end, in files of two lines: compiler, flags
# and header folders; libraries. <source> of <target> is told where they are. A
# shared Kokkos is linked; the symbols of a static one must come from the program
# (ENABLE_EXPORTS), as there may be one Kokkos in a process only.
function(strata_record_cxx_command target source)
  set(interface "TARGET_PROPERTY:strata_core,INTERFACE_")
  set(ours "^(${Strata_SOURCE_DIR}|${Strata_BINARY_DIR})/")
  set(folders "$<REMOVE_DUPLICATES:$<${interface}INCLUDE_DIRECTORIES>>")
  set(own "$<FILTER:${folders},INCLUDE,${ours}>")
  set(others "$<FILTER:${folders},EXCLUDE,${ours}>")
  set(options "$<${interface}COMPILE_OPTIONS>")
  set(definitions "$<${interface}COMPILE_DEFINITIONS>")
  set(kokkos Kokkos::kokkoscore)
  set(is_shared "$<STREQUAL:$<TARGET_PROPERTY:${kokkos},TYPE>,SHARED_LIBRARY>")
  set(kokkos_library "$<${is_shared}:'$<TARGET_FILE:${kokkos}>'>")
  set(flags "-std=c++20")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    string(APPEND flags " -fno-gnu-unique") # else code is never unloaded
  endif()
  foreach(use IN ITEMS build install)
    if(use STREQUAL "build")
      set(headers "$<$<BOOL:${own}>:-I'$<JOIN:${own},' -I'>'>")
      set(core "'$<TARGET_FILE:strata_core>' '$<TARGET_FILE:strata_algebra>'")
    else()
      set(headers "-isystem '${CMAKE_INSTALL_FULL_INCLUDEDIR}/strata'")
      set(library "'${CMAKE_INSTALL_FULL_LIBDIR}/$<TARGET_FILE_NAME")
      set(core "${library}:strata_core>' ${library}:strata_algebra>'")
    endif()
    string(CONCAT content
      "'${CMAKE_CXX_COMPILER}' ${flags} ${headers}"
      "$<$<BOOL:${others}>: -isystem '$<JOIN:${others},' -isystem '>'>"
      "$<$<BOOL:${definitions}>: -D'$<JOIN:${definitions},' -D'>'>"
      "$<$<BOOL:${options}>: '$<JOIN:${options},' '>'>\n"
      "${core} ${kokkos_library}\n")
    file(GENERATE OUTPUT
      "${CMAKE_CURRENT_BINARY_DIR}/$<COMPILE_LANGUAGE>-$<CONFIG>/${use}-command"
      CONTENT "${content}" TARGET ${target})
  endforeach()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/CXX-$<CONFIG>")
  set(installed "${CMAKE_INSTALL_LIBDIR}/strata")
  set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS
    STRATA_CXX_COMMAND_BUILD_PATH="${folder}/build-command"
    STRATA_CXX_COMMAND_INSTALL_PATH="${CMAKE_INSTALL_FULL_LIBDIR}/strata/cxx-command")
  if(Strata_ENABLE_INSTALL)
    install(FILES "${folder}/install-command" RENAME cxx-command
      DESTINATION "${installed}" COMPONENT codegen)
  endif()
endfunction()
