// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the plan of a function step by step. Every step is proven when it is
// taken; one that is refused raises, and the plan cannot be used any more.

#ifndef SA_PYTHON_BINDINGS_COMPILER_PLANBUILDER_H
#define SA_PYTHON_BINDINGS_COMPILER_PLANBUILDER_H

#include "BuiltValue.h"
#include "Diagnostics.h"
#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Schedule/Steps.h"

namespace sa::python {

using Loops = std::vector<BuiltValue>;

/// What a cache may be told beside its source; what is missing is left to the
/// compiler.
struct CacheSpec {
  std::optional<BuiltValue> loop, trigger;
  std::optional<int64_t> maxElements;
  LayoutAttrInterface layout;
  mlir::Type elementType;
  bool thrifty = false;
  std::optional<std::string> memory;
  bool doubleBuffer = false;
  std::optional<std::string> doubleBufferMemory;
  bool vectorize = false;
  bool isUnsafe = false;
};

class PlanBuilder {
public:
  PlanBuilder(mlir::OpBuilder &builder, mlir::Location loc, bool strict);

  // The steps, one method for each op of a plan. A step returns the loops or
  // the cache that it makes, or raises saopt.CompileError.
  Loops loops(const std::string &nest, unsigned count,
              const UserLocation &location);
  BuiltValue split(BuiltValue loop, int64_t size, const std::string &name,
                   const UserLocation &location);
  void reorder(const Loops &loops, bool unsafe, const UserLocation &location);
  void pad(BuiltValue loop, int64_t size, const UserLocation &location);
  void skew(BuiltValue loop, BuiltValue reference,
            const UserLocation &location);
  Loops fuse(const Loops &schedules, int64_t partial,
             const std::vector<std::string> &names, bool unsafe,
             const UserLocation &location);
  void unroll(BuiltValue loop, const UserLocation &location);
  void vectorize(BuiltValue loop, bool unsafe, const UserLocation &location);
  void parallelize(const Loops &loops, std::optional<int64_t> maxThreads,
                   const std::string &policy, bool unsafe,
                   const UserLocation &location);
  void bind(BuiltValue loop, const std::string &unit,
            const UserLocation &location);
  void tensorize(BuiltValue row, BuiltValue column, BuiltValue sum,
                 const UserLocation &location);
  void nontemporal(BuiltValue array, const UserLocation &location);
  void prefetch(BuiltValue array, BuiltValue loop, int64_t distance,
                const UserLocation &location);
  BuiltValue cache(BuiltValue source, const std::string &name,
                   const CacheSpec &spec, const UserLocation &location);

  /// Says whether the next steps were proven before, in the same plan and
  /// without strictness; strict plans prove them again.
  void setProven(bool proven);
  /// Says how many bytes of local memory its temporaries may use.
  void setLocalMemory(int64_t bytes);
  /// Says how many bytes of private memory the temporaries of a work-item may
  /// use.
  void setPrivateMemory(int64_t bytes);
  /// Says how many work-items a group of the target can have.
  void setMaxWorkItems(int64_t count);

  /// The schedule that a loop is part of: as pseudo-code, and its loops as they
  /// were before bound ones were hoisted.
  std::string getText(BuiltValue loop) const;
  Loops getOrder(BuiltValue loop) const;
  std::optional<int64_t> getTripCount(BuiltValue loop) const;
  /// Where a loop ends, if that is known, and its increment.
  std::pair<std::optional<int64_t>, int64_t> getRange(BuiltValue loop) const;
  /// The number of elements in the footprint of an array in a loop.
  std::optional<int64_t> getBlockSize(BuiltValue array, BuiltValue loop) const;
  /// The same for all the work-items of a group, and where the caches of the
  /// loop are.
  std::optional<int64_t> getGroupBlockSize(BuiltValue array,
                                           BuiltValue loop) const;
  /// Whether one nest is in both loops.
  bool areTogether(BuiltValue loop, BuiltValue other) const;

private:
  /// Proves a new step and returns its results. Erases the step and raises when
  /// it is refused.
  Loops take(mlir::Operation *step);
  /// Fails when a cache is not possible in the loops after a step.
  mlir::LogicalResult checkLoops(mlir::Operation *step) const;
  mlir::Location at(const UserLocation &location) const {
    return getLocation(builder.getContext(), location);
  }
  LoopType getLoopType() const { return LoopType::get(builder.getContext()); }

  mlir::OpBuilder builder;
  bool strict, isProven = false;
  Schedule schedule;
  StepInterpreter steps;
  /// The loops that the steps have made.
  llvm::SmallVector<mlir::Value> made;
};

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_PLANBUILDER_H
