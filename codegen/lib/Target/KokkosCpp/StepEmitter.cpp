// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands between the launches of a program.
#include "KernelEmitter.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace strata::cpp {

void KernelEmitter::emitStep(Operation *step) {
  part(stepPhases.lookup(step));
  if (auto run = dyn_cast<pos::RunOp>(step))
    return emitLaunch(run);
  out.line("");
  if (auto partition = dyn_cast<pos::PartitionOp>(step))
    return request.inTeam ? emitTeamPartition(partition)
                          : emitPartition(partition);
  if (auto reserve = dyn_cast<pos::ReserveOp>(step))
    return emitReserve(reserve);
  if (auto allocate = dyn_cast<pos::AllocateOp>(step))
    return emitAllocate(allocate);
  if (auto complete = dyn_cast<pos::CompleteOp>(step))
    return emitComplete(complete);
  emitCollect(cast<itg::CollectOp>(step));
}

static std::string braced(const std::vector<std::string> &items) {
  return "{" + llvm::join(items, ", ") + "}";
}

/// A Strata::WeighedTensor: what stands beneath it inside.
std::string KernelEmitter::weighedTensor(pos::PartitionOp partition,
                                         size_t number) {
  const std::string view =
      "Strata::ref(" + viewOf(tensorOf(partition.getWeighed()[number])) + ")";
  if (const int64_t level = partition.sampledOf(number); level >= 0) {
    Value begins = partition.beginsOf(number);
    return "Strata::WeighedTensor::sampled(" + view + ", " + std::to_string(level) +
           (begins ? ", " + tensorOf(begins).variable + ".data()" : "") + ")";
  }
  std::vector<std::string> windows, beneath;
  ArrayRef<int64_t> bounds = partition.windowsOf(number);
  for (; !bounds.empty(); bounds = bounds.drop_front(3))
    windows.push_back(braced({std::to_string(bounds[0]),
                              std::to_string(bounds[1]),
                              std::to_string(bounds[2])}));
  for (size_t n = number + 1; n < partition.getWeighed().size(); ++n)
    if (partition.parentOf(n) == static_cast<int64_t>(number))
      beneath.push_back(braced({std::to_string(partition.parentLevelOf(n)),
                                weighedTensor(partition, n)}));
  std::vector<std::string> members{view, std::to_string(partition.getDepths()[number])};
  if (!windows.empty() || !beneath.empty())
    members.push_back(braced(windows));
  if (!beneath.empty())
    members.push_back(braced(beneath));
  return braced(members);
}

/// The table of where ranges begin in the fibres of a weighed tensor.
void KernelEmitter::emitBegins(pos::PartitionOp partition, size_t number) {
  const CppTensor &operand = tensorOf(partition.getWeighed()[number]);
  const std::string parents = scopes.claim("parents_" + operand.variable);
  part(assembling, parents, "std::int64_t");
  out.line("const std::int64_t " + parents + " = Strata::num_parents(" + viewOf(operand) +
           ".template positions<" + std::to_string(partition.sampledOf(number)) + ">());");
  extents[parentsVariable] = parents;
  emitTemporary(tensorOf(partition.getBegins()[number]));
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
  for (size_t n = 0; n < partition.getWeighed().size(); ++n)
    if (partition.parentOf(n) < 0)
      weighed.push_back(weighedTensor(partition, n));
  for (size_t n = 0; n < partition.getBegins().size(); ++n)
    emitBegins(partition, n);
  out.comment((partition.getRanged() ? "ranges of about equal work: coordinates of ("
                                     : "pieces of equal work: coordinates of (") +
              llvm::join(names, ", ") + ") that they begin with");
  out.line("Strata::partition(exec, " + tensorOf(partition.getCuts()).variable +
           ", {" + llvm::join(variables, ", ") + "}, {" +
           llvm::join(weighed, ", ") + "});");
}

void KernelEmitter::emitReserve(pos::ReserveOp reserve) {
  const std::string &v =
      tensorOf(reserve.getTensor()).indices[reserve.getDimension()];
  const CppTensor &list = tensorOf(reserve.getTables().back());
  extents[tableVariable] = scopes.claim("table");
  part(assembling, extents[tableVariable], "std::int64_t");
  out.comment("hash tables for as many " + v.substr(0, v.find('.')) +
              " as a row may come to");
  if (list.scalar == Strata::ScalarType::u32)
    out.line("Strata::check_worklist(\"" + name + "\", \"" +
             result().variable + "\", " + extents.at(v) + ");");
  out.line("const std::int64_t " + extents[tableVariable] +
           " = Strata::table_slots(exec, " +
           tensorOf(reserve.getBounds()).variable + ", " + extents.at(v) + ");");
  for (Value table : reserve.getTables())
    emitTemporary(tensorOf(table));
}

} // namespace strata::cpp
