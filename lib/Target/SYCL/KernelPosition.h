// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The position of a work-item, local memory and barriers of a kernel.

#ifndef SA_LIB_TARGET_SYCL_KERNELPOSITION_H
#define SA_LIB_TARGET_SYCL_KERNELPOSITION_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <optional>

namespace sa {

/// Returns the number of dimensions of the range.
unsigned getRank(mlir::gpu::GPUFuncOp kernel);

/// Returns the size of the work-groups as SYCL lists it: "2, 8". Returns
/// nothing if the runtime chooses it.
std::optional<std::string> getWorkGroupSize(mlir::gpu::GPUFuncOp kernel);

/// A query of the position.
struct PositionUse {
  enum Kind { Global, Group, Local };
  Kind kind;
  /// Of the range, the slowest first.
  unsigned dimension;

  /// Returns the call on an `nd_item`: "get_local_id(0)".
  std::string getCall() const;
  bool operator==(const PositionUse &other) const {
    return kind == other.kind && dimension == other.dimension;
  }
};

/// Returns the query of `op`; nothing for other operations.
std::optional<PositionUse> getPositionUse(mlir::gpu::GPUFuncOp kernel,
                                          mlir::Operation *op);

/// Returns the queries of `kernel`, in the order of its parameters.
llvm::SmallVector<PositionUse> getPositionUses(mlir::gpu::GPUFuncOp kernel);

/// Returns the local memory of `kernel`.
llvm::SmallVector<mlir::memref::AllocaOp>
getLocals(mlir::gpu::GPUFuncOp kernel);

bool hasBarrier(mlir::gpu::GPUFuncOp kernel);

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_KERNELPOSITION_H
