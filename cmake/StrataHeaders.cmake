# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# strata_public_headers(<variable> <room>): the names by which users include the
# headers of Strata::<room>, without those in impl/; empty if there is no such
# target.
function(strata_public_headers variable room)
  set(names "")
  if(TARGET Strata::${room})
    get_target_property(library Strata::${room} ALIASED_TARGET)
    get_target_property(headers ${library} HEADER_SET)
    get_target_property(bases ${library} HEADER_DIRS)
    foreach(header IN LISTS headers)
      foreach(base IN LISTS bases)
        string(GENEX_STRIP "${base}" base)
        cmake_path(IS_PREFIX base "${header}" NORMALIZE below)
        if(below)
          cmake_path(RELATIVE_PATH header BASE_DIRECTORY "${base}"
            OUTPUT_VARIABLE name)
          if(NOT name MATCHES "^impl/")
            list(APPEND names "${name}")
          endif()
          break()
        endif()
      endforeach()
    endforeach()
  endif()
  set(${variable} "${names}" PARENT_SCOPE)
endfunction()
