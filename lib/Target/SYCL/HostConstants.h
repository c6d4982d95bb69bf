// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The large constants of a program in the emitted source. A few are
// initializers. Many would make the source too long to read and to compile:
// then it only declares the block of bytes that `--emit=constants` writes, and
// says how to link it.

#ifndef SA_LIB_TARGET_SYCL_HOSTCONSTANTS_H
#define SA_LIB_TARGET_SYCL_HOSTCONSTANTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace sa {

/// For each `sa.upload` the C++ expression that points to its elements in the
/// host's memory.
using HostConstants = llvm::DenseMap<mlir::Operation *, std::string>;

/// Writes the definitions or the declaration of the large constants of
/// `module`, and returns how to name them.
HostConstants printHostConstants(llvm::raw_ostream &os, mlir::ModuleOp module);

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_HOSTCONSTANTS_H
