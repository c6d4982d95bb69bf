// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Privatizes temporaries that one iteration of a loop uses.

#include "LoopTemporary.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/Analysis/Flow/IterationFlow.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheInsertion.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopUtils.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sa-privatize-temporaries"

namespace sa {
#define GEN_PASS_DEF_SAPRIVATIZETEMPORARIES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

ALWAYS_ENABLED_STATISTIC(numInRegisters, "Temporaries kept in registers");
ALWAYS_ENABLED_STATISTIC(numPrivatized, "Temporaries privatized");
ALWAYS_ENABLED_STATISTIC(numShared, "Temporaries kept in local memory");

std::string LoopTemporary::getText(const LoopAccess &access) {
  std::string text = temp.getName().str() + "[";
  llvm::ListSeparator separator;
  for (AffineExpr index : access.index)
    (text += StringRef(separator)) +=
        index ? space->getText(index) : std::string("?");
  text += access.index.empty() ? "()]" : "]";
  if (auto file = access.op->getLoc()->findInstanceOf<FileLineColLoc>())
    text += " at line " + std::to_string(file.getLine());
  return text;
}

bool LoopTemporary::collectUsers() {
  func.walk([&](Operation *op) {
    if (!llvm::is_contained(op->getOperands(), temp.getResult()))
      return;
    isCopied |= isa<LoopCacheOp>(op);
    if (!getAccess(op).first)
      return;
    if (op->getParentOfType<NestOp>())
      isInNest = true;
    else
      users.push_back(op);
  });
  return !users.empty();
}

std::string LoopTemporary::findObstacle() {
  if (isCopied)
    return "the plan keeps copies of it";
  if (!type.isInjective())
    return "several of its elements share an offset";
  // What is around the first, as far as it is around the others.
  for (auto loop = users.front()->getParentOfType<AffineForOp>(); loop;
       loop = loop->getParentOfType<AffineForOp>())
    if (llvm::all_of(users,
                     [&](Operation *op) { return loop->isAncestor(op); }))
      loops.insert(loops.begin(), loop);
  if (loops.empty() || isInNest)
    return "no loop is around all of its uses: fuse their schedules";
  return "";
}

void LoopTemporary::collectAccesses() {
  space.emplace(loops.front());
  for (Operation *op : users) {
    if (space->neverRuns(op)) {
      neverRun.push_back(op);
      continue;
    }
    LoopAccess access{op, {}};
    for (Value index : getAccess(op).second)
      access.index.push_back(space->getExpr(index));
    accesses.push_back(access);
    if (access.writes())
      writes.push_back(access);
  }
  for (const LoopAccess &access : accesses)
    if (access.reads() && !isWrittenBefore(*space, writes, access))
      openReads.push_back(access);
}

/// The loop over groups that have several work-items, each iteration of which
/// runs iterations of `loop` with all its work-items, or null.
static AffineForOp getGroupLoop(AffineForOp loop) {
  auto hasWorkItems = loop.walk([](AffineForOp inner) {
    return isWorkItemLoop(inner) ? WalkResult::interrupt()
                                 : WalkResult::advance();
  });
  if (!hasWorkItems.wasInterrupted())
    return nullptr;
  while (loop && !isConcurrent(loop))
    loop = loop->getParentOfType<AffineForOp>();
  return loop && isWorkGroupLoop(loop) ? loop : nullptr;
}

namespace {
/// How many bytes of local or private memory temporaries may have in the loops
/// of a plan, and how many of them no other temporary uses.
struct MemoryLimit {
  int64_t limit, free;
};
} // namespace

static MemoryLimit getMemoryLimit(AffineForOp loop, bool isLocal) {
  while (auto outer = loop->getParentOfType<AffineForOp>())
    loop = outer;
  auto limit = loop->getAttrOfType<IntegerAttr>(
      isLocal ? localMemoryAttrName : privateMemoryAttrName);
  int64_t bytes = isLocal ? maxLocalBytes : maxSolePrivateBytes;
  if (limit)
    bytes = limit.getInt();
  bool isBound = false;
  loop.walk([&](AffineForOp inner) {
    isBound |= isWorkItemLoop(inner) || isWorkGroupLoop(inner);
  });
  if (!isLocal && isBound)
    bytes = std::min(bytes, maxPrivateBytes);
  int64_t used = 0;
  loop.walk([&](BufferOp buffer) {
    if (buffer.getLocal() == isLocal)
      used += getStorageBytes(cast<ArrayType>(buffer.getResult().getType()));
  });
  return {bytes, std::max<int64_t>(bytes - used, 0)};
}

bool LoopTemporary::keepInIteration(AffineForOp loop) {
  std::string inLoop = "the loop '" + getLoopName(loop).str() + "'";
  std::string forEach =
      isSingleIterationLoop(loop) ? "" : " for each iteration of " + inLoop;
  // 1. Work-items share it only within a group, where barriers stand between
  //    those that write and those that read.
  bool isShared = !!getGroupLoop(loop);
  AffineForOp concurrent;
  loop.walk([&](AffineForOp inner) {
    if (inner != loop && isConcurrent(inner) &&
        !(isShared && isWorkItemLoop(inner)))
      concurrent = inner;
  });
  if (concurrent) {
    // What stood in the way further in says more.
    if (!obstacle.empty())
      return false;
    obstacle = "the iterations of the loop '" + getLoopName(concurrent).str() +
               "' run at the same time, and " + inLoop +
               " around it uses it in several of them";
    return false;
  }

  // 2. An iteration needs nothing of others.
  if (std::optional<CarriedValue> carried =
          findCarriedValue(*space, openReads, writes, loop)) {
    std::string write = carried->write->op == carried->read->op
                            ? "it"
                            : getText(*carried->write);
    obstacle = getText(*carried->read) + " reads what " + write +
               " writes in other iterations of the loop '" +
               getLoopName(carried->loop).str() + "'";
    return false;
  }

  // 3. What it touches is small.
  unsigned dim = 0;
  FailureOr<Footprint> found = getFootprint(
      *space, temp.getResult(), accesses,
      [&](AffineForOp inner) { return loop->isProperAncestor(inner); },
      /*allowsWhole=*/false, dim);
  if (failed(found)) {
    obstacle = "how much of dimension " + std::to_string(dim) +
               " an iteration of " + inLoop + " uses has no constant bound";
    return false;
  }
  footprint = *found;
  bool isOneElement = llvm::all_of(footprint.extents,
                                   [](int64_t extent) { return extent == 1; });
  if (isOneElement && isStraight(loop)) {
    ++numInRegisters;
    reportTemporary(temp, "kept in registers", {{"memory", "registers"}});
    keepInRegister();
    return true;
  }
  int64_t bytes = getElementBytes(type.getElementType());
  for (int64_t extent : footprint.extents)
    if (llvm::MulOverflow(bytes, extent, bytes))
      bytes = std::numeric_limits<int64_t>::max();
  auto [limit, free] = getMemoryLimit(loop, isShared);
  if (isShared && bytes > free) {
    obstacle = "a group uses " + getBytesText(bytes) + " of it, and has " +
               std::to_string(free) + " of local memory";
    return false;
  }
  if (bytes > free) {
    obstacle = (isSingleIterationLoop(loop) ? "the kernel"
                                            : "an iteration of " + inLoop) +
               " uses " + getBytesText(bytes) +
               " of it, and private memory is for " + std::to_string(limit) +
               " at the most";
    if (free < limit)
      obstacle += ", " + std::to_string(limit - free) + " of which others use";
    return false;
  }

  // 4. Memory stands in loops that stay loops.
  for (AffineForOp outer = loop; outer;
       outer = outer->getParentOfType<AffineForOp>())
    if (needsTripCount(outer)) {
      obstacle = "the loop '" + getLoopName(outer).str() + "' is " +
                 (getExecution(outer) == Execution::Unroll ? "unrolled"
                                                           : "vectorized") +
                 ", and has no memory of its own";
      return false;
    }
  reportTemporary(
      temp,
      getBytesText(bytes) +
          (isShared ? " of local memory for each group"
                    : " of private memory" + forEach) +
          (openReads.empty() ? "" : ", cleared first"),
      {{"bytes", bytes}, {"memory", isShared ? "local" : "private"}});
  ++(isShared ? numShared : numPrivatized);
  keepInBuffer(loop, isShared);
  return true;
}

bool LoopTemporary::isStraight(AffineForOp loop) {
  // What nobody reads stays: copies in the plan may be of what it is made of.
  bool isRead = llvm::any_of(accesses, [](const LoopAccess &access) {
    return isa<LoadOp>(access.op);
  });
  Block *place = accesses.front().op->getBlock();
  for (const LoopAccess &access : accesses)
    if (access.op->getBlock() != place)
      return false;
  for (Operation *parent = place->getParentOp(); parent != loop;
       parent = parent->getParentOp())
    if (!isa<affine::AffineIfOp, scf::IfOp>(parent))
      return false;
  return isRead;
}

void LoopTemporary::run() {
  if (!collectUsers())
    return;
  obstacle = findObstacle();
  if (obstacle.empty()) {
    collectAccesses();
    if (accesses.empty()) {
      reportTemporary(temp, "removed: the loops that use it never run");
      return erase();
    }
    // Inner iterations use less.
    for (AffineForOp loop : llvm::reverse(loops)) {
      if (keepInIteration(loop))
        return;
      LDBG() << "'" << temp.getName() << "' is not private to an iteration of '"
             << getLoopName(loop) << "': " << obstacle;
    }
  }
  reportInMemory(temp, obstacle);
}

namespace {
class PrivatizeTemporaries
    : public sa::impl::SAPrivatizeTemporariesBase<PrivatizeTemporaries> {
  void runOnOperation() override {
    SmallVector<TempOp> temps(getOperation().getOps<TempOp>());
    // Those that stages share are in memory.
    llvm::erase_if(temps, [](TempOp temp) {
      return llvm::any_of(temp.getResult().getUsers(), llvm::IsaPred<CallOp>);
    });
    for (TempOp temp : temps)
      if (!temp.getUninitialized() && !temp.getPrivateIndices())
        LoopTemporary(temp).run();
  }
};
} // namespace
