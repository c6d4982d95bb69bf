// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BodyOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace sa;

/// The operations on numbers and indices.
static bool isNumericOp(StringRef name) {
  static const llvm::StringSet<> names = {"affine.apply",
                                          "affine.max",
                                          "affine.min",
                                          "arith.addf",
                                          "arith.addi",
                                          "arith.andi",
                                          "arith.bitcast",
                                          "arith.ceildivsi",
                                          "arith.ceildivui",
                                          "arith.cmpf",
                                          "arith.cmpi",
                                          "arith.constant",
                                          "arith.divf",
                                          "arith.divsi",
                                          "arith.divui",
                                          "arith.extf",
                                          "arith.extsi",
                                          "arith.extui",
                                          "arith.floordivsi",
                                          "arith.fptosi",
                                          "arith.fptoui",
                                          "arith.index_cast",
                                          "arith.index_castui",
                                          "arith.maximumf",
                                          "arith.maxnumf",
                                          "arith.maxsi",
                                          "arith.maxui",
                                          "arith.minimumf",
                                          "arith.minnumf",
                                          "arith.minsi",
                                          "arith.minui",
                                          "arith.mulf",
                                          "arith.muli",
                                          "arith.negf",
                                          "arith.ori",
                                          "arith.remf",
                                          "arith.remsi",
                                          "arith.remui",
                                          "arith.select",
                                          "arith.shli",
                                          "arith.shrsi",
                                          "arith.shrui",
                                          "arith.sitofp",
                                          "arith.subf",
                                          "arith.subi",
                                          "arith.truncf",
                                          "arith.trunci",
                                          "arith.uitofp",
                                          "arith.xori",
                                          "complex.abs",
                                          "complex.add",
                                          "complex.conj",
                                          "complex.constant",
                                          "complex.create",
                                          "complex.div",
                                          "complex.eq",
                                          "complex.im",
                                          "complex.mul",
                                          "complex.neg",
                                          "complex.neq",
                                          "complex.re",
                                          "complex.sub",
                                          "index.add",
                                          "index.and",
                                          "index.bool.constant",
                                          "index.casts",
                                          "index.castu",
                                          "index.ceildivs",
                                          "index.ceildivu",
                                          "index.cmp",
                                          "index.constant",
                                          "index.divs",
                                          "index.divu",
                                          "index.floordivs",
                                          "index.maxs",
                                          "index.maxu",
                                          "index.mins",
                                          "index.minu",
                                          "index.mul",
                                          "index.or",
                                          "index.rems",
                                          "index.remu",
                                          "index.shl",
                                          "index.shrs",
                                          "index.shru",
                                          "index.sub",
                                          "index.xor",
                                          "math.absf",
                                          "math.absi",
                                          "math.acos",
                                          "math.acosh",
                                          "math.asin",
                                          "math.asinh",
                                          "math.atan",
                                          "math.atan2",
                                          "math.atanh",
                                          "math.cbrt",
                                          "math.ceil",
                                          "math.copysign",
                                          "math.cos",
                                          "math.cosh",
                                          "math.erf",
                                          "math.erfc",
                                          "math.exp",
                                          "math.exp2",
                                          "math.expm1",
                                          "math.floor",
                                          "math.fma",
                                          "math.log",
                                          "math.log10",
                                          "math.log1p",
                                          "math.log2",
                                          "math.powf",
                                          "math.round",
                                          "math.roundeven",
                                          "math.rsqrt",
                                          "math.sin",
                                          "math.sinh",
                                          "math.sqrt",
                                          "math.tan",
                                          "math.tanh",
                                          "math.trunc",
                                          "sa.divui",
                                          "sa.extend_index",
                                          "sa.floordivf",
                                          "sa.floordivsi",
                                          "sa.floormodf",
                                          "sa.floormodsi",
                                          "sa.remsi",
                                          "sa.remui",
                                          "sa.shli",
                                          "sa.shrsi",
                                          "sa.shrui"};
  return names.contains(name);
}

