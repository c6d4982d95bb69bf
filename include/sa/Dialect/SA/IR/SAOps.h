// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of the `sa` dialect.

#ifndef SA_DIALECT_SA_IR_SAOPS_H
#define SA_DIALECT_SA_IR_SAOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/IR/SATypes.h"

#define GET_OP_CLASSES
#include "sa/Dialect/SA/IR/SAOps.h.inc"

namespace sa {

/// Returns the name of an array in messages and emitted code: that of the
/// argument, constant or temporary.
std::string getArrayName(mlir::Value array);

/// Returns true for values of elements that accumulations can update
/// atomically.
bool hasAtomics(mlir::Type type);

/// Returns the name of the size of a dimension that is a `?`.
std::string getSizeName(mlir::Value array, unsigned dim);

/// Returns true if the body of a nest prints.
bool hasPrints(NestOp nest);

} // namespace sa

#endif // SA_DIALECT_SA_IR_SAOPS_H
