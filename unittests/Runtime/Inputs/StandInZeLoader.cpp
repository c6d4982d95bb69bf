// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library with the name of Level Zero's, and the one function of it that the
// runtime asks. It has one context, whose allocations it is told of.

#include <cstddef>
#include <cstdint>

static char context;
static uintptr_t allocationBase;
static size_t allocationSize;

extern "C" __attribute__((visibility("default"))) void *
standInAllocate(void *base, size_t size) {
  allocationBase = reinterpret_cast<uintptr_t>(base);
  allocationSize = size;
  return &context;
}

/// As the specification of Level Zero describes it.
extern "C" __attribute__((visibility("default"))) int
zeMemGetAddressRange(void *asked, const void *pointer, void **base,
                     size_t *size) {
  constexpr int success = 0;
  constexpr int invalidNullHandle = 0x78000005;
  constexpr int addressNotFound = 0x7ffffffd;
  if (asked != &context)
    return invalidNullHandle;
  auto address = reinterpret_cast<uintptr_t>(pointer);
  if (address < allocationBase || address - allocationBase >= allocationSize)
    return addressNotFound;
  *base = reinterpret_cast<void *>(allocationBase);
  *size = allocationSize;
  return success;
}
