// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArrayRules.h"

#include "Requirements.h"
#include "sa/Runtime/Checks/CheckedMath.h"
#include "sa/Runtime/Checks/Format.h"
#include "sa/Runtime/HintedError.h"

#include <algorithm>

using namespace sa::runtime;

namespace {

/// The elements of the array's flat storage, gaps included.
int64_t getStorageElements(const ArrayCheck &array,
                           const std::vector<int64_t> &sizes) {
  std::optional<int64_t> elements = array.argument.storage.evaluate(sizes);
  if (!elements || *elements < 0)
    array.fail("its flat storage is not possible for these sizes");
  return *elements;
}

std::string describeStorage(const ArrayCheck &array,
                            const std::vector<int64_t> &sizes) {
  int64_t elements = getStorageElements(array, sizes);
  return "flat storage of " + std::to_string(elements) +
         (elements == 1 ? " element" : " elements");
}

/// True when elements lie before the start of the storage, so that it cannot be
/// given by itself.
bool reachesBelowStorage(const ArrayCheck &array) {
  if (array.argument.layout != Layout::Strided)
    return false;
  std::optional<Extent> extent =
      computeExtent(array.shape, array.strides, array.offset);
  return !extent || extent->lowest < 0;
}

/// Checks the length of raw memory or flat storage.
void checkFlatLength(const ArrayCheck &array, const std::vector<int64_t> &sizes,
                     bool growing) {
  const ArrayDescriptor &descriptor = array.descriptor;
  int64_t elements = getStorageElements(array, sizes);
  if (array.form == Form::Raw) {
    if (reachesBelowStorage(array))
      array.fail("its layout cannot be passed as flat storage");
    std::optional<int64_t> bytes = checkedMul(elements, array.elementSize());
    if (!bytes || *descriptor.rawBytes < *bytes ||
        (*descriptor.rawBytes > *bytes && !growing))
      array.fail("memory has " + std::to_string(*descriptor.rawBytes) +
                 " bytes, expected " +
                 (bytes ? std::to_string(*bytes) : "more than fit in memory"));
    return;
  }
  if (descriptor.shape.size() == 1 && !reachesBelowStorage(array)) {
    int64_t length = descriptor.shape.front();
    if (length == elements || (growing && length > elements)) {
      if (elements > 1 && !isDenseLine(descriptor))
        array.fail("strides are " + formatTuple(*descriptor.strides) +
                   ", but flat storage is dense");
      return;
    }
  }
  std::string found = "shape is " + formatTuple(descriptor.shape);
  std::string flat = describeStorage(array, sizes);
  if (array.argument.layout == Layout::FlatOnly)
    throw HintedError(array.makeError(found + ", expected " + flat),
                      Hint::PackStorage);
  flat = reachesBelowStorage(array) ? "" : " or " + flat;
  if (descriptor.shape.size() != array.shape.size())
    found = "rank is " + std::to_string(descriptor.shape.size()) +
            ", expected " + std::to_string(array.shape.size()) + ": " + found;
  array.fail(found + ", expected " + formatTuple(array.shape) + flat);
}

void checkShapeOf(const ArrayCheck &array, const std::vector<int64_t> &sizes) {
  if (array.descriptor.shape == array.shape)
    return;
  // In one dimension it may have been meant as either.
  std::string flat;
  if (array.shape.size() == 1 && array.argument.layout == Layout::Strided &&
      !reachesBelowStorage(array) &&
      getStorageElements(array, sizes) != array.shape.front())
    flat = " or " + describeStorage(array, sizes);
  array.fail("shape is " + formatTuple(array.descriptor.shape) + ", expected " +
             formatTuple(array.shape) + flat);
}

/// The descriptor's strides, written out.
std::vector<int64_t> getStrides(const ArrayCheck &array) {
  const ArrayDescriptor &descriptor = array.descriptor;
  if (descriptor.strides)
    return *descriptor.strides;
  if (auto strides = computeRowMajorStrides(descriptor.shape))
    return *strides;
  array.fail("shape " + formatTuple(descriptor.shape) +
             " is too large to address");
}

/// Takes the strides of an Open array from the descriptor. Those that do not
/// matter become what they are in a dense array, so that equal arrays give
/// equal numbers.
void bindStrides(ArrayCheck &array, std::vector<int64_t> &sizes) {
  std::optional<std::vector<int64_t>> dense =
      computeRowMajorStrides(array.shape);
  bool empty =
      std::find(array.shape.begin(), array.shape.end(), 0) != array.shape.end();
  if (!empty && array.form == Form::Shaped) {
    array.strides = getStrides(array);
    for (size_t d = 0; d != array.shape.size(); ++d)
      if (array.shape[d] == 1)
        array.strides[d] = dense ? (*dense)[d] : 0;
  } else if (dense) {
    array.strides = std::move(*dense);
  } else {
    array.strides.assign(array.shape.size(), 0);
  }
  for (size_t d = 0; d != array.shape.size(); ++d)
    sizes[array.argument.strideSizes[d]] = array.strides[d];
}

} // namespace

bool sa::runtime::isDenseLine(const ArrayDescriptor &descriptor) {
  return descriptor.shape.size() == 1 &&
         (!descriptor.strides || descriptor.strides->front() == 1);
}