/// The few of them that i1 has: it is a truth value, not a number.
static bool isLogicalOp(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return !compare.getLhs().getType().isInteger(1) ||
           compare.getPredicate() == arith::CmpIPredicate::eq ||
           compare.getPredicate() == arith::CmpIPredicate::ne ||
           compare.getPredicate() >= arith::CmpIPredicate::ult;
  return isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp,
             arith::ConstantOp, arith::CmpFOp, arith::ExtUIOp, arith::ExtSIOp,
             arith::UIToFPOp, arith::SIToFPOp, arith::TruncIOp>(op) ||
         op->getName().getStringRef() == "complex.eq" ||
         op->getName().getStringRef() == "complex.neq" ||
         op->getName().getStringRef() == "index.cmp" ||
         op->getName().getStringRef() == "index.bool.constant";
}

bool sa::hasValidDivisors(AffineExpr expr) {
  bool isFine = true;
  expr.walk([&](AffineExpr expr) {
    if (expr.getKind() != AffineExprKind::FloorDiv &&
        expr.getKind() != AffineExprKind::CeilDiv &&
        expr.getKind() != AffineExprKind::Mod)
      return;
    auto divisor =
        dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(expr).getRHS());
    isFine &= divisor && divisor.getValue() > 0;
  });
  return isFine;
}

/// True for index and for the types of elements that are computed with.
static bool isValueType(Type type) {
  return type.isIndex() || (isElementType(type) && !type.isUnsignedInteger());
}

/// The same rules for scalars and, where there are some, for the lanes of
/// vectors.
static LogicalResult verifyNumericOp(Operation *op, bool takesVectors) {
  if (!isNumericOp(op->getName().getStringRef()))
    return op->emitOpError() << "cannot stand in a function: it is not among "
                                "the operations on scalars that can be "
                                "compiled";
  AffineMap map;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    map = apply.getAffineMap();
  else if (auto min = dyn_cast<affine::AffineMinOp>(op))
    map = min.getAffineMap();
  else if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    map = max.getAffineMap();
  if (map && !llvm::all_of(map.getResults(), hasValidDivisors))
    return op->emitOpError() << "divides by something that is not a positive "
                                "constant";
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    if (auto vector = dyn_cast<VectorType>(type); vector && takesVectors)
      type = vector.getElementType();
    if (!isValueType(type))
      return op->emitOpError()
             << "computes with the type " << type
             << ": values are index, i1, i8 to i64, f16, bf16, f32, f64, "
                "complex<f32> or complex<f64>";
    if (type.isInteger(1) && !isLogicalOp(op))
      return op->emitOpError()
             << "computes with i1, which is a truth value and not a number";
  }
  return success();
}

LogicalResult sa::verifyBodyOp(Operation *op) {
  return verifyNumericOp(op, /*takesVectors=*/false);
}

/// Checks the types of the attributes that say how a loop runs.
static LogicalResult verifyExecution(affine::AffineForOp loop) {
  Attribute execution = loop->getAttr(executionAttrName);
  if (execution && !isa<ExecutionAttr>(execution))
    return loop.emitOpError()
           << "has the attribute " << executionAttrName << " = " << execution
           << ", which is not an #sa.execution";
  Attribute policy = loop->getAttr(policyAttrName);
  if (policy && !isa<ThreadPolicyAttr>(policy))
    return loop.emitOpError() << "has the attribute " << policyAttrName << " = "
                              << policy << ", which is not an #sa.policy";
  return success();
}

/// Returns true if `values`, used in `loop`, may differ between its iterations.
/// What is read from memory may.
static bool mayDependOn(affine::AffineForOp loop, ValueRange values) {
  SmallVector<Value> pending(values);
  llvm::SmallPtrSet<Value, 8> seen;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (value == loop.getInductionVar())
      return true;
    if (loop.isDefinedOutsideOfLoop(value) || !seen.insert(value).second)
      continue;
    Operation *source = value.getDefiningOp();
    if (source && (!isPure(source) || source->getNumRegions() != 0))
      return true;
    if (!source)
      source = value.getParentBlock()->getParentOp();
    llvm::append_range(pending, source->getOperands());
  }
  return false;
}

