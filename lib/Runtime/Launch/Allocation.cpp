// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/Allocation.h"

#include "sa/Runtime/Device/LevelZero.h"
#include "sa/Runtime/Device/OpenCL.h"
#include "sa/Runtime/Error.h"

#include <limits>

#include <CL/cl_ext.h>
#include <sycl/usm.hpp>

using namespace sa::runtime;

AllocationFinder::~AllocationFinder() = default;

namespace {

class OpenCLAllocationFinder : public AllocationFinder {
public:
  OpenCLAllocationFinder(const sycl::context &context,
                         const sycl::device &device)
      : context(getNative(context)),
        query(SA_OPENCL_DRIVER(device, clGetMemAllocInfoINTEL)) {
    if (!query)
      throw Error(ErrorKind::Placement,
                  "the OpenCL driver of the device has no USM memory");
  }

  std::optional<Allocation> find(uint64_t address) const override {
    // What is in no allocation has no base.
    void *base = nullptr;
    size_t size = 0;
    if (!get(address, CL_MEM_ALLOC_BASE_PTR_INTEL, base) || !base ||
        !get(address, CL_MEM_ALLOC_SIZE_INTEL, size))
      return std::nullopt;
    return Allocation{reinterpret_cast<uint64_t>(base), size};
  }

private:
  template <typename ValueT>
  bool get(uint64_t address, cl_mem_info_intel what, ValueT &value) const {
    return query(context.get(), reinterpret_cast<const void *>(address), what,
                 sizeof(value), &value, nullptr) == CL_SUCCESS;
  }

  NativeContext context;
  clGetMemAllocInfoINTEL_fn query;
};

class KindOnlyFinder : public AllocationFinder {
public:
  explicit KindOnlyFinder(const sycl::context &context) : context(context) {}

  std::optional<Allocation> find(uint64_t address) const override {
    const void *pointer = reinterpret_cast<const void *>(address);
    if (sycl::get_pointer_type(pointer, context) == sycl::usm::alloc::unknown)
      return std::nullopt;
    // Elements may lie before the address as well as after it.
    return Allocation{0, std::numeric_limits<uint64_t>::max()};
  }

private:
  sycl::context context;
};

} // namespace

std::unique_ptr<AllocationFinder>
AllocationFinder::create(const sycl::context &context,
                         const sycl::device &device) {
  if (context.get_backend() == sycl::backend::opencl)
    return std::make_unique<OpenCLAllocationFinder>(context, device);
  if (context.get_backend() == sycl::backend::ext_oneapi_level_zero)
    if (AddressRangeQuery query = findAddressRangeQuery())
      return makeLevelZeroFinder(
          sycl::get_native<sycl::backend::ext_oneapi_level_zero>(context),
          query);
  return std::make_unique<KindOnlyFinder>(context);
}
