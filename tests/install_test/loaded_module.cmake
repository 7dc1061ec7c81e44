# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs PROGRAM (found in FOLDER, where given) with ARGUMENTS (with | between them);
# it must end well, print PRINTS and have loaded MODULE, as the dynamic linker tells.
string(REPLACE "|" ";" ARGUMENTS "${ARGUMENTS}")
set(ENV{LD_DEBUG} files)
unset(ENV{STRATA_COMPILER})
# A kernel that an earlier run kept on disk would need no code generator.
set(ENV{STRATA_KERNEL_CACHE} off)
if(FOLDER)
  set(ENV{PATH} "${FOLDER}:$ENV{PATH}")
endif()
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE linker)
string(FIND "${output}" "${PRINTS}" printed)
if(NOT status EQUAL 0 OR printed EQUAL -1)
  string(REGEX REPLACE " +[0-9]+:[^\n]*\n" "" linker "${linker}")
  message(FATAL_ERROR "${PROGRAM}: status ${status}, printed ${output}\n${linker}")
endif()
string(REGEX MATCH "calling init: [^\n]*libstrata_compiler[^\n]*" loaded "${linker}")
string(REPLACE "calling init: " "" loaded "${loaded}")
if(loaded)
  file(REAL_PATH "${loaded}" loaded)
endif()
file(REAL_PATH "${MODULE}" MODULE)
if(NOT loaded STREQUAL MODULE)
  message(FATAL_ERROR "${PROGRAM} loaded '${loaded}', not ${MODULE}")
endif()
