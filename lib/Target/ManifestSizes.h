// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions of a manifest, over sizes, scalar arguments and indices of loops
// of the host.

#ifndef SA_LIB_TARGET_MANIFESTSIZES_H
#define SA_LIB_TARGET_MANIFESTSIZES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/IR/SATypes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

namespace sa {

/// Returns the entry of an array argument.
llvm::json::Object getArrayEntry(llvm::StringRef name, ArrayType type);

class SizeWriter {
public:
  explicit SizeWriter(mlir::func::FuncOp func);

  /// Returns the expression of `value`; null if there is none, or it is long.
  llvm::json::Value get(mlir::Value value);

  /// Returns a unique name for a loop around launches, after the user's.
  std::string addLoop(mlir::scf::ForOp loop);
  bool isLoopIndex(mlir::Value value) const {
    return loopNames.contains(value);
  }

private:
  llvm::json::Value get(mlir::Value value, unsigned &budget);
  llvm::json::Value getComparison(mlir::arith::CmpIOp op, unsigned &budget);

  mlir::func::FuncOp func;
  llvm::DenseMap<mlir::Value, std::string> loopNames;
  llvm::StringSet<> names;
};

} // namespace sa

#endif // SA_LIB_TARGET_MANIFESTSIZES_H
