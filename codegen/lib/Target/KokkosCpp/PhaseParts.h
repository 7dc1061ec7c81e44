// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_PHASEPARTS_H
#define STRATA_LIB_TARGET_PHASEPARTS_H

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>
#include <vector>

namespace strata::cpp {

/// The functions that code stands in where structure and values of a sparse
/// result have one each: a set of bits.
enum Phase : unsigned {
  nowhere = 0,
  assembling = 1,
  computing = 2,
  inBoth = assembling | computing
};

/// A part of the body of a kernel, up to where the next one begins.
struct PhasePart {
  size_t begin;
  unsigned phases;
  /// What it declares: the part goes where nothing names it. Empty: it stays.
  std::string name;
  /// Of a variable that the first function hands to the second one, if that
  /// names it.
  std::string type;
};

/// The bodies of the two functions, from one text that has both.
struct SplitBody {
  std::string assemble, compute;
  /// What is handed over: names and types, in the order of their declarations.
  std::vector<std::pair<std::string, std::string>> handedOver;
};

/// \p object names what is handed over.
SplitBody splitBody(llvm::StringRef text, const std::vector<PhasePart> &parts,
                    const std::string &object);

/// The identifiers in C++ code; not those in comments and strings.
std::set<std::string> identifiersIn(llvm::StringRef code);

} // namespace strata::cpp

#endif
