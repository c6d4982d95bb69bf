// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuses nests that pass a temporary on at the same point.

#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"
#include "sa/Dialect/SA/Analysis/Accesses/Dependence.h"
#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryTransforms.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-fuse-nests"

namespace sa {
#define GEN_PASS_DEF_SAFUSENESTS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numFused, "Nests fused into the one before");

namespace {

/// A nest and its accesses.
struct Nest {
  NestOp op;
  NestAccesses accesses;
};

/// The first access of each nest to a temporary that the first writes and the
/// second reads.
struct Connection {
  TempOp temp;
  const Access *write, *read;
};

class FuseNests : public sa::impl::SAFuseNestsBase<FuseNests> {
  void runOnOperation() override;

  std::optional<Connection> findConnection(const Nest &first,
                                           const Nest &second);
  /// Returns why two nests that a temporary connects cannot be fused; an empty
  /// string if they can.
  std::string findObstacle(Nest &first, Nest &second);
  /// Reports why the temporary is in memory if more than one nest uses it.
  void report(TempOp temp);

  /// "nest 2": the one that the access stood in at first.
  std::string getNestText(const Access &access) {
    return "nest " + std::to_string(numbers.lookup(access.op));
  }

  std::vector<Nest> nests;
  /// The nest that each access stood in, counted from 0 in the function.
  DenseMap<Operation *, unsigned> numbers;
};

} // namespace

/// Returns for each index whether its points may run in any order.
static SmallVector<bool> getParallel(const Nest &nest) {
  NestOp op = nest.op;
  SmallVector<bool> parallel;
  for (unsigned position = 0; position < op.getRank(); ++position)
    parallel.push_back(op.getParallel()
                           ? op.isParallel(position)
                           : !carriesDependence(nest.accesses, position));
  return parallel;
}

std::optional<Connection> FuseNests::findConnection(const Nest &first,
                                                    const Nest &second) {
  for (const Access &write : first.accesses.getAccesses()) {
    auto temp = write.array.getDefiningOp<TempOp>();
    if (!temp || !write.writes)
      continue;
    for (const Access &read : second.accesses.getAccesses())
      if (read.array == write.array && read.reads())
        return Connection{temp, &write, &read};
  }
  return std::nullopt;
}

/// Returns the verb for what an access does.
static StringRef getVerb(const Access &access) {
  return isa<LoadOp>(access.op)         ? "reads"
         : isa<AccumulateOp>(access.op) ? "updates"
                                        : "writes";
}

std::string FuseNests::findObstacle(Nest &first, Nest &second) {
  // 1. One point of the first for each of the second.
  first.accesses.unifySymbols(second.accesses);
  if (first.op.getSegmented() || second.op.getSegmented() ||
      !first.accesses.hasSamePoints(second.accesses))
    return "they do not run over the same points";
  if (hasPrints(first.op) || hasPrints(second.op))
    return "one of them prints, in the order of its points";

  // 2. No point needs what a different point of the other nest does.
  if (std::optional<Conflict> pair =
          findConflictElsewhere(first.accesses, second.accesses))
    return (Twine(getNestText(pair->second)) + " " + getVerb(pair->second) +
            " " + getText(second.accesses, pair->second) + ", which " +
            getNestText(pair->first) + " " + getVerb(pair->first) +
            " at other points: " + getText(first.accesses, pair->first))
        .str();

  // 3. Nothing that ran in parallel would have to wait.
  SmallVector<bool> firstParallel = getParallel(first);
  SmallVector<bool> secondParallel = getParallel(second);
  for (unsigned position = 0; position < firstParallel.size(); ++position)
    if (firstParallel[position] != secondParallel[position]) {
      bool isFirst = firstParallel[position];
      NestOp nest = (isFirst ? first : second).op;
      return (Twine("index '") + nest.getIndexName(position) + "' of the " +
              (isFirst ? "first" : "second") +
              " could no longer run in parallel")
          .str();
    }
  return "";
}

void sa::fuseNests(RewriterBase &rewriter, NestOp first, NestOp second) {
  if (!first.getParallel() && second.getParallel()) {
    SmallVector<Attribute> names;
    for (unsigned position = 0; position < second.getRank(); ++position)
      if (second.isParallel(position))
        names.push_back(first.getIndexNames()[position]);
    first.setParallelAttr(rewriter.getArrayAttr(names));
  }
  // Operations between the two may compute what the second nest uses.
  rewriter.moveOpBefore(first, second);
  Block &target = first.getBody().front(), &source = second.getBody().front();
  rewriter.eraseOp(source.getTerminator());
  rewriter.inlineBlockBefore(&source, target.getTerminator(),
                             first.getIndices());
  rewriter.eraseOp(second);
}

void FuseNests::report(TempOp temp) {
  auto getFirst = [&](const Nest &nest, auto condition) -> const Access * {
    for (const Access &access : nest.accesses.getAccesses())
      if (access.array == temp.getResult() && condition(access))
        return &access;
    return nullptr;
  };
  Nest *writer = nullptr;
  const Access *write = nullptr;
  for (Nest &nest : nests) {
    const Access *read =
        getFirst(nest, [](const Access &access) { return access.reads(); });
    if (writer && read) {
      std::string obstacle = std::next(writer) == &nest
                                 ? findObstacle(*writer, nest)
                                 : "another nest runs between them";
      reportInMemory(temp, getNestText(*write) + " and " + getNestText(*read) +
                               " are not fused: " + obstacle);
      return;
    }
    if (const Access *found = getFirst(
            nest, [](const Access &access) { return access.writes; })) {
      writer = &nest;
      write = found;
    }
  }
}

void FuseNests::runOnOperation() {
  nests.clear();
  numbers.clear();
  for (auto [number, op] : llvm::enumerate(getOperation().getOps<NestOp>())) {
    FailureOr<NestAccesses> accesses = NestAccesses::get(op);
    if (failed(accesses))
      return signalPassFailure();
    for (const Access &access : accesses->getAccesses())
      numbers[access.op] = number;
    nests.push_back({op, std::move(*accesses)});
  }

  // A fused nest may fit the one before it.
  IRRewriter rewriter(&getContext());
  for (size_t i = 0; i + 1 < nests.size();) {
    std::optional<Connection> connection =
        findConnection(nests[i], nests[i + 1]);
    bool isCandidate =
        connection && !isPlanned(nests[i].op) && !isPlanned(nests[i + 1].op);
    std::string obstacle =
        isCandidate ? findObstacle(nests[i], nests[i + 1]) : "";
    if (!isCandidate || !obstacle.empty()) {
      if (isCandidate)
        LDBG() << "nests " << i << " and " << i + 1
               << " are not fused: " << obstacle;
      ++i;
      continue;
    }
    LDBG() << "fuse nests " << i << " and " << i + 1;
    ++numFused;
    reportTemporary(connection->temp,
                    getNestText(*connection->write) + " writes it and " +
                        getNestText(*connection->read) +
                        " reads it at the same points: they are fused");
    fuseNests(rewriter, nests[i].op, nests[i + 1].op);
    FailureOr<NestAccesses> accesses = NestAccesses::get(nests[i].op);
    if (failed(accesses))
      return signalPassFailure();
    nests[i].accesses = std::move(*accesses);
    nests.erase(nests.begin() + i + 1);
    i = i == 0 ? 0 : i - 1;
  }

  // sa-privatize-temporaries reports temporaries of plans.
  for (TempOp temp : getNestTemporaries(getOperation()))
    if (llvm::none_of(getAccesses(temp), [](Operation *access) {
          return isPlanned(access->getParentOfType<NestOp>());
        }))
      report(temp);
}
