// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The little that has to be asked of Level Zero. Its headers are not needed to
// build: what is asked for is one function.

#ifndef SA_RUNTIME_DEVICE_LEVELZERO_H
#define SA_RUNTIME_DEVICE_LEVELZERO_H

#include "sa/Runtime/Launch/Allocation.h"

#include <cstddef>
#include <memory>

namespace sa::runtime {

/// zeMemGetAddressRange: the allocation of a context that a pointer belongs to.
/// Returns 0 when there is one. The context is a `ze_context_handle_t`.
using AddressRangeQuery = int (*)(void *context, const void *pointer,
                                  void **base, size_t *size);

/// That function, if Level Zero is loaded. The SYCL runtime has done that by
/// the time there is a Level Zero device.
AddressRangeQuery findAddressRangeQuery();

/// Finds the allocations of a Level Zero context. SYCL may take small ones from
/// a larger one of its own; then that is what is found.
std::unique_ptr<AllocationFinder> makeLevelZeroFinder(void *context,
                                                      AddressRangeQuery query);

} // namespace sa::runtime

#endif // SA_RUNTIME_DEVICE_LEVELZERO_H
