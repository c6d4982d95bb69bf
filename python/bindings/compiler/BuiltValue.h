// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of a program that is being built, as Python holds them.

#ifndef SA_PYTHON_BINDINGS_COMPILER_BUILTVALUE_H
#define SA_PYTHON_BINDINGS_COMPILER_BUILTVALUE_H

#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <vector>

namespace sa::python {

struct BuiltValue {
  mlir::Value value;
};

inline llvm::SmallVector<mlir::Value>
unwrap(const std::vector<BuiltValue> &values) {
  return llvm::map_to_vector(
      values, [](const BuiltValue &value) { return value.value; });
}

inline std::vector<BuiltValue> wrap(mlir::ValueRange values) {
  std::vector<BuiltValue> result;
  for (mlir::Value value : values)
    result.push_back({value});
  return result;
}

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_BUILTVALUE_H
