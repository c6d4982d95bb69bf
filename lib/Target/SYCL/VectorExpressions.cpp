// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors as C++ expressions: sycl::vec, with its operators and functions where
// they mean the same, and a function of one lane otherwise. A truth value in a
// lane is a byte.

#include "ExpressionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "sa/Conversion/KernelsToLLVM/MathBuiltins.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Target/Cpp.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

std::string sa::getCppVariableType(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return getCppValueType(type).str();
  Type element = vector.getElementType();
  return ("sycl::vec<" +
          (element.isInteger(1) ? StringRef("uint8_t")
                                : getCppValueType(element)) +
          ", " + Twine(vector.getNumElements()) + ">")
      .str();
}

bool ExpressionPrinter::isVectorExpression(Operation *op) {
  return isa<vector::ExtractOp>(op) ||
         isa<VectorType>(op->getResult(0).getType());
}

std::string ExpressionPrinter::getAddress(Value memref, Value index) {
  return getName(memref).str() + " + " + print(index, Precedence::Additive);
}

std::string ExpressionPrinter::printVectorStore(vector::StoreOp store) {
  std::string value = print(store.getValueToStore());
  std::string address = getAddress(store.getBase(), store.getIndices().front());
  Helper helper = Helper::StoreLanes;
  if (store->hasAttr(orderedAttrName)) {
    helper = Helper::StoreLanesInOrder;
    helpers.insert(Helper::StoreInOrder);
  } else if (store.getNontemporal() &&
             store.getVectorType().getNumElements() > 1) {
    helper = Helper::StoreLanesPastCaches;
  }
  helpers.insert(helper);
  return getHelperName(helper).str() + "(" + value + ", " + address + ");";
}

/// The numbers of a constant vector, each once when they are all the same.
static std::string printNumbers(DenseElementsAttr values) {
  Type type = values.getElementType();
  SmallVector<std::string> texts;
  auto count = values.isSplat() ? 1 : values.getNumElements();
  for (int64_t i = 0; i < count; ++i)
    texts.push_back(isa<FloatType>(type)
                        ? getCppLiteral(values.getValues<APFloat>()[i], type)
                        : getCppLiteral(values.getValues<APInt>()[i], type));
  return llvm::join(texts, ", ");
}

Expression ExpressionPrinter::getLanes(Operation *op) {
  // The same operation on scalars that have names for a moment.
  Block scope;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToStart(&scope);
  OperationState state(op->getLoc(), op->getName());
  state.addAttributes(op->getAttrs());
  state.addTypes(
      llvm::cast<VectorType>(op->getResult(0).getType()).getElementType());
  std::string parameters, arguments;
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    Type type = llvm::cast<VectorType>(operand.getType()).getElementType();
    Value scalar = scope.addArgument(type, op->getLoc());
    std::string name(1, static_cast<char>('a' + number));
    setName(scalar, name);
    state.operands.push_back(scalar);
    parameters +=
        (number ? ", " : "") + getCppValueType(type).str() + " " + name;
    arguments += ", " + print(operand);
  }
  Operation *scalar = builder.create(state);
  std::string text = print(scalar->getResult(0));
  for (Value argument : scope.getArguments())
    names.erase(argument);
  helpers.insert(Helper::Lanes);
  return {getHelperName(Helper::Lanes).str() + "<" +
          getCppVariableType(op->getResult(0).getType()) + ">([](" +
          parameters + ") { return " + text + "; }" + arguments + ")"};
}

Expression ExpressionPrinter::getVector(Operation *op) {
  Type type = op->getResult(0).getType();
  std::string name = getCppVariableType(type);
  auto join = [&](ValueRange values) {
    return llvm::join(
        llvm::map_range(values, [&](Value value) { return print(value); }),
        ", ");
  };
  if (isa<ub::PoisonOp>(op))
    return {name + "(0)"};
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return {name + "(" +
            printNumbers(llvm::cast<DenseElementsAttr>(constant.getValue())) +
            ")"};
  if (auto load = dyn_cast<vector::LoadOp>(op)) {
    auto vector = llvm::cast<VectorType>(type);
    ArrayType array = arrays.lookup(load.getBase());
    bool isSame = array && getCppPartType(array.getElementType()) ==
                               getCppValueType(vector.getElementType());
    Helper helper = isSame ? Helper::LoadLanes : Helper::LoadLanesAs;
    helpers.insert(helper);
    return {getHelperName(helper).str() + "<" +
            (isSame ? std::to_string(vector.getNumElements()) : name) + ">(" +
            getAddress(load.getBase(), load.getIndices().front()) + ")"};
  }
  if (isa<vector::BroadcastOp, vector::FromElementsOp>(op))
    return {name + "(" + join(op->getOperands()) + ")"};
  if (auto extract = dyn_cast<vector::ExtractOp>(op)) {
    std::string lane = print(extract.getSource(), Precedence::Primary) + "[" +
                       std::to_string(extract.getStaticPosition().front()) +
                       "]";
    if (type.isInteger(1))
      return {lane + " != 0", Precedence::Equality};
    return {lane};
  }
  if (auto shuffle = dyn_cast<vector::ShuffleOp>(op)) {
    SmallVector<std::string> lanes;
    int64_t width = shuffle.getV1VectorType().getNumElements();
    for (int64_t lane : shuffle.getMask())
      lanes.push_back(print(lane < width ? shuffle.getV1() : shuffle.getV2(),
                            Precedence::Primary) +
                      "[" + std::to_string(lane < width ? lane : lane - width) +
                      "]");
    return {name + "(" + llvm::join(lanes, ", ") + ")"};
  }
  if (auto select = dyn_cast<arith::SelectOp>(op);
      select && !isa<VectorType>(select.getCondition().getType()))
    return {print(select.getCondition(), Precedence::LogicalOr) + " ? " +
                print(select.getTrueValue(), Precedence::LogicalOr) + " : " +
                print(select.getFalseValue(), Precedence::LogicalOr),
            Precedence::Conditional};
  if (StringRef builtin = getMathBuiltin(op); !builtin.empty())
    return call(("sycl::" + builtin).str(), op->getOperands());
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
          arith::NegFOp>(op))
    return getFloat(op);
  return getLanes(op);
}
