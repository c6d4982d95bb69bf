// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Transforms/Caches/CacheLoops.h"

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
                                        const FootprintLocation &place,
                                        ArrayRef<Value> position) {
  SmallVector<Value> indices;
  for (AffineExpr leading : place.leading)
    indices.push_back(space.createValue(builder, loc, leading));
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

/// A loop with a name, in whose body the builder stands then.
static AffineForOp createLoop(OpBuilder &builder, Location loc,
                              FunctionNames &names, StringRef name,
                              ValueRange lowerOperands, AffineMap lower,
                              ValueRange upperOperands, AffineMap upper,
                              int64_t step = 1) {
  auto loop = AffineForOp::create(builder, loc, lowerOperands, lower,
                                  upperOperands, upper, step);
  loop->setAttr(indexAttrName, builder.getStringAttr(names.makeUnique(name)));
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

/// One loop for each dimension. Returns the position in the block.
static SmallVector<Value> createBlockLoops(OpBuilder &builder, Location loc,
                                           LoopSpace &space,
                                           FunctionNames &names,
                                           const CopyLoops &loops) {
  unsigned rank = loops.order.size();
  SmallVector<Value> position(rank);
  for (auto [depth, dim] : llvm::enumerate(loops.order)) {
    SmallVector<Value> lowerOperands, upperOperands;
    AffineMap lower = space.getMap(loops.part.lower[dim], lowerOperands);
    AffineMap upper = space.getMap(loops.part.upper[dim], upperOperands);
    AffineForOp loop =
        createLoop(builder, loc, names, (loops.name + "_" + Twine(dim)).str(),
                   lowerOperands, lower, upperOperands, upper);
    bool isInnermost = depth + 1 == rank;
    if (loops.isVectorized && isInnermost)
      setExecution(loop, Execution::Vectorize);
    else if (loops.isParallel && (!isInnermost || rank == 1))
      setExecution(loop, Execution::Parallel);
    position[dim] = loop.getInductionVar();
  }
  // One element needs a loop, too: accesses stand in loops.
  if (rank == 0)
    createLoop(builder, loc, names, loops.name + "_element", {},
               builder.getConstantAffineMap(0), {},
               builder.getConstantAffineMap(1));
  return position;
}

/// One loop over the elements of a work-item. Returns the position in the
/// block.
static SmallVector<Value> createSharedLoop(OpBuilder &builder, Location loc,
                                           LoopSpace &space,
                                           FunctionNames &names,
                                           const CopyLoops &loops) {
  // 1. The number of the work-item among all, and the loop.
  AffineExpr number = builder.getAffineConstantExpr(0);
  int64_t numThreads = 1, numElements = 1;
  for (AffineForOp thread : loops.threads) {
    int64_t lower = thread.getConstantLowerBound(),
            step = thread.getStepAsInt();
    int64_t count = (thread.getConstantUpperBound() - lower + step - 1) / step;
    number = number * count + (space.getDimExpr(thread) - lower).floorDiv(step);
    numThreads *= count;
  }
  for (int64_t extent : loops.extents)
    numElements *= extent;
  SmallVector<Value> operands;
  AffineMap first = space.getMap(number, operands);
  AffineForOp loop =
      createLoop(builder, loc, names, loops.name + "_element", operands, first,
                 {}, builder.getConstantAffineMap(numElements),
                 std::max<int64_t>(numThreads, 1));

  // 2. The number of an element taken apart.
  SmallVector<Value> position(loops.order.size());
  AffineExpr rest = builder.getAffineDimExpr(0);
  for (unsigned dim : llvm::reverse(loops.order)) {
    bool isOutermost = dim == loops.order.front();
    AffineExpr digit = isOutermost ? rest : rest % loops.extents[dim];
    position[dim] = builder.createOrFold<affine::AffineApplyOp>(
        loc, AffineMap::get(1, 0, digit), ValueRange(loop.getInductionVar()));
    rest = rest.floorDiv(loops.extents[dim]);
  }

  // 3. Only what is touched.
  SmallVector<AffineExpr> bounds;
  SmallVector<unsigned> dims;
  SmallVector<int> signs;
  for (unsigned dim = 0; dim < position.size(); ++dim) {
    for (AffineExpr bound : loops.part.lower[dim])
      if (bound != builder.getAffineConstantExpr(0)) {
        bounds.push_back(bound);
        dims.push_back(dim);
        signs.push_back(1);
      }
    for (AffineExpr bound : loops.part.upper[dim])
      if (bound != builder.getAffineConstantExpr(loops.extents[dim])) {
        bounds.push_back(bound - 1);
        dims.push_back(dim);
        signs.push_back(-1);
      }
  }
  if (bounds.empty())
    return position;
  SmallVector<Value> guardOperands;
  AffineMap map = space.getMap(bounds, guardOperands);
  unsigned numDims = map.getNumDims();
  guardOperands.insert(guardOperands.begin() + numDims, position.begin(),
                       position.end());
  SmallVector<AffineExpr> constraints;
  for (auto [i, bound] : llvm::enumerate(map.getResults())) {
    AffineExpr distance = builder.getAffineDimExpr(numDims + dims[i]) - bound;
    constraints.push_back(simplifyAffineExpr(
        distance * signs[i], numDims + position.size(), map.getNumSymbols()));
  }
  SmallVector<bool> isEquality(constraints.size(), false);
  auto set = IntegerSet::get(numDims + position.size(), map.getNumSymbols(),
                             constraints, isEquality);
  auto guard = affine::AffineIfOp::create(builder, loc, set, guardOperands,
                                          /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guard.getThenBlock());
  return position;
}

void sa::createCopyLoops(OpBuilder &builder, Location loc, LoopSpace &space,
                         FunctionNames &names, const CopyLoops &loops,
                         const FootprintLocation &from,
                         const FootprintLocation &to) {
  OpBuilder::InsertionGuard insertionGuard(builder);
  SmallVector<Value> position =
      loops.threads.empty()
          ? createBlockLoops(builder, loc, space, names, loops)
          : createSharedLoop(builder, loc, space, names, loops);
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
}