/// Returns true if a loop has at most `count` iterations, as its bounds show.
/// It runs from the largest of its lower bounds to the smallest of its upper
/// ones, so that any two of them limit it.
static bool hasAtMost(affine::AffineForOp loop, int64_t count) {
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  for (unsigned last = 0; last != upper.getNumResults(); ++last)
    for (unsigned first = 0; first != lower.getNumResults(); ++first) {
      affine::AffineValueMap length;
      affine::AffineValueMap::difference(
          {upper.getSubMap({last}), loop.getUpperBoundOperands()},
          {lower.getSubMap({first}), loop.getLowerBoundOperands()}, &length);
      auto constant = dyn_cast<AffineConstantExpr>(length.getResult(0));
      if (constant && constant.getValue() <= count * loop.getStepAsInt())
        return true;
    }
  return false;
}

/// Returns true for a loop without iterations.
static bool neverRuns(Operation *op) {
  auto loop = dyn_cast<affine::AffineForOp>(op);
  return loop && hasAtMost(loop, 0);
}

/// Checks that a parallel loop names the arrays that its iterations accumulate
/// into together: those from outside of the loop whose elements, and the
/// conditions on the way to them, do not depend on the loop.
static LogicalResult verifyReductions(affine::AffineForOp loop) {
  auto execution = loop->getAttrOfType<ExecutionAttr>(executionAttrName);
  if (!execution || execution.getValue() != Execution::Parallel ||
      hasAtMost(loop, 1))
    return success();
  for (Operation *parent = loop->getParentOp(); parent;
       parent = parent->getParentOp())
    if (neverRuns(parent))
      return success();
  auto names = loop->getAttrOfType<ArrayAttr>(reductionsAttrName);
  WalkResult walk = loop.walk([&](AccumulateOp op) {
    if (!loop.isDefinedOutsideOfLoop(op.getArray()) ||
        mayDependOn(loop, op.getIndices()))
      return WalkResult::advance();
    for (Operation *parent = op->getParentOp(); parent != loop;
         parent = parent->getParentOp())
      if (mayDependOn(loop, parent->getOperands()) || neverRuns(parent))
        return WalkResult::advance();
    auto name = StringAttr::get(op.getContext(), getArrayName(op.getArray()));
    if (names && llvm::is_contained(names, name))
      return WalkResult::advance();
    InFlightDiagnostic error =
        loop.emitOpError() << "is parallel, and its iterations accumulate into "
                              "the same elements of "
                           << name << ", which is not among its "
                           << reductionsAttrName;
    error.attachNote(op.getLoc()) << "accumulated here";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult sa::verifyLoopOp(Operation *op) {
  if (isa<LoadOp, StoreOp, AccumulateOp, DimOp, CheckedIndexOp, AssumeOp,
          ViolateOp, PrintOp, BufferOp, LoopCacheOp, VectorLoadOp,
          VectorStoreOp, PrefetchElementOp, IdleOp, affine::AffineYieldOp>(
          op) ||
      op->getName().getDialectNamespace() == "vector" ||
      op->getName().getStringRef() == "gpu.barrier")
    return success();
  if (isa<memref::AllocaOp, memref::LoadOp, memref::StoreOp>(op))
    return verifyVariable(*op);
  if (auto loop = dyn_cast<affine::AffineForOp>(op);
      loop && (failed(verifyExecution(loop)) || failed(verifyReductions(loop))))
    return failure();
  if (!isa<affine::AffineForOp, affine::AffineIfOp, scf::ForOp, scf::IfOp>(op))
    return isa<scf::YieldOp>(op) ? success()
                                 : verifyNumericOp(op, /*takesVectors=*/true);
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (failed(verifyLoopOp(&inner)))
        return failure();
  return success();
}
