// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FlatIndex.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace {

/// An index as a value, or nothing, plus a constant.
struct Sum {
  Value base;
  int64_t constant = 0;
};

} // namespace

static Sum getSum(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return {Value(), *constant};
  if (auto add = index.getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> constant = getConstantIntValue(add.getRhs()))
      return {add.getLhs(), *constant};
  return {index, 0};
}

bool sa::haveConstantDistance(Value lhs, Value rhs) {
  Sum a = getSum(lhs), b = getSum(rhs);
  return a.base == b.base && a.constant != b.constant;
}

/// True for nothing and for a multiple of two.
static bool isEven(Value base) {
  if (!base)
    return true;
  auto product = base.getDefiningOp<arith::MulIOp>();
  if (!product)
    return false;
  std::optional<int64_t> factor = getConstantIntValue(product.getRhs());
  return factor && *factor % 2 == 0;
}

bool sa::areEvenAndOdd(Value lhs, Value rhs) {
  Sum a = getSum(lhs), b = getSum(rhs);
  return isEven(a.base) && isEven(b.base) && (a.constant ^ b.constant) % 2 != 0;
}
