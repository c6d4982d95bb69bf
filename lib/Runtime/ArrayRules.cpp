// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArrayRules.h"

#include "Format.h"
#include "sa/Runtime/CheckedMath.h"

#include <numeric>

using namespace sa::runtime;

namespace {

//===----------------------------------------------------------------------===//
// Rules about a descriptor by itself
//===----------------------------------------------------------------------===//

void checkVersion(const ArrayCheck &array) {
  if (array.descriptor.version != 1)
    array.fail("version is " + std::to_string(array.descriptor.version) +
               ", expected 1");
}

void checkTypestr(const ArrayCheck &array) {
  const ArrayDescriptor &descriptor = array.descriptor;
  if (descriptor.rawBytes)
    return;
  ElementType type = array.argument.elementType;
  switch (matchTypestr(descriptor.typestr, type)) {
  case TypestrMatch::Match:
    return;
  case TypestrMatch::ForeignByteOrder:
    array.fail("typestr '" + descriptor.typestr +
               "' has the wrong byte order, expected " + describe(type));
  case TypestrMatch::Mismatch:
    array.fail("typestr is '" + descriptor.typestr + "', expected " +
               describe(type));
  }
}

void checkLengths(const ArrayCheck &array) {
  for (int64_t length : array.descriptor.shape)
    if (length < 0)
      array.fail("shape " + formatTuple(array.descriptor.shape) +
                 " has a negative length");
}

void checkNumStrides(const ArrayCheck &array) {
  const ArrayDescriptor &descriptor = array.descriptor;
  if (descriptor.strides &&
      descriptor.strides->size() != descriptor.shape.size())
    array.fail("strides " + formatTuple(*descriptor.strides) +
               " are not one for each dimension of shape " +
               formatTuple(descriptor.shape));
}

void checkRole(const ArrayCheck &array) {
  if (array.argument.written && array.descriptor.readOnly)
    array.fail("data is read-only, but the function writes to this array");
}

//===----------------------------------------------------------------------===//
// Rules about an array's layout and memory
//===----------------------------------------------------------------------===//

/// True when the descriptor has the plan's strides wherever they matter.
bool hasExpectedStrides(const ArrayCheck &array,
                        const std::vector<int64_t> &strides) {
  if (array.extent.empty)
    return true;
  for (size_t d = 0; d != strides.size(); ++d)
    if (array.shape[d] > 1 && strides[d] != array.strides[d])
      return false;
  return true;
}

/// True when the plan's array is dense and row-major.
bool isRowMajor(const ArrayCheck &array) {
  std::optional<std::vector<int64_t>> strides =
      computeRowMajorStrides(array.shape);
  return strides && array.offset == 0 && hasExpectedStrides(array, *strides);
}

/// The number of elements in the storage of the plan's array, gaps included.
int64_t getStorageElements(const ArrayCheck &array) {
  if (array.extent.empty)
    return 0;
  std::optional<int64_t> count = checkedAdd(array.extent.highest, 1);
  if (!count || array.extent.lowest < 0)
    array.fail("its layout cannot be passed as flat storage");
  return *count;
}

/// Raw memory and one-dimensional descriptors of a whole storage are taken by
/// their length.
bool isFlatStorage(const ArrayCheck &array) {
  const ArrayDescriptor &descriptor = array.descriptor;
  if (descriptor.shape.size() != 1 || isRowMajor(array))
    return false;
  int64_t elements = getStorageElements(array);
  bool dense =
      elements <= 1 || !descriptor.strides || descriptor.strides->front() == 1;
  return dense && descriptor.shape.front() == elements;
}

void checkShape(const ArrayCheck &array) {
  const ArrayDescriptor &descriptor = array.descriptor;
  if (descriptor.rawBytes) {
    std::optional<int64_t> bytes =
        checkedMul(getStorageElements(array), array.elementSize());
    if (!bytes || *descriptor.rawBytes != *bytes)
      array.fail("memory has " + std::to_string(*descriptor.rawBytes) +
                 " bytes, expected " +
                 (bytes ? std::to_string(*bytes) : "more than fit in memory"));
    return;
  }
  if (descriptor.shape == array.shape || isFlatStorage(array))
    return;
  std::string rank;
  if (descriptor.shape.size() != array.shape.size())
    rank = "rank is " + std::to_string(descriptor.shape.size()) +
           ", expected " + std::to_string(array.shape.size()) + ": ";
  array.fail(rank + "shape is " + formatTuple(descriptor.shape) +
             ", expected " + formatTuple(array.shape));
}

void checkStrides(const ArrayCheck &array) {
  const ArrayDescriptor &descriptor = array.descriptor;
  if (descriptor.rawBytes || isFlatStorage(array))
    return;
  std::optional<std::vector<int64_t>> strides = descriptor.strides;
  if (!strides)
    strides = computeRowMajorStrides(descriptor.shape);
  if (!strides)
    array.fail("shape " + formatTuple(descriptor.shape) +
               " is too large to address");
  if (!hasExpectedStrides(array, *strides))
    array.fail("strides are " + formatTuple(*strides) + ", expected " +
               formatTuple(array.strides));
}

/// The step of the array's footprint. One that is too large to say is as good
/// as none: then the elements are taken to lie everywhere.
uint64_t computeStep(const ArrayCheck &array) {
  uint64_t step = 0;
  for (size_t d = 0; d != array.shape.size(); ++d)
    if (array.shape[d] > 1)
      step = std::gcd(step, array.strides[d] < 0
                                ? -static_cast<uint64_t>(array.strides[d])
                                : static_cast<uint64_t>(array.strides[d]));
  uint64_t bytes;
  uint64_t size = static_cast<uint64_t>(array.elementSize());
  return __builtin_mul_overflow(step, size, &bytes) ? size : bytes;
}

/// Finds the start of the storage and the bytes that are touched.
void locate(ArrayCheck &array) {
  if (array.extent.empty)
    return;
  const ArrayDescriptor &descriptor = array.descriptor;
  bool flat = descriptor.rawBytes || isFlatStorage(array);
  int64_t size = array.elementSize();
  std::optional<int64_t> start =
      flat ? descriptor.offset : checkedSub(descriptor.offset, array.offset);
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
  array.footprint = {*begin, *end, static_cast<uint64_t>(size),
                     computeStep(array)};
}

void checkAlignment(const ArrayCheck &array) {
  if (!array.extent.empty && array.storage % array.elementSize() != 0)
    array.fail("data pointer " + formatAddress(array.descriptor.pointer) +
               " is not aligned to the " + std::to_string(array.elementSize()) +
               " bytes of an element");
}

void checkAllocation(const ArrayCheck &array,
                     const AllocationFinder &allocations) {
  if (array.extent.empty)
    return;
  uint64_t pointer = array.descriptor.pointer;
  std::optional<Allocation> allocation = allocations.find(pointer);
  if (!allocation)
    array.fail("data pointer " + formatAddress(pointer) +
               " is not in USM memory of its queue's context");
  uint64_t end = allocation->base + allocation->size;
  if (array.footprint.begin < allocation->base || array.footprint.end > end)
    array.fail("elements reach outside the allocation: they use bytes " +
               formatDistance(array.footprint.begin, allocation->base) +
               " to " + formatDistance(array.footprint.end, allocation->base) +
               " of " + std::to_string(allocation->size));
}

} // namespace

void sa::runtime::checkDescriptor(const ArrayCheck &array) {
  static constexpr void (*rules[])(const ArrayCheck &) = {
      checkVersion, checkTypestr, checkLengths, checkNumStrides, checkRole};
  for (auto *rule : rules)
    rule(array);
}

void sa::runtime::checkLayout(ArrayCheck &array,
                              const AllocationFinder &allocations) {
  checkShape(array);
  checkStrides(array);
  locate(array);
  checkAlignment(array);
  checkAllocation(array, allocations);
}
