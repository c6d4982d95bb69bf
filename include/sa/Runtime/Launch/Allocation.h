// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the driver which allocation a USM pointer belongs to, and how far that
// reaches. SYCL itself only knows the kind of an allocation.

#ifndef SA_RUNTIME_LAUNCH_ALLOCATION_H
#define SA_RUNTIME_LAUNCH_ALLOCATION_H

#include <cstdint>
#include <memory>
#include <optional>

#include <sycl/context.hpp>
#include <sycl/device.hpp>

namespace sa::runtime {

struct Allocation {
  uint64_t base = 0;
  uint64_t size = 0;
};

/// Finds the USM allocations of one context. Answers take a fraction of a
/// microsecond, and any address may be asked for: foreign, freed or nonsense.
class AllocationFinder {
public:
  virtual ~AllocationFinder();

  /// The allocation of the context that holds `address`, if there is one.
  virtual std::optional<Allocation> find(uint64_t address) const = 0;

  /// The finder for the backend of `context`, to be used as long as that lives.
  /// Backends other than OpenCL and Level Zero are only asked whether a pointer
  /// is theirs; the allocation they report reaches from the address to the end
  /// of the address space.
  static std::unique_ptr<AllocationFinder> create(const sycl::context &context,
                                                  const sycl::device &device);
};

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_ALLOCATION_H
