// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divisions, shifts and indices outside of a size: arithmetic of the `sa`
// dialect. It has a header of its own because few parts of the compiler know
// it.

#ifndef SA_DIALECT_SA_IR_SAARITHMETICOPS_H
#define SA_DIALECT_SA_IR_SAARITHMETICOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/IR/SADialect.h"

#include "sa/Dialect/SA/IR/SAArithmeticEnums.h.inc"

#define GET_OP_CLASSES
#include "sa/Dialect/SA/IR/SAArithmeticOps.h.inc"

#endif // SA_DIALECT_SA_IR_SAARITHMETICOPS_H
