// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the plan of a function step by step. Every step is checked when it is
// taken: one that is refused raises, and leaves the plan as it was.

#ifndef SA_PYTHON_BINDINGS_COMPILER_PLANBUILDER_H
#define SA_PYTHON_BINDINGS_COMPILER_PLANBUILDER_H

#include "Diagnostics.h"
#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Schedule.h"
#include <map>
#include <pybind11/pybind11.h>

namespace sa::python {

/// Python chooses a text for each loop and each cache, and names them by it.
using Handle = std::string;

class PlanBuilder {
public:
  PlanBuilder(mlir::OpBuilder &builder, mlir::Location loc, bool strict);

  /// Takes a step with the arguments that its kind has.
  void step(const std::string &kind, const pybind11::dict &arguments,
            const UserLocation &location);

  /// Says how many bytes of local memory its temporaries may use.
  void setLocalMemory(int64_t bytes);
  /// Says how many work-items a group of the target can have.
  void setMaxWorkItems(int64_t count);

  /// The schedule that a loop is part of: as pseudo-code, and its loops.
  std::string getText(const Handle &loop) const;
  std::vector<Handle> getOrder(const Handle &loop) const;
  std::optional<int64_t> getTripCount(const Handle &loop) const;
  /// How many elements of an array a run of a loop touches.
  std::optional<int64_t> getBlockSize(mlir::Value array,
                                      const Handle &loop) const;

private:
  mlir::Operation *create(const std::string &kind,
                          const pybind11::dict &arguments, mlir::Location loc);
  mlir::Operation *createCache(const pybind11::dict &arguments,
                               mlir::Location loc);
  /// Fails when what the steps want of caches cannot be made.
  mlir::LogicalResult rehearse(mlir::Operation *step);
  mlir::Value getLoop(const Handle &handle) const;
  mlir::Value getLoop(const pybind11::dict &arguments, const char *key) const;
  llvm::SmallVector<mlir::Value> getLoops(const pybind11::dict &arguments,
                                          const char *key) const;

  mlir::OpBuilder builder;
  Schedule schedule;
  std::map<Handle, mlir::Value> values;
};

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_PLANBUILDER_H
