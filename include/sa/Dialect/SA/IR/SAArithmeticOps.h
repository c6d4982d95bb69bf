// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divisions and shifts of the `sa` dialect. They have a header of their own
// because only the front end and one pass know them.

#ifndef SA_DIALECT_SA_IR_SAARITHMETICOPS_H
#define SA_DIALECT_SA_IR_SAARITHMETICOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/IR/SADialect.h"

#define GET_OP_CLASSES
#include "sa/Dialect/SA/IR/SAArithmeticOps.h.inc"

#endif // SA_DIALECT_SA_IR_SAARITHMETICOPS_H
