// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SkipLoops.h"

#include "SkipPlans.h"
#include "ZeroPoint.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/Analysis/ConstantReads.h"
#include "sa/Dialect/SA/Analysis/IndexOrder.h"
#include "sa/Dialect/SA/Analysis/NestAccesses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

// Costs in iterations of the loop as it was, as for nests (SkipSlices.cpp,
// SkipCells.cpp).
static constexpr double tableCost = 1.1;
static constexpr double elementCost = 1.3;
static constexpr double scalarCost = 20.0;
static constexpr double listCost = 8.0;

namespace {

/// A dimension of what is read: an index of the nest, or a loop of its body.
struct ReadDim {
  Value index;
  int64_t first = 0, step = 1, count = 0;
};

/// What one loop reads of a constant.
class LoopZeros {
public:
  /// Nothing when the loop does something at zeros, or when it is not clear
  /// what it reads.
  static std::optional<LoopZeros> get(const NestAccesses &accesses,
                                      AffineForOp loop, ConstOp constant);

  /// Judges the ways to skip; the best one has this gain.
  void judge(bool onlyRanges);
  double getGain() const { return gain; }
  SkippedLoop rewrite();

private:
  enum class Way { Range, List, Rows };

  LoopZeros(NestOp nest, AffineForOp loop, ConstOp constant)
      : nest(nest), loop(loop), constant(constant) {}

  bool collect(const NestAccesses &accesses);
  bool addDim(Value index);
  void mark(const ConstantElements &elements);
  bool canComeFromTable();
  void makeRange();
  void makeList();
  void makeRows();
  /// Puts the body of the loop into `target`, with `index` for its own.
  void moveBody(Block *target, Value index);
  void replaceUses(Value index);

  NestOp nest;
  AffineForOp loop;
  ConstOp constant;
  SmallVector<LoadOp> loads;
  /// The rows (indices and loops around the loop), the loop, and those inside.
  SmallVector<ReadDim> dims;
  unsigned numRows = 0;
  ConstantReads reads;
  /// For each row and iteration, the position of the first element that is not
  /// zero, or -1.
  std::vector<int64_t> places;
  int64_t rowCount = 1, count = 0, numLeft = 0;
  std::vector<int64_t> needed;
  /// The constants that a rewrite makes.
  SmallVector<Operation *> made;
  Way way = Way::Range;
  double gain = 0;
};

} // namespace

bool LoopZeros::addDim(Value index) {
  ReadDim dim{index};
  if (AffineForOp around = affine::getForInductionVarOwner(index)) {
    if (!around.hasConstantBounds())
      return false;
    dim.first = around.getConstantLowerBound();
    dim.step = around.getStepAsInt();
    dim.count = llvm::divideCeil(
        std::max<int64_t>(around.getConstantUpperBound() - dim.first, 0),
        dim.step);
  } else {
    dim.count =
        nest.getStaticSizes()[cast<BlockArgument>(index).getArgNumber()];
  }
  dims.push_back(dim);
  return dim.count > 0;
}

bool LoopZeros::collect(const NestAccesses &accesses) {
  // 1. The subscripts: the same in all loads.
  const Access *found = nullptr;
  for (const Access &access : accesses.getAccesses()) {
    if (access.array != constant.getResult() || !loop->isAncestor(access.op))
      continue;
    if (found && (found->map != access.map || found->loops != access.loops))
      return false;
    found = &access;
    if (!llvm::is_contained(loads, access.op))
      loads.push_back(cast<LoadOp>(access.op));
  }
  if (!found)
    return false;
  for (unsigned symbol = 0; symbol < found->map.getNumSymbols(); ++symbol)
    if (found->map.isFunctionOfSymbol(symbol))
      return false;

  // 2. The indices and loops that occur in them; those inside of the loop come
  //    last.
  MLIRContext *context = nest.getContext();
  unsigned rank = nest.getRank();
  SmallVector<AffineExpr> exprs(found->map.getNumDims());
  bool hasLoop = false;
  for (unsigned dim = 0; dim < found->map.getNumDims(); ++dim) {
    Value index = dim < rank ? Value(nest.getIndices()[dim])
                             : Value(cast<AffineForOp>(found->loops[dim - rank])
                                         .getInductionVar());
    bool isOwn = index == loop.getInductionVar();
    hasLoop |= isOwn && found->map.isFunctionOfDim(dim);
    if (!found->map.isFunctionOfDim(dim))
      continue;
    if (!addDim(index))
      return false;
    const ReadDim &added = dims.back();
    exprs[dim] = getAffineDimExpr(dims.size() - 1, context) + added.first;
    if (isOwn)
      numRows = dims.size() - 1;
  }
  if (!hasLoop)
    return false;
  for (AffineExpr subscript : found->map.getResults())
    reads.subscripts.push_back(subscript.replaceDims(exprs));
  for (const ReadDim &dim : dims) {
    reads.counts.push_back(dim.count);
    reads.steps.push_back(dim.step);
  }
  auto type = cast<ArrayType>(constant.getResult().getType());
  reads.shape.assign(type.getShape().begin(), type.getShape().end());
  return reads.getNumPoints().has_value();
}

