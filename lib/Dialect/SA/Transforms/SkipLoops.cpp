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
#include <numeric>

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

/// A loop becomes no more loops than this: each has a copy of the body.
static constexpr size_t maxPieces = 8;

namespace {

/// A dimension of what is read: an index of the nest, or a loop of its body.
struct ReadDim {
  Value index;
  int64_t first = 0, step = 1, count = 0;
};

/// One place at which a constant is read.
struct ReadPlace {
  ConstOp constant;
  AffineMap map;
  SmallVector<Operation *, 2> loops;
  ConstantReads reads;
};

/// Neighbouring iterations, with the last one.
struct Piece {
  int64_t first, last;
};

/// What one loop reads of constants.
class LoopZeros {
public:
  /// Nothing when the loop does something at zeros, or when it is not clear
  /// what it reads.
  static std::optional<LoopZeros> get(const NestAccesses &accesses,
                                      AffineForOp loop,
                                      ArrayRef<ConstOp> constants);

  /// Judges the ways to skip; the best one has this gain.
  void judge(bool onlyRanges);
  double getGain() const { return gain; }
  SkippedLoop rewrite(llvm::SmallPtrSetImpl<Operation *> &pieces);

private:
  enum class Way { Range, Pieces, List, Rows };

  LoopZeros(NestOp nest, AffineForOp loop, ArrayRef<ConstOp> constants)
      : nest(nest), loop(loop), constants(constants) {}

  bool collect(const NestAccesses &accesses);
  bool findDims();
  bool addDim(Value index);
  bool mark();
  bool canComeFromTable();
  void makeRange();
  void makePieces(llvm::SmallPtrSetImpl<Operation *> &made);
  void makeList();
  void makeRows();
  /// Puts the body of the loop into `target`, with `index` for its own.
  void moveBody(Block *target, Value index);
  void replaceUses(Value index);

