// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Device/LevelZero.h"

#include <dlfcn.h>

using namespace sa::runtime;

namespace {

class LevelZeroFinder : public AllocationFinder {
public:
  LevelZeroFinder(void *context, AddressRangeQuery query)
      : context(context), query(query) {}

  std::optional<Allocation> find(uint64_t address) const override {
    void *base = nullptr;
    size_t size = 0;
    if (query(context, reinterpret_cast<const void *>(address), &base, &size) !=
            0 ||
        !base)
      return std::nullopt;
    return Allocation{reinterpret_cast<uint64_t>(base), size};
  }

private:
  void *context;
  AddressRangeQuery query;
};

} // namespace

AddressRangeQuery sa::runtime::findAddressRangeQuery() {
  void *library = dlopen("libze_loader.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (!library)
    return nullptr;
  void *symbol = dlsym(library, "zeMemGetAddressRange");
  dlclose(library);
  return reinterpret_cast<AddressRangeQuery>(symbol);
}

std::unique_ptr<AllocationFinder>
sa::runtime::makeLevelZeroFinder(void *context, AddressRangeQuery query) {
  return std::make_unique<LevelZeroFinder>(context, query);
}
