# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Copies an installed package beside itself, with core as its only component.
set(copy "${PACKAGE}-only-core")
file(REMOVE_RECURSE "${copy}")
file(GLOB files "${PACKAGE}/*")
file(COPY ${files} DESTINATION "${copy}")
file(READ "${copy}/StrataConfig.cmake" text)
string(REGEX REPLACE "set\\(Strata_AVAILABLE_COMPONENTS [^)]*\\)"
  "set(Strata_AVAILABLE_COMPONENTS core)" changed "${text}")
file(WRITE "${copy}/StrataConfig.cmake" "${changed}")