void LoopZeros::mark(const ConstantElements &elements) {
  auto type = cast<ArrayType>(constant.getResult().getType());
  NonzeroMask mask = NonzeroMask::get(elements, type, type.getShape());
  count = reads.counts[numRows];
  for (int64_t size : ArrayRef(reads.counts).take_front(numRows))
    rowCount *= size;
  int64_t inside = *reads.getNumPoints() / (rowCount * count);
  places.assign(rowCount * count, -1);
  reads.visit([&](int64_t point, int64_t position) {
    if (position >= 0 && mask.isNonzero[position])
      places[point / inside] = position;
  });
  std::vector<uint8_t> isNeeded(count, 0);
  for (int64_t place = 0; place < rowCount * count; ++place)
    if (places[place] >= 0) {
      ++numLeft;
      isNeeded[place % count] = 1;
    }
  for (int64_t i = 0; i < count; ++i)
    if (isNeeded[i])
      needed.push_back(i);
}

std::optional<LoopZeros> LoopZeros::get(const NestAccesses &accesses,
                                        AffineForOp loop, ConstOp constant) {
  LoopZeros zeros(accesses.getNest(), loop, constant);
  std::optional<ConstantElements> elements = ConstantElements::get(constant);
  if (!elements || loop.getNumResults() != 0 || !zeros.collect(accesses) ||
      !doesNothingAtZeros(accesses.getNest(), loop, constant.getResult()))
    return std::nullopt;
  zeros.mark(*elements);
  return zeros;
}

/// True when no bound, condition or map needs the loop's index: those take
/// nothing that comes from memory.
bool LoopZeros::canComeFromTable() {
  llvm::SmallPtrSet<Value, 8> dependent = {loop.getInductionVar()};
  return !loop.getBody()
              ->walk<WalkOrder::PreOrder>([&](Operation *op) {
                if (llvm::none_of(op->getOperands(), [&](Value operand) {
                      return dependent.contains(operand);
                    }))
                  return WalkResult::advance();
                if (op->getName().getDialectNamespace() ==
                    affine::AffineDialect::getDialectNamespace())
                  return WalkResult::interrupt();
                dependent.insert(op->result_begin(), op->result_end());
                return WalkResult::advance();
              })
              .wasInterrupted();
}

void LoopZeros::judge(bool onlyRanges) {
  auto consider = [&](Way other, double otherGain) {
    if (otherGain > gain) {
      way = other;
      gain = otherGain;
    }
  };
  double all = count;
  if (needed.empty()) {
    // The steps of a plan may be about what the loop reads.
    if (!onlyRanges)
      consider(Way::Range, all + 1);
    return;
  }
  consider(Way::Range, all / (needed.back() - needed.front() + 1));
  if (onlyRanges || !canComeFromTable())
    return;
  consider(Way::List, all / (needed.size() * tableCost));
  bool hasInside = dims.size() > numRows + 1;
  if (numRows == 0 || hasInside || usesPrivateCopies(nest))
    return;
  // Lanes with lists of their own run one by one.
  std::optional<unsigned> fast = getFastIndex(nest);
  bool isOfLanes =
      fast &&
      llvm::any_of(ArrayRef(dims).take_front(numRows), [&](const ReadDim &dim) {
        return dim.index == nest.getIndices()[*fast];
      });
  consider(Way::Rows, rowCount * all /
                          (numLeft * (isOfLanes ? scalarCost : elementCost) +
                           rowCount * listCost));
}

void LoopZeros::replaceUses(Value index) {
  loop.getInductionVar().replaceAllUsesWith(index);
}

void LoopZeros::moveBody(Block *target, Value index) {
  replaceUses(index);
  target->getOperations().splice(
      target->getTerminator()->getIterator(), loop.getBody()->getOperations(),
      loop.getBody()->begin(), loop.getBody()->getTerminator()->getIterator());
  loop.erase();
}

void LoopZeros::makeRange() {
  if (needed.empty())
    return loop.erase();
  const ReadDim &own = dims[numRows];
  loop.setConstantLowerBound(own.first + needed.front() * own.step);
  loop.setConstantUpperBound(own.first + needed.back() * own.step + 1);
}

