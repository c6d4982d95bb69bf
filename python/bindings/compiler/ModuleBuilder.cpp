// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ModuleBuilder.h"

#include "ComplexArithmetic.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Verifier.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Arithmetic/Accumulate.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"
#include "sa/Target/Manifest.h"
#include <pybind11/complex.h>

namespace py = pybind11;
using namespace mlir;
using namespace sa;
using namespace sa::python;

ModuleBuilder::ModuleBuilder(CompileOptions options)
    : context(createContext()), builder(context.get()),
      options(std::move(options)) {
  startModule();
}

void ModuleBuilder::startModule() {
  module = ModuleOp::create(UnknownLoc::get(context.get()));
  builder.setInsertionPointToEnd(module->getBody());
}

ScalarType ModuleBuilder::getType(const std::string &name) {
  std::optional<ScalarType> type = getScalarType(context.get(), name);
  if (!type)
    throw py::value_error("unknown type '" + name + "'");
  return *type;
}

ArrayType ModuleBuilder::getArrayType(const std::string &name,
                                      const std::string &elementType,
                                      const ShapeSpec &shape, Role role,
                                      const LayoutSpec &layout,
                                      const UserLocation &location) {
  SmallVector<int64_t> numbers;
  SmallVector<StringAttr> names;
  for (const SizeSpec &size : shape) {
    const auto *number = size ? std::get_if<int64_t>(&*size) : nullptr;
    numbers.push_back(number ? *number : ShapedType::kDynamic);
    if (!number)
      names.push_back(
          builder.getStringAttr(size ? std::get<std::string>(*size) : ""));
  }
  ErrorCollector errors(context.get());
  Location loc = at(location);
  auto emitNamed = [&] { return emitError(loc) << "array '" << name << "': "; };
  auto type = ArrayType::getIfValid(
      emitNamed, numbers, getType(elementType).element, role,
      layout.value_or(nullptr), AffineMapAttr(), names);
  if (!type)
    errors.raise();
  return type;
}

//===----------------------------------------------------------------------===//
// Functions and arrays
//===----------------------------------------------------------------------===//

std::vector<BuiltValue>
ModuleBuilder::beginFunction(const std::string &name,
                             const std::vector<ParameterSpec> &parameters,
                             const UserLocation &location, bool isPrivate) {
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  for (const ParameterSpec &parameter : parameters) {
    if (const auto *scalar = std::get_if<ScalarSpec>(&parameter)) {
      names.push_back(std::get<0>(*scalar));
      types.push_back(getType(std::get<1>(*scalar)).value);
      continue;
    }
    const auto &[arrayName, roleName, elementType, shape, layout] =
        std::get<ArraySpec>(parameter);
    std::optional<Role> role = symbolizeRole(roleName);
    if (!role)
      throw py::value_error("unknown role '" + roleName + "'");
    types.push_back(
        getArrayType(arrayName, elementType, shape, *role, layout, location));
    names.push_back(arrayName);
  }
  builder.setInsertionPointToEnd(module->getBody());
  auto func = FuncOp::create(builder, at(location), name, types, names);
  if (isPrivate)
    func.setPrivate();
  builder.setInsertionPoint(func.getBody().front().getTerminator());
  sizeNames.clear();
  sizeValues.clear();
  for (BlockArgument argument : func.getBody().getArguments()) {
    unsigned number = argument.getArgNumber();
    if (const auto *scalar = std::get_if<ScalarSpec>(&parameters[number])) {
      const std::string &typeName = std::get<1>(*scalar);
      if (argument.getType().isIndex()) {
        func.setArgAttr(number, sizeAttrName, builder.getUnitAttr());
        sizeNames.push_back(func.getArgName(number).str());
        sizeValues.push_back(argument);
      } else if (getType(typeName).element.isUnsignedInteger()) {
        func.setArgAttr(number, scalarAttrName,
                        TypeAttr::get(getType(typeName).element));
      }
    }
  }
  for (BlockArgument argument : func.getBody().getArguments()) {
    auto type = mlir::dyn_cast<ArrayType>(argument.getType());
    for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
      if (type.getShape()[dim] != ShapedType::kDynamic)
        continue;
      std::string sizeName = func.getSizeName(argument.getArgNumber(), dim);
      if (llvm::is_contained(sizeNames, sizeName))
        continue;
      sizeNames.push_back(sizeName);
      sizeValues.push_back(DimOp::create(builder, at(location), argument, dim));
    }
  }
  return wrap(func.getBody().getArguments());
}

void ModuleBuilder::endFunction() {
  builder.setInsertionPointToEnd(module->getBody());
}

