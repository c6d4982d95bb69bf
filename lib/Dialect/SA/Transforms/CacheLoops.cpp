// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CacheLoops.h"

#include "ElementCast.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

FunctionNames::FunctionNames(FuncOp func) {
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    names.insert(func.getArgName(i));
  for (const std::string &size : func.getSizeNames())
    names.insert(size);
  func.walk([&](Operation *op) {
    if (auto loop = dyn_cast<AffineForOp>(op))
      names.insert(getLoopName(loop));
    if (isa<ConstOp, TempOp, BufferOp>(op))
      names.insert(getArrayName(op->getResult(0)));
  });
}

std::string FunctionNames::makeUnique(StringRef name) {
  std::string unique = name.str();
  for (unsigned number = 1; !names.insert(unique).second; ++number)
    unique = (name + "_" + Twine(number)).str();
  return unique;
}

/// `expr` of the space, plus `offset`, an index of another loop.
static Value createSum(OpBuilder &builder, Location loc, LoopSpace &space,
                       AffineExpr expr, Value offset) {
  SmallVector<Value> operands;
  AffineMap map = space.getMap(expr, operands);
  unsigned numDims = map.getNumDims();
  AffineExpr sum =
      map.getResult(0) + builder.getAffineDimExpr(map.getNumDims());
  if (isa<AffineDimExpr>(sum))
    return offset;
  operands.insert(operands.begin() + numDims, offset);
  return affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(numDims + 1, map.getNumSymbols(), sum),
      operands);
}

static SmallVector<Value> createIndices(OpBuilder &builder, Location loc,
                                        LoopSpace &space,
                                        const BlockPlace &place,
                                        ArrayRef<Value> position) {
  SmallVector<Value> indices = place.leading;
  for (auto [base, offset] : llvm::zip_equal(place.base, position))
    indices.push_back(createSum(builder, loc, space, base, offset));
  return indices;
}

/// Enters a condition that the element exists, where an array has not all.
static void createGuard(OpBuilder &builder, Location loc, Value array,
                        ArrayRef<Value> indices) {
  auto type = cast<ArrayType>(array.getType());
  SmallVector<AffineExpr> constraints = type.getDomainConstraints();
  if (constraints.empty())
    return;
  SmallVector<bool> isEquality(constraints.size(), false);
  auto set = IntegerSet::get(type.getRank(), 0, constraints, isEquality);
  auto guard = affine::AffineIfOp::create(builder, loc, set, indices,
                                          /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guard.getThenBlock());
}

Operation *sa::createCopyLoops(OpBuilder &builder, Location loc,
                               LoopSpace &space, FunctionNames &names,
                               const CopyLoops &loops, const BlockPlace &from,
                               const BlockPlace &to) {
  OpBuilder::InsertionGuard guard(builder);
  // 1. The loops.
  Operation *outermost = nullptr;
  unsigned rank = loops.order.size();
  SmallVector<Value> position(rank);
  for (auto [depth, dim] : llvm::enumerate(loops.order)) {
    SmallVector<Value> lowerOperands, upperOperands;
    AffineMap lower = space.getMap(loops.part.lower[dim], lowerOperands);
    AffineMap upper = space.getMap(loops.part.upper[dim], upperOperands);
    auto loop = AffineForOp::create(builder, loc, lowerOperands, lower,
                                    upperOperands, upper);
    std::string name = names.makeUnique((loops.name + "_" + Twine(dim)).str());
    loop->setAttr(indexAttrName, builder.getStringAttr(name));
    bool isInnermost = depth + 1 == rank;
    if (loops.isVectorized && isInnermost)
      loop->setAttr(runAttrName, builder.getStringAttr("vectorize"));
    else if (loops.isParallel && (!isInnermost || rank == 1))
      loop->setAttr(runAttrName, builder.getStringAttr("parallel"));
    position[dim] = loop.getInductionVar();
    outermost = outermost ? outermost : loop;
    builder.setInsertionPointToStart(loop.getBody());
  }

  // One element needs a loop, too: accesses stand in loops.
  if (rank == 0) {
    auto loop = AffineForOp::create(builder, loc, 0, 1);
    loop->setAttr(indexAttrName,
                  builder.getStringAttr(names.makeUnique(loops.name)));
    outermost = loop;
    builder.setInsertionPointToStart(loop.getBody());
  }

  // 2. What they do.
  SmallVector<Value> source =
      createIndices(builder, loc, space, from, position);
  createGuard(builder, loc, from.array, source);
  SmallVector<Value> target = createIndices(builder, loc, space, to, position);
  createGuard(builder, loc, to.array, target);
  auto fromType = cast<ArrayType>(from.array.getType());
  auto toType = cast<ArrayType>(to.array.getType());
  auto load = LoadOp::create(builder, loc, from.array, source);
  Value value =
      createElementCast(builder, loc, load.getResult(),
                        fromType.getElementType(), toType.getElementType());
  StoreOp::create(builder, loc, value, to.array, target);
  return outermost;
}
