// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Device/Aspects.h"

#include <utility>

std::optional<sycl::aspect> sa::runtime::parseAspect(std::string_view name) {
  static constexpr std::pair<std::string_view, sycl::aspect> aspects[] = {
      {"cpu", sycl::aspect::cpu},           {"gpu", sycl::aspect::gpu},
      {"fp16", sycl::aspect::fp16},         {"fp64", sycl::aspect::fp64},
      {"atomic64", sycl::aspect::atomic64},
  };
  for (const auto &[known, aspect] : aspects)
    if (known == name)
      return aspect;
  return std::nullopt;
}
