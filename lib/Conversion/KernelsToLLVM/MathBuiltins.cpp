// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Conversion/KernelsToLLVM/MathBuiltins.h"

#include "llvm/ADT/StringMap.h"

llvm::StringRef sa::getMathBuiltin(mlir::Operation *op) {
  static const llvm::StringMap<llvm::StringRef> builtins = {
      {"arith.maxnumf", "fmax"}, {"arith.minnumf", "fmin"},
      {"arith.remf", "fmod"},    {"math.absf", "fabs"},
      {"math.acos", "acos"},     {"math.acosh", "acosh"},
      {"math.asin", "asin"},     {"math.asinh", "asinh"},
      {"math.atan", "atan"},     {"math.atan2", "atan2"},
      {"math.atanh", "atanh"},   {"math.cbrt", "cbrt"},
      {"math.ceil", "ceil"},     {"math.copysign", "copysign"},
      {"math.cos", "cos"},       {"math.cosh", "cosh"},
      {"math.erf", "erf"},       {"math.erfc", "erfc"},
      {"math.exp", "exp"},       {"math.exp2", "exp2"},
      {"math.expm1", "expm1"},   {"math.floor", "floor"},
      {"math.fma", "fma"},       {"math.log", "log"},
      {"math.log10", "log10"},   {"math.log1p", "log1p"},
      {"math.log2", "log2"},     {"math.powf", "pow"},
      {"math.round", "round"},   {"math.roundeven", "rint"},
      {"math.rsqrt", "rsqrt"},   {"math.sin", "sin"},
      {"math.sinh", "sinh"},     {"math.sqrt", "sqrt"},
      {"math.tan", "tan"},       {"math.tanh", "tanh"},
      {"math.trunc", "trunc"},
  };
  return builtins.lookup(op->getName().getStringRef());
}
