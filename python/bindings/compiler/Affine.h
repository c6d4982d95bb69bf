// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affine expressions and layouts of a program that is being built, as Python
// holds and makes them.

#ifndef SA_PYTHON_BINDINGS_COMPILER_AFFINE_H
#define SA_PYTHON_BINDINGS_COMPILER_AFFINE_H

#include "mlir/IR/AffineExpr.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include <optional>
#include <pybind11/pybind11.h>

namespace sa::python {

class ModuleBuilder;

/// A layout; none for row-major.
using LayoutSpec = std::optional<LayoutAttrInterface>;

/// Defines the classes AffineExpr and Layout.
void defineAffine(pybind11::module_ &m);

/// Defines the methods of the builder that make them.
void defineAffineBuilders(pybind11::class_<ModuleBuilder> &builder);

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_AFFINE_H
