// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of constant arrays as attributes, made from the bytes that
// Python has. Small ones are part of the text of a program; large ones are
// resources, which stand at the end of it, and equal ones are one resource.

#ifndef SA_PYTHON_BINDINGS_COMPILER_CONSTANTCACHE_H
#define SA_PYTHON_BINDINGS_COMPILER_CONSTANTCACHE_H

#include "mlir/IR/BuiltinAttributes.h"
#include <map>

namespace sa::python {

class ConstantCache {
public:
  /// The elements of `type` from their bytes, in row-major order; a bool is a
  /// byte. A resource gets a name like `name`.
  mlir::ElementsAttr get(mlir::RankedTensorType type, llvm::StringRef name,
                         llvm::ArrayRef<char> bytes);

private:
  /// The resources by the hash of their bytes.
  std::multimap<uint64_t, mlir::DenseResourceElementsAttr> resources;
};

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_CONSTANTCACHE_H
