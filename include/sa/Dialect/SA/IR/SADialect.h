// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `sa` dialect: loop nests over arrays with roles, shapes and layouts.

#ifndef SA_DIALECT_SA_IR_SADIALECT_H
#define SA_DIALECT_SA_IR_SADIALECT_H

#include "mlir/IR/Dialect.h"

#include "sa/Dialect/SA/IR/SADialect.h.inc"

#endif // SA_DIALECT_SA_IR_SADIALECT_H
