// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The large constants of a program, one after the other in one block of bytes.
// A runtime copies the block to a device once; a kernel gets the address of its
// constant in there. Equal constants share a place.

#ifndef SA_TARGET_CONSTANTPOOL_H
#define SA_TARGET_CONSTANTPOOL_H

#include "mlir/IR/BuiltinOps.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/MapVector.h"

namespace sa {

class ConstantPool {
public:
  /// The constants of `module`, which is at the stage of kernels.
  explicit ConstantPool(mlir::ModuleOp module);

  /// Where a constant begins, in bytes; a multiple of 64.
  int64_t getOffset(UploadOp op) const { return offsets.lookup(op.getValue()); }

  /// How many bytes a constant has.
  static int64_t getSize(UploadOp op);

  /// How many bytes the block has.
  int64_t getTotalSize() const { return totalSize; }

  /// Writes the block.
  void write(llvm::raw_ostream &os) const;

private:
  llvm::MapVector<mlir::Attribute, int64_t> offsets;
  int64_t totalSize = 0;
};

} // namespace sa

#endif // SA_TARGET_CONSTANTPOOL_H
