// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests become loops: a parallel one over the parallel indices, and sequential
// ones inside.

#include "FunctionLowering.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sa/Dialect/SA/Analysis/AffineFactor.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace sa;

void FunctionLowering::lowerNest(NestOp nest) {
  OpBuilder::InsertionGuard guard(builder);
  llvm::SaveAndRestore inKernel(kernel);
  Location loc = nest.getLoc();
  SmallVector<Value> nestSizes;
  for (OpFoldResult size : nest.getMixedSizes())
    nestSizes.push_back(
        isa<Attribute>(size)
            ? getIndex(loc, cast<IntegerAttr>(cast<Attribute>(size)).getInt())
            : mapping.lookup(cast<Value>(size)));

  // 1. The parallel indices are the range; a nest without any is one work-item.
  SmallVector<unsigned> parallel, sequential;
  for (unsigned position = 0; position < nest.getRank(); ++position)
    (nest.isParallel(position) ? parallel : sequential).push_back(position);
  Value zero = getIndex(loc, 0), one = getIndex(loc, 1);
  SmallVector<AffineExpr> constraints = nest.getConstraints();
  SmallVector<Value> lower, upper;
  SmallVector<StringRef> names;
  for (unsigned position : parallel) {
    // What constrains one parallel index alone is a matter of the range. A
    // condition would do, but Intel's OpenCL compiler for CPUs, 2026.2, makes
    // something else of it after kernels with certain loops.
    LoopBounds bounds{zero, nestSizes[position], one};
    tighten(nest, position, bounds, constraints, [&](AffineExpr expr) {
      return expandSize(loc, expr, {}, lookupAll(nest.getWhereSymbols()));
    });
    Value size = bounds.upper;
    if (bounds.lower != zero)
      size = builder.createOrFold<arith::SubIOp>(loc, size, bounds.lower);
    // A computed size may be negative, and means no iterations then.
    auto given = dyn_cast<Value>(nest.getMixedSizes()[position]);
    bool isComputed =
        size != nestSizes[position] || (given && !given.getDefiningOp<DimOp>());
    if (isComputed)
      size = builder.createOrFold<arith::MaxSIOp>(loc, size, zero);
    lower.push_back(bounds.lower);
    upper.push_back(size);
    names.push_back(nest.getIndexName(position));
  }
  if (upper.empty())
    upper.push_back(one);
  auto range = scf::ParallelOp::create(
      builder, loc, SmallVector<Value>(upper.size(), zero), upper,
      SmallVector<Value>(upper.size(), one));
  range->setAttr(indicesAttrName, builder.getStrArrayAttr(names));
  kernel = range;
  builder.setInsertionPointToStart(range.getBody());
  for (auto [position, index, start] :
       llvm::zip(parallel, range.getInductionVars(), lower))
    mapping.map(nest.getIndices()[position],
                start == zero
                    ? index
                    : builder.createOrFold<arith::AddIOp>(loc, index, start));
  SmallVector<TempOp> copies = createPrivateCopies(nest);

  // 2. The others are loops inside, in the nest's order.
  openGuard(nest, constraints);
  for (unsigned position : sequential) {
    clearPrivateCopies(copies, position);
    LoopBounds bounds{zero, nestSizes[position], one};
    if (nest.isSegmented(position))
      std::tie(bounds.lower, bounds.upper) = getSegment(nest);
    openLoop(nest, position, bounds, constraints);
    openGuard(nest, constraints);
  }

  clearPrivateCopies(copies, nest.getRank());

  // 3. The body.
  lowerBlock(nest.getBody().front());
}

SmallVector<TempOp> FunctionLowering::createPrivateCopies(NestOp nest) {
  SmallVector<TempOp> copies;
  for (auto temp : func.getBody().getOps<TempOp>()) {
    auto isInNest = [&](Operation *user) { return nest->isAncestor(user); };
    if (!temp.getPrivateIndices() ||
        llvm::none_of(temp.getResult().getUsers(), isInNest))
      continue;
    Location loc = temp.getLoc();
    auto type = cast<ArrayType>(temp.getResult().getType());
    int64_t size = type.getStorageSize() * getNumParts(type.getElementType());
    auto copy = memref::AllocaOp::create(
        builder, loc, MemRefType::get({size}, type.getStorageType()));
    copy->setAttr(nameAttrName, temp.getNameAttr());
    copy->setAttr(arrayAttrName, TypeAttr::get(type));
    mapping.map(temp.getResult(), copy.getResult());
    copies.push_back(temp);
  }
  return copies;
}

