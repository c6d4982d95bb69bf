// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Count.h"
#include "sa/Dialect/SA/IR/LargestSize.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace sa;

//===----------------------------------------------------------------------===//
// PlanOp
//===----------------------------------------------------------------------===//

LogicalResult PlanOp::verifyRegions() {
  // C3
  for (Operation &op : getBody().front())
    if (!isa<LoopsOp, SplitOp, ReorderOp, PadOp, SkewOp, FuseOp, UnrollOp,
             VectorizeOp, ParallelizeOp, BindOp, TensorizeOp, PrefetchOp,
             NontemporalOp, CacheOp>(op))
      return op.emitOpError() << "is not a step of a plan";
  // C1: the nests right before the plan are exactly those it names.
  SmallVector<LoopsOp> named(getBody().getOps<LoopsOp>());
  if (named.empty())
    return emitOpError() << "is about no nest: it starts with 'sa.loops'";
  Operation *previous = (*this)->getPrevNode();
  auto isNest = [](Operation *op) { return !op || isa<NestOp, PlanOp>(op); };
  for (LoopsOp loops : llvm::reverse(named)) {
    while (!isNest(previous))
      previous = previous->getPrevNode();
    auto nest = dyn_cast_or_null<NestOp>(previous);
    if (!nest || nest.getNameAttr() != loops.getNestAttr())
      return emitOpError() << "stands right after the nests that it is about, "
                              "and takes their loops in the same order; '"
                           << loops.getNest() << "' is not where it should be";
    previous = previous->getPrevNode();
  }
  // C2
  for (auto other : (*this)->getBlock()->getOps<PlanOp>())
    for (LoopsOp loops : other.getBody().getOps<LoopsOp>())
      if (other != *this && llvm::any_of(named, [&](LoopsOp own) {
            return own.getNest() == loops.getNest();
          }))
        return emitOpError()
               << "is the second plan of the nest '" << loops.getNest() << "'";
  return success();
}

//===----------------------------------------------------------------------===//
// LoopsOp, SplitOp, FuseOp
//===----------------------------------------------------------------------===//

ParseResult LoopsOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr nest;
  if (parser.parseAttribute(nest, getNestAttrName(result.name),
                            result.attributes) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  result.types.assign(parser.getNumResults(),
                      LoopType::get(parser.getContext()));
  return success();
}

void LoopsOp::print(OpAsmPrinter &printer) {
  printer << " " << getNestAttr();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getNestAttrName()});
}

LogicalResult LoopsOp::verify() {
  // C1
  NestOp found;
  for (NestOp nest : (*this)->getParentOp()->getBlock()->getOps<NestOp>()) {
    if (nest.getNameAttr() != getNestAttr())
      continue;
    if (found)
      return emitOpError() << "names '" << getNest()
                           << "', but two nests have that name";
    found = nest;
  }
  if (!found)
    return emitOpError() << "names the nest '" << getNest()
                         << "', which the function does not have";
  if (found.getRank() != getNumResults())
    return emitOpError() << "gives " << count(getNumResults(), "loop", "loops")
                         << " for the nest '" << getNest() << "', which has "
                         << count(found.getRank(), "index", "indices");
  return success();
}

LogicalResult SplitOp::verify() {
  // C1
  if (static_cast<int64_t>(getSize()) <= 0)
    return emitOpError() << "splits into tiles of "
                         << static_cast<int64_t>(getSize())
                         << ": the size of a tile is positive";
  return success();
}

/// fuse ::= `unsafe`? operand-list `partial` `(` number `)` `as` names
ParseResult FuseOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  if (succeeded(parser.parseOptionalKeyword("unsafe")))
    result.addAttribute(getUnsafeAttrName(result.name), builder.getUnitAttr());
  SmallVector<OpAsmParser::UnresolvedOperand> schedules;
  int64_t partial;
  ArrayAttr names;
  if (parser.parseOperandList(schedules) || parser.parseKeyword("partial") ||
      parser.parseLParen() || parser.parseInteger(partial) ||
      parser.parseRParen() || parser.parseKeyword("as") ||
      parser.parseAttribute(names, getNamesAttrName(result.name),
                            result.attributes) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  result.addAttribute(getPartialAttrName(result.name),
                      builder.getI64IntegerAttr(partial));
  auto loop = LoopType::get(parser.getContext());
  result.types.assign(parser.getNumResults(), loop);
  return parser.resolveOperands(schedules, loop, result.operands);
}

void FuseOp::print(OpAsmPrinter &printer) {
  if (getUnsafe())
    printer << " unsafe";
  printer << " " << getSchedules() << " partial(" << getPartial() << ") as "
          << getNames();
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getUnsafeAttrName(), getPartialAttrName(), getNamesAttrName()});
}

LogicalResult FuseOp::verify() {
  // C1
  if (getSchedules().size() < 2)
    return emitOpError() << "needs at least two schedules";
  // C4
  int64_t numLoops = static_cast<int64_t>(getPartial()) + 1;
  if (static_cast<int64_t>(getPartial()) < 0)
    return emitOpError() << "fuses a number of loops that is negative";
  if (static_cast<int64_t>(getNames().size()) != numLoops ||
      static_cast<int64_t>(getNumResults()) != numLoops)
    return emitOpError() << "fuses " << count(getPartial(), "loop", "loops")
                         << " and needs " << numLoops
                         << " names and results: one more for the loop that "
                            "tells the schedules apart";
  return success();
}

//===----------------------------------------------------------------------===//
// PadOp, ParallelizeOp, PrefetchOp, CacheOp
//===----------------------------------------------------------------------===//

LogicalResult PadOp::verify() {
  // C1
  if (static_cast<int64_t>(getSize()) < 0)
    return emitOpError() << "adds a number of iterations that is negative";
  // The end of the loop must not wrap around.
  if (static_cast<int64_t>(getSize()) > largestSize)
    return emitOpError() << "adds " << getSize() << " iterations: at most "
                         << largestSize << " can be added";
  return success();
}

LogicalResult ParallelizeOp::verify() {
  // C2
  if (getMaxThreads() && static_cast<int64_t>(*getMaxThreads()) <= 0)
    return emitOpError() << "runs in " << static_cast<int64_t>(*getMaxThreads())
                         << " threads: their number is positive";
  if (getLoops().empty())
    return emitOpError() << "names no loop";
  return success();
}

LogicalResult PrefetchOp::verify() {
  // C1
  if (static_cast<int64_t>(getDistance()) <= 0)
    return emitOpError() << "looks ahead by "
                         << static_cast<int64_t>(getDistance())
                         << " iterations: the distance is positive";
  return success();
}

LogicalResult CacheOp::verify() {
  // C2
  if (static_cast<bool>(getLoop()) == getMaxElements().has_value())
    return emitOpError() << "of '" << getName()
                         << "' is given by a loop or by a number of elements, "
                            "and needs one of them";
  if (getMaxElements() && static_cast<int64_t>(*getMaxElements()) <= 0)
    return emitOpError() << "of '" << getName()
                         << "' may hold no element: the number is positive";
  return success();
}
