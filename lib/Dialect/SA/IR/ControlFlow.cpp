// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops, conditions and variables in the bodies of nests.

#include "BodyOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/IR/SAOps.h"

using namespace mlir;
using namespace sa;

/// Returns true for loops and conditions.
static bool isControlFlow(Operation &op) {
  return isa<affine::AffineForOp, affine::AffineIfOp, scf::ForOp, scf::IfOp>(
      op);
}

/// Returns the expressions of bounds or conditions.
static SmallVector<AffineExpr> getExprs(Operation &op) {
  SmallVector<AffineExpr> exprs;
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    llvm::append_range(exprs, loop.getLowerBoundMap().getResults());
    llvm::append_range(exprs, loop.getUpperBoundMap().getResults());
  } else if (auto branch = dyn_cast<affine::AffineIfOp>(op)) {
    llvm::append_range(exprs, branch.getIntegerSet().getConstraints());
  }
  return exprs;
}

static LogicalResult verifyControlFlow(Operation &op) {
  bool isLoop = isa<affine::AffineForOp, scf::ForOp>(op);
  if (isLoop && op.getNumResults() != 0)
    return op.emitOpError() << "has results: in the body of a nest, what "
                               "changes is kept in a variable (memref.alloca)";
  for (Type type : op.getResultTypes())
    if (!type.isIndex() && (!isElementType(type) || type.isUnsignedInteger()))
      return op.emitOpError() << "has a result of the type " << type
                              << ": in the body of a nest, conditions give "
                                 "scalars";
  if (!llvm::all_of(getExprs(op), hasValidDivisors))
    return op.emitOpError() << "divides by something that is not a positive "
                               "constant";
  if (auto loop = dyn_cast<scf::ForOp>(op);
      loop && !loop.getInductionVar().getType().isIndex())
    return op.emitOpError() << "counts in " << loop.getInductionVar().getType()
                            << ": the loops of a body count in index";
  for (Region &region : op.getRegions())
    if (!region.empty() && failed(verifyNestBlock(region.front())))
      return failure();
  return success();
}

/// Returns true for the type of a variable, a memref of one element.
static bool isVariable(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  Type element = type.getElementType();
  return memref.getDefiningOp<memref::AllocaOp>() && type.getRank() == 0 &&
         type.getLayout().isIdentity() && !type.getMemorySpace() &&
         isElementType(element) && !element.isUnsignedInteger();
}

LogicalResult sa::verifyVariable(Operation &op) {
  Value memref = isa<memref::AllocaOp>(op)  ? op.getResult(0)
                 : isa<memref::StoreOp>(op) ? op.getOperand(1)
                                            : op.getOperand(0);
  if (isVariable(memref))
    return success();
  return op.emitOpError()
         << "is about the type " << memref.getType()
         << ": a variable in the body of a nest is a memref.alloca of one "
            "scalar, as in memref<f32>";
}

LogicalResult sa::verifyNestBlock(Block &block) {
  for (Operation &op : block) {
    if (isControlFlow(op)) {
      if (failed(verifyControlFlow(op)))
        return failure();
    } else if (isa<memref::AllocaOp, memref::LoadOp, memref::StoreOp>(op)) {
      if (failed(verifyVariable(op)))
        return failure();
    } else if (!isa<LoadOp, StoreOp, AccumulateOp, DimOp, BoundOp,
                    CheckedIndexOp, AssumeOp, ViolateOp, PrintOp, YieldOp,
                    affine::AffineYieldOp, scf::YieldOp>(op) &&
               failed(verifyBodyOp(&op))) {
      return failure();
    }
  }
  return success();
}
