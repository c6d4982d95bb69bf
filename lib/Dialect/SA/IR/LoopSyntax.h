// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The syntax of `sa.loop`, which the generated parser and printer call.

#ifndef SA_LIB_DIALECT_SA_IR_LOOPSYNTAX_H
#define SA_LIB_DIALECT_SA_IR_LOOPSYNTAX_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// loop ::= `(` index `)` `to` `(` size `)`
///          (`while` operand `[` integer-list `]` `every` integer `:` type)?
///          region
mlir::ParseResult
parseLoop(mlir::OpAsmParser &parser, mlir::StringAttr &indexName,
          std::optional<mlir::OpAsmParser::UnresolvedOperand> &dynamicLimit,
          mlir::IntegerAttr &staticLimit,
          std::optional<mlir::OpAsmParser::UnresolvedOperand> &flag,
          mlir::Type &flagType, mlir::DenseI64ArrayAttr &flagIndex,
          mlir::IntegerAttr &every, mlir::Region &body);

void printLoop(mlir::OpAsmPrinter &printer, LoopOp op,
               mlir::StringAttr indexName, mlir::Value dynamicLimit,
               mlir::IntegerAttr staticLimit, mlir::Value flag,
               mlir::Type flagType, mlir::DenseI64ArrayAttr flagIndex,
               mlir::IntegerAttr every, mlir::Region &body);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_IR_LOOPSYNTAX_H
