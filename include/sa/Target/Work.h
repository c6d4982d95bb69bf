// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel computes and moves when it is launched with given sizes.

#ifndef SA_TARGET_WORK_H
#define SA_TARGET_WORK_H

#include "mlir/IR/BuiltinOps.h"
#include <optional>
#include <string>
#include <vector>

namespace sa {

/// The traffic of an argument or constant of a kernel, in bytes.
struct ArrayTraffic {
  std::string name;
  /// What loads and stores move if no cache holds anything.
  double loaded = 0;
  double stored = 0;
  /// The elements of the array; nothing if its shape is not known.
  std::optional<double> bytes;
};

struct KernelWork {
  /// Additions, multiplications and other arithmetic on elements; a fused
  /// multiplication and addition is two.
  double operations = 0;
  /// Whether the numbers are exact: not where data decides what runs, nor where
  /// some work-items stand for all.
  bool isExact = true;
  std::vector<ArrayTraffic> arrays;
};

/// Counts the work of the kernel `kernel` of `module`, which is at the stage of
/// kernels, launched with `range` work-items in work-groups of `local` (the
/// slowest dimension first), and with `sizes` for its arguments that are sizes,
/// in their order. Returns nothing if there is no such kernel.
std::optional<KernelWork> countWork(mlir::ModuleOp module,
                                    llvm::StringRef kernel,
                                    llvm::ArrayRef<int64_t> range,
                                    llvm::ArrayRef<int64_t> local,
                                    llvm::ArrayRef<int64_t> sizes);

} // namespace sa

#endif // SA_TARGET_WORK_H
