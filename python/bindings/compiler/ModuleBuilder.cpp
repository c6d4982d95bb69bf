// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ModuleBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Verifier.h"

namespace py = pybind11;
using namespace mlir;
using namespace sa;
using namespace sa::python;

static SmallVector<Value> unwrap(const std::vector<BuiltValue> &values) {
  return llvm::map_to_vector(
      values, [](const BuiltValue &value) { return value.value; });
}

static std::vector<BuiltValue> wrap(ValueRange values) {
  std::vector<BuiltValue> result;
  for (Value value : values)
    result.push_back({value});
  return result;
}

ModuleBuilder::ModuleBuilder(bool strict)
    : context(createContext()), builder(context.get()), strict(strict) {
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

ArrayType ModuleBuilder::getArrayType(const std::string &elementType,
                                      const std::vector<int64_t> &shape,
                                      Role role, StridedLayoutAttr layout,
                                      const UserLocation &location) {
  ErrorCollector errors(context.get());
  Location loc = at(location);
  auto type = ArrayType::getChecked(
      [&] { return emitError(loc); }, context.get(), ArrayRef<int64_t>(shape),
      getType(elementType).element, role, layout, ArrayRef<StringAttr>());
  if (!type)
    errors.raise();
  return type;
}

//===----------------------------------------------------------------------===//
// Functions and arrays
//===----------------------------------------------------------------------===//

std::vector<BuiltValue>
ModuleBuilder::beginFunction(const std::string &name,
                             const std::vector<ArraySpec> &arrays,
                             const UserLocation &location) {
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  for (const auto &[arrayName, roleName, elementType, shape, strides, offset] :
       arrays) {
    std::optional<Role> role = symbolizeRole(roleName);
    if (!role)
      throw py::value_error("unknown role '" + roleName + "'");
    StridedLayoutAttr layout;
    if (strides)
      layout = StridedLayoutAttr::get(context.get(), *strides, offset);
    types.push_back(getArrayType(elementType, shape, *role, layout, location));
    names.push_back(arrayName);
  }
  builder.setInsertionPointToEnd(module->getBody());
  auto func = FuncOp::create(builder, at(location), name, types, names);
  builder.setInsertionPoint(func.getBody().front().getTerminator());
  return wrap(func.getBody().getArguments());
}

void ModuleBuilder::endFunction() {
  builder.setInsertionPointToEnd(module->getBody());
}

/// The elements of a constant from their bytes, in row-major order.
static DenseElementsAttr getElements(RankedTensorType type, StringRef data) {
  ArrayRef<char> bytes(data.data(), data.size());
  if (type.getNumElements() == 0)
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  if (!type.getElementType().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  SmallVector<bool> bools =
      llvm::map_to_vector(bytes, [](char byte) { return byte != 0; });
  return DenseElementsAttr::get(type, ArrayRef<bool>(bools));
}

BuiltValue ModuleBuilder::createConstantArray(const std::string &name,
                                              const std::string &elementType,
                                              const std::vector<int64_t> &shape,
                                              const py::bytes &data,
                                              const UserLocation &location) {
  ArrayType type = getArrayType(elementType, shape, Role::Const, {}, location);
  auto tensorType = RankedTensorType::get(shape, type.getElementType());
  std::string_view bytes = data;
  size_t elementBytes = type.getStorageType().getIntOrFloatBitWidth() / 8;
  if (bytes.size() != tensorType.getNumElements() * elementBytes)
    throw py::value_error("constant '" + name +
                          "' has a different number of bytes than its type");
  auto value = getElements(tensorType, StringRef(bytes.data(), bytes.size()));
  return {ConstOp::create(builder, at(location), type, name, value)};
}

BuiltValue ModuleBuilder::createTemporary(const std::string &name,
                                          const std::string &elementType,
                                          const std::vector<int64_t> &shape,
                                          const UserLocation &location) {
  ArrayType type = getArrayType(elementType, shape, Role::Temp, {}, location);
  return {TempOp::create(builder, at(location), type, name)};
}

std::vector<BuiltValue>
ModuleBuilder::beginNest(const std::vector<std::string> &names,
                         const std::vector<int64_t> &sizes,
                         const UserLocation &location) {
  SmallVector<StringRef> indexNames(names.begin(), names.end());
  SmallVector<OpFoldResult> mixedSizes =
      llvm::map_to_vector(sizes, [&](int64_t size) -> OpFoldResult {
        return builder.getIndexAttr(size);
      });
  auto nest = NestOp::create(builder, at(location), indexNames, mixedSizes);
  builder.setInsertionPoint(nest.getBody().front().getTerminator());
  return wrap(nest.getIndices());
}

void ModuleBuilder::endNest() {
  builder.setInsertionPointAfter(builder.getInsertionBlock()->getParentOp());
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

std::unique_ptr<CompiledModule> ModuleBuilder::compile() {
  ErrorCollector errors(context.get());
  if (failed(verify(*module)))
    errors.raise();
  OwningOpRef<ModuleOp> program = std::move(module);
  startModule();
  return std::make_unique<CompiledModule>(context, std::move(program), strict);
}
