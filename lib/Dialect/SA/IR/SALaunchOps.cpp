// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Count.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/IR/SAToldValues.h"

using namespace mlir;
using namespace sa;

void AllocOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getName());
}

void UploadOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getName());
}

/// Memory for elements of `elementType` is of their storage type (C1).
static LogicalResult verifyStorage(Operation *op, Type elementType,
                                   Type storageType) {
  auto array = isElementType(elementType)
                   ? ArrayType::get({}, elementType, Role::Temp)
                   : ArrayType();
  if (array && array.getStorageType() == storageType)
    return success();
  return op->emitOpError() << "has memory of " << storageType
                           << ", which cannot hold elements of the type "
                           << elementType;
}

LogicalResult AllocOp::verify() {
  return verifyStorage(
      *this, getElementType(),
      cast<MemRefType>(getResult().getType()).getElementType());
}

LogicalResult UploadOp::verify() {
  Type storageType = cast<MemRefType>(getResult().getType()).getElementType();
  if (failed(verifyStorage(*this, getElementType(), storageType)))
    return failure();
  // C2
  if (!isa<DenseElementsAttr>(getValue()) ||
      getValue().getShapedType().getRank() != 1 ||
      getValue().getElementType() != storageType)
    return emitOpError() << "has values that are not the flat storage of the "
                            "array";
  return success();
}

void ErrorRecordOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "errors");
}

LogicalResult ErrorRecordOp::verify() {
  for (auto [position, site] :
       llvm::enumerate(getSites().getAsRange<DictionaryAttr>())) {
    bool isIndex =
        site.getAs<StringAttr>("array") && site.getAs<IntegerAttr>("dimension");
    bool isAssumption = static_cast<bool>(site.getAs<StringAttr>("assumption"));
    auto names = site.getAs<ArrayAttr>("indices");
    if (auto texts = site.getAs<ArrayAttr>("texts")) {
      auto types = site.getAs<ArrayAttr>("types");
      if (!types || texts.size() != types.size() + 1 ||
          !llvm::all_of(texts, llvm::IsaPred<StringAttr>) ||
          !llvm::all_of(types, llvm::IsaPred<StringAttr>))
        return emitOpError() << "has a site " << position
                             << " that prints, and not one text more than it "
                                "has types of values";
      continue;
    }
    if (isIndex == isAssumption || !names ||
        !llvm::all_of(names, llvm::IsaPred<StringAttr>))
      return emitOpError() << "has a site " << position
                           << " that is not an index of an array or an "
                              "assumption, with the names of indices";
    if (Attribute told = site.get("told");
        told && !isToldValues(told, names.size()))
      return emitOpError() << "has a site " << position
                           << " that tells no list of the types i64, u64, f32 "
                              "and f64 for the last of its names";
  }
  return success();
}

int64_t ErrorRecordOp::getNumWords() {
  size_t numIndices = 0;
  for (auto site : getSites().getAsRange<DictionaryAttr>())
    if (auto names = site.getAs<ArrayAttr>("indices"))
      numIndices = std::max(numIndices, names.size());
  // The flag, the number of the site, the value, the size, and the indices.
  return 2 + 2 * (2 + numIndices);
}

bool ErrorRecordOp::hasPrints() {
  return llvm::any_of(
      getSites().getAsRange<DictionaryAttr>(),
      [](DictionaryAttr site) { return site.contains("texts"); });
}

LogicalResult LaunchOp::verify() {
  // C2
  if (getRange().empty() || getRange().size() > 3)
    return emitOpError() << "has a range of "
                         << count(getRange().size(), "dimension", "dimensions")
                         << ": one to three are possible";
  if (!getLocal().empty() && getLocal().size() != getRange().size())
    return emitOpError() << "has a local range of "
                         << count(getLocal().size(), "dimension", "dimensions")
                         << " for a range of " << getRange().size();
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // C1
  Operation *symbol =
      symbolTable.lookupNearestSymbolFrom(*this, getKernelAttr());
  auto kernel = dyn_cast_or_null<FunctionOpInterface>(symbol);
  auto gpuKernel = dyn_cast_or_null<gpu::GPUFuncOp>(symbol);
  bool isKernel =
      gpuKernel ? gpuKernel.isKernel()
                : symbol && symbol->getName().getStringRef() == "llvm.func";
  if (!kernel || !isKernel)
    return emitOpError() << "names " << getKernelAttr()
                         << ", which is not a kernel";
  // Lowered kernels take pointers where the function has memrefs.
  auto fits = [](Type parameter, Type argument) {
    return parameter == argument ||
           (isa<MemRefType>(argument) && !isa<MemRefType>(parameter));
  };
  if (kernel.getNumArguments() != getKernelOperands().size() ||
      (gpuKernel && !llvm::all_of_zip(kernel.getArgumentTypes(),
                                      getKernelOperands().getTypes(), fits)))
    return emitOpError() << "passes arguments that do not fit the kernel "
                         << getKernelAttr();
  return success();
}
