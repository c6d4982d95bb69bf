// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic updates of elements, and notes in error records.

#ifndef SA_LIB_CONVERSION_KERNELSTOLLVM_ATOMICS_H
#define SA_LIB_CONVERSION_KERNELSTOLLVM_ATOMICS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Replaces `op` by the update of the flag, and by stores where it was not set.
void expandRecordError(RecordErrorOp op);

/// Replaces the operation by loads, atomic additions and stores.
void expandRecordPrint(RecordPrintOp op);

/// Replaces `op`, an update of 32 or 64 bits at `address` whose result is not
/// used. Integers have an instruction for most kinds; all others try to replace
/// the element that they have read until nobody else did so in between:
///
///   do { new = combine(old, value) } while (!compare_exchange(old, new))
void lowerAtomic(mlir::memref::AtomicRMWOp op, mlir::Value address);

} // namespace sa

#endif // SA_LIB_CONVERSION_KERNELSTOLLVM_ATOMICS_H
