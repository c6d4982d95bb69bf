// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NestLowering.h"

#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

void NestLowering::run() {
  Location loc = nest.getLoc();
  SmallVector<Value> sizes;
  for (OpFoldResult size : nest.getMixedSizes())
    sizes.push_back(
        isa<Attribute>(size)
            ? getIndex(loc, cast<IntegerAttr>(cast<Attribute>(size)).getInt())
            : mapping.lookup(cast<Value>(size)));

  // 1. The parallel indices are the range of the kernel.
  zero = getIndex(loc, 0);
  one = getIndex(loc, 1);
  SmallVector<unsigned> parallel, sequential;
  for (unsigned position = 0; position < nest.getRank(); ++position)
    (nest.isParallel(position) ? parallel : sequential).push_back(position);
  SmallVector<Value> lower, upper;
  SmallVector<std::string> names;
  for (unsigned position : parallel) {
    // Constraints of one parallel index become the range. Vendor bug
    // intel-cpu-work-group-loop-bound: conditions on the position can be lost.
    Bounds bounds{zero, sizes[position]};
    tighten(position, bounds);
    Value size = bounds.upper;
    if (bounds.lower != zero)
      size = builder.createOrFold<arith::SubIOp>(loc, size, bounds.lower);
    // A computed size may be negative, and means no iterations then.
    auto given = dyn_cast<Value>(nest.getMixedSizes()[position]);
    bool isComputed =
        size != sizes[position] || (given && !given.getDefiningOp<DimOp>());
    if (isComputed)
      size = builder.createOrFold<arith::MaxSIOp>(loc, size, zero);
    lower.push_back(bounds.lower);
    upper.push_back(size);
    names.push_back(nest.getIndexName(position).str());
  }
  if (upper.empty())
    upper.push_back(one);
  KernelLowering kernel(state, loc, upper, names, /*local=*/{},
                        /*grid=*/nullptr, zero, one);
  for (auto [position, index, start] :
       llvm::zip(parallel, kernel.getPosition(), lower))
    mapping.map(nest.getIndices()[position],
                start == zero
                    ? index
                    : builder.createOrFold<arith::AddIOp>(loc, index, start));
  createPrivateTemporaries();

  // 2. The other indices are loops in the kernel, in the nest's order.
  openGuard();
  for (unsigned position : sequential) {
    clearPrivateTemporaries(position);
    openLoop(position, nest.isSegmented(position)
                           ? getSegment()
                           : Bounds{zero, sizes[position]});
    openGuard();
  }
  clearPrivateTemporaries(nest.getRank());
  kernel.lowerBlock(nest.getBody().front());
}

void NestLowering::createPrivateTemporaries() {
  for (auto temp : state.func.getBody().getOps<TempOp>()) {
    auto isInNest = [&](Operation *user) { return nest->isAncestor(user); };
    if (!temp.getPrivateIndices() ||
        llvm::none_of(temp.getResult().getUsers(), isInNest))
      continue;
    mapping.map(temp.getResult(),
                createAlloca(builder, temp.getLoc(),
                             cast<ArrayType>(temp.getResult().getType()),
                             temp.getNameAttr())
                    .getResult());
    uncleared.push_back(temp);
  }
}

void NestLowering::clearPrivateTemporaries(unsigned position) {
  llvm::erase_if(uncleared, [&](TempOp temp) {
    if (*temp.getPrivateIndices() > position)
      return false;
    OpBuilder::InsertionGuard guard(builder);
    Location loc = temp.getLoc();
    Value memory = mapping.lookup(temp.getResult());
    auto type = cast<MemRefType>(memory.getType());
    auto loop =
        scf::ForOp::create(builder, loc, getIndex(loc, 0),
                           getIndex(loc, type.getDimSize(0)), getIndex(loc, 1));
    builder.setInsertionPointToStart(loop.getBody());
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(type.getElementType()));
    memref::StoreOp::create(builder, loc, zero, memory, loop.getInductionVar());
    return true;
  });
}

bool NestLowering::isKnown(AffineExpr expr, std::optional<unsigned> except) {
  for (unsigned position = 0; position < nest.getRank(); ++position)
    if (position != except && expr.isFunctionOfDim(position) &&
        !mapping.contains(nest.getIndices()[position]))
      return false;
  return true;
}

Value NestLowering::expand(AffineExpr expr) {
  SmallVector<Value> indices;
  for (Value index : nest.getIndices())
    indices.push_back(mapping.lookupOrNull(index));
  return expandExpr(nest.getLoc(), expr, indices,
                    lookupAll(nest.getWhereSymbols()));
}

NestLowering::Bounds NestLowering::getSegment() {
  Location loc = nest.getLoc();
  Value number = expand(nest.getSegment()->getResult(0));
  auto getStart = [&](Value segment) -> Value {
    Value offset = getOffset(loc, nest.getStarts(), segment);
    Value start = AccessLowering(state).load(loc, nest.getStarts(), offset);
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        start);
  };
  Value start = getStart(number);
  Value next = arith::AddIOp::create(builder, loc, number, getIndex(loc, 1));
  return {start, getStart(next)};
}

void NestLowering::tighten(unsigned position, Bounds &bounds) {
  Location loc = nest.getLoc();
  unsigned numSymbols = nest.getWhereSymbols().size();
  AffineExpr index = getAffineDimExpr(position, builder.getContext());
  auto expandSimplified = [&](AffineExpr expr) {
    return expand(simplifyAffineExpr(expr, nest.getRank(), numSymbols));
  };
  llvm::erase_if(constraints, [&](AffineExpr constraint) {
    std::optional<int64_t> factor =
        getAffineFactor(constraint, position, nest.getRank(), numSymbols);
    if (!factor || *factor == 0 || !isKnown(constraint, position))
      return false;
    // factor * index + rest >= 0
    AffineExpr rest =
        constraint.replace(index, getAffineConstantExpr(0, index.getContext()));
    if (*factor > 0)
      bounds.lower = builder.createOrFold<arith::MaxSIOp>(
          loc, bounds.lower, expandSimplified((-rest).ceilDiv(*factor)));
    else
      bounds.upper = builder.createOrFold<arith::MinSIOp>(
          loc, bounds.upper, expandSimplified(rest.floorDiv(-*factor) + 1));
    return true;
  });
}

void NestLowering::openLoop(unsigned position, Bounds bounds) {
  tighten(position, bounds);
  auto loop = scf::ForOp::create(builder, nest.getLoc(), bounds.lower,
                                 bounds.upper, one);
  loop->setAttr(indexAttrName,
                builder.getStringAttr(nest.getIndexName(position)));
  mapping.map(nest.getIndices()[position], loop.getInductionVar());
  builder.setInsertionPointToStart(loop.getBody());
}

void NestLowering::openGuard() {
  Location loc = nest.getLoc();
  Value holds;
  llvm::erase_if(constraints, [&](AffineExpr constraint) {
    if (!isKnown(constraint))
      return false;
    addCondition(loc, holds, expand(constraint), arith::CmpIPredicate::sge,
                 getIndex(loc, 0));
    return true;
  });
  openIf(loc, holds);
}
