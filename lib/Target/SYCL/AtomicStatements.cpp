// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic updates, and notes in error records.

#include "ExpressionPrinter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Target/Cpp.h"

using namespace mlir;
using namespace sa;

/// Returns the member of `sycl::atomic_ref` for an update; empty where there is
/// none, or where it takes NaN for another number than accumulations do.
static StringRef getMember(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::addi:
  case arith::AtomicRMWKind::addf:
    return "fetch_add";
  case arith::AtomicRMWKind::andi:
    return "fetch_and";
  case arith::AtomicRMWKind::ori:
    return "fetch_or";
  case arith::AtomicRMWKind::xori:
    return "fetch_xor";
  case arith::AtomicRMWKind::mins:
  case arith::AtomicRMWKind::minu:
    return "fetch_min";
  case arith::AtomicRMWKind::maxs:
  case arith::AtomicRMWKind::maxu:
    return "fetch_max";
  default:
    return {};
  }
}

std::string ExpressionPrinter::printAtomic(memref::AtomicRMWOp update) {
  helpers.insert(Helper::AtomicElement);
  std::string element = getName(update.getMemref()).str() + "[" +
                        print(update.getIndices().front()) + "]";
  arith::AtomicRMWKind kind = update.getKind();
  std::string type =
      getCppPartType(arrays.lookup(update.getMemref()).getElementType()).str();
  std::string value =
      "static_cast<" + type + ">(" + print(update.getValue()) + ")";
  if (StringRef member = getMember(kind); !member.empty())
    return getHelperName(Helper::AtomicElement).str() + "(" + element + ")." +
           member.str() + "(" + value + ");";
  helpers.insert(Helper::AtomicUpdate);
  std::string combined = "old * x";
  if (kind == arith::AtomicRMWKind::muli) {
    helpers.insert(Helper::WrapMul);
    combined = getHelperName(Helper::WrapMul).str() + "(old, x)";
  } else if (kind == arith::AtomicRMWKind::minimumf) {
    helpers.insert(Helper::Minimum);
    combined = getHelperName(Helper::Minimum).str() + "(old, x)";
  } else if (kind == arith::AtomicRMWKind::maximumf) {
    helpers.insert(Helper::Maximum);
    combined = getHelperName(Helper::Maximum).str() + "(old, x)";
  }
  return getHelperName(Helper::AtomicUpdate).str() + "(" + element +
         ", [x = " + value + "](" + type + " old) { return " + combined +
         "; });";
}

std::string ExpressionPrinter::printRecordPrint(RecordPrintOp op) {
  helpers.insert(Helper::AtomicElement);
  helpers.insert(Helper::RecordPrint);
  std::string text = getHelperName(Helper::RecordPrint).str() + "(" +
                     getName(op.getRecord()).str() + ", " +
                     std::to_string(op.getSite());
  for (Value value : op.getValues())
    text += ", " + print(value);
  return text + ");";
}

std::string ExpressionPrinter::printRecordError(RecordErrorOp op) {
  helpers.insert(Helper::AtomicElement);
  helpers.insert(Helper::RecordError);
  std::string text = getHelperName(Helper::RecordError).str() + "(" +
                     getName(op.getRecord()).str() + ", " +
                     std::to_string(op.getSite());
  for (Value number : op->getOperands().drop_front())
    text += ", " + print(number);
  return text + ");";
}
