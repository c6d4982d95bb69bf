// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The large constants of a program in one block of bytes, which a runtime
// copies to a device once. Equal constants share their bytes.

#ifndef SA_TARGET_CONSTANTPOOL_H
#define SA_TARGET_CONSTANTPOOL_H

#include "mlir/IR/BuiltinOps.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/MapVector.h"

namespace sa {

class ConstantPool {
public:
  /// Collects the constants of `module`, which is at the stage of kernels.
  explicit ConstantPool(mlir::ModuleOp module);

  /// Returns the offset of a constant in bytes, a multiple of 64.
  int64_t getOffset(UploadOp op) const { return offsets.lookup(op.getValue()); }

  /// Returns the bytes of a constant, and of the block.
  static int64_t getSize(UploadOp op);
  int64_t getTotalSize() const { return totalSize; }

  /// Writes the block.
  void write(llvm::raw_ostream &os) const;

private:
  llvm::MapVector<mlir::Attribute, int64_t> offsets;
  int64_t totalSize = 0;
};

} // namespace sa

#endif // SA_TARGET_CONSTANTPOOL_H
