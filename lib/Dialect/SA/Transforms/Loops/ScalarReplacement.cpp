// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar replacement: keeps elements of arrays in registers while a loop or
// straight-line code runs.

#include "ElementGroups.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/Transforms/Arithmetic/Accumulate.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopTransforms.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-scalar-replacement"

namespace sa {
#define GEN_PASS_DEF_SASCALARREPLACEMENT
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numCarried, "Elements kept in registers by loops");
ALWAYS_ENABLED_STATISTIC(numInBlocks,
                         "Elements kept in registers by straight-line code");

namespace {

/// The largest number of elements that a loop keeps in registers.
constexpr size_t maxGroups = 64;

SmallVector<Value> createIndices(OpBuilder &builder, Location loc,
                                 const ElementGroup &group) {
  return llvm::map_to_vector(group.indices, [&](const LinearIndex &index) {
    return createIndex(builder, loc, index);
  });
}

Value createLoad(OpBuilder &builder, Location loc, const ElementGroup &group) {
  SmallVector<Value> indices = createIndices(builder, loc, group);
  if (isa<VectorType>(group.type))
    return VectorLoadOp::create(builder, loc, group.type, group.array, indices,
                                group.steps);
  return LoadOp::create(builder, loc, group.type, group.array, indices);
}

void createStore(OpBuilder &builder, Location loc, Value value,
                 const ElementGroup &group) {
  SmallVector<Value> indices = createIndices(builder, loc, group);
  if (isa<VectorType>(group.type))
    VectorStoreOp::create(builder, loc, value, group.array, indices,
                          group.steps);
  else
    StoreOp::create(builder, loc, value, group.array, indices);
}

/// Replaces the accesses to groups in a block by registers.
class RegisterRewrite {
public:
  RegisterRewrite(RewriterBase &rewriter, ArrayRef<ElementGroup> groups,
                  ArrayRef<Value> registers)
      : rewriter(rewriter), groups(groups), registers(registers) {}

  void rewrite(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (isa<affine::AffineIfOp, scf::IfOp>(op))
        rewriteIf(&op);
      else
        rewriteAccess(&op);
    }
  }

  ArrayRef<Value> getRegisters() const { return registers; }

  void rewriteAccess(Operation *op) {
    std::optional<size_t> number = findRegister(op);
    if (!number)
      return;
    Value &held = registers[*number];
    if (isa<LoadOp, VectorLoadOp>(op))
      return rewriter.replaceOp(op, held);
    if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
      rewriter.setInsertionPoint(op);
      held = createCombine(rewriter, accumulate, held, accumulate.getValue());
    } else {
      held = op->getOperand(0);
    }
    rewriter.eraseOp(op);
  }

private:
  std::optional<size_t> findRegister(Operation *op) const {
    std::optional<ElementGroup> access = getGroup(op);
    if (!access)
      return std::nullopt;
    for (auto [number, group] : llvm::enumerate(groups))
      if (isSameGroup(*access, group))
        return number;
    return std::nullopt;
  }

  /// Yields the registers that a branch of a condition changes.
  void rewriteIf(Operation *op) {
    llvm::SmallSetVector<size_t, 8> changed;
    bool isTouched = false;
    op->walk([&](Operation *inner) {
      std::optional<size_t> number = findRegister(inner);
      isTouched |= number.has_value();
      if (number && !isa<LoadOp, VectorLoadOp>(inner))
        changed.insert(*number);
    });
    if (!isTouched)
      return;
    SmallVector<Value> before = registers;
    SmallVector<SmallVector<Value>> after;
    for (Region &region : op->getRegions()) {
      registers = before;
      if (!region.empty())
        rewrite(region.front());
      after.push_back(registers);
    }
    registers = before;
    if (changed.empty())
      return;
    SmallVector<Type> types(op->getResultTypes());
    for (size_t number : changed)
      types.push_back(groups[number].type);
    rewriter.setInsertionPoint(op);
    OperationState state(op->getLoc(), op->getName(), op->getOperands(), types,
                         op->getAttrs());
    state.addRegion();
    state.addRegion();
    Operation *copy = rewriter.create(state);
    for (auto [from, to, values] :
         llvm::zip_equal(op->getRegions(), copy->getRegions(), after)) {
      SmallVector<Value> yielded;
      if (from.empty()) {
        to.emplaceBlock();
      } else {
        rewriter.inlineRegionBefore(from, to, to.end());
        Operation *terminator = to.front().getTerminator();
        llvm::append_range(yielded, terminator->getOperands());
        rewriter.eraseOp(terminator);
      }
      for (size_t number : changed)
        yielded.push_back(values[number]);
      rewriter.setInsertionPointToEnd(&to.front());
      if (isa<scf::IfOp>(copy))
        scf::YieldOp::create(rewriter, op->getLoc(), yielded);
      else
        affine::AffineYieldOp::create(rewriter, op->getLoc(), yielded);
    }
    for (auto [position, number] : llvm::enumerate(changed))
      registers[number] = copy->getResult(op->getNumResults() + position);
    rewriter.replaceOp(op, copy->getResults().take_front(op->getNumResults()));
  }

  RewriterBase &rewriter;
  ArrayRef<ElementGroup> groups;
  SmallVector<Value> registers;
};

