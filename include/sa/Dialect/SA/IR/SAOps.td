// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All the ops of the dialect; the files by concern are included here.

#ifndef SA_DIALECT_SA_IR_SAOPS_TD
#define SA_DIALECT_SA_IR_SAOPS_TD

include "sa/Dialect/SA/IR/SAFunctionOps.td"
include "sa/Dialect/SA/IR/SACallOps.td"
include "sa/Dialect/SA/IR/SANestOps.td"
include "sa/Dialect/SA/IR/SAPlanOps.td"
include "sa/Dialect/SA/IR/SALoopOps.td"
include "sa/Dialect/SA/IR/SARoundOps.td"
include "sa/Dialect/SA/IR/SALaunchOps.td"

#endif // SA_DIALECT_SA_IR_SAOPS_TD