  NestOp nest;
  AffineForOp loop;
  SmallVector<ConstOp> constants;
  SmallVector<LoadOp> loads;
  SmallVector<ReadPlace, 1> read;
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

/// The index of a dimension of an access: of the nest, or of a loop.
static Value getIndex(NestOp nest, ArrayRef<Operation *> loops, unsigned dim) {
  if (dim < nest.getRank())
    return nest.getIndices()[dim];
  return cast<AffineForOp>(loops[dim - nest.getRank()]).getInductionVar();
}

bool LoopZeros::collect(const NestAccesses &accesses) {
  for (const Access &access : accesses.getAccesses()) {
    auto constant = access.array.getDefiningOp<ConstOp>();
    if (!llvm::is_contained(constants, constant) ||
        !loop->isAncestor(access.op))
      continue;
    for (unsigned symbol = 0; symbol < access.map.getNumSymbols(); ++symbol)
      if (access.map.isFunctionOfSymbol(symbol))
        return false;
    bool isNew = llvm::none_of(read, [&](const ReadPlace &place) {
      return place.constant == constant && place.map == access.map &&
             place.loops == access.loops;
    });
    if (isNew)
      read.push_back({constant, access.map, access.loops, {}});
    if (!llvm::is_contained(loads, access.op))
      loads.push_back(cast<LoadOp>(access.op));
  }
  return !read.empty() && findDims();
}

bool LoopZeros::findDims() {
  // 1. The indices and loops that occur in subscripts, from the outside to the
  //    inside.
  llvm::SmallSetVector<Value, 4> indices;
  auto addIndices = [&](bool ofInside) {
    for (const ReadPlace &place : read)
      for (unsigned dim = 0; dim < place.map.getNumDims(); ++dim) {
        Value index = getIndex(nest, place.loops, dim);
        AffineForOp around = affine::getForInductionVarOwner(index);
        bool isInside = around && loop->isProperAncestor(around);
        if (around != loop && isInside == ofInside &&
            place.map.isFunctionOfDim(dim))
          indices.insert(index);
      }
  };
  addIndices(/*ofInside=*/false);
  indices.insert(loop.getInductionVar());
  addIndices(/*ofInside=*/true);
  for (Value index : indices) {
    if (!addDim(index))
      return false;
    if (index == loop.getInductionVar())
      numRows = dims.size() - 1;
  }

  // 2. What is read with them.
  MLIRContext *context = nest.getContext();
  bool hasLoop = false;
  for (ReadPlace &place : read) {
    SmallVector<AffineExpr> exprs(place.map.getNumDims());
    for (unsigned dim = 0; dim < place.map.getNumDims(); ++dim) {
      Value index = getIndex(nest, place.loops, dim);
      if (!place.map.isFunctionOfDim(dim))
        continue;
      hasLoop |= index == loop.getInductionVar();
      unsigned number = llvm::find(indices, index) - indices.begin();
      exprs[dim] = getAffineDimExpr(number, context) + dims[number].first;
    }
    ConstantReads &reads = place.reads;
    for (AffineExpr subscript : place.map.getResults())
      reads.subscripts.push_back(subscript.replaceDims(exprs));
    for (const ReadDim &dim : dims) {
      reads.counts.push_back(dim.count);
      reads.steps.push_back(dim.step);
    }
    auto type = cast<ArrayType>(place.constant.getResult().getType());
    reads.shape.assign(type.getShape().begin(), type.getShape().end());
    if (!reads.getNumPoints())
      return false;
  }
  return hasLoop;
}

/// The iterations that are needed as neighbours, with the shortest gaps closed
/// where there would be too many pieces.
static SmallVector<Piece> findPieces(ArrayRef<int64_t> needed) {
  SmallVector<Piece> pieces;
  for (int64_t iteration : needed) {
    if (!pieces.empty() && pieces.back().last + 1 == iteration)
      pieces.back().last = iteration;
    else
      pieces.push_back({iteration, iteration});
  }
  if (pieces.size() <= maxPieces)
    return pieces;
  std::vector<size_t> gaps(pieces.size() - 1);
  std::iota(gaps.begin(), gaps.end(), 0);
  auto getGap = [&](size_t gap) {
    return pieces[gap + 1].first - pieces[gap].last;
  };
  llvm::sort(gaps, [&](size_t lhs, size_t rhs) {
    return std::pair(-getGap(lhs), lhs) < std::pair(-getGap(rhs), rhs);
  });
  gaps.resize(maxPieces - 1);
  llvm::sort(gaps);
  SmallVector<Piece> closed = {{needed.front(), needed.back()}};
  for (size_t gap : gaps) {
    closed.back().last = pieces[gap].last;
    closed.push_back({pieces[gap + 1].first, needed.back()});
  }
  return closed;
}

bool LoopZeros::mark() {
  count = dims[numRows].count;
  for (const ReadDim &dim : ArrayRef(dims).take_front(numRows))
    rowCount *= dim.count;
  places.assign(rowCount * count, -1);
  for (const ReadPlace &place : read) {
    std::optional<ConstantElements> elements =
        ConstantElements::get(place.constant);
    if (!elements)
      return false;
    auto type = cast<ArrayType>(ConstOp(place.constant).getResult().getType());
    NonzeroMask mask = NonzeroMask::get(*elements, type, type.getShape());
    int64_t inside = *place.reads.getNumPoints() / (rowCount * count);
    place.reads.visit([&](int64_t point, int64_t position) {
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
  pieces = findPieces(needed);
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
  if (onlyRanges || !canComeFromTable()) {
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

void LoopZeros::makeRange() {
  if (needed.empty())
    return loop.erase();
  const ReadDim &own = dims[numRows];
  loop.setConstantLowerBound(own.first + needed.front() * own.step);
  loop.setConstantUpperBound(own.first + needed.back() * own.step + 1);
}

void LoopZeros::makePieces(llvm::SmallPtrSetImpl<Operation *> &made) {
  OpBuilder builder(loop);
  const ReadDim &own = dims[numRows];
  for (Piece piece : pieces) {
    auto part = cast<AffineForOp>(builder.clone(*loop));
    part.setConstantLowerBound(own.first + piece.first * own.step);
    part.setConstantUpperBound(own.first + piece.last * own.step + 1);
    made.insert(part);
  }
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

SkippedLoop LoopZeros::rewrite(llvm::SmallPtrSetImpl<Operation *> &allPieces) {
  SkippedLoop skipped{getNames(constants), {}, {}, gain};
  StringRef what = constants.size() == 1 ? "it" : "them";
  int64_t all = count, inPieces = 0;
  switch (way) {
  case Way::Range:
    skipped.found = llvm::formatv(
        "the first {0} and the last {1} of {2} iterations of a loop over {3}",
        needed.empty() ? all : needed.front(),
        needed.empty() ? 0 : all - 1 - needed.back(), all, what);
    makeRange();
    break;
  case Way::Pieces:
    for (Piece piece : pieces)
      inPieces += piece.last - piece.first + 1;
    skipped.found = llvm::formatv(
        "{0} of {1} iterations of a loop over {2}, which becomes {3} loops,",
        all - inPieces, all, what, pieces.size());
    makePieces(allPieces);
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

std::optional<SkippedLoop>
sa::skipInLoops(NestOp nest, bool onlyRanges,
                llvm::SmallPtrSetImpl<Operation *> &pieces) {
  SmallVector<AffineForOp> loops;
  nest.walk([&](AffineForOp loop) {
    if (!pieces.contains(loop))
      loops.push_back(loop);
  });
  if (loops.empty() || nest.getSegmentedAttr())
    return std::nullopt;
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return std::nullopt;
  std::optional<LoopZeros> best;
  for (AffineForOp loop : loops) {
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
    for (ArrayRef<ConstOp> constants : sets) {
      std::optional<LoopZeros> zeros =
          LoopZeros::get(*accesses, loop, constants);
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
  return best->rewrite(pieces);
}
