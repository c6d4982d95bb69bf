// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Loops/Reductions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

int64_t sa::takeReductionParts(int64_t &budget,
                               std::optional<int64_t> tripCount,
                               unsigned numMore) {
  int64_t parts = budget;
  if (tripCount) {
    parts = std::min(parts, std::max<int64_t>(*tripCount, 1));
  } else if (numMore != 0) {
    // It may turn out to be short: the others get as many.
    parts = 1;
    auto isSmall = [&](int64_t root) {
      int64_t product = 1;
      for (unsigned i = 0; i <= numMore; ++i)
        if (llvm::MulOverflow(product, root, product) || product > budget)
          return false;
      return true;
    };
    while (isSmall(parts + 1))
      ++parts;
  }
  budget /= parts;
  return parts;
}

TypedAttr sa::getNeutral(AccumulateKind kind, ArrayType array) {
  Type type = array.getValueType();
  if (isa<ComplexType>(type))
    return {};
  if (auto floating = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floating.getFloatSemantics();
    APFloat value = kind == AccumulateKind::Mul   ? APFloat(semantics, 1)
                    : kind == AccumulateKind::Min ? APFloat::getInf(semantics)
                    : kind == AccumulateKind::Max
                        ? APFloat::getInf(semantics, /*Negative=*/true)
                        // Not +0, which would make +0 of -0.
                        : APFloat::getZero(semantics, /*Negative=*/true);
    return FloatAttr::get(type, value);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  bool isUnsigned = array.isUnsigned();
  APInt value(width, 0);
  if (kind == AccumulateKind::Mul)
    value = APInt(width, 1);
  else if (kind == AccumulateKind::And)
    value = APInt::getAllOnes(width);
  else if (kind == AccumulateKind::Min)
    value = isUnsigned ? APInt::getMaxValue(width)
                       : APInt::getSignedMaxValue(width);
  else if (kind == AccumulateKind::Max)
    value = isUnsigned ? APInt::getMinValue(width)
                       : APInt::getSignedMinValue(width);
  return IntegerAttr::get(type, value);
}

bool sa::canHavePartialResults(ArrayType array,
                               ArrayRef<AccumulateKind> kinds) {
  return array.getDomainConstraints().empty() && array.isInjective() &&
         llvm::all_of(kinds, [&](AccumulateKind kind) {
           return static_cast<bool>(getNeutral(kind, array));
         });
}

bool sa::canBeAddressed(int64_t number, ArrayType type) {
  constexpr int64_t mostBytes = 16;
  int64_t bytes;
  if (llvm::MulOverflow(number, mostBytes, bytes))
    return false;
  for (int64_t size : type.getShape())
    if (size != ShapedType::kDynamic &&
        llvm::MulOverflow(bytes, std::max<int64_t>(size, 1), bytes))
      return false;
  return true;
}

static void startExplanation(InFlightDiagnostic &error, StringRef loop,
                             StringRef array) {
  error << "the loop '" << loop
        << "' cannot run in parallel: its iterations accumulate into '" << array
        << "', ";
}

void sa::explainNoPartialResults(InFlightDiagnostic &error, StringRef loop,
                                 StringRef array) {
  startExplanation(error, loop, array);
  error << "and only arrays of real numbers whose layout has a place for every "
           "element can have partial sums";
}

void sa::explainOtherAccess(InFlightDiagnostic &error, StringRef loop,
                            StringRef array, Location access) {
  startExplanation(error, loop, array);
  error
      << "by partial sums, while the array is read, written or accumulated "
         "into in another way: fuse fewer loops, or keep the sums in an array "
         "of their own";
  error.attachNote(access) << "in another way here";
}

void sa::explainTooLarge(InFlightDiagnostic &error, StringRef loop,
                         StringRef array, int64_t numParts) {
  error << "the loop '" << loop << "' runs in " << numParts
        << " parts, and as many copies of '" << array
        << "' are more than can be addressed: use fewer threads";
}
