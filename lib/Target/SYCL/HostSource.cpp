// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostFunctionPrinter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Target/SYCL/SYCL.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace sa;

static constexpr llvm::StringLiteral includes = R"(#include "{0}.hpp"

#include <cstddef>
#include <limits>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <utility>

extern "C" const unsigned char {1}[];
extern "C" const unsigned char {1}_end[];

)";

/// The kernels of a program are built once for each device of each context; a
/// process that ends may have no SYCL runtime any more, so they are never
/// destroyed.
static constexpr llvm::StringLiteral findKernel = R"(namespace saopt {{
namespace {{

namespace syclex = sycl::ext::oneapi::experimental;

// The kernels on one device.
struct built_program {{
  built_program(const sycl::queue &queue)
      : context(queue.get_context()), device(queue.get_device()) {{}

  const sycl::context context;
  const sycl::device device;
  // Of what follows.
  std::mutex mutex;
  std::optional<sycl::kernel_bundle<sycl::bundle_state::executable>> bundle;
  std::map<std::string, sycl::kernel> kernels;
};

std::vector<std::string> build_options(const sycl::device &device) {{
  constexpr bool strict = {0};
  // Intel's compiler for CPUs changes results of floating-point arithmetic
  // unless it is kept from optimizing.
  if (strict && device.is_cpu() &&
      device.get_backend() == sycl::backend::opencl &&
      device.get_platform().get_info<sycl::info::platform::vendor>().find(
          "Intel") != std::string::npos)
    return {{"-cl-opt-disable"};
  return {{};
}

built_program &find_program(const sycl::queue &queue) {{
  static std::shared_mutex mutex;
  static auto &programs = *new std::list<built_program>;
  auto find = [&]() -> built_program * {{
    for (built_program &program : programs)
      if (program.context == queue.get_context() &&
          program.device == queue.get_device())
        return &program;
    return nullptr;
  };
  {{
    const std::shared_lock<std::shared_mutex> lock(mutex);
    if (built_program *found = find())
      return *found;
  }
  const std::lock_guard<std::shared_mutex> lock(mutex);
  built_program *found = find();
  return found ? *found : programs.emplace_back(queue);
}

// A kernel for the device of `queue`. The program is built for a device when it
// is first needed there; other threads wait only if they use that device.
sycl::kernel find_kernel(const sycl::queue &queue, const char *name) {{
  built_program &program = find_program(queue);
  const std::lock_guard<std::mutex> lock(program.mutex);
  if (!program.bundle) {{
    const auto *begin = reinterpret_cast<const std::byte *>({1});
    const auto *end = reinterpret_cast<const std::byte *>({1}_end);
    auto source = syclex::create_kernel_bundle_from_source(
        program.context, syclex::source_language::spirv,
        std::vector<std::byte>(begin, end));
    program.bundle =
        syclex::build(source, {{program.device},
                      syclex::properties{{syclex::build_options{{
                          build_options(program.device)}});
  }
  auto kernel = program.kernels.find(name);
  if (kernel == program.kernels.end())
    kernel = program.kernels
                 .emplace(name, program.bundle->ext_oneapi_get_kernel(name))
                 .first;
  return kernel->second;
}

} // namespace
} // namespace saopt

)";

std::string sa::getModuleSymbol(StringRef library) {
  return ("saopt_module_of_" + library).str();
}

LogicalResult sa::emitHostSource(ModuleOp module, raw_ostream &os,
                                 StringRef library, bool strict) {
  std::string text;
  llvm::raw_string_ostream body(text);
  HelperSet helpers;
  HostConstants constants = printHostConstants(body, module, library);
  printMemoryHelpers(body, module, !constants.empty());
  WalkResult checks =
      module.walk([](ErrorRecordOp) { return WalkResult::interrupt(); });
  printErrorSinkHelper(body);
  if (checks.wasInterrupted())
    printErrorRecordHelper(body, /*hasSink=*/true, modulePrints(module));
  printAfterHelper(body);
  body << "namespace " << library << " {\n\n";
  for (auto func : module.getOps<func::FuncOp>())
    if (failed(HostFunctionPrinter(body, func, constants, helpers,
                                   /*isOfLibrary=*/true, HostKernels::Module)
                   .run()))
      return failure();
  body << "} // namespace " << library << "\n";

  std::string symbol = getModuleSymbol(library);
  os << "// Emitted by saopt.\n\n"
     << llvm::formatv(includes.data(), library, symbol)
     << llvm::formatv(findKernel.data(), strict ? "true" : "false", symbol);
  printHelpers(os, helpers);
  os << text;
  return success();
}