/// Returns true if a loop in `loop` is concurrent.
bool holdsParallelLoop(affine::AffineForOp loop) {
  return loop.getBody()
      ->walk([](affine::AffineForOp inner) {
        return isConcurrent(inner) ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns true if a work-item can access arrays right before and after `loop`.
bool isInKernel(affine::AffineForOp loop) {
  auto parent = dyn_cast<affine::AffineForOp>(loop->getParentOp());
  if (!parent && !isa<affine::AffineIfOp, scf::IfOp>(loop->getParentOp()))
    return false;
  Operation *outermost = loop;
  for (Operation *op = loop->getParentOp(); !isa<FuncOp>(op);
       op = op->getParentOp()) {
    outermost = op;
    if (auto outer = dyn_cast<affine::AffineForOp>(op);
        outer && isConcurrent(outer))
      return true;
  }
  auto kernel = dyn_cast<affine::AffineForOp>(outermost);
  return kernel && !isConcurrent(kernel) && !holdsParallelLoop(kernel);
}

/// Returns true if MLIR's affine constraints can be about `value`.
bool isValidOperand(Value value) {
  return affine::isAffineForInductionVar(value) || affine::isValidSymbol(value);
}

/// Returns true if the loop has at least one iteration whenever it is reached.
bool runsAlways(affine::AffineForOp loop) {
  if (std::optional<int64_t> count = getTripCount(loop))
    return *count > 0;
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  for (AffineExpr lowerExpr : lower.getResults())
    for (AffineExpr upperExpr : upper.getResults()) {
      std::optional<LinearIndex> difference = getLinearIndex(
          lowerExpr, lower.getNumDims(), loop.getLowerBoundOperands());
      std::optional<LinearIndex> end = getLinearIndex(
          upperExpr, upper.getNumDims(), loop.getUpperBoundOperands());
      if (!difference || !end)
        return false;
      difference->add(*end, -1);
      // In no iteration of the loops around is lower - upper >= 0.
      affine::FlatAffineValueConstraints iterations;
      for (auto [value, factor] : difference->factors)
        if (!isValidOperand(value) ||
            failed(iterations.addInductionVarOrTerminalSymbol(value)))
          return false;
      SmallVector<int64_t> row(iterations.getNumCols());
      for (auto [value, factor] : difference->factors) {
        unsigned position;
        if (!iterations.findVar(value, &position))
          return false;
        row[position] = factor;
      }
      row.back() = difference->constant;
      iterations.addInequality(row);
      if (!iterations.isIntegerEmpty())
        return false;
    }
  return true;
}

/// Puts `loop` under the condition that it has iterations: otherwise its
/// elements may not exist.
void guard(RewriterBase &rewriter, affine::AffineForOp loop) {
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  SmallVector<AffineExpr> constraints;
  for (AffineExpr lowerExpr : lower.getResults())
    for (AffineExpr upperExpr : upper.getResults())
      constraints.push_back(
          upperExpr.shiftDims(upper.getNumDims(), lower.getNumDims())
              .shiftSymbols(upper.getNumSymbols(), lower.getNumSymbols()) -
          lowerExpr - 1);
  SmallVector<Value> operands(
      loop.getLowerBoundOperands().take_front(lower.getNumDims()));
  llvm::append_range(
      operands, loop.getUpperBoundOperands().take_front(upper.getNumDims()));
  llvm::append_range(
      operands, loop.getLowerBoundOperands().drop_front(lower.getNumDims()));
  llvm::append_range(
      operands, loop.getUpperBoundOperands().drop_front(upper.getNumDims()));
  IntegerSet set =
      IntegerSet::get(lower.getNumDims() + upper.getNumDims(),
                      lower.getNumSymbols() + upper.getNumSymbols(),
                      constraints, SmallVector<bool>(constraints.size()));
  affine::canonicalizeSetAndOperands(&set, &operands);
  rewriter.setInsertionPoint(loop);
  bool hasResults = loop.getNumResults() != 0;
  auto condition = affine::AffineIfOp::create(
      rewriter, loop.getLoc(), loop.getResultTypes(), set, operands,
      /*withElseRegion=*/hasResults);
  if (!hasResults)
    return rewriter.moveOpBefore(loop, condition.getThenBlock(),
                                 condition.getThenBlock()->begin());
  rewriter.replaceAllUsesWith(loop.getResults(), condition.getResults());
  rewriter.setInsertionPointToEnd(condition.getElseBlock());
  affine::AffineYieldOp::create(rewriter, loop.getLoc(), loop.getInits());
  rewriter.moveOpBefore(loop, condition.getThenBlock(),
                        condition.getThenBlock()->end());
  rewriter.setInsertionPointToEnd(condition.getThenBlock());
  affine::AffineYieldOp::create(rewriter, loop.getLoc(), loop.getResults());
}

/// Carries `groups` through `loop`.
void carry(RewriterBase &rewriter, affine::AffineForOp loop,
           ArrayRef<ElementGroup> groups) {
  Location loc = loop.getLoc();
  // 1. Load before the loop.
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> initial, carriedInits;
  std::vector<ElementGroup> carried;
  for (const ElementGroup &group : groups) {
    Value value = createLoad(rewriter, loc, group);
    initial.push_back(value);
    if (group.isWritten) {
      carried.push_back(group);
      carriedInits.push_back(value);
    }
  }
  // 2. What is written is carried through the loop.
  SmallVector<Value> registers = initial;
  if (!carried.empty()) {
    // Its name is not part of what is replaced.
    DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
    auto newLoop = cast<affine::AffineForOp>(*loop.replaceWithAdditionalYields(
        rewriter, carriedInits, /*replaceInitOperandUsesInLoop=*/false,
        [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
          return SmallVector<Value>(arguments.begin(), arguments.end());
        }));
    loop = newLoop;
    loop->setDiscardableAttrs(attributes);
    auto arguments = loop.getRegionIterArgs().take_back(carried.size());
    size_t next = 0;
    for (auto [group, value] : llvm::zip_equal(groups, registers))
      if (group.isWritten)
        value = arguments[next++];
  }
  // 3. Inside, registers stand for the elements.
  RegisterRewrite rewrite(rewriter, groups, registers);
  rewrite.rewrite(*loop.getBody());
  Operation *yield = loop.getBody()->getTerminator();
  unsigned first = yield->getNumOperands() - carried.size(), next = 0;
  for (auto [group, value] : llvm::zip_equal(groups, rewrite.getRegisters()))
    if (group.isWritten)
      yield->setOperand(first + next++, value);
  // 4. Store after the loop.
  rewriter.setInsertionPointAfter(loop);
  for (auto [group, value] :
       llvm::zip_equal(carried, loop.getResults().take_back(carried.size())))
    createStore(rewriter, loc, value, group);
}

/// The accesses of a block to one array, in their order.
using Accesses = SmallVector<std::pair<Operation *, ElementGroup>>;

/// Adds the groups of an array that a block writes more than once; none if they
/// may overlap, or another operation in the block accesses the array.
void addRewritten(Block &block, Value array, const Accesses &accesses,
                  std::vector<ElementGroup> &rewritten) {
  if (!cast<ArrayType>(array.getType()).isInjective())
    return;
  std::vector<ElementGroup> groups;
  SmallVector<unsigned> numWrites;
  for (const auto &[op, group] : accesses) {
    auto known =
        llvm::find_if(groups, [&, &group = group](const ElementGroup &other) {
          return isSameGroup(group, other);
        });
    if (known == groups.end()) {
      if (groups.size() == maxGroups)
        return;
      known = groups.insert(groups.end(), group);
      numWrites.push_back(0);
    }
    numWrites[known - groups.begin()] += group.isWritten;
  }
  if (llvm::all_of(numWrites, [](unsigned number) { return number < 2; }))
    return;
  for (Operation *user : array.getUsers())
    if (Operation *op = block.findAncestorOpInBlock(*user);
        op && !isa<DimOp>(user) && (op != user || !getGroup(op)))
      return;
  for (size_t i = 0; i < groups.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (!areDisjoint(groups[i], groups[j]))
        return;
  for (auto [group, number] : llvm::zip_equal(groups, numWrites))
    if (number >= 2 && rewritten.size() < maxGroups)
      rewritten.push_back(group);
}

/// Keeps elements that a block writes more than once in registers, from the
/// first access to the end of the block: a tile whose loops are all unrolled
/// has no loop that could carry them.
void replaceInBlock(RewriterBase &rewriter, Block &block) {
  // 1. The accesses of the block.
  llvm::MapVector<Value, Accesses> accessesOf;
  for (Operation &op : block) {
    // Behind a barrier, other work-items have changed shared arrays.
    if (op.walk([](gpu::BarrierOp) {
            return WalkResult::interrupt();
          }).wasInterrupted())
      return;
    if (std::optional<ElementGroup> group = getGroup(&op))
      accessesOf[group->array].push_back({&op, *group});
  }
  for (auto &[array, accesses] : accessesOf) {
    std::vector<ElementGroup> groups;
    addRewritten(block, array, accesses, groups);
    if (groups.empty())
      continue;
    LDBG() << "straight-line code keeps " << groups.size() << " elements of '"
           << getArrayName(array) << "' in registers";
    numInBlocks += groups.size();
    // 2. Load where the first access wants a value.
    SmallVector<Value> registers;
    for (const ElementGroup &group : groups) {
      auto *first = llvm::find_if(accesses, [&](const auto &access) {
        return isSameGroup(access.second, group);
      });
      rewriter.setInsertionPoint(first->first);
      registers.push_back(
          isa<StoreOp, VectorStoreOp>(first->first)
              ? Value()
              : createLoad(rewriter, first->first->getLoc(), group));
    }
    // 3. Registers stand for the elements, and are stored at the end.
    RegisterRewrite rewrite(rewriter, groups, registers);
    Location loc = accesses.back().first->getLoc();
    for (auto &[op, group] : accesses)
      rewrite.rewriteAccess(op);
    rewriter.setInsertionPoint(block.getTerminator());
    for (auto [group, value] : llvm::zip_equal(groups, rewrite.getRegisters()))
      createStore(rewriter, loc, value, group);
  }
}

} // namespace

unsigned sa::replaceScalars(RewriterBase &rewriter, affine::AffineForOp loop) {
  llvm::SetVector<Value> arrays;
  loop.getBody()->walk([&](Operation *op) {
    if (std::optional<ElementGroup> group = getGroup(op))
      if (loop.isDefinedOutsideOfLoop(group->array))
        arrays.insert(group->array);
  });
  std::vector<ElementGroup> groups;
  for (Value array : arrays) {
    std::vector<ElementGroup> found = findGroups(loop, array);
    if (groups.size() + found.size() <= maxGroups)
      groups.insert(groups.end(), found.begin(), found.end());
    if (found.empty())
      LDBG() << "'" << getLoopName(loop) << "' keeps no elements of '"
             << getArrayName(array) << "' in registers";
  }
  if (groups.empty())
    return 0;
  LDBG() << "'" << getLoopName(loop) << "' keeps " << groups.size()
         << " elements in registers";
  numCarried += groups.size();
  if (!runsAlways(loop))
    guard(rewriter, loop);
  carry(rewriter, loop, groups);
  return groups.size();
}

namespace {
class ScalarReplacement
    : public sa::impl::SAScalarReplacementBase<ScalarReplacement> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // Inner loops first: what leaves an inner loop may leave the outer one too.
    SmallVector<affine::AffineForOp> loops;
    getOperation()->walk<WalkOrder::PostOrder>([&](affine::AffineForOp loop) {
      if (getExecution(loop) == Execution::Sequential && isInKernel(loop))
        loops.push_back(loop);
    });
    for (affine::AffineForOp loop : loops) {
      moveLoopInvariantCode(cast<LoopLikeOpInterface>(loop.getOperation()));
      replaceScalars(rewriter, loop);
    }
    // What is beside a parallel loop is no part of a kernel.
    for (auto outermost : getOperation().getOps<affine::AffineForOp>())
      outermost.walk([&](affine::AffineForOp loop) {
        if (!holdsParallelLoop(loop))
          replaceInBlock(rewriter, *loop.getBody());
      });
  }
};
} // namespace