void ModuleBuilder::call(const std::string &callee,
                         const std::vector<BuiltValue> &arguments,
                         const UserLocation &location) {
  CallOp::create(builder, at(location), callee, unwrap(arguments));
}

OpBuilder ModuleBuilder::getOutside() const {
  OpBuilder outside(builder);
  Operation *outermost = builder.getInsertionBlock()->getParentOp();
  while (mlir::isa<LoopOp>(outermost)) {
    outside.setInsertionPoint(outermost);
    outermost = outermost->getParentOp();
  }
  return outside;
}

BuiltValue ModuleBuilder::createConstantArray(const std::string &name,
                                              const std::string &elementType,
                                              const std::vector<int64_t> &shape,
                                              const py::buffer &data,
                                              const UserLocation &location,
                                              const LayoutSpec &layout) {
  ArrayType type =
      getArrayType(name, elementType, ShapeSpec(shape.begin(), shape.end()),
                   Role::Const, layout, location);
  auto tensorType = RankedTensorType::get(shape, type.getElementType());
  py::buffer_info info = data.request();
  ArrayRef<char> bytes(static_cast<const char *>(info.ptr),
                       info.size * info.itemsize);
  size_t elementBytes = getElementBytes(type.getElementType());
  if (bytes.size() != tensorType.getNumElements() * elementBytes)
    throw py::value_error("constant '" + name +
                          "' has a different number of bytes than its type");
  ElementsAttr value = constants.get(tensorType, name, bytes);
  OpBuilder outside = getOutside();
  return {ConstOp::create(outside, at(location), type, name, value)};
}

BuiltValue ModuleBuilder::createTemporary(const std::string &name,
                                          const std::string &elementType,
                                          const ShapeSpec &shape,
                                          const UserLocation &location,
                                          const LayoutSpec &layout) {
  ArrayType type =
      getArrayType(name, elementType, shape, Role::Temp, layout, location);
  // In a loop, it is the temporary of a function that is called there, and zero
  // at each call.
  OpBuilder outside = getOutside();
  auto temporary = TempOp::create(outside, at(location), type, name);
  if (outside.getInsertionBlock() != builder.getInsertionBlock())
    createClear(builder, temporary);
  return {temporary};
}

AffineExpr ModuleBuilder::getSizeExpr(const std::string &name) {
  auto found = llvm::find(sizeNames, name);
  if (found == sizeNames.end())
    throw py::value_error("unknown size '" + name + "'");
  return getAffineSymbolExpr(found - sizeNames.begin(), context.get());
}

BuiltValue ModuleBuilder::size(const std::string &name) {
  auto symbol = mlir::cast<AffineSymbolExpr>(getSizeExpr(name));
  return {sizeValues[symbol.getPosition()]};
}

std::vector<BuiltValue> ModuleBuilder::beginNest(
    const std::vector<std::string> &names,
    const std::vector<std::variant<int64_t, AffineExpr>> &sizes,
    const UserLocation &location, const std::vector<AffineExpr> &constraints,
    const std::optional<std::string> &nestName) {
  // 1. The sizes.
  Location loc = at(location);
  SmallVector<OpFoldResult> mixedSizes;
  for (const auto &size : sizes)
    mixedSizes.push_back(getNumber(size, loc));

  // 2. The points that run.
  IntegerSetAttr where;
  if (!constraints.empty()) {
    SmallVector<bool> isEquality(constraints.size(), false);
    where = IntegerSetAttr::get(IntegerSet::get(names.size(), sizeNames.size(),
                                                constraints, isEquality));
  }
  SmallVector<StringRef> nameRefs(names.begin(), names.end());
  auto nest = NestOp::create(builder, loc, nameRefs, mixedSizes, where,
                             where ? ValueRange(sizeValues) : ValueRange());
  if (nestName)
    nest.setName(*nestName);
  indexValues.assign(nest.getIndices().begin(), nest.getIndices().end());
  builder.setInsertionPoint(nest.getBody().front().getTerminator());
  return wrap(nest.getIndices());
}

void ModuleBuilder::bound(BuiltValue index, BuiltValue size,
                          const std::string &what,
                          const UserLocation &location) {
  BoundOp::create(builder, at(location), index.value, size.value, what);
}

void ModuleBuilder::endNest() {
  auto nest = mlir::cast<NestOp>(builder.getInsertionBlock()->getParentOp());
  builder.setInsertionPointAfter(nest);
  // Steps of plans are proven while they are built, before any pass runs.
  recognizeAccumulations(nest);
}

void ModuleBuilder::beginPlan(const UserLocation &location) {
  plan.emplace(builder, at(location), options.strict);
}

