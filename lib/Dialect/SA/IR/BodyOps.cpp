// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BodyOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
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
  static const llvm::StringSet<> names = {
      "affine.apply",    "arith.addf",       "arith.addi",
      "arith.andi",      "arith.bitcast",    "arith.ceildivsi",
      "arith.ceildivui", "arith.cmpf",       "arith.cmpi",
      "arith.constant",  "arith.divf",       "arith.divsi",
      "arith.divui",     "arith.extf",       "arith.extsi",
      "arith.extui",     "arith.floordivsi", "arith.fptosi",
      "arith.fptoui",    "arith.index_cast", "arith.index_castui",
      "arith.maximumf",  "arith.maxnumf",    "arith.maxsi",
      "arith.maxui",     "arith.minimumf",   "arith.minnumf",
      "arith.minsi",     "arith.minui",      "arith.mulf",
      "arith.muli",      "arith.negf",       "arith.ori",
      "arith.remf",      "arith.remsi",      "arith.remui",
      "arith.select",    "arith.shli",       "arith.shrsi",
      "arith.shrui",     "arith.sitofp",     "arith.subf",
      "arith.subi",      "arith.truncf",     "arith.trunci",
      "arith.uitofp",    "arith.xori",       "complex.abs",
      "complex.add",     "complex.conj",     "complex.constant",
      "complex.create",  "complex.div",      "complex.eq",
      "complex.im",      "complex.mul",      "complex.neg",
      "complex.neq",     "complex.re",       "complex.sub",
      "index.add",       "index.and",        "index.bool.constant",
      "index.casts",     "index.castu",      "index.ceildivs",
      "index.ceildivu",  "index.cmp",        "index.constant",
      "index.divs",      "index.divu",       "index.floordivs",
      "index.maxs",      "index.maxu",       "index.mins",
      "index.minu",      "index.mul",        "index.or",
      "index.rems",      "index.remu",       "index.shl",
      "index.shrs",      "index.shru",       "index.sub",
      "index.xor",       "math.absf",        "math.absi",
      "math.acos",       "math.acosh",       "math.asin",
      "math.asinh",      "math.atan",        "math.atan2",
      "math.atanh",      "math.cbrt",        "math.ceil",
      "math.copysign",   "math.cos",         "math.cosh",
      "math.erf",        "math.erfc",        "math.exp",
      "math.exp2",       "math.expm1",       "math.floor",
      "math.fma",        "math.log",         "math.log10",
      "math.log1p",      "math.log2",        "math.powf",
      "math.round",      "math.roundeven",   "math.rsqrt",
      "math.sin",        "math.sinh",        "math.sqrt",
      "math.tan",        "math.tanh",        "math.trunc"};
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
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op);
      apply && !hasValidDivisors(apply.getAffineMap().getResult(0)))
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

/// How a loop runs is something that is known.
static LogicalResult verifyRun(affine::AffineForOp loop) {
  static const llvm::StringSet<> known = {
      "parallel", "unroll",   "vectorize", "block_x",  "block_y",
      "block_z",  "thread_x", "thread_y",  "thread_z", "subgroup"};
  Attribute run = loop->getAttr(runAttrName);
  auto name = dyn_cast_or_null<StringAttr>(run);
  if (!run || (name && known.contains(name.getValue())))
    return success();
  return loop.emitOpError() << "runs as " << run
                            << ", which no loop does: it is parallel, unroll, "
                               "vectorize, subgroup, "
                               "or block_ or thread_ with x, y or z";
}

LogicalResult sa::verifyLoopOp(Operation *op) {
  if (isa<LoadOp, StoreOp, AccumulateOp, DimOp, BufferOp, CacheBlockOp,
          VectorLoadOp, VectorStoreOp, TouchOp, IdleOp, affine::AffineYieldOp>(
          op) ||
      op->getName().getDialectNamespace() == "vector" ||
      op->getName().getStringRef() == "gpu.barrier")
    return success();
  if (isa<memref::AllocaOp, memref::LoadOp, memref::StoreOp>(op))
    return verifyVariable(*op);
  if (auto loop = dyn_cast<affine::AffineForOp>(op);
      loop && failed(verifyRun(loop)))
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
