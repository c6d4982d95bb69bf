// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Skips the points of a nest without a plan at which a constant is zero.

#include "SeparateEnds.h"
#include "SkipEstimate.h"
#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/Transforms/ZeroSkipping/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "sa-skip-zeros"

namespace sa {
#define GEN_PASS_DEF_SASKIPZEROS
#include "sa/Dialect/SA/Transforms/ZeroSkipping/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numNests, "Nests that skip zeros");
ALWAYS_ENABLED_STATISTIC(numElements, "Zero elements of constants skipped");

namespace {

class SkipZeros : public sa::impl::SASkipZerosBase<SkipZeros> {
  void runOnOperation() override {
    reported.clear();
    IRRewriter rewriter(&getContext());
    SmallVector<NestOp> nests(getOperation().getOps<NestOp>());
    for (NestOp nest : nests)
      if (!isPlanned(nest) && !nest.getSegmentedAttr())
        for (const ZeroFactor &factor : findFactors(rewriter, nest))
          if (skip(rewriter, factor)) {
            ++numNests;
            break;
          }
  }

  /// Returns the factors of a nest, or, where that makes zeros skippable, of
  /// the middle of the nests that replace it.
  std::vector<ZeroFactor> findFactors(RewriterBase &rewriter, NestOp nest);
  /// Skips the zeros of `factor` where that pays. Returns true when that
  /// replaces the nest.
  bool skip(RewriterBase &rewriter, const ZeroFactor &factor);
  std::optional<ZeroFactor> skipSlices(RewriterBase &rewriter,
                                       const ZeroFactor &factor);
  bool skipCells(RewriterBase &rewriter, const ZeroFactor &factor);

  /// Adds a line to the report of the function, once.
  void report(ConstOp constant, const Twine &found,
              ArrayRef<ReportValue> values = {}) {
    if (reported.insert((constant.getName() + ": " + found).str()).second)
      addReport(getOperation(), ReportSubject::Constant, constant.getName(),
                found, values);
  }
  /// Reports how many of `total` parts are skipped with `gain`.
  void reportSkipped(ConstOp constant, int64_t numZero, int64_t total,
                     StringRef parts, double gain) {
    report(constant,
           llvm::formatv("{0} of {1} {2} are zero and are skipped "
                         "(estimated {3:f1} times less work)",
                         numZero, total, parts, gain)
               .str(),
           {{"zero", numZero}, {"of", total}, {"skipped", numZero}});
  }
  /// Reports why zeros are not skipped, when there are enough of them.
  void reportKept(ConstOp constant, int64_t numZero, int64_t total,
                  StringRef parts, StringRef reason) {
    if (numZero > 0 && numZero >= total * minReportedPart)
      report(constant,
             llvm::formatv("{0} of {1} {2} are zero and are not skipped, {3}",
                           numZero, total, parts, reason)
                 .str(),
             {{"zero", numZero}, {"of", total}, {"skipped", 0}});
  }

