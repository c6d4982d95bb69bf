// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Block arguments whose names are part of the program. In the text the SSA name
// is the name, `%i`; where the two differ, because the printer had to make the
// SSA name unique or the name is no identifier, the name follows in quotes:
// `%i_0 "i"`. Functions and nests share this.

#ifndef SA_LIB_DIALECT_SA_IR_NAMEDARGUMENTS_H
#define SA_LIB_DIALECT_SA_IR_NAMEDARGUMENTS_H

#include "mlir/IR/OpImplementation.h"

namespace sa {

/// Parses `%i` or `%i_0 "i"`, and appends the name to `names`.
mlir::ParseResult
parseNamedArgument(mlir::OpAsmParser &parser,
                   mlir::OpAsmParser::Argument &argument,
                   llvm::SmallVectorImpl<mlir::Attribute> &names);

/// Prints `argument` so that parsing gives back `name`.
void printNamedArgument(mlir::OpAsmPrinter &printer, mlir::Value argument,
                        llvm::StringRef name);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_IR_NAMEDARGUMENTS_H
