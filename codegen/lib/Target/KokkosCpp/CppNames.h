// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_LIB_TARGET_CPPNAMES_H
#define STRATA_LIB_TARGET_CPPNAMES_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/StringRef.h"

#include <Strata_ScalarType.hpp>
#include <Strata_TensorFormat.hpp>

#include <set>
#include <string>
#include <vector>

namespace strata::cpp {

/// Identifiers in use, by nested C++ scope: a new one hides none of them.
class Scopes {
public:
  Scopes() { open(); }
  void open() { scopes.emplace_back(); }
  void close() { scopes.pop_back(); }
  /// An identifier like `hint` that is not in use; is in use from now on.
  std::string claim(llvm::StringRef hint);

private:
  bool inUse(const std::string &name) const;
  std::vector<std::set<std::string>> scopes;
};

/// `text` with everything replaced that C++ does not allow in an identifier.
std::string identifier(llvm::StringRef text);

/// C++ type of a value in registers; integers are signed unless asked for.
std::string typeName(mlir::Type type, bool isUnsigned = false);
std::string typeName(Strata::ScalarType scalar);
std::string typeName(Strata::IndexType index);
/// " = 0.0", "{}", …: behind a variable of the type.
std::string zeroInitializer(mlir::Type type);
/// "Strata::CSRFormat<std::uint32_t>", or the StaticFormat behind it.
std::string formatName(const Strata::TensorFormat &format);

/// Name of what was created at `loc`, as in `variableName`; empty if it has none.
std::string nameAt(mlir::Location loc);
/// A string from the metadata of a loop's location.
std::string metadataAt(mlir::Location loc, llvm::StringRef key);

} // namespace strata::cpp

#endif
