// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ManifestSizes.h"

#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Target/Cpp.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;
namespace json = llvm::json;

/// An expression over the sizes of an argument, in the names of the function.
static json::Value getSizeExpression(const OffsetExpr &expr, ArrayType type) {
  using Kind = OffsetExpr::Kind;
  if (std::optional<int64_t> value = expr.getConstant())
    return *value;
  if (expr.getKind() == Kind::Size)
    return json::fixUTF8(type.getSizeName(expr.getDim()).getValue());
  static constexpr llvm::StringLiteral tokens[] = {"+",   "*",   "floordiv",
                                                   "mod", "min", "max"};
  StringRef token =
      tokens[static_cast<int>(expr.getKind()) - static_cast<int>(Kind::Add)];
  return json::Array{token, getSizeExpression(expr.getLHS(), type),
                     getSizeExpression(expr.getRHS(), type)};
}

json::Object sa::getArrayEntry(StringRef name, ArrayType type) {
  Layout layout = type.getMemoryLayout();
  json::Array shape;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    shape.push_back(type.getShape()[dim] == ShapedType::kDynamic
                        ? getSizeExpression(OffsetExpr::size(dim), type)
                        : json::Value(type.getShape()[dim]));
  json::Object array{
      {"kind", "array"},
      {"name", json::fixUTF8(name)},
      {"role", stringifyRole(type.getRole())},
      {"element_type", getElementTypeName(type.getElementType())},
      {"shape", std::move(shape)},
      {"strides", nullptr},
      {"offset", 0},
      {"storage", getSizeExpression(type.getStorage(), type)}};
  if (isa_and_present<AnyLayoutAttr>(type.getLayout())) {
    array["strides"] = "open";
    json::Array names;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      names.push_back(json::fixUTF8(getStrideName(name, dim)));
    array["stride_sizes"] = std::move(names);
  } else if (layout.takesShapedDescriptor()) {
    json::Array strides;
    auto exprs = layout.getStrides(type.getShape());
    for (const OffsetExpr &stride : *exprs)
      strides.push_back(getSizeExpression(stride, type));
    array["strides"] = std::move(strides);
    SmallVector<OffsetExpr> first(type.getRank(), 0);
    array["offset"] =
        getSizeExpression(type.getOffset().replaceIndices(first), type);
  }
  return array;
}

SizeWriter::SizeWriter(func::FuncOp func) : func(func) {
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    names.insert(func.getArgAttrOfType<StringAttr>(i, nameAttrName).getValue());
}

std::string SizeWriter::addLoop(scf::ForOp loop) {
  auto given = loop->getAttrOfType<StringAttr>(indexAttrName);
  std::string base = json::fixUTF8(given ? given.getValue() : "index");
  std::string name = base;
  for (unsigned number = 1; !names.insert(name).second; ++number)
    name = base + "_" + std::to_string(number);
  loopNames[loop.getInductionVar()] = name;
  return name;
}

json::Value SizeWriter::get(Value value) {
  unsigned budget = 1000;
  return get(value, budget);
}

json::Value SizeWriter::get(Value value, unsigned &budget) {
  if (budget == 0)
    return nullptr;
  --budget;
  if (auto found = loopNames.find(value); found != loopNames.end())
    return found->second;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return json::fixUTF8(
        func.getArgAttrOfType<StringAttr>(argument.getArgNumber(), nameAttrName)
            .getValue());
  Operation *op = value.getDefiningOp();
  // A scalar argument of 64 bits as an index.
  if (auto cast = dyn_cast<arith::IndexCastOp>(op);
      cast && cast.getIn().getType().isInteger(64) &&
      isa<BlockArgument>(cast.getIn()))
    return get(cast.getIn(), budget);
  if (auto constant = dyn_cast<arith::ConstantIndexOp>(op))
    return constant.value();
  if (auto constant = dyn_cast<arith::ConstantOp>(op);
      constant && constant.getType().isInteger(1))
    return cast<IntegerAttr>(constant.getValue()).getValue().isZero() ? 0 : 1;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return getComparison(compare, budget);
  // Conditions are 0 or 1.
  if (isa<arith::AndIOp>(op) && !value.getType().isInteger(1))
    return nullptr;
  StringRef token = TypeSwitch<Operation *, StringRef>(op)
                        .Case([](arith::AndIOp) { return "min"; })
                        .Case([](arith::AddIOp) { return "+"; })
                        .Case([](arith::SubIOp) { return "-"; })
                        .Case([](arith::MulIOp) { return "*"; })
                        .Case([](arith::FloorDivSIOp) { return "floordiv"; })
                        .Case([](arith::CeilDivSIOp) { return "ceildiv"; })
                        .Case([](arith::MinSIOp) { return "min"; })
                        .Case([](arith::MaxSIOp) { return "max"; })
                        .Default([](Operation *) { return ""; });
  if (token.empty())
    return nullptr;
  json::Value lhs = get(op->getOperand(0), budget);
  json::Value rhs = get(op->getOperand(1), budget);
  if (lhs == nullptr || rhs == nullptr)
    return nullptr;
  return json::Array{token, std::move(lhs), std::move(rhs)};
}

json::Value SizeWriter::getComparison(arith::CmpIOp op, unsigned &budget) {
  json::Value lhs = get(op.getLhs(), budget);
  json::Value rhs = get(op.getRhs(), budget);
  if (lhs == nullptr || rhs == nullptr)
    return nullptr;
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = op.getPredicate();
  if (predicate == Predicate::sgt || predicate == Predicate::sge)
    std::swap(lhs, rhs);
  StringRef token;
  switch (predicate) {
  case Predicate::eq:
  case Predicate::ne:
    token = "==";
    break;
  case Predicate::slt:
  case Predicate::sgt:
    token = "<";
    break;
  case Predicate::sle:
  case Predicate::sge:
    token = "<=";
    break;
  default:
    return nullptr;
  }
  json::Value compared = json::Array{token, std::move(lhs), std::move(rhs)};
  if (predicate != Predicate::ne)
    return compared;
  return json::Array{"-", 1, std::move(compared)};
}
