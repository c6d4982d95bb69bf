// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SkipLoops.h"

#include "LoopPieces.h"
#include "SkipPlans.h"
#include "ZeroPoint.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/Analysis/IndexOrder.h"
#include "sa/Dialect/SA/Analysis/ReadPlaces.h"
#include "llvm/ADT/ScopeExit.h"
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
/// Beginning and ending one of several loops.
static constexpr double pieceCost = 1.0;

namespace {

/// A dimension of what is read: an index of the nest, or a loop of its body.
struct ReadDim : IndexValues {
  Value index;
};

/// What one loop reads of constants.
class LoopZeros {
public:
  /// Nothing when the loop does something at zeros, or when it is not clear
  /// what it reads.
  static std::optional<LoopZeros> get(const NestAccesses &accesses,
                                      AffineForOp loop,
                                      ArrayRef<ConstOp> constants);

  /// Judges the ways to skip, with this many pieces at the most; the best one
  /// has this gain.
  void judge(bool onlyRanges, size_t room);
  double getGain() const { return gain; }
  SkippedLoop rewrite(PieceCounts &pieceCounts);

private:
  enum class Way { Range, Pieces, List, Rows };

  LoopZeros(NestOp nest, AffineForOp loop, ArrayRef<ConstOp> constants)
      : nest(nest), loop(loop), constants(constants) {}

  bool collect(const NestAccesses &accesses);
  bool findDims();
  bool addDim(Value index);
  bool mark();
  bool canComeFromTable();
  void makeRange(PieceCounts &pieceCounts);
  void makePieces(PieceCounts &pieceCounts);
  void makeList();
  void makeRows();
  /// Puts the body of the loop into `target`, with `index` for its own.
  void moveBody(Block *target, Value index);
  void replaceUses(Value index);

  NestOp nest;
  AffineForOp loop;
  SmallVector<ConstOp> constants;
  SmallVector<LoadOp> loads;
  std::vector<ReadPlace> read;
  /// What each of them reads.
  std::vector<ConstantReads> reads;
  /// The rows (indices and loops around the loop), the loop, and those inside.
  SmallVector<ReadDim> dims;
  unsigned numRows = 0;
  /// For each row and iteration, the position of an element that is not zero,
  /// or -1.
  std::vector<int64_t> places;
  int64_t rowCount = 1, count = 0, numLeft = 0;
  std::vector<int64_t> needed;
  SmallVector<Piece> pieces;
  /// The constants that a rewrite makes.
  SmallVector<Operation *> made;
  Way way = Way::Range;
  double gain = 0;
};

/// Rewrites the loops of a nest, the one that this gains most for first. Each
/// is judged once, and again only when a loop around it or inside changed.
class LoopSkipper {
public:
  LoopSkipper(NestOp nest, bool onlyRanges)
      : nest(nest), onlyRanges(onlyRanges) {}

  /// Nothing when there is no loop left that this gains enough for.
  std::optional<SkippedLoop> skipNext();

private:
  /// The best way to skip in a loop; nothing when none gains enough.
  std::optional<LoopZeros> judge(const NestAccesses &accesses,
                                 AffineForOp loop) const;
  void forgetRelatives(AffineForOp loop);

  NestOp nest;
  bool onlyRanges;
  PieceCounts pieceCounts;
  llvm::DenseMap<Operation *, std::optional<LoopZeros>> judged;
};

} // namespace

bool LoopZeros::addDim(Value index) {
  std::optional<IndexValues> values = getIndexValues(nest, index);
  if (!values || values->count == 0)
    return false;
  dims.push_back({*values, index});
  return true;
}

bool LoopZeros::collect(const NestAccesses &accesses) {
  read = findReadPlaces(accesses, [&](const Access &access, ConstOp constant) {
    return llvm::is_contained(constants, constant) &&
           loop->isAncestor(access.op);
  });
  for (const ReadPlace &place : read) {
    if (!place.isKnown())
      return false;
    for (LoadOp load : place.loads)
      if (!llvm::is_contained(loads, load))
        loads.push_back(load);
  }
  return !read.empty() && findDims();
}

