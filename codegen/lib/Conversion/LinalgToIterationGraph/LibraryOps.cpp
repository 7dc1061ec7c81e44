// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LibraryOps.h"

#include "Refusal.h"

using namespace mlir;

namespace strata {

namespace {
/// What an op does, and what does it in Strata.
struct LibraryOp {
  const char *name, *does, *instead;
};
} // namespace

static constexpr LibraryOp libraryOps[] = {
    {"sparse_tensor.new", "a file that is read",
     "read it with Strata::read_tensor, or with strata run --in"},
    {"sparse_tensor.out", "a file that is written",
     "write it with Strata::write_matrix_market or strata run --out"},
    {"sparse_tensor.assemble", "arrays that become a tensor",
     "make a SparseView of them with Strata::wrap"},
    {"sparse_tensor.disassemble", "a tensor's arrays",
     "take positions<L>(), coordinates<L>() and values() of the SparseView"},
    {"sparse_tensor.positions", "a level's positions",
     "take positions<L>() of the SparseView"},
    {"sparse_tensor.coordinates", "a level's coordinates",
     "take coordinates<L>() of the SparseView"},
    {"sparse_tensor.coordinates_buffer", "coordinates of several levels",
     "take coordinates<L>() of the SparseView, level by level"},
    {"sparse_tensor.values", "the stored values",
     "take values() of the SparseView"},
    {"sparse_tensor.number_of_entries", "the number of stored entries",
     "take nnz() of the SparseView, or see strata inspect"},
    {"sparse_tensor.slice.offset", "the offset of a slice",
     "take it from format().slices() of the SparseView"},
    {"sparse_tensor.slice.stride", "the stride of a slice",
     "take it from format().slices() of the SparseView"},
    {"sparse_tensor.storage_specifier.init", "sizes of arrays",
     "a SparseView keeps them: take the extents of its arrays"},
    {"sparse_tensor.storage_specifier.get", "sizes of arrays",
     "a SparseView keeps them: take the extents of its arrays"},
    {"sparse_tensor.storage_specifier.set", "sizes of arrays",
     "a SparseView keeps them: make it with Strata::assemble"},
    {"sparse_tensor.lvl", "the extent of a level",
     "evaluate format().map() of the SparseView on its extents"},
    {"sparse_tensor.crd_translate", "coordinates through a format's map",
     "evaluate format().map() of the SparseView"},
    {"sparse_tensor.push_back", "an array that grows",
     "assemble the result from a statement, or with Strata::assemble"},
    {"sparse_tensor.expand", "a row as a workspace",
     "write the statement: workspaces are made where they are needed"},
    {"sparse_tensor.compress", "a row from a workspace",
     "write the statement: workspaces are made where they are needed"},
    {"sparse_tensor.load", "a tensor after insertions",
     "return the tensor that a linalg op makes, or insert with Strata::insert"},
    {"tensor.insert", "an entry that is inserted",
     "insert entries with Strata::insert, or assemble them with "
     "Strata::assemble"},
    {"sparse_tensor.sort", "arrays that are sorted",
     "Strata::assemble and Strata::convert establish the order of levels"},
    {"sparse_tensor.reorder_coo", "entries that are sorted",
     "sort them with Strata::convert"},
    {"sparse_tensor.foreach", "a loop over stored entries",
     "write it as linalg.generic, or call Strata::parallel_for_each"},
    {"sparse_tensor.extract_iteration_space", "a loop over a level",
     "write it as linalg.generic, or call Strata::parallel_for_each"},
    {"sparse_tensor.extract_value", "a value by its position",
     "write it as linalg.generic, or take values() of the SparseView"},
    {"sparse_tensor.iterate", "a loop over levels",
     "write it as linalg.generic, or call Strata::parallel_for_each"},
    {"sparse_tensor.coiterate", "a loop over several tensors",
     "write it as linalg.generic with sparse_tensor.binary: loops are merged "
     "by what is stored"},
    {"sparse_tensor.print", "a tensor that is printed",
     "print it with Strata::print, or with strata inspect"},
    {"sparse_tensor.has_runtime_library", "a question about MLIR's lowering",
     "remove it: kernels need no runtime library of MLIR"},
    {"sparse_tensor.concatenate", "a result of several parts",
     "assign each part to a window of the result, C(i(0,4),j) = A(i,j) and "
     "C(i(4,9),j) += B(i,j)"},
    {"tensor.concat", "a result of several parts",
     "assign each part to a window of the result, C(i(0,4),j) = A(i,j) and "
     "C(i(4,9),j) += B(i,j)"}};

void refuseLibraryOp(Operation *op) {
  const StringRef name = op->getName().getStringRef();
  for (const LibraryOp &known : libraryOps)
    if (name == known.name)
      refuse(op, "", "values of one statement", known.does, known.instead);
}

} // namespace strata
