// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads a package of kernels with the runtime in C++, which checks arguments as
// calls from Python do: use_kernels FOLDER.

#include "sa/Runtime/Error.h"
#include "sa/Runtime/Package/LoadedPackage.h"

#include <cstdio>
#include <string>

#include <sycl/sycl.hpp>

using sa::runtime::describe;

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  sycl::queue queue;
  sa::runtime::LoadedPackage package(argv[1]);
  constexpr int64_t m = 5, n = 7, k = 16;
  float *a = sycl::malloc_shared<float>(m * k, queue);
  float *b = sycl::malloc_shared<float>(k * n, queue);
  float *c = sycl::malloc_shared<float>(m * n, queue);
  queue.fill(a, 2.0f, m * k).wait();
  queue.fill(b, 3.0f, k * n).wait();
  queue.fill(c, 1.0f, m * n).wait();
  package.call("gemm", {describe(queue, a, {m, k}), describe(queue, b, {k, n}),
                        describe(queue, c, {m, n})});
  bool isRight = true;
  for (int64_t i = 0; i != m * n; ++i)
    isRight &= c[i] == 1.0f + 6.0f * k;
  std::string message;
  try {
    package.call("gemm",
                 {describe(queue, a, {m, k}), describe(queue, b, {k, n}),
                  describe(queue, c, {m, n + 1})});
  } catch (const sa::runtime::Error &error) {
    message = error.what();
  }
  std::printf("%s %s: %s\n", package.getName().c_str(),
              isRight ? "right" : "WRONG", message.c_str());
  for (float *array : {a, b, c})
    sycl::free(array, queue);
  return isRight && !message.empty() ? 0 : 1;
}
