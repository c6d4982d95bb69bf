// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module `_submit` of calls.py: how long it takes a C++ program to submit a
// kernel with three pointers to a queue and to wait for it.

#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>
#include <sycl/sycl.hpp>

namespace py = pybind11;
namespace syclex = sycl::ext::oneapi::experimental;

namespace {

class Submitter {
public:
  /// `queue` is the address of a sycl::queue, as dpctl's queues give it.
  Submitter(uint64_t queue, const std::string &module, const std::string &name,
            uint64_t a, uint64_t b, uint64_t c)
      : queue(*reinterpret_cast<sycl::queue *>(queue)),
        kernel(load(this->queue, module, name)),
        pointers{reinterpret_cast<void *>(a), reinterpret_cast<void *>(b),
                 reinterpret_cast<void *>(c)} {}

  /// The mean time of `count` launches, in microseconds.
  double run(int count) {
    py::gil_scoped_release released;
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i != count; ++i)
      submit().wait();
    std::chrono::duration<double, std::micro> taken =
        std::chrono::steady_clock::now() - start;
    return taken.count() / count;
  }

private:
  static sycl::kernel load(const sycl::queue &queue, const std::string &module,
                           const std::string &name) {
    std::vector<std::byte> bytes(module.size());
    std::memcpy(bytes.data(), module.data(), module.size());
    auto source = syclex::create_kernel_bundle_from_source(
        queue.get_context(), syclex::source_language::spirv, bytes);
    return syclex::build(source).ext_oneapi_get_kernel(name);
  }

  sycl::event submit() {
    return queue.submit([&](sycl::handler &handler) {
      for (int i = 0; i != 3; ++i)
        handler.set_arg(i, pointers[i]);
      handler.parallel_for(sycl::nd_range<1>(1, 1), kernel);
    });
  }

  sycl::queue queue;
  sycl::kernel kernel;
  void *pointers[3];
};

} // namespace

PYBIND11_MODULE(_submit, m) {
  py::class_<Submitter>(m, "Submitter")
      .def(py::init(
          [](uint64_t queue, const py::bytes &module, const std::string &name,
             uint64_t a, uint64_t b,
             uint64_t c) { return Submitter(queue, module, name, a, b, c); }))
      .def("run", &Submitter::run);
}
