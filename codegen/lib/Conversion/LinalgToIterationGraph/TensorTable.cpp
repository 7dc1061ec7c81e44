// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TensorTable.h"

#include "Refusal.h"
#include "strata/Conversion/Notation.h"
#include "strata/Conversion/SparseTensorEncoding.h"
#include "strata/Dialect/ScalarTypes.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using Strata::IndexExprPtr;

namespace strata {

TensorTable::TensorTable(func::FuncOp function) : function(function) {
  std::vector<StringAttr> given;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    given.push_back(function.getArgAttrOfType<StringAttr>(i, nameAttr));
  for (StringAttr name : given)
    if (name && !taken.insert(name.str()).second)
      refuse(function, "strata.name", "a name for each argument",
             "'" + name.str() + "' twice", "rename one of them");
  if (function.getNumResults() > 0)
    resultName = function.getResultAttrOfType<StringAttr>(0, nameAttr);
  if (resultName)
    resultNameIsFree = taken.insert(resultName.str()).second;
  for (unsigned i = 0; i < given.size(); ++i)
    argNames.push_back(choose(given[i], i));
}

/// Names that notation can spell; temporaries are called workspace0, …
static bool isTensorName(StringRef name) {
  try {
    (void)Strata::parse_notation(name.str() + "(i) = 0");
    return !name.starts_with("workspace");
  } catch (const Strata::Error &) {
    return false;
  }
}

/// The given name, or A and a number.
std::string TensorTable::choose(StringAttr given, unsigned number) {
  if (!given) {
    std::string name = "A" + std::to_string(number);
    while (!taken.insert(name).second)
      name += "_";
    return name;
  }
  if (!isTensorName(given))
    refuse(function, "strata.name", "an identifier that is not reserved",
           "'" + given.str() + "'", "rename the argument");
  return given.str();
}

static void requireScalar(Operation *op, const std::string &name, Type type) {
  if (scalarType(type))
    return;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  refuse(op, "'" + name + "'",
         "a ranked tensor or a number, of i1, i8 to i64, f16, bf16, f32, f64 "
         "or complex of f32 or f64",
         text, "cast it before the call");
}

void TensorTable::declare(Operation *op, const std::string &name, Type type) {
  Strata::TensorDeclaration d;
  auto tensor = dyn_cast<RankedTensorType>(type);
  const Type element = tensor ? tensor.getElementType() : type;
  requireScalar(op, name, element);
  d.scalar = *scalarType(element);
  const int rank = tensor ? static_cast<int>(tensor.getRank()) : 0;
  d.extents.assign(rank, -1);
  d.format = Strata::Formats::dense(rank);
  if (tensor && tensor.getEncoding()) {
    auto encoding =
        dyn_cast<sparse_tensor::SparseTensorEncodingAttr>(tensor.getEncoding());
    if (!encoding)
      refuse(op, "'" + name + "'", "no encoding or #sparse_tensor.encoding",
             "another encoding", "use a tensor without it");
    if (encoding.isSlice())
      refuse(op, "'" + name + "': dimension slices", "none", "a slice",
             "pass the slice as a tensor of its own");
    try {
      d.format = formatFromEncoding(encoding);
    } catch (const Strata::Error &e) {
      throw Refusal(op, "'" + name + "': " + e.what());
    }
    if (!d.format.is_permutation())
      refuse(op, "'" + name + "'", "levels that store one dimension each",
             d.format.to_string(),
             "blocked and shifted levels are read from copies, which functions "
             "do not make: convert the tensor before the call");
  }
  declarations[name] = std::move(d);
}

IndexExprPtr TensorTable::access(Operation *user, BlockArgument arg,
                                 const std::vector<std::string> &indices) {
  const std::string &name = nameOf(arg);
  if (read.insert(arg).second)
    declare(user, name, arg.getType());
  Strata::Access access;
  access.tensor = name;
  for (const std::string &v : indices) {
    access.indices.emplace_back();
    access.indices.back().variable = v;
  }
  return Strata::make_access(std::move(access), declarations.at(name).scalar);
}

std::string TensorTable::declareResult(Operation *op, BlockArgument arg,
                                       Type type) {
  if (arg) {
    declare(op, nameOf(arg), arg.getType());
    return nameOf(arg);
  }
  if (!resultNameIsFree)
    refuse(function, "strata.name", "a name of its own for the result",
           "'" + resultName.str() + "', the name of an argument", "rename it");
  const std::string name = choose(resultName, function.getNumArguments());
  declare(op, name, type);
  return name;
}

bool TensorTable::isSparse(const std::string &name) const {
  auto it = declarations.find(name);
  return it != declarations.end() && !it->second.format.is_dense();
}

std::string VariableTable::create(const TensorTable &tensors) {
  static constexpr llvm::StringLiteral letters = "ijklmnopqrstuvw";
  std::string name;
  do {
    name = letters[next % letters.size()];
    if (next >= letters.size())
      name += std::to_string(next / letters.size());
    ++next;
  } while (tensors.isName(name));
  extents[name] = -1;
  return name;
}

void VariableTable::note(Operation *op, const std::string &variable,
                         std::int64_t extent) {
  std::int64_t &known = extents[variable];
  if (known < 0)
    known = extent;
  if (extent >= 0 && known != extent)
    refuse(op, "loop '" + variable + "'", "operands of one extent",
           std::to_string(known) + " and " + std::to_string(extent),
           "correct the shapes");
}

std::int64_t VariableTable::extent(const std::string &variable) const {
  return extents.at(variable);
}

} // namespace strata
