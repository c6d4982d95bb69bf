// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affine expressions as text, in the user's names.

#ifndef SA_PYTHON_BINDINGS_COMPILER_AFFINETEXT_H
#define SA_PYTHON_BINDINGS_COMPILER_AFFINETEXT_H

#include "mlir/IR/AffineExpr.h"
#include <string>

namespace sa::python {

/// The expression that `text` says in MLIR's notation, over dimensions and
/// symbols with these names; null when it says none. The names need not be ones
/// that MLIR would accept.
mlir::AffineExpr parseAffineExpr(llvm::StringRef text,
                                 llvm::ArrayRef<std::string> dims,
                                 llvm::ArrayRef<std::string> symbols,
                                 mlir::MLIRContext *context);

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_AFFINETEXT_H