bool LoopZeros::findDims() {
  // 1. The indices and loops that occur in subscripts, from the outside to the
  //    inside.
  llvm::SmallSetVector<Value, 4> indices;
  bool hasLoop = false;
  auto addIndices = [&](bool ofInside) {
    for (const ReadPlace &place : read)
      for (Value index : place.getIndices()) {
        AffineForOp around = affine::getForInductionVarOwner(index);
        bool isInside = around && loop->isProperAncestor(around);
        hasLoop |= around == loop;
        if (around != loop && isInside == ofInside)
          indices.insert(index);
      }
  };
  addIndices(/*ofInside=*/false);
  numRows = indices.size();
  indices.insert(loop.getInductionVar());
  addIndices(/*ofInside=*/true);
  if (!hasLoop ||
      !llvm::all_of(indices, [&](Value index) { return addDim(index); }))
    return false;

  // 2. What is read with them.
  for (const ReadPlace &place : read)
    reads.push_back(place.getReads(indices.getArrayRef()));
  return llvm::all_of(reads, [](const ConstantReads &points) {
    return points.getNumPoints().has_value();
  });
}

bool LoopZeros::mark() {
  count = dims[numRows].count;
  for (const ReadDim &dim : ArrayRef(dims).take_front(numRows))
    rowCount *= dim.count;
  places.assign(rowCount * count, -1);
  for (auto [place, points] : llvm::zip_equal(read, reads)) {
    std::optional<ConstantElements> elements =
        ConstantElements::get(place.constant);
    if (!elements)
      return false;
    auto type = cast<ArrayType>(ConstOp(place.constant).getResult().getType());
    NonzeroMask mask = NonzeroMask::get(*elements, type, type.getShape());
    int64_t inside = *points.getNumPoints() / (rowCount * count);
    points.visit([&](int64_t point, int64_t position) {
      if (position >= 0 && mask.isNonzero[position])
        places[point / inside] = position;
    });
  }
  std::vector<uint8_t> isNeeded(count, 0);
  for (int64_t place = 0; place < rowCount * count; ++place)
    if (places[place] >= 0) {
      ++numLeft;
      isNeeded[place % count] = 1;
    }
  for (int64_t i = 0; i < count; ++i)
    if (isNeeded[i])
      needed.push_back(i);
  return true;
}

