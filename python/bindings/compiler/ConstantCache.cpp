// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ConstantCache.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace sa::python;

/// Constants of more bytes are resources.
static constexpr size_t maxInlineBytes = 4096;

ElementsAttr ConstantCache::get(RankedTensorType type, StringRef name,
                                ArrayRef<char> bytes) {
  if (bytes.empty())
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  if (bytes.size() <= maxInlineBytes) {
    if (!type.getElementType().isInteger(1))
      return DenseElementsAttr::getFromRawBuffer(type, bytes);
    SmallVector<bool> bools =
        llvm::map_to_vector(bytes, [](char byte) { return byte != 0; });
    return DenseElementsAttr::get(type, ArrayRef<bool>(bools));
  }

  uint64_t hash = llvm::xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
  auto [begin, end] = resources.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    DenseResourceElementsAttr known = it->second;
    if (known.getData() == bytes)
      return DenseResourceElementsAttr::get(type, known.getRawHandle());
  }
  constexpr size_t alignment = 64;
  auto resource = DenseResourceElementsAttr::get(
      type, name,
      HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, alignment,
                                                    /*dataIsMutable=*/false));
  resources.emplace(hash, resource);
  return resource;
}
