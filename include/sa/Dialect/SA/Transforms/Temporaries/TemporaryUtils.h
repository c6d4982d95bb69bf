// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Utilities of the passes over temporaries, and their texts in the report.

#ifndef SA_DIALECT_SA_TRANSFORMS_TEMPORARIES_TEMPORARYUTILS_H
#define SA_DIALECT_SA_TRANSFORMS_TEMPORARIES_TEMPORARYUTILS_H

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"
#include "sa/Dialect/SA/IR/Report.h"

namespace sa {

/// The private memory of a work-item in bytes, for temporaries of a kernel in
/// which groups have several work-items: all of them have theirs at once.
inline constexpr int64_t maxPrivateBytes = 4096;

/// The private memory of a work-item in bytes that is alone in its group, if
/// the plan has no target: what the second-level caches of CPUs hold.
inline constexpr int64_t maxSolePrivateBytes = 512 * 1024;

/// The local memory of a group in bytes, if the plan has no target: what every
/// device has.
inline constexpr int64_t maxLocalBytes = 32768;

/// Returns true if no two accessed elements share an offset. A cache whose
/// slices are chosen by multiples of an increment has such elements.
bool hasDistinctElements(mlir::Value array);

/// Returns the size of the memory of an array with a static shape.
int64_t getStorageBytes(ArrayType type);

/// "1 byte", "2 bytes"
std::string getBytesText(int64_t bytes);

/// Adds an entry about `temp` to the report of its function.
void reportTemporary(TempOp temp, const llvm::Twine &message,
                     llvm::ArrayRef<ReportValue> values = {});

/// Reports "4096 bytes in device memory: " and the reason.
void reportInMemory(TempOp temp, const llvm::Twine &reason);

/// Returns the temporaries that no loop of a plan uses.
llvm::SmallVector<TempOp> getNestTemporaries(FuncOp func);

/// Returns the accesses of nests to a temporary, in program order.
llvm::SmallVector<mlir::Operation *> getAccesses(TempOp temp);

/// Creates the value of an element that nothing has written.
mlir::Value createZero(mlir::OpBuilder &builder, mlir::Location loc,
                       TempOp temp);

/// Creates a nest over the elements of an array, inserts into its body from
/// then on, and returns the index vector there.
llvm::SmallVector<mlir::Value> beginElementNest(mlir::OpBuilder &builder,
                                                mlir::Location loc,
                                                mlir::Value array);

/// Creates a nest that clears a temporary.
void createClear(mlir::OpBuilder &builder, TempOp temp);

/// Replaces a load, store or accumulation by one of `array` at `indices`.
void redirectAccess(mlir::Operation *access, mlir::Value array,
                    mlir::ValueRange indices);

/// Erases an access without uses, with the computations that only it used.
void eraseAccess(mlir::Operation *access);

/// Erases a temporary without accesses. Its sizes are those of arguments.
void eraseTemporary(TempOp temp);

/// Gives each work-item of `nest`, the only user of the temporary, an instance
/// of its own if that loses no value, and reports it. Returns false, with the
/// reason added to `obstacle`, if the temporary stays as it is.
bool privatize(TempOp temp, const NestAccesses &nest, std::string &obstacle);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_TEMPORARIES_TEMPORARYUTILS_H
