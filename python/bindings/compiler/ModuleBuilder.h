// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds a program in the `sa` dialect, statement by statement, as the Python
// language records it. Every operation has the place in the user's source.

#ifndef SA_PYTHON_BINDINGS_COMPILER_MODULEBUILDER_H
#define SA_PYTHON_BINDINGS_COMPILER_MODULEBUILDER_H

#include "Affine.h"
#include "Arithmetic.h"
#include "CompiledModule.h"
#include "ConstantCache.h"
#include "Diagnostics.h"
#include "PlanBuilder.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include <pybind11/pybind11.h>
#include <variant>

namespace sa::python {

/// A size: a number, the name of one that is known at run time, or nothing for
/// one that the loops decide.
using SizeSpec = std::optional<std::variant<int64_t, std::string>>;
using ShapeSpec = std::vector<SizeSpec>;

/// An external array: name, role, element type, shape, layout.
using ArraySpec =
    std::tuple<std::string, std::string, std::string, ShapeSpec, LayoutSpec>;

/// A scalar argument: name and type; one of type `index` is a size.
using ScalarSpec = std::tuple<std::string, std::string>;
using ParameterSpec = std::variant<ArraySpec, ScalarSpec>;

/// A number that the message of a failed assumption tells: its name, the type
/// that an error record has for it, and the number.
using ToldValue = std::tuple<std::string, std::string, BuiltValue>;

class ModuleBuilder {
public:
  explicit ModuleBuilder(CompileOptions options);

  std::vector<BuiltValue>
  beginFunction(const std::string &name,
                const std::vector<ParameterSpec> &parameters,
                const UserLocation &location, bool isPrivate);
  void endFunction();
  /// Does what a function does, with other arrays.
  void call(const std::string &callee, const std::vector<BuiltValue> &arguments,
            const UserLocation &location);
  BuiltValue createConstantArray(const std::string &name,
                                 const std::string &elementType,
                                 const std::vector<int64_t> &shape,
                                 const pybind11::buffer &data,
                                 const UserLocation &location,
                                 const LayoutSpec &layout);
  BuiltValue createTemporary(const std::string &name,
                             const std::string &elementType,
                             const ShapeSpec &shape,
                             const UserLocation &location,
                             const LayoutSpec &layout);
  /// The run-time size called `name`, as a value and as an affine symbol.
  BuiltValue size(const std::string &name);
  mlir::AffineExpr getSizeExpr(const std::string &name);
  mlir::MLIRContext *getContext() { return context.get(); }

  /// A size is a number or an affine expression of the run-time sizes; the
  /// constraints are affine expressions of the indices, by position, and the
  /// sizes that are not negative. A nest that a plan is about has a name.
  std::vector<BuiltValue>
  beginNest(const std::vector<std::string> &names,
            const std::vector<std::variant<int64_t, mlir::AffineExpr>> &sizes,
            const UserLocation &location,
            const std::vector<mlir::AffineExpr> &constraints,
            const std::optional<std::string> &nestName);
  void endNest();
  void endDataFor();
  /// A loop of rounds: its index is a size in the nests until it ends. It may
  /// depend on an element of `flag`, read every n-th round.
  void
  beginLoop(const std::string &name,
            const std::variant<int64_t, mlir::AffineExpr, BuiltValue> &limit,
            const std::optional<BuiltValue> &flag,
            const std::vector<int64_t> &position, int64_t every,
            const UserLocation &location);
  void swap(BuiltValue lhs, BuiltValue rhs, const UserLocation &location);
  void endLoop();
  /// A plan of the nests before it, whose steps the builder of plans takes.
  void beginPlan(const UserLocation &location);
  /// With how many bytes of local memory its temporaries may use, and of
  /// private memory those of a work-item, where there is a limit.
  void endPlan(std::optional<int64_t> localMemory,
               std::optional<int64_t> privateMemory) {
    if (localMemory)
      plan->setLocalMemory(*localMemory);
    if (privateMemory)
      plan->setPrivateMemory(*privateMemory);
    plan.reset();
  }
  PlanBuilder &getPlan();
  /// The type of elements that is called so, or null for none.
  mlir::Type getElementType(const std::optional<std::string> &name) {
    return name ? getType(*name).element : mlir::Type();
  }

  // The loops, conditions and variables of a body, in BodyBuilder.cpp. Bounds
  // and constraints are affine expressions of the open indices and the sizes.
  BuiltValue beginFor(const std::string &name, mlir::AffineExpr lower,
                      mlir::AffineExpr upper, int64_t step,
                      const UserLocation &location);
  void endFor();
  BuiltValue beginDataFor(const std::string &name, BuiltValue lower,
                          BuiltValue upper, int64_t step,
                          const UserLocation &location);
  BuiltValue checkedIndex(BuiltValue value, BuiltValue size,
                          const std::string &array, int64_t dimension,
                          bool isUnsigned,
                          const std::vector<std::string> &names,
                          const std::vector<BuiltValue> &point,
                          const UserLocation &location);
  void assume(BuiltValue condition, bool isUnsafe, const std::string &what,
              const std::vector<std::string> &names,
              const std::vector<BuiltValue> &point,
              const std::vector<ToldValue> &told, const UserLocation &location);
  void print(const std::vector<std::string> &texts,
             const std::vector<BuiltValue> &values,
             const std::vector<bool> &isUnsigned, const UserLocation &location);
  void beginIf(BuiltValue condition, bool hasElse,
               const UserLocation &location);
  void beginAffineIf(const std::vector<mlir::AffineExpr> &constraints,
                     bool hasElse, const UserLocation &location);
  void beginElse();
  void endIf();
  BuiltValue createVariable(const std::string &name, const std::string &type,
                            const UserLocation &location);
  BuiltValue getVariable(BuiltValue variable, const UserLocation &location);
  void setVariable(BuiltValue variable, BuiltValue value,
                   const UserLocation &location);

  /// Promises that an index lies between zero and `size`.
  void bound(BuiltValue index, BuiltValue size, const std::string &what,
             const UserLocation &location);

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

  /// The manifest of the function that was begun last, without launches.
  std::string getArgumentManifest();

  /// Ends the program, which is empty afterwards.
  std::unique_ptr<CompiledModule> compile();

private:
  void startModule();
  mlir::Location at(const UserLocation &location) {
    return getLocation(context.get(), location);
  }
  ScalarType getType(const std::string &name);
  /// A number, or the value of an expression of the sizes.
  mlir::OpFoldResult
  getNumber(const std::variant<int64_t, mlir::AffineExpr> &number,
            mlir::Location loc);
  /// Inserts before the outermost of the loops of rounds that are open, or
  /// where the builder does.
  mlir::OpBuilder getOutside() const;
  /// The values of the open indices, then the sizes.
  llvm::SmallVector<mlir::Value> getAffineOperands() const;
  ArrayType getArrayType(const std::string &name,
                         const std::string &elementType, const ShapeSpec &shape,
                         Role role, const LayoutSpec &layout,
                         const UserLocation &location);

  std::shared_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::OpBuilder builder;
  ConstantCache constants;
  CompileOptions options;
  std::optional<PlanBuilder> plan;
  /// The run-time sizes of the function that is being built.
  std::vector<std::string> sizeNames;
  std::vector<mlir::Value> sizeValues;
  /// The indices of the nest and of the loops in its body that are open, by
  /// their positions in affine expressions.
  std::vector<mlir::Value> indexValues;
};

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_MODULEBUILDER_H
