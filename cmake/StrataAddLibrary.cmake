# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# strata_add_library(<target> [INTERFACE] NAME <name> COMPONENT <component>
#                    [EXPORT <set>] [FOLDERS <folder>...] [GENERATED_HEADERS <file>...]
#                    [GENERATED_SOURCES <file>...]
#                    [PUBLIC <library>...] [PRIVATE <library>...])
# A static, position independent library of all *.hpp and *.cpp in the folders
# (relative to the calling file; default: src), known as Strata::<name> and
# installed as part of <component>; INTERFACE: headers only. EXPORT: described in
# a file of its own (default: that of the component).
function(strata_add_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INTERFACE" "NAME;COMPONENT;EXPORT"
    "FOLDERS;GENERATED_HEADERS;GENERATED_SOURCES;PUBLIC;PRIVATE")
  if(NOT arg_FOLDERS)
    set(arg_FOLDERS src)
  endif()
  set(headers "")
  set(sources "")
  set(bases "")
  foreach(folder IN LISTS arg_FOLDERS)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    file(GLOB_RECURSE found_headers CONFIGURE_DEPENDS "${folder}/*.hpp")
    file(GLOB_RECURSE found_sources CONFIGURE_DEPENDS "${folder}/*.cpp")
    list(APPEND headers ${found_headers})
    list(APPEND sources ${found_sources})
    list(APPEND bases "${folder}")
  endforeach()
  foreach(header IN LISTS arg_GENERATED_HEADERS)
    cmake_path(GET header PARENT_PATH folder)
    list(APPEND headers "${header}")
    list(APPEND bases "${folder}")
  endforeach()
  list(REMOVE_DUPLICATES bases)

  if(arg_INTERFACE)
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  else()
    set(scope PUBLIC)
    add_library(${target} STATIC
      ${headers} ${sources} ${arg_GENERATED_SOURCES})
    target_link_libraries(${target} PRIVATE ${arg_PRIVATE})
    set_target_properties(${target} PROPERTIES
      LINKER_LANGUAGE CXX
      POSITION_INDEPENDENT_CODE ON)
    strata_developer_warnings(${target})
  endif()
  add_library(Strata::${arg_NAME} ALIAS ${target})
  target_sources(${target} ${scope}
    FILE_SET HEADERS BASE_DIRS ${bases} FILES ${headers})
  target_link_libraries(${target} ${scope} ${arg_PUBLIC})
  target_compile_features(${target} ${scope} cxx_std_20)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${arg_NAME})
  strata_install_target(${target} ${arg_COMPONENT} ${arg_EXPORT})
endfunction()

# Warnings for those who work on Strata; never for those who use it.
function(strata_developer_warnings target)
  if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(${target} PRIVATE -Wall -Wextra)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU"
       AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # False alarms of g++ 12 on std::string concatenation.
      target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
  endif()
endfunction()

# strata_install_target(<target> <component> [<export set>]): installs a library,
# its headers and its export set (default: that of the component).
function(strata_install_target target component)
  set_property(GLOBAL APPEND PROPERTY STRATA_COMPONENTS ${component})
  if(NOT Strata_ENABLE_INSTALL)
    return()
  endif()
  set(file_set "")
  set(export ${component})
  if(ARGC GREATER 2)
    set(export ${ARGV2})
  endif()
  get_target_property(headers ${target} HEADER_SETS)
  get_target_property(interface_headers ${target} INTERFACE_HEADER_SETS)
  if(headers OR interface_headers)
    set(file_set FILE_SET HEADERS
      DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/strata" COMPONENT ${component})
  endif()
  install(TARGETS ${target} EXPORT Strata_${export}
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${component}
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${component}
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT ${component}
    ${file_set}
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/strata")
endfunction()
