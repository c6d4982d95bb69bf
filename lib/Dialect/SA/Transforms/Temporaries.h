// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the passes that remove temporaries have in common: how they do it, and
// how the report speaks of them.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_TEMPORARIES_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_TEMPORARIES_H

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/NestAccesses.h"

namespace sa {

/// Private memory of more bytes is left in device memory.
inline constexpr int64_t maxPrivateBytes = 4096;

/// As much local memory a group may use where the plan is for no target: what
/// devices have at least.
inline constexpr int64_t maxLocalBytes = 32768;

/// True when no two elements that are touched share a place. Those of copies,
/// the slices of which are chosen by multiples of a step, do not.
bool hasDistinctElements(mlir::Value array);

/// The size of the memory of an array with a static shape.
int64_t getStorageBytes(ArrayType type);

/// "1 byte", "2 bytes"
std::string getBytesText(int64_t bytes);

/// "temporary 'T': "
std::string getTemporaryText(TempOp temp);

/// "temporary 'T': 4096 bytes in device memory: "; the reason follows.
std::string getInMemoryText(TempOp temp);

/// The temporaries that only nests use. What loops of plans use stays as it is.
llvm::SmallVector<TempOp> getNestTemporaries(FuncOp func);

/// The loads, stores and accumulations of such a temporary, in program order.
llvm::SmallVector<mlir::Operation *> getAccesses(TempOp temp);

/// What an element of a temporary is before anything writes it.
mlir::Value createZero(mlir::OpBuilder &builder, mlir::Location loc,
                       TempOp temp);

/// Erases an access, whose result nobody uses, with the computations that only
/// it used.
void eraseAccess(mlir::Operation *access);

/// Erases a temporary that nothing accesses. Its sizes are those of arguments.
void eraseTemporary(TempOp temp);

/// Gives each work-item of `nest`, which is the only one that uses the
/// temporary, a small copy of its own where that loses no value. Returns the
/// sentence for the report, or nothing, with the reason in `obstacle`, when the
/// temporary stays as it is.
std::optional<std::string> privatize(TempOp temp, const NestAccesses &nest,
                                     std::string &obstacle);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_TEMPORARIES_H
