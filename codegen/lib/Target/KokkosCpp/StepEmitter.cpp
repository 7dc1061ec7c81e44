// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands between the launches of a program.
#include "KernelEmitter.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace strata::cpp {

void KernelEmitter::emitStep(Operation *step) {
  if (auto run = dyn_cast<pos::RunOp>(step))
    return emitLaunch(run);
  out.line("");
  if (auto partition = dyn_cast<pos::PartitionOp>(step))
    return emitPartition(partition);
  if (auto reserve = dyn_cast<pos::ReserveOp>(step))
    return emitReserve(reserve);
  if (auto allocate = dyn_cast<pos::AllocateOp>(step))
    return emitAllocate(allocate);
  if (auto complete = dyn_cast<pos::CompleteOp>(step))
    return emitComplete(complete);
  emitCollect(cast<itg::CollectOp>(step));
}

void KernelEmitter::emitPartition(pos::PartitionOp partition) {
  std::vector<std::string> variables, weighed, names;
  for (auto [value, dimension, all] :
       llvm::zip(partition.getExtents(), partition.getDimensions(),
                 partition.getVisitsAll())) {
    const std::string &v = tensorOf(value).indices[dimension];
    names.push_back(v);
    variables.push_back("{" + extents.at(v) + (all ? ", true}" : ", false}"));
  }
  for (auto [value, depth] :
       llvm::zip(partition.getWeighed(), partition.getDepths()))
    weighed.push_back("{Strata::ref(" + viewOf(tensorOf(value)) + "), " +
                      std::to_string(depth) + "}");
  out.comment("pieces of equal work: coordinates of (" +
              llvm::join(names, ", ") + ") that they begin with");
  out.line("Strata::partition(exec, " + tensorOf(partition.getCuts()).variable +
           ", {" + llvm::join(variables, ", ") + "}, {" +
           llvm::join(weighed, ", ") + "});");
}

void KernelEmitter::emitReserve(pos::ReserveOp reserve) {
  const std::string &v =
      tensorOf(reserve.getTensor()).indices[reserve.getDimension()];
  const CppTensor &list = tensorOf(reserve.getTables().back());
  out.comment("hash tables for as many " + v + " as a row may come to");
  if (list.scalar == Strata::ScalarType::u32)
    out.line("Strata::check_worklist(\"" + name + "\", \"" +
             result().variable + "\", " + extents.at(v) + ");");
  extents[tableVariable] = scopes.claim("table");
  out.line("const std::int64_t " + extents[tableVariable] +
           " = Strata::table_slots(exec, " +
           tensorOf(reserve.getBounds()).variable + ", " + extents.at(v) + ");");
  for (Value table : reserve.getTables())
    emitTemporary(tensorOf(table));
}

} // namespace strata::cpp
