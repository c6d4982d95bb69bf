// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel needs beside its arguments: where its work-item is, the memory
// that its work-group shares, and a way to wait for the others.

#ifndef SA_LIB_TARGET_SYCL_KERNELPOSITION_H
#define SA_LIB_TARGET_SYCL_KERNELPOSITION_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <optional>

namespace sa {

/// How many dimensions the range of `kernel` has.
unsigned getRank(mlir::gpu::GPUFuncOp kernel);

/// The sizes of the work-groups that `kernel` runs in, as SYCL lists them: "2,
/// 8". Nothing when the runtime chooses them.
std::optional<std::string> getWorkGroupSize(mlir::gpu::GPUFuncOp kernel);

/// What a kernel asks of its position.
struct PositionUse {
  enum Kind { Global, Group, Local };
  Kind kind;
  /// Of the range, the slowest first.
  unsigned dimension;

  /// How an `nd_item` is asked for it: "get_local_id(0)".
  std::string getCall() const;
  bool operator==(const PositionUse &other) const {
    return kind == other.kind && dimension == other.dimension;
  }
};

/// What an operation of `kernel` asks for; nothing when it is another one.
std::optional<PositionUse> getPositionUse(mlir::gpu::GPUFuncOp kernel,
                                          mlir::Operation *op);

/// What `kernel` asks of its position, in the order of its parameters.
llvm::SmallVector<PositionUse> getPositionUses(mlir::gpu::GPUFuncOp kernel);

/// The arrays of `kernel` that a work-group shares.
llvm::SmallVector<mlir::memref::AllocaOp>
getLocals(mlir::gpu::GPUFuncOp kernel);

/// True when work-items of `kernel` wait for each other.
bool hasBarrier(mlir::gpu::GPUFuncOp kernel);

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_KERNELPOSITION_H
