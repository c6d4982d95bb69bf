// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers in a manifest: the sizes of arrays, and what the host computes of
// sizes, scalar arguments and the indices of its loops.

#ifndef SA_LIB_TARGET_MANIFESTSIZES_H
#define SA_LIB_TARGET_MANIFESTSIZES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/IR/SATypes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

namespace sa {

/// What a manifest says of an array argument.
llvm::json::Object getArrayEntry(llvm::StringRef name, ArrayType type);

/// Writes values of the host as expressions.
class SizeWriter {
public:
  explicit SizeWriter(mlir::func::FuncOp func);

  /// Null when there is no expression, or none that is short.
  llvm::json::Value get(mlir::Value value);

  /// Gives a loop around launches its name in the manifest: the user's, or one
  /// that is like it where the function has that already.
  std::string addLoop(mlir::scf::ForOp loop);
  bool isLoopIndex(mlir::Value value) const {
    return loopNames.contains(value);
  }

private:
  llvm::json::Value get(mlir::Value value, unsigned &budget);
  llvm::json::Value getComparison(mlir::arith::CmpIOp op, unsigned &budget);

  mlir::func::FuncOp func;
  llvm::DenseMap<mlir::Value, std::string> loopNames;
  /// All the names that are taken.
  llvm::StringSet<> names;
};

} // namespace sa

#endif // SA_LIB_TARGET_MANIFESTSIZES_H
