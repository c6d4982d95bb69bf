// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Lowering.h"

#include "ChoiceLowering.h"
#include "OffsetLowering.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

MemRefType sa::getMemRefType(ArrayType type) {
  return MemRefType::get({ShapedType::kDynamic}, type.getStorageType());
}

memref::AllocaOp sa::createAlloca(OpBuilder &builder, Location loc,
                                  ArrayType type, Attribute name,
                                  Attribute space) {
  int64_t size = type.getStorageSize() * getNumParts(type.getElementType());
  auto memory = memref::AllocaOp::create(
      builder, loc,
      MemRefType::get({size}, type.getStorageType(),
                      MemRefLayoutAttrInterface(), space));
  memory->setAttr(nameAttrName, name);
  memory->setAttr(arrayAttrName, TypeAttr::get(type));
  return memory;
}

Value Lowering::getSize(Location loc, Value array, unsigned dim) {
  auto type = cast<ArrayType>(array.getType());
  if (dim >= type.getRank())
    return state.sizes.lookup(state.func.getStrideName(
        cast<BlockArgument>(array).getArgNumber(), dim - type.getRank()));
  int64_t size = type.getShape()[dim];
  if (size != ShapedType::kDynamic)
    return getIndex(loc, size);
  return state.sizes.lookup(getSizeName(array, dim));
}

Value Lowering::getOffset(Location loc, Value array, ValueRange indices) {
  SmallVector<Value> operands(indices);
  return lowerOffset(
      builder, loc, cast<ArrayType>(array.getType()).getOffset(),
      {operands, [&](unsigned dim) { return getSize(loc, array, dim); }});
}

/// Expands `expr` into the operations that a manifest has operators for.
static Value expandOnHost(OpBuilder &builder, Location loc, AffineExpr expr,
                          ValueRange dims, ValueRange symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(builder, loc, constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = expandOnHost(builder, loc, binary.getLHS(), dims, symbols);
  Value rhs = expandOnHost(builder, loc, binary.getRHS(), dims, symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return createSizeOp(builder, loc, OffsetExpr::Kind::Add, lhs, rhs);
  case AffineExprKind::Mul:
    return createSizeOp(builder, loc, OffsetExpr::Kind::Mul, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return createSizeOp(builder, loc, OffsetExpr::Kind::FloorDiv, lhs, rhs);
  case AffineExprKind::CeilDiv:
    return builder.createOrFold<arith::CeilDivSIOp>(loc, lhs, rhs);
  default:
    return createSizeOp(builder, loc, OffsetExpr::Kind::Mod, lhs, rhs);
  }
}

Value Lowering::expandExpr(Location loc, AffineExpr expr, ValueRange dims,
                           ValueRange symbols) {
  if (!state.kernel)
    return expandOnHost(builder, loc, expr, dims, symbols);
  return affine::expandAffineExpr(builder, loc, expr, dims, symbols);
}

Value Lowering::expandBound(Location loc, AffineMap map, ValueRange operands,
                            bool isLower) {
  Value bound;
  for (AffineExpr expr : map.getResults()) {
    Value value = expandExpr(loc, expr, map, operands);
    if (!bound)
      bound = value;
    else if (isLower)
      bound = builder.createOrFold<arith::MaxSIOp>(loc, bound, value);
    else
      bound = builder.createOrFold<arith::MinSIOp>(loc, bound, value);
  }
  return bound;
}

scf::ForOp Lowering::createLoop(affine::AffineForOp loop) {
  Location loc = loop.getLoc();
  Value lower = getLowerBound(loop);
  Value upper =
      expandBound(loc, loop.getUpperBoundMap(),
                  lookupAll(loop.getUpperBoundOperands()), /*isLower=*/false);
  auto lowered = scf::ForOp::create(builder, loc, lower, upper,
                                    getIndex(loc, loop.getStepAsInt()),
                                    lookupAll(loop.getInits()));
  if (Attribute name = loop->getAttr(indexAttrName))
    lowered->setAttr(indexAttrName, name);
  mapping.map(loop.getInductionVar(), lowered.getInductionVar());
  return lowered;
}

scf::IfOp Lowering::createIf(affine::AffineIfOp op) {
  Location loc = op.getLoc();
  IntegerSet set = op.getIntegerSet();
  SmallVector<Value> operands = lookupAll(op.getOperands());
  ValueRange dims = ValueRange(operands).take_front(set.getNumDims());
  ValueRange symbols = ValueRange(operands).drop_front(set.getNumDims());
  Value zero = getIndex(loc, 0);
  Value holds;
  for (auto [constraint, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags()))
    addCondition(loc, holds, expandExpr(loc, constraint, dims, symbols),
                 isEquality ? arith::CmpIPredicate::eq
                            : arith::CmpIPredicate::sge,
                 zero);
  if (!holds)
    holds = arith::ConstantIntOp::create(builder, loc, true, 1);
  return scf::IfOp::create(builder, loc, op.getResultTypes(), holds,
                           /*withElseRegion=*/op.hasElse());
}

void Lowering::addCondition(Location loc, Value &holds, Value lhs,
                            arith::CmpIPredicate predicate, Value rhs) {
  Value fits = arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  holds = holds ? arith::AndIOp::create(builder, loc, holds, fits) : fits;
}

void Lowering::openIf(Location loc, Value condition) {
  if (!condition)
    return;
  auto branch =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
}

void Lowering::lowerPureOp(Operation *op) {
  Location loc = op->getLoc();
  if (auto require = dyn_cast<RequireOp>(op)) {
    RequireOp::create(builder, loc, mapping.lookup(require.getSize()),
                      mapping.lookup(require.getLeast()), require.getArray(),
                      require.getDimension());
  } else if (auto dim = dyn_cast<DimOp>(op)) {
    mapping.map(dim.getResult(),
                getSize(loc, dim.getArray(), dim.getDimension()));
  } else if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    mapping.map(apply.getResult(),
                expandExpr(loc, apply.getAffineMap().getResult(0),
                           lookupAll(apply.getDimOperands()),
                           lookupAll(apply.getSymbolOperands())));
  } else if (auto min = dyn_cast<affine::AffineMinOp>(op)) {
    mapping.map(min.getResult(), expandBound(loc, min.getAffineMap(),
                                             lookupAll(min.getOperands()),
                                             /*isLower=*/false));
  } else if (auto max = dyn_cast<affine::AffineMaxOp>(op)) {
    mapping.map(max.getResult(), expandBound(loc, max.getAffineMap(),
                                             lookupAll(max.getOperands()),
                                             /*isLower=*/true));
  } else if (auto extend = dyn_cast<ExtendIndexOp>(op)) {
    mapping.map(extend.getResult(),
                expandExtendIndex(builder, loc, extend.getMode(),
                                  mapping.lookup(extend.getIndex()),
                                  mapping.lookup(extend.getSize())));
  } else if (isa<FloorDivSIOp, FloorModSIOp>(op)) {
    mapping.map(op->getResult(0),
                expandFloorDiv(builder, loc, mapping.lookup(op->getOperand(0)),
                               mapping.lookup(op->getOperand(1)),
                               /*isRemainder=*/isa<FloorModSIOp>(op)));
  } else if (!isa<BoundOp>(op)) { // which `sa-check-accesses` has proven
    builder.clone(*op, mapping);
  }
}