PlanBuilder &ModuleBuilder::getPlan() {
  if (!plan)
    throw py::value_error("there is no plan: begin one first");
  return *plan;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

BuiltValue ModuleBuilder::load(BuiltValue array,
                               const std::vector<BuiltValue> &indices,
                               const UserLocation &location) {
  return {LoadOp::create(builder, at(location), array.value, unwrap(indices))};
}

void ModuleBuilder::store(BuiltValue value, BuiltValue array,
                          const std::vector<BuiltValue> &indices,
                          const UserLocation &location) {
  StoreOp::create(builder, at(location), value.value, array.value,
                  unwrap(indices));
}

void ModuleBuilder::accumulate(const std::string &kind, BuiltValue value,
                               BuiltValue array,
                               const std::vector<BuiltValue> &indices,
                               const UserLocation &location) {
  std::optional<AccumulateKind> symbol = symbolizeAccumulateKind(kind);
  if (!symbol)
    throw py::value_error("unknown accumulation '" + kind + "'");
  AccumulateOp::create(builder, at(location), *symbol, value.value, array.value,
                       unwrap(indices));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// `value`, or an exception when the operation does not exist.
static BuiltValue checked(Value value, const std::string &what,
                          const std::string &type,
                          const UserLocation &location) {
  if (!value)
    raiseCompileError("there is no '" + what + "' of " + type, location);
  return {value};
}

BuiltValue ModuleBuilder::constant(const std::string &typeName,
                                   const py::object &value,
                                   const UserLocation &location) {
  ScalarType type = getType(typeName);
  if (type.isComplex()) {
    auto number = value.cast<std::complex<double>>();
    return {createComplexConstant(builder, at(location),
                                  mlir::cast<ComplexType>(type.value),
                                  number.real(), number.imag())};
  }
  TypedAttr attribute;
  if (type.isFloat()) {
    attribute = builder.getFloatAttr(type.value, value.cast<double>());
  } else if (type.isBool()) {
    attribute = builder.getIntegerAttr(type.value, value.cast<bool>());
  } else {
    unsigned width = type.isIndex() ? 64 : type.value.getIntOrFloatBitWidth();
    APInt bits = type.isUnsigned()
                     ? APInt(width, value.cast<uint64_t>())
                     : APInt(width, value.cast<int64_t>(), /*isSigned=*/true);
    attribute = builder.getIntegerAttr(type.value, bits);
  }
  return {arith::ConstantOp::create(builder, at(location), attribute)};
}

BuiltValue ModuleBuilder::binary(const std::string &op, const std::string &type,
                                 BuiltValue lhs, BuiltValue rhs,
                                 const UserLocation &location) {
  return checked(createBinary(builder, at(location), op, getType(type),
                              lhs.value, rhs.value),
                 op, type, location);
}

BuiltValue ModuleBuilder::unary(const std::string &op, const std::string &type,
                                BuiltValue operand,
                                const UserLocation &location) {
  return checked(
      createUnary(builder, at(location), op, getType(type), operand.value), op,
      type, location);
}

BuiltValue ModuleBuilder::fma(const std::string &type, BuiltValue a,
                              BuiltValue b, BuiltValue c,
                              const UserLocation &location) {
  Value result;
  if (getType(type).isFloat())
    result =
        math::FmaOp::create(builder, at(location), a.value, b.value, c.value);
  return checked(result, "fma", type, location);
}

BuiltValue ModuleBuilder::compare(const std::string &op,
                                  const std::string &type, BuiltValue lhs,
                                  BuiltValue rhs,
                                  const UserLocation &location) {
  return checked(createCompare(builder, at(location), op, getType(type),
                               lhs.value, rhs.value),
                 op, type, location);
}

BuiltValue ModuleBuilder::select(BuiltValue condition, BuiltValue ifTrue,
                                 BuiltValue ifFalse,
                                 const UserLocation &location) {
  return {arith::SelectOp::create(builder, at(location), condition.value,
                                  ifTrue.value, ifFalse.value)};
}

BuiltValue ModuleBuilder::cast(BuiltValue operand, const std::string &from,
                               const std::string &to,
                               const UserLocation &location) {
  return checked(createCast(builder, at(location), operand.value, getType(from),
                            getType(to)),
                 "cast to " + to, from, location);
}

std::string ModuleBuilder::getArgumentManifest() {
  std::string text;
  llvm::raw_string_ostream os(text);
  emitArgumentManifest(mlir::cast<FuncOp>(module->getBody()->back()), os);
  return text;
}

std::unique_ptr<CompiledModule> ModuleBuilder::compile() {
  ErrorCollector errors(context.get());
  if (failed(verify(*module)))
    errors.raise();
  OwningOpRef<ModuleOp> program = std::move(module);
  startModule();
  return std::make_unique<CompiledModule>(context, std::move(program), options);
}