  llvm::StringSet<> reported;
};

} // namespace

static constexpr llvm::StringLiteral doesNotPay =
    "because by the estimate that would not pay";

/// Returns what a report calls the slices of a dimension.
static std::string getSliceName(size_t rank, unsigned dim) {
  if (rank == 1)
    return "elements";
  if (rank == 2)
    return dim == 0 ? "rows" : "columns";
  return llvm::formatv("slices of dimension {0}", dim);
}

/// Returns what a report calls the cells of a candidate.
static std::string getCellName(const ZeroFactor &factor,
                               const CellCandidate &cells) {
  if (cells.rows == 1 && cells.columns == 1)
    return "elements";
  SmallVector<int64_t> block(factor.positions.size(), 1);
  block[cells.columnDims.back()] = cells.columns;
  if (!cells.rowDims.empty())
    block[cells.rowDims.back()] = cells.rows;
  std::string name = "blocks of ";
  llvm::raw_string_ostream os(name);
  llvm::interleave(block, os, "x");
  return name;
}

static std::vector<ZeroFactor> getFactors(NestOp nest) {
  std::vector<ZeroFactor> factors;
  for (ConstOp constant : getConstants(nest))
    factors.push_back(getZeroFactor(nest, constant));
  return factors;
}

/// Returns true when the estimate says that something is to be skipped.
static bool pays(const ZeroFactor &factor) {
  return factor.hasZeros() &&
         (factor.mask.count == 0 || isWorthwhile(findCells(factor).gain) ||
          llvm::any_of(findSlices(factor), [](const SliceCandidate &slices) {
            return slices.pays;
          }));
}

std::vector<ZeroFactor> SkipZeros::findFactors(RewriterBase &rewriter,
                                               NestOp nest) {
  std::vector<ZeroFactor> factors = getFactors(nest);
  bool hasObstacle = llvm::any_of(factors, [](const ZeroFactor &factor) {
    return !factor.obstacle.empty();
  });
  std::optional<SeparatedEnds> separated;
  if (hasObstacle)
    separated = separateEnds(rewriter, nest);
  if (!separated)
    return factors;
  std::vector<ZeroFactor> others = getFactors(separated->middle);
  if (llvm::none_of(others, pays)) {
    for (NestOp part : separated->nests)
      rewriter.eraseOp(part);
    return factors;
  }
  LDBG() << "separated the ends of the nest at " << nest.getLoc();
  rewriter.eraseOp(nest);
  return others;
}

bool SkipZeros::skip(RewriterBase &rewriter, const ZeroFactor &factor) {
  ConstOp constant = factor.constant;
  LDBG() << "constant '" << constant.getName()
         << "': " << factor.mask.countZeros() << " of " << factor.mask.size()
         << " elements that are read are zero; " << factor.obstacle;
  if (!factor.obstacle.empty()) {
    std::optional<ConstantElements> elements = ConstantElements::get(constant);
    auto type = cast<ArrayType>(constant.getResult().getType());
    if (!elements || elements->size() == 0)
      return false;
    NonzeroMask mask = NonzeroMask::get(*elements, type.getElementType(),
                                        type.getShape(), type.getShape());
    reportKept(constant, mask.countZeros(), mask.size(), "elements",
               factor.obstacle);
    return false;
  }
  if (!factor.hasZeros())
    return false;
  if (factor.mask.count == 0) {
    report(constant, "all elements that the nest reads are zero, and it is "
                     "left out");
    numElements += factor.mask.size();
    rewriter.eraseOp(factor.nest);
    if (constant->use_empty())
      rewriter.eraseOp(constant);
    return true;
  }
  std::optional<ZeroFactor> rest = skipSlices(rewriter, factor);
  if (!rest)
    return skipCells(rewriter, factor);
  numElements += factor.mask.size() - rest->mask.size();
  skipCells(rewriter, *rest);
  return true;
}

std::optional<ZeroFactor> SkipZeros::skipSlices(RewriterBase &rewriter,
                                                const ZeroFactor &factor) {
  SmallVector<SliceCandidate> paying;
  for (SliceCandidate &slices : findSlices(factor)) {
    std::string name = getSliceName(factor.positions.size(), slices.dim);
    if (!slices.pays) {
      reportKept(factor.constant, slices.numZero, slices.numSlices, name,
                 doesNotPay);
      continue;
    }
    reportSkipped(factor.constant, slices.numZero, slices.numSlices, name,
                  slices.gain);
    paying.push_back(std::move(slices));
  }
  if (paying.empty())
    return std::nullopt;
  auto [nest, constant] =
      rewriteNest(rewriter, factor, makeSlices(factor, paying));
  return getZeroFactor(nest, constant);
}

bool SkipZeros::skipCells(RewriterBase &rewriter, const ZeroFactor &factor) {
  CellCandidate cells = findCells(factor);
  if (!isWorthwhile(cells.gain)) {
    reportKept(factor.constant, factor.mask.countZeros(), factor.mask.size(),
               "elements",
               cells.changesOrder
                   ? "because that would change the order of a sum"
                   : doesNotPay);
    return false;
  }
  int64_t numZero = cells.numCells - cells.numNonzero;
  reportSkipped(factor.constant, numZero, cells.numCells,
                getCellName(factor, cells), cells.gain);
  numElements += numZero * cells.rows * cells.columns;
  rewriteNest(rewriter, factor, makeCells(factor, cells));
  return true;
}
