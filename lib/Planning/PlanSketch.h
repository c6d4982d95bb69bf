// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the plan of a nest, step by step, as a person does. Loops that a step
// need not make are null, and are left out of later steps.

#ifndef SA_LIB_PLANNING_PLANSKETCH_H
#define SA_LIB_PLANNING_PLANSKETCH_H

#include "CostModel.h"
#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Schedule/Steps.h"
#include "llvm/ADT/StringSet.h"

namespace sa {

class PlanSketch {
public:
  /// Begins a plan after `nest`, which has a name. `taken` has the names of all
  /// loops of the function, and gets those of the new ones.
  PlanSketch(NestOp nest, llvm::StringSet<> &taken)
      : PlanSketch(llvm::ArrayRef(nest), taken) {}
  /// Begins a plan of several nests after the last one.
  PlanSketch(llvm::ArrayRef<NestOp> nests, llvm::StringSet<> &taken);

  mlir::Value getLoop(unsigned index) const { return getLoop(0, index); }
  mlir::Value getLoop(unsigned nest, unsigned index) const {
    return loops[nest][index];
  }

  /// Makes common loops of the first `partial` loops of all nests, of which
  /// `first` has one for each, and returns them.
  llvm::SmallVector<mlir::Value> fuse(llvm::ArrayRef<mlir::Value> first,
                                      unsigned partial);
  /// Says how many bytes of private memory temporaries may use.
  void setPrivateMemory(int64_t bytes);

  /// Splits a loop that runs `size` times into tiles, and returns the loop over
  /// the iterations of one. If there is one tile only, returns `loop`, and sets
  /// it to null: there is no loop from tile to tile. Returns null for tiles of
  /// one iteration.
  mlir::Value split(mlir::Value &loop, Size size, int64_t tile);
  void reorder(llvm::ArrayRef<mlir::Value> order);
  void unroll(mlir::Value loop);
  void vectorize(mlir::Value loop);
  /// With `mostWorkItems`, each work-item has a piece of the iterations.
  void parallelize(llvm::ArrayRef<mlir::Value> loops,
                   Size mostWorkItems = std::nullopt);
  /// Writes `array` past the caches of the device.
  void writePastCaches(mlir::Value array);
  /// Keeps what `loop` reads of `array` in a cache with this layout, or
  /// row-major.
  void cache(mlir::Value array, mlir::Value loop, LayoutAttrInterface layout);

  /// Proves the steps, silently. The plan is erased if one is refused.
  mlir::FailureOr<Schedule> prove(Proofs proofs);
  PlanOp getPlan() const { return plan; }

private:
  std::string getNewName(mlir::Value loop);

  mlir::OpBuilder builder;
  mlir::Location loc;
  PlanOp plan;
  /// The loops of each nest.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> loops;
  llvm::DenseMap<mlir::Value, std::string> names;
  llvm::StringSet<> &taken;
};

/// Returns the steps of a plan, one in each line: its name, and the names and
/// numbers that it takes, with blanks between them.
std::string getStepsText(PlanOp plan);

} // namespace sa

#endif // SA_LIB_PLANNING_PLANSKETCH_H
