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
  for (auto [number, value, dimension, all] :
       llvm::enumerate(partition.getExtents(), partition.getDimensions(),
                       partition.getVisitsAll())) {
    const int64_t count = partition.countOf(number);
    const std::string &v = tensorOf(value).indices[dimension];
    const std::string extent = count < 0 ? extents.at(v) : std::to_string(count);
    names.push_back(v.substr(0, v.find('.')));
    variables.push_back("{" + extent + (all ? ", true}" : ", false}"));
  }
  ArrayRef<int64_t> windows = partition.getWindows().value_or(ArrayRef<int64_t>());
  for (auto [value, depth] :
       llvm::zip(partition.getWeighed(), partition.getDepths())) {
    std::vector<std::string> levels;
    for (int64_t l = 0; l < depth && !windows.empty(); ++l) {
      levels.push_back("{" + std::to_string(windows[0]) + ", " +
                       std::to_string(windows[1]) + "}");
      windows = windows.drop_front(2);
    }
    weighed.push_back("{Strata::ref(" + viewOf(tensorOf(value)) + "), " +
                      std::to_string(depth) +
                      (levels.empty() ? ""
                                      : ", {" + llvm::join(levels, ", ") + "}") +
                      "}");
  }
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
  out.comment("hash tables for as many " + v.substr(0, v.find('.')) +
              " as a row may come to");
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