void LoopZeros::makeList() {
  OpBuilder builder(nest);
  Location loc = loop.getLoc();
  const ReadDim &own = dims[numRows];
  std::vector<int64_t> table;
  for (int64_t iteration : needed)
    table.push_back(own.first + iteration * own.step);
  Value entries = createTable(builder, constant.getLoc(),
                              (constant.getName() + "_kept").str(), table);
  made.push_back(entries.getDefiningOp());
  builder.setInsertionPoint(loop);
  auto shorter = AffineForOp::create(builder, loc, 0, table.size());
  shorter->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  builder.setInsertionPointToStart(shorter.getBody());
  moveBody(shorter.getBody(),
           createEntry(builder, loc, entries, shorter.getInductionVar()));
}

void LoopZeros::makeRows() {
  OpBuilder builder(nest);
  Location loc = loop.getLoc();
  const ReadDim &own = dims[numRows];

  // 1. The lists, and the constant of what is in them.
  std::optional<ConstantElements> elements = ConstantElements::get(constant);
  int64_t bytes = elements->getElementBytes();
  std::vector<int64_t> table, starts = {0};
  std::vector<char> values;
  for (int64_t row = 0; row < rowCount; ++row) {
    for (int64_t i = 0; i < count; ++i)
      if (int64_t place = places[row * count + i]; place >= 0) {
        table.push_back(own.first + i * own.step);
        values.insert(values.end(), (*elements)[place],
                      (*elements)[place] + bytes);
      }
    starts.push_back(table.size());
  }
  auto getName = [&](StringRef what) {
    return (constant.getName() + "_" + what).str();
  };
  Location constantLoc = constant.getLoc();
  Value entries = createTable(builder, constantLoc, getName("kept"), table);
  Value rows = createTable(builder, constantLoc, getName("starts"), starts);
  ConstOp kept = createValues(builder, constant,
                              {static_cast<int64_t>(table.size())}, values);

  made.append({entries.getDefiningOp(), rows.getDefiningOp(), kept});

  // 2. The loop over one of them.
  builder.setInsertionPoint(loop);
  AffineExpr number = builder.getAffineConstantExpr(0);
  SmallVector<Value> operands;
  for (auto [position, dim] :
       llvm::enumerate(ArrayRef(dims).take_front(numRows))) {
    AffineExpr place =
        (builder.getAffineDimExpr(position) - dim.first).floorDiv(dim.step);
    number = number * dim.count + place;
    operands.push_back(dim.index);
  }
  auto getStart = [&](AffineExpr row) {
    Value place = affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(numRows, 0, row), operands);
    return createEntry(builder, loc, rows, place);
  };
  Value first = getStart(number), last = getStart(number + 1);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto listed = scf::ForOp::create(builder, loc, first, last, one);
  builder.setInsertionPointToStart(listed.getBody());
  for (LoadOp load : loads) {
    load.getArrayMutable().assign(kept.getResult());
    load.getIndicesMutable().assign(listed.getInductionVar());
  }
  moveBody(listed.getBody(),
           createEntry(builder, loc, entries, listed.getInductionVar()));
}

SkippedLoop LoopZeros::rewrite() {
  SkippedLoop skipped{constant.getName().str(), {}, {}, gain};
  int64_t all = count;
  switch (way) {
  case Way::Range:
    skipped.found = llvm::formatv(
        "the first {0} and the last {1} of {2} iterations of a loop over it",
        needed.empty() ? all : needed.front(),
        needed.empty() ? 0 : all - 1 - needed.back(), all);
    makeRange();
    break;
  case Way::List:
    skipped.found = llvm::formatv("{0} of {1} iterations of a loop over it",
                                  all - needed.size(), all);
    makeList();
    break;
  case Way::Rows:
    skipped.found = llvm::formatv("{0} of {1} elements",
                                  all * rowCount - numLeft, all * rowCount);
    makeRows();
    break;
  }
  if (constant->use_empty())
    constant.erase();
  else
    made.push_back(constant);
  skipped.constants = std::move(made);
  return skipped;
}

std::optional<SkippedLoop> sa::skipInLoops(NestOp nest, bool onlyRanges) {
  SmallVector<AffineForOp> loops;
  nest.walk([&](AffineForOp loop) { loops.push_back(loop); });
  if (loops.empty() || nest.getSegmentedAttr())
    return std::nullopt;
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return std::nullopt;
  std::optional<LoopZeros> best;
  for (AffineForOp loop : loops) {
    llvm::SetVector<Operation *> constants;
    loop.walk([&](LoadOp load) {
      if (auto constant = load.getArray().getDefiningOp<ConstOp>())
        constants.insert(constant);
    });
    for (Operation *constant : constants) {
      std::optional<LoopZeros> zeros =
          LoopZeros::get(*accesses, loop, cast<ConstOp>(constant));
      if (!zeros)
        continue;
      zeros->judge(onlyRanges);
      if (zeros->getGain() > minGain &&
          (!best || zeros->getGain() > best->getGain()))
        best = std::move(zeros);
    }
  }
  if (!best)
    return std::nullopt;
  return best->rewrite();
}
