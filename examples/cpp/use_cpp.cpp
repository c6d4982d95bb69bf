// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls the functions of the package in C++, with events between them.

#include "mylib.hpp"

#include <cmath>
#include <cstdio>
#include <thread>

static bool checkProduct(sycl::queue &queue, int64_t m, int64_t n, int64_t k) {
  float *a = sycl::malloc_shared<float>(m * k, queue);
  float *b = sycl::malloc_shared<float>(k * n, queue);
  float *c = sycl::malloc_shared<float>(m * n, queue);
  std::vector<sycl::event> ready = {queue.fill(a, 2.0f, m * k),
                                    queue.fill(b, 3.0f, k * n),
                                    queue.fill(c, 1.0f, m * n)};
  sycl::event first = mylib::gemm(queue, a, b, c, m, k, n, ready);
  mylib::gemm(queue, a, b, c, m, k, n, {first}).wait_and_throw();
  bool isRight = true;
  for (int64_t i = 0; i != m * n; ++i)
    isRight &= c[i] == 1.0f + 12.0f * static_cast<float>(k);
  for (float *array : {a, b, c})
    sycl::free(array, queue);
  return isRight;
}

static bool checkWeights(sycl::queue &queue) {
  constexpr int64_t count = 20000;
  float *x = sycl::malloc_shared<float>(count, queue);
  float *y = sycl::malloc_shared<float>(count, queue);
  sycl::event ready = queue.fill(x, 1.0f, count);
  mylib::weigh(queue, x, y, {ready}).wait_and_throw();
  bool isRight = true;
  for (int64_t i = 0; i != count; ++i)
    isRight &= y[i] == static_cast<float>(count - 1);
  sycl::free(x, queue);
  sycl::free(y, queue);
  return isRight;
}

int main() {
  sycl::queue queue;
  bool isRight = true;
  // Threads share the kernels, which one of them builds.
  bool results[4] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i != 4; ++i)
    threads.emplace_back([&, i] {
      sycl::queue own(queue.get_context(), queue.get_device());
      results[i] = checkProduct(own, 5 + i, 7, 16) && checkWeights(own);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (bool result : results)
    isRight &= result;
  isRight &= checkProduct(queue, 0, 7, 3) && checkProduct(queue, 4, 4, 0);
  std::printf("%s on %s\n", isRight ? "right" : "WRONG",
              queue.get_device().get_info<sycl::info::device::name>().c_str());
  return isRight ? 0 : 1;
}