void FunctionLowering::clearPrivateCopies(SmallVectorImpl<TempOp> &copies,
                                          unsigned position) {
  llvm::erase_if(copies, [&](TempOp temp) {
    if (*temp.getPrivateIndices() > position)
      return false;
    OpBuilder::InsertionGuard guard(builder);
    Location loc = temp.getLoc();
    Value copy = mapping.lookup(temp.getResult());
    auto type = cast<MemRefType>(copy.getType());
    auto loop =
        scf::ForOp::create(builder, loc, getIndex(loc, 0),
                           getIndex(loc, type.getDimSize(0)), getIndex(loc, 1));
    builder.setInsertionPointToStart(loop.getBody());
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(type.getElementType()));
    memref::StoreOp::create(builder, loc, zero, copy, loop.getInductionVar());
    return true;
  });
}

/// True when the values of all the indices in `expr` are known, but for that of
/// `except`.
static bool isKnown(AffineExpr expr, NestOp nest, const IRMapping &mapping,
                    std::optional<unsigned> except = std::nullopt) {
  for (unsigned position = 0; position < nest.getRank(); ++position)
    if (position != except && expr.isFunctionOfDim(position) &&
        !mapping.contains(nest.getIndices()[position]))
      return false;
  return true;
}

Value FunctionLowering::expand(NestOp nest, AffineExpr expr) {
  SmallVector<Value> indices;
  for (Value index : nest.getIndices())
    indices.push_back(mapping.lookupOrNull(index));
  return affine::expandAffineExpr(builder, nest.getLoc(), expr, indices,
                                  lookupAll(nest.getWhereSymbols()));
}

std::pair<Value, Value> FunctionLowering::getSegment(NestOp nest) {
  Location loc = nest.getLoc();
  Value number = expand(nest, nest.getSegment()->getResult(0));
  auto getStart = [&](Value segment) -> Value {
    Value offset = getOffset(loc, nest.getStarts(), segment);
    Value start = loadElement(loc, nest.getStarts(), offset);
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        start);
  };
  Value start = getStart(number);
  Value next = arith::AddIOp::create(builder, loc, number, getIndex(loc, 1));
  return {start, getStart(next)};
}

void FunctionLowering::tighten(NestOp nest, unsigned position,
                               LoopBounds &bounds,
                               SmallVectorImpl<AffineExpr> &constraints,
                               function_ref<Value(AffineExpr)> expand) {
  Location loc = nest.getLoc();
  AffineExpr index = getAffineDimExpr(position, builder.getContext());
  auto simplify = [&](AffineExpr expr) {
    return simplifyAffineExpr(expr, nest.getRank(),
                              nest.getWhereSymbols().size());
  };
  llvm::erase_if(constraints, [&](AffineExpr constraint) {
    std::optional<int64_t> factor = getAffineFactor(
        constraint, position, nest.getRank(), nest.getWhereSymbols().size());
    if (!factor || *factor == 0 ||
        !isKnown(constraint, nest, mapping, position))
      return false;
    AffineExpr rest =
        constraint.replace(index, getAffineConstantExpr(0, index.getContext()));
    // factor * index + rest >= 0
    if (*factor > 0)
      bounds.lower = builder.createOrFold<arith::MaxSIOp>(
          loc, bounds.lower, expand(simplify((-rest).ceilDiv(*factor))));
    else
      bounds.upper = builder.createOrFold<arith::MinSIOp>(
          loc, bounds.upper, expand(simplify(rest.floorDiv(-*factor) + 1)));
    return true;
  });
}

void FunctionLowering::openLoop(NestOp nest, unsigned position,
                                LoopBounds bounds,
                                SmallVectorImpl<AffineExpr> &constraints) {
  tighten(nest, position, bounds, constraints,
          [&](AffineExpr expr) { return expand(nest, expr); });
  auto loop = scf::ForOp::create(builder, nest.getLoc(), bounds.lower,
                                 bounds.upper, bounds.step);
  loop->setAttr(indexAttrName,
                builder.getStringAttr(nest.getIndexName(position)));
  mapping.map(nest.getIndices()[position], loop.getInductionVar());
  builder.setInsertionPointToStart(loop.getBody());
}

void FunctionLowering::openGuard(NestOp nest,
                                 SmallVectorImpl<AffineExpr> &constraints) {
  Location loc = nest.getLoc();
  Value holds;
  llvm::erase_if(constraints, [&](AffineExpr constraint) {
    if (!isKnown(constraint, nest, mapping))
      return false;
    Value fits =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                              expand(nest, constraint), getIndex(loc, 0));
    holds = holds ? arith::AndIOp::create(builder, loc, holds, fits) : fits;
    return true;
  });
  if (!holds)
    return;
  auto guard = scf::IfOp::create(builder, loc, holds, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guard.thenBlock());
}