std::optional<LoopZeros> LoopZeros::get(const NestAccesses &accesses,
                                        AffineForOp loop,
                                        ArrayRef<ConstOp> constants) {
  LoopZeros zeros(accesses.getNest(), loop, constants);
  if (loop.getNumResults() != 0 || !zeros.collect(accesses) ||
      !doesNothingAtZeros(accesses.getNest(), loop, zeros.loads) ||
      !zeros.mark())
    return std::nullopt;
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

void LoopZeros::judge(bool onlyRanges, size_t room) {
  // Places are many, and only lists for rows are made of them.
  llvm::scope_exit forgetPlaces([&] {
    if (way != Way::Rows)
      places = {};
  });
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
  if (onlyRanges || !canComeFromTable()) {
    pieces = findPieces(needed, room);
    double covered = pieces.size() * pieceCost;
    for (Piece piece : pieces)
      covered += piece.last - piece.first + 1;
    consider(Way::Pieces, all / covered);
    return;
  }
  consider(Way::List, all / (needed.size() * tableCost));
  bool hasInside = dims.size() > numRows + 1;
  if (numRows == 0 || hasInside || read.size() > 1 || usesPrivateCopies(nest))
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

void LoopZeros::makeRange(PieceCounts &pieceCounts) {
  if (needed.empty()) {
    pieceCounts.erase(loop);
    return loop.erase();
  }
  const ReadDim &own = dims[numRows];
  loop.setConstantLowerBound(own.first + needed.front() * own.step);
  loop.setConstantUpperBound(own.first + needed.back() * own.step + 1);
}

void LoopZeros::makePieces(PieceCounts &pieceCounts) {
  OpBuilder builder(loop);
  const ReadDim &own = dims[numRows];
  for (Piece piece : pieces) {
    IRMapping copy;
    auto part = cast<AffineForOp>(builder.clone(*loop, copy));
    part.setConstantLowerBound(own.first + piece.first * own.step);
    part.setConstantUpperBound(own.first + piece.last * own.step + 1);
    pieceCounts.addCopy(loop, copy);
    pieceCounts.add(part, pieces.size());
  }
  pieceCounts.erase(loop);
  loop.erase();
}

void LoopZeros::makeList() {
  ConstOp constant = constants.front();
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
  ConstOp constant = constants.front();
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

SkippedLoop LoopZeros::rewrite(PieceCounts &pieceCounts) {
  SkippedLoop skipped{getNames(constants), {}, {}, gain};
  StringRef what = constants.size() == 1 ? "it" : "them";
  int64_t all = count, inPieces = 0;
  switch (way) {
  case Way::Range:
    skipped.found = llvm::formatv(
        "the first {0} and the last {1} of {2} iterations of a loop over {3}",
        needed.empty() ? all : needed.front(),
        needed.empty() ? 0 : all - 1 - needed.back(), all, what);
    makeRange(pieceCounts);
    break;
  case Way::Pieces:
    for (Piece piece : pieces)
      inPieces += piece.last - piece.first + 1;
    skipped.found = llvm::formatv(
        "{0} of {1} iterations of a loop over {2}, which becomes {3} loops,",
        all - inPieces, all, what, pieces.size());
    makePieces(pieceCounts);
    break;
  case Way::List:
    skipped.found = llvm::formatv("{0} of {1} iterations of a loop over {2}",
                                  all - needed.size(), all, what);
    makeList();
    break;
  case Way::Rows:
    skipped.found = llvm::formatv("{0} of {1} elements",
                                  all * rowCount - numLeft, all * rowCount);
    makeRows();
    break;
  }
  for (ConstOp constant : constants)
    if (constant->use_empty())
      constant.erase();
    else
      made.push_back(constant);
  skipped.constants = std::move(made);
  return skipped;
}

std::optional<LoopZeros> LoopSkipper::judge(const NestAccesses &accesses,
                                            AffineForOp loop) const {
  llvm::SmallSetVector<Operation *, 4> found;
  loop.walk([&](LoadOp load) {
    if (auto constant = load.getArray().getDefiningOp<ConstOp>())
      found.insert(constant);
  });
  // One by one, and all of them together.
  SmallVector<SmallVector<ConstOp, 1>> sets;
  for (Operation *constant : found)
    sets.push_back({cast<ConstOp>(constant)});
  if (sets.size() > 1) {
    auto &all = sets.emplace_back();
    for (Operation *constant : found)
      all.push_back(cast<ConstOp>(constant));
  }
  std::optional<LoopZeros> best;
  for (ArrayRef<ConstOp> constants : sets) {
    std::optional<LoopZeros> zeros = LoopZeros::get(accesses, loop, constants);
    if (!zeros)
      continue;
    zeros->judge(onlyRanges, pieceCounts.getRoom(loop));
    if (zeros->getGain() > minGain &&
        (!best || zeros->getGain() > best->getGain()))
      best = std::move(zeros);
  }
  return best;
}

void LoopSkipper::forgetRelatives(AffineForOp loop) {
  loop.walk([&](AffineForOp inner) { judged.erase(inner); });
  for (Operation *around = loop; around != nest; around = around->getParentOp())
    judged.erase(around);
}

std::optional<SkippedLoop> LoopSkipper::skipNext() {
  SmallVector<AffineForOp> loops;
  nest.walk([&](AffineForOp loop) {
    if (!pieceCounts.contains(loop))
      loops.push_back(loop);
  });
  if (loops.empty() || nest.getSegmentedAttr())
    return std::nullopt;
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return std::nullopt;
  AffineForOp best;
  double bestGain = 0;
  for (AffineForOp loop : loops) {
    auto [zeros, isNew] = judged.try_emplace(loop);
    if (isNew)
      zeros->second = judge(*accesses, loop);
    if (zeros->second && zeros->second->getGain() > bestGain) {
      best = loop;
      bestGain = zeros->second->getGain();
    }
  }
  if (!best)
    return std::nullopt;
  LoopZeros zeros = std::move(*judged[best]);
  forgetRelatives(best);
  return zeros.rewrite(pieceCounts);
}

SmallVector<SkippedLoop> sa::skipInLoops(NestOp nest, bool onlyRanges) {
  LoopSkipper skipper(nest, onlyRanges);
  SmallVector<SkippedLoop> all;
  while (std::optional<SkippedLoop> skipped = skipper.skipNext())
    all.push_back(std::move(*skipped));
  return all;
}