int64_t sa::runtime::getFlatLength(const ArrayCheck &array) {
  return array.form == Form::Raw
             ? *array.descriptor.rawBytes / array.elementSize()
             : array.descriptor.shape.front();
}

void sa::runtime::checkShape(ArrayCheck &array, CallCheck &call) {
  if (array.form == Form::Shaped)
    checkShapeOf(array, call.sizes);
  else
    checkFlatLength(array, call.sizes,
                    hasOpenDimension(call.manifest, array.position));
}

/// Finds what the array touches. The strides of an Open array are whatever the
/// descriptor says.
void sa::runtime::findExtent(ArrayCheck &array, CallCheck &call) {
  if (array.argument.layout == Layout::Open)
    bindStrides(array, call.sizes);
  if (array.form != Form::Shaped) {
    // All of the storage: it was given for this array and nothing else.
    int64_t elements = getStorageElements(array, call.sizes);
    array.extent = {elements == 0, 0, elements - 1};
    return;
  }
  std::optional<Extent> extent =
      computeExtent(array.shape, array.strides, array.offset);
  if (!extent && array.argument.layout == Layout::Open)
    array.fail("strides " + formatTuple(array.strides) +
               " lead outside the address space");
  if (!extent)
    array.fail("shape is not possible for these sizes");
  array.extent = *extent;
}

/// No two elements of a written array may be one. Where the manifest says the
/// strides, the compiler has seen to it.
void sa::runtime::checkSelfOverlap(ArrayCheck &array, CallCheck &) {
  if (array.argument.layout != Layout::Open || !array.argument.isWritten() ||
      array.form != Form::Shaped)
    return;
  Answer answer = overlapsItself(array.shape, array.strides);
  if (answer == Answer::No)
    return;
  array.fail("strides " + formatTuple(array.strides) +
             (answer == Answer::Yes ? " lead" : " may lead") +
             " to the same element twice, but the function writes to this "
             "array");
}

/// Finds the start of the storage and the bytes that are touched.
void sa::runtime::locate(ArrayCheck &array, CallCheck &) {
  if (array.extent.empty)
    return;
  const ArrayDescriptor &descriptor = array.descriptor;
  int64_t size = array.elementSize();
  std::optional<int64_t> start = descriptor.offset;
  if (array.form == Form::Shaped)
    start = checkedSub(descriptor.offset, array.offset);
  std::optional<uint64_t> storage =
      start ? checkedAddress(descriptor.pointer, *start, size) : std::nullopt;
  std::optional<int64_t> beyond = checkedAdd(array.extent.highest, 1);
  std::optional<uint64_t> begin, end;
  if (storage && beyond) {
    begin = checkedAddress(*storage, array.extent.lowest, size);
    end = checkedAddress(*storage, *beyond, size);
  }
  if (!begin || !end || *end < *begin)
    array.fail("offset " + std::to_string(descriptor.offset) +
               " leads outside the address space");
  array.storage = *storage;
  array.bytes = {*begin, *end};
}

void sa::runtime::checkAlignment(ArrayCheck &array, CallCheck &) {
  ElementType type = array.argument.elementType;
  int64_t alignment = getAlignment(type);
  if (!array.extent.empty && array.storage % alignment != 0)
    array.fail("data pointer " + formatAddress(array.descriptor.pointer) +
               " is not aligned to the " + std::to_string(alignment) +
               " bytes of " +
               (isComplex(type) ? "the parts of an element" : "an element"));
}

void sa::runtime::checkAllocation(ArrayCheck &array, CallCheck &call) {
  if (array.extent.empty || !call.target)
    return;
  uint64_t pointer = array.descriptor.pointer;
  std::optional<Allocation> allocation =
      call.target->getAllocations().find(pointer);
  if (!allocation)
    array.fail("data pointer " + formatAddress(pointer) +
               " is not in USM memory of its queue's context");
  uint64_t end = allocation->base + allocation->size;
  if (array.bytes.begin < allocation->base || array.bytes.end > end)
    array.fail("elements reach outside the allocation: they use bytes " +
               formatDistance(array.bytes.begin, allocation->base) + " to " +
               formatDistance(array.bytes.end, allocation->base) + " of " +
               std::to_string(allocation->size));
}

/// Checks the strides wherever they matter.
void sa::runtime::checkStrides(ArrayCheck &array, CallCheck &) {
  if (array.form != Form::Shaped || array.extent.empty)
    return;
  std::vector<int64_t> strides = getStrides(array);
  for (size_t d = 0; d != strides.size(); ++d)
    if (array.shape[d] > 1 && strides[d] != array.strides[d])
      array.fail("strides are " + formatTuple(strides) + ", expected " +
                 formatTuple(array.strides) +
                 ": pass a copy with these, or declare the array with "
                 "layout=sa.layout.any");
}

StridedMemory sa::runtime::getMemory(const ArrayCheck &array) {
  int64_t size = array.elementSize();
  if (array.form != Form::Shaped)
    return {array.storage, size, {array.extent.highest + 1}, {1}};
  uint64_t address = array.storage + static_cast<uint64_t>(array.offset) * size;
  return {address, size, array.shape, array.strides};
}
