// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds a program in the `sa` dialect, statement by statement, as the Python
// language records it. Every operation has the place in the user's source.

#ifndef SA_PYTHON_BINDINGS_COMPILER_MODULEBUILDER_H
#define SA_PYTHON_BINDINGS_COMPILER_MODULEBUILDER_H

#include "Arithmetic.h"
#include "CompiledModule.h"
#include "Diagnostics.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include <pybind11/pybind11.h>

namespace sa::python {

/// A value of the program that is being built.
struct BuiltValue {
  mlir::Value value;
};

/// An external array: name, role, element type, shape, strides, offset.
using ArraySpec =
    std::tuple<std::string, std::string, std::string, std::vector<int64_t>,
               std::optional<std::vector<int64_t>>, int64_t>;

class ModuleBuilder {
public:
  explicit ModuleBuilder(bool strict);

  std::vector<BuiltValue> beginFunction(const std::string &name,
                                        const std::vector<ArraySpec> &arrays,
                                        const UserLocation &location);
  void endFunction();
  BuiltValue createConstantArray(const std::string &name,
                                 const std::string &elementType,
                                 const std::vector<int64_t> &shape,
                                 const pybind11::bytes &data,
                                 const UserLocation &location);
  BuiltValue createTemporary(const std::string &name,
                             const std::string &elementType,
                             const std::vector<int64_t> &shape,
                             const UserLocation &location);

  std::vector<BuiltValue> beginNest(const std::vector<std::string> &names,
                                    const std::vector<int64_t> &sizes,
                                    const UserLocation &location);
  void endNest();

  BuiltValue load(BuiltValue array, const std::vector<BuiltValue> &indices,
                  const UserLocation &location);
  void store(BuiltValue value, BuiltValue array,
             const std::vector<BuiltValue> &indices,
             const UserLocation &location);
  void accumulate(const std::string &kind, BuiltValue value, BuiltValue array,
                  const std::vector<BuiltValue> &indices,
                  const UserLocation &location);

  BuiltValue constant(const std::string &type, const pybind11::object &value,
                      const UserLocation &location);
  BuiltValue binary(const std::string &op, const std::string &type,
                    BuiltValue lhs, BuiltValue rhs,
                    const UserLocation &location);
  BuiltValue unary(const std::string &op, const std::string &type,
                   BuiltValue operand, const UserLocation &location);
  BuiltValue fma(const std::string &type, BuiltValue a, BuiltValue b,
                 BuiltValue c, const UserLocation &location);
  BuiltValue compare(const std::string &op, const std::string &type,
                     BuiltValue lhs, BuiltValue rhs,
                     const UserLocation &location);
  BuiltValue select(BuiltValue condition, BuiltValue ifTrue, BuiltValue ifFalse,
                    const UserLocation &location);
  BuiltValue cast(BuiltValue operand, const std::string &from,
                  const std::string &to, const UserLocation &location);

  /// Ends the program, which is empty afterwards.
  std::unique_ptr<CompiledModule> compile();

private:
  void startModule();
  mlir::Location at(const UserLocation &location) {
    return getLocation(context.get(), location);
  }
  ScalarType getType(const std::string &name);
  ArrayType getArrayType(const std::string &elementType,
                         const std::vector<int64_t> &shape, Role role,
                         StridedLayoutAttr layout,
                         const UserLocation &location);

  std::shared_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::OpBuilder builder;
  bool strict;
};

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_MODULEBUILDER_H
