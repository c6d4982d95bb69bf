// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"

#include "sa/Dialect/SA/Analysis/Loops/Reductions.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

StringRef sa::getLoopName(affine::AffineForOp loop) {
  auto name = loop->getAttrOfType<StringAttr>(indexAttrName);
  return name ? name.getValue() : StringRef("unnamed");
}

Execution sa::getExecution(affine::AffineForOp loop) {
  auto attribute = loop->getAttrOfType<ExecutionAttr>(executionAttrName);
  return attribute ? attribute.getValue() : Execution::Sequential;
}

void sa::setExecution(affine::AffineForOp loop, Execution execution) {
  if (execution == Execution::Sequential)
    loop->removeAttr(executionAttrName);
  else
    loop->setAttr(executionAttrName,
                  ExecutionAttr::get(loop.getContext(), execution));
}

Execution sa::getExecution(GridUnit unit) {
  switch (unit) {
  case GridUnit::BlockX:
    return Execution::BlockX;
  case GridUnit::BlockY:
    return Execution::BlockY;
  case GridUnit::BlockZ:
    return Execution::BlockZ;
  case GridUnit::ThreadX:
    return Execution::ThreadX;
  case GridUnit::ThreadY:
    return Execution::ThreadY;
  case GridUnit::ThreadZ:
    return Execution::ThreadZ;
  case GridUnit::Subgroup:
    return Execution::Subgroup;
  }
  llvm_unreachable("not a unit of the grid");
}

std::optional<int64_t> sa::getMaxThreads(affine::AffineForOp loop) {
  auto threads = loop->getAttrOfType<IntegerAttr>(maxThreadsAttrName);
  if (!threads)
    return std::nullopt;
  return std::clamp<int64_t>(threads.getInt(), 1, mostThreads);
}

bool sa::isConcurrent(Execution execution) {
  return execution == Execution::Parallel || isWorkGroup(execution) ||
         isWorkItem(execution);
}

bool sa::isWorkGroup(Execution execution) {
  return execution == Execution::BlockX || execution == Execution::BlockY ||
         execution == Execution::BlockZ;
}

bool sa::isWorkItem(Execution execution) {
  return execution == Execution::ThreadX || execution == Execution::ThreadY ||
         execution == Execution::ThreadZ || execution == Execution::Subgroup;
}

bool sa::needsTripCount(Execution execution) {
  return execution == Execution::Unroll || execution == Execution::Vectorize;
}
