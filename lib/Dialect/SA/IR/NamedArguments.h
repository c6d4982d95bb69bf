// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Block arguments of functions and nests with names. The name follows in quotes
// if the SSA name differs from it: `%i_0 "i"`.

#ifndef SA_LIB_DIALECT_SA_IR_NAMEDARGUMENTS_H
#define SA_LIB_DIALECT_SA_IR_NAMEDARGUMENTS_H

#include "mlir/IR/OpImplementation.h"

namespace sa {

/// Parses `%i` or `%i_0 "i"`, and appends the name to `names`.
mlir::ParseResult
parseNamedArgument(mlir::OpAsmParser &parser,
                   mlir::OpAsmParser::Argument &argument,
                   llvm::SmallVectorImpl<mlir::Attribute> &names);

/// Prints `argument` with the name `name`.
void printNamedArgument(mlir::OpAsmPrinter &printer, mlir::Value argument,
                        llvm::StringRef name);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_IR_NAMEDARGUMENTS_H
