// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of lowering one `sa.func`, and the operations that the classes
// around it share:
//
//   HostLowering     the operations between kernels, and loops around them
//   NestLowering     a nest                         ─┐
//   RangeLowering    a parallel loop                 ├─► one kernel each
//   GridLowering     loops that are bound to a grid ─┘
//   KernelLowering   the operations of a kernel
//   AccessLowering   loads and stores of elements and vectors

#ifndef SA_LIB_CONVERSION_SATOLOOPS_LOWERING_H
#define SA_LIB_CONVERSION_SATOLOOPS_LOWERING_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/StringMap.h"

namespace sa {

struct LoweringState {
  explicit LoweringState(FuncOp func) : func(func), builder(func) {}

  /// The function that is lowered.
  FuncOp func;
  /// Inserts into the `func.func` that it becomes.
  mlir::OpBuilder builder;
  /// Maps arrays to flat memrefs, and all other values to lowered ones.
  mlir::IRMapping mapping;
  /// The run-time sizes and strides of the function by their names.
  llvm::StringMap<mlir::Value> sizes;
  /// The kernel that the builder inserts into; null on the host.
  mlir::scf::ParallelOp kernel;
  /// Where kernels note errors; null if there is nothing that can fail.
  ErrorRecordOp errors;
};

/// The flat storage of an array.
mlir::MemRefType getMemRefType(ArrayType type);

/// Creates memory of a work-item, or of its work-group if `space` says so, for
/// the elements of `type`.
mlir::memref::AllocaOp createAlloca(mlir::OpBuilder &builder,
                                    mlir::Location loc, ArrayType type,
                                    mlir::Attribute name,
                                    mlir::Attribute space = {});

class Lowering {
public:
  explicit Lowering(LoweringState &state)
      : state(state), builder(state.builder), mapping(state.mapping) {}

  mlir::Value getIndex(mlir::Location loc, int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  }

  llvm::SmallVector<mlir::Value> lookupAll(mlir::ValueRange values) {
    return llvm::map_to_vector(
        values, [&](mlir::Value value) { return mapping.lookup(value); });
  }

  /// Returns the size of a dimension of `array`. Dimensions beyond the rank are
  /// the strides of an array with the layout `any`.
  mlir::Value getSize(mlir::Location loc, mlir::Value array, unsigned dim);

  /// Returns the offset of an element in the storage of `array`.
  mlir::Value getOffset(mlir::Location loc, mlir::Value array,
                        mlir::ValueRange indices);

  /// Expands `expr` over lowered values. On the host, a manifest can express
  /// the result.
  mlir::Value expandExpr(mlir::Location loc, mlir::AffineExpr expr,
                         mlir::ValueRange dims, mlir::ValueRange symbols);
  mlir::Value expandExpr(mlir::Location loc, mlir::AffineExpr expr,
                         mlir::AffineMap map, mlir::ValueRange operands) {
    return expandExpr(loc, expr, operands.take_front(map.getNumDims()),
                      operands.drop_front(map.getNumDims()));
  }

  /// Returns the largest (lower) or the smallest (upper) result of `map`.
  mlir::Value expandBound(mlir::Location loc, mlir::AffineMap map,
                          mlir::ValueRange operands, bool isLower);
  mlir::Value getLowerBound(mlir::affine::AffineForOp loop) {
    return expandBound(loop.getLoc(), loop.getLowerBoundMap(),
                       lookupAll(loop.getLowerBoundOperands()),
                       /*isLower=*/true);
  }

  /// Creates the `scf.for` of `loop` with an empty body.
  mlir::scf::ForOp createLoop(mlir::affine::AffineForOp loop);

  /// Creates the `scf.if` of `op` with empty regions.
  mlir::scf::IfOp createIf(mlir::affine::AffineIfOp op);

  /// Adds a comparison of `lhs` with `rhs` to the conjunction `holds`, which
  /// may be null.
  void addCondition(mlir::Location loc, mlir::Value &holds, mlir::Value lhs,
                    mlir::arith::CmpIPredicate predicate, mlir::Value rhs);

  /// Opens an `scf.if` around what follows. Does nothing without a condition.
  void openIf(mlir::Location loc, mlir::Value condition);

  /// Lowers an operation without regions and memory effects: sizes, affine
  /// expressions and requirements are lowered, and others cloned.
  void lowerPureOp(mlir::Operation *op);

  LoweringState &state;
  mlir::OpBuilder &builder;
  mlir::IRMapping &mapping;
};

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_LOWERING_H
