// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes functions of the nests between loops of rounds. The passes about nests
// look at neighbours in one block; a stage is such a block, and what it shares
// with the rest of the program are arguments, of which these passes assume
// nothing.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "sa/Dialect/SA/Analysis/Flow/Coverage.h"
#include "sa/Dialect/SA/IR/ArrayValues.h"
#include "sa/Dialect/SA/IR/Rounds.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-outline-rounds"

namespace sa {
#define GEN_PASS_DEF_SAOUTLINEROUNDS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numStages, "Stages outlined");

namespace {

/// Neighbouring nests and plans of one block.
using Stage = SmallVector<Operation *>;

/// Outlines the stages of one function.
class Outliner {
public:
  Outliner(FuncOp func, SymbolTable &symbols) : func(func), symbols(symbols) {}
  void run();

private:
  void collect(Block &block);
  void findOwn();
  void outline(const Stage &stage);

  FuncOp func;
  SymbolTable &symbols;
  std::vector<Stage> stages;
  /// The temporaries that belong to one stage.
  llvm::DenseSet<Operation *> own;
};

/// Makes the function of one stage.
class StageBuilder {
public:
  StageBuilder(FuncOp func, const Stage &stage,
               const llvm::DenseSet<Operation *> &own)
      : func(func), stage(stage.begin(), stage.end()), own(own) {}
  void run(SymbolTable &symbols);

private:
  /// Adds what the stage needs for `value`, which is from outside of it.
  void capture(Value value);
  /// Adds an array that says the run-time sizes of a temporary of the stage.
  void captureSizes(ArrayType type);

  FuncOp func;
  SmallVector<Operation *> stage;
  const llvm::DenseSet<Operation *> &own;
  llvm::SetVector<Value> arguments;
  /// What is computed, or created, again in the stage.
  llvm::SetVector<Operation *> cloned;
};

} // namespace

void StageBuilder::capture(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op) {
    if (arguments.insert(value) && !isa<ArrayType>(value.getType()))
      if (std::optional<OpFoldResult> limit = getRoundLimit(value))
        if (auto computed = dyn_cast<Value>(*limit))
          capture(computed);
    return;
  }
  if (cloned.contains(op))
    return;
  if (isa<TempOp>(op) && !own.contains(op)) {
    arguments.insert(value);
    return;
  }
  for (Operation *inner : stage)
    if (inner->isAncestor(op))
      return;
  for (Value operand : op->getOperands())
    capture(operand);
  if (auto temp = dyn_cast<TempOp>(op))
    captureSizes(cast<ArrayType>(temp.getResult().getType()));
  cloned.insert(op);
}

void StageBuilder::captureSizes(ArrayType type) {
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.getShape()[dim] == ShapedType::kDynamic) {
      OpBuilder builder(stage.front());
      Value size = createSize(builder, func.getLoc(), func,
                              type.getSizeName(dim).getValue());
      capture(size);
      if (Operation *op = size.getDefiningOp()) {
        cloned.remove(op);
        op->erase();
      }
    }
}

void StageBuilder::run(SymbolTable &symbols) {
  // 1. What comes from outside.
  for (Operation *op : stage)
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        auto argument = dyn_cast<BlockArgument>(operand);
        Operation *owner = argument ? argument.getOwner()->getParentOp()
                                    : operand.getDefiningOp();
        if (!op->isAncestor(owner))
          capture(operand);
      }
    });

  // 2. The function.
  SmallVector<Type> types;
  SmallVector<std::string> names;
  for (Value value : arguments) {
    auto array = dyn_cast<ArrayType>(value.getType());
    // What another stage wrote is not this one's output.
    if (array && array.isWritable())
      array = ArrayType::get(array.getShape(), array.getElementType(),
                             Role::InOut, array.getLayout(), array.getDomain(),
                             array.getSizes());
    types.push_back(array ? Type(array) : value.getType());
    names.push_back(array ? getArrayName(value) : getScalarName(value).str());
  }
  OpBuilder builder(func);
  auto made = FuncOp::create(
      builder, stage.front()->getLoc(), (func.getSymName() + "_stage").str(),
      types, llvm::map_to_vector(names, [](const std::string &name) {
        return StringRef(name);
      }));
  made.setPrivate();
  made->setAttr(stageAttrName, builder.getUnitAttr());
  symbols.insert(made, Block::iterator(func));
  Block &body = made.getBody().front();
  IRMapping mapping;
  for (auto [position, value] : llvm::enumerate(arguments)) {
    body.getArgument(position).setLoc(value.getLoc());
    mapping.map(value, body.getArgument(position));
    if (isSizeArgument(value))
      made.setArgAttr(position, sizeAttrName, builder.getUnitAttr());
  }

  // 3. Its body.
  builder.setInsertionPoint(body.getTerminator());
  for (Operation *op : cloned)
    builder.clone(*op, mapping);
  for (Value value : arguments) {
    std::optional<OpFoldResult> limit;
    if (!isa<ArrayType>(value.getType()))
      limit = getRoundLimit(value);
    if (!limit)
      continue;
    Value end = dyn_cast<Value>(*limit);
    end = end ? mapping.lookup(end)
              : arith::ConstantIndexOp::create(builder, value.getLoc(),
                                               *getConstantIntValue(*limit));
    RoundOp::create(builder, value.getLoc(), mapping.lookup(value), end);
  }
  for (Operation *op : stage)
    builder.clone(*op, mapping);

  // 4. The call.
  builder.setInsertionPointAfter(stage.back());
  CallOp::create(builder, stage.front()->getLoc(), made.getSymName(),
                 arguments.takeVector());
  for (Operation *op : llvm::reverse(stage))
    op->erase();
}

