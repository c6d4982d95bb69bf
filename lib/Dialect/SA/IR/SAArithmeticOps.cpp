// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/IR/SAArithmeticOps.h"

#include "sa/Dialect/SA/IR/SAArithmeticEnums.cpp.inc"

#define GET_OP_CLASSES
#include "sa/Dialect/SA/IR/SAArithmeticOps.cpp.inc"
