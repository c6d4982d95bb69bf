// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses in the user's words: "T[i, 2*j + 1] at line 12". What messages and
// reports say about an access, they say through this.

#ifndef SA_DIALECT_SA_ANALYSIS_ACCESSES_ACCESSTEXT_H
#define SA_DIALECT_SA_ANALYSIS_ACCESSES_ACCESSTEXT_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// An expression as Python spells it, given the names of its dimensions and
/// symbols.
std::string
getText(mlir::AffineExpr expr,
        llvm::function_ref<std::string(mlir::AffineExpr)> getLeafName);

/// An expression of the nest's indices, those of the loops around `place` and
/// symbols, as Python spells it.
std::string getText(const NestAccesses &nest, const BodyPosition &place,
                    mlir::AffineExpr expr);

/// An access, with its line where that is known.
std::string getText(const NestAccesses &nest, const Access &access);

/// A point of a nest, with the indices of the loops around `place` and with
/// what sizes and scalars are: " (at i = 3, M = 5)".
/// Empty when there is nothing to say. More values than names are ignored.
std::string getPointText(const NestAccesses &nest, const BodyPosition &place,
                         llvm::ArrayRef<llvm::StringRef> symbols,
                         llvm::ArrayRef<int64_t> values);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_ACCESSES_ACCESSTEXT_H