void Outliner::collect(Block &block) {
  Stage stage;
  auto flush = [&] {
    if (!stage.empty())
      stages.push_back(stage);
    stage.clear();
  };
  for (Operation &op : block) {
    if (isa<NestOp, PlanOp>(op)) {
      stage.push_back(&op);
    } else if (isa<LoopOp, IfMovedOp>(op)) {
      flush();
      collect(op.getRegion(0).front());
    }
  }
  flush();
}

void Outliner::findOwn() {
  ScopedDiagnosticHandler silence(func.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<FunctionAccesses> accesses = failure();
  for (auto temp : func.getOps<TempOp>()) {
    llvm::SmallPtrSet<const Stage *, 4> users;
    bool isShared = false;
    for (Operation *user : temp.getResult().getUsers()) {
      // Its type says the size.
      if (isa<DimOp>(user))
        continue;
      auto found = llvm::find_if(stages, [&](const Stage &stage) {
        return llvm::any_of(
            stage, [&](Operation *op) { return op->isAncestor(user); });
      });
      isShared |= found == stages.end();
      if (found != stages.end())
        users.insert(&*found);
    }
    if (!isShared && users.size() == 1) {
      // Once, or in a round that reads nothing of another one.
      isShared = !isa<FuncOp>((*users.begin())->front()->getParentOp());
      if (isShared && failed(accesses))
        accesses = FunctionAccesses::get(func);
      if (isShared && succeeded(accesses))
        isShared = !accesses->isWrittenFirst(temp.getResult());
    } else {
      isShared |= !users.empty();
    }
    LDBG() << "'" << temp.getName() << "' is "
           << (isShared ? "shared" : "of one stage");
    if (!isShared)
      own.insert(temp);
    else
      reportInMemory(temp, "nests in loops, or around them, share it");
  }
}

void Outliner::outline(const Stage &stage) {
  ++numStages;
  StageBuilder(func, stage, own).run(symbols);
}

/// Adds copies of the arguments that swaps may have moved.
static void addCopies(FuncOp func) {
  llvm::EquivalenceClasses<Value> places;
  llvm::SetVector<Value> arguments, temporaries;
  func.walk([&](SwapOp swap) {
    places.unionSets(swap.getLhs(), swap.getRhs());
    for (Value array : {swap.getLhs(), swap.getRhs()})
      (isa<BlockArgument>(array) ? arguments : temporaries).insert(array);
  });
  OpBuilder builder(func.getBody().front().getTerminator());
  for (Value argument : arguments)
    for (Value temporary : temporaries) {
      if (!places.isEquivalent(argument, temporary))
        continue;
      OpBuilder::InsertionGuard guard(builder);
      Location loc = argument.getLoc();
      auto moved = IfMovedOp::create(builder, loc, argument, temporary);
      builder.setInsertionPoint(moved.getBody().front().getTerminator());
      SmallVector<Value> indices = beginElementNest(builder, loc, argument);
      Value element = LoadOp::create(builder, loc, argument, indices);
      StoreOp::create(builder, loc, element, temporary, indices);
    }
}

void Outliner::run() {
  addCopies(func);
  collect(func.getBody().front());
  findOwn();
  for (const Stage &stage : stages)
    outline(stage);
  // What only stages use is there now.
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(func.getBody().front())))
    if (op.use_empty() && (isa<ConstOp, TempOp>(op) || isOpTriviallyDead(&op)))
      op.erase();
}

namespace {
class OutlineRounds : public sa::impl::SAOutlineRoundsBase<OutlineRounds> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (FuncOp func :
         llvm::make_early_inc_range(getOperation().getOps<FuncOp>()))
      if (!func.getOps<LoopOp>().empty())
        Outliner(func, symbols).run();
  }
};
} // namespace
