// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostFunctionPrinter.h"
#include "KernelPrinter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Target/SYCL/SYCL.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

// The run-time compiler is several times faster without other headers.
static constexpr llvm::StringLiteral includes =
    R"(#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#ifdef SAOPT_RTC
#include <sycl/builtins.hpp>
#include <sycl/ext/oneapi/free_function_kernel_properties.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/half_type.hpp>
)";

// The headers of some kernels.
static constexpr llvm::StringLiteral barrierInclude =
    "#include <sycl/group_barrier.hpp>\n";
static constexpr llvm::StringLiteral localInclude =
    "#include <sycl/ext/oneapi/work_group_static.hpp>\n";
static constexpr llvm::StringLiteral prefetchInclude =
    "#include <sycl/multi_ptr.hpp>\n";
static constexpr llvm::StringLiteral atomicInclude =
    "#include <sycl/atomic_ref.hpp>\n";
static constexpr llvm::StringLiteral vectorInclude =
    "#include <sycl/vector.hpp>\n";

static constexpr llvm::StringLiteral afterIncludes =
    R"(#else
#include <sycl/sycl.hpp>
#endif

// What a multiplication and an addition round to is decided by the compiler
// that wrote this file, with sycl::fma, and not by the one that reads it.
#ifdef __clang__
#pragma clang fp contract(off)
#endif

)";

/// Writes the small constants, which kernels read directly.
static void printKernelConstants(raw_ostream &os, gpu::GPUModuleOp kernels) {
  for (auto global : kernels.getOps<memref::GlobalOp>()) {
    auto type = cast<ArrayType>(
        global->getAttrOfType<TypeAttr>(arrayAttrName).getValue());
    os << "// The constant array " << global->getAttr(nameAttrName) << ".\n";
    printConstantArray(os, "static constexpr", global.getSymName(),
                       type.getElementType(),
                       cast<DenseElementsAttr>(*global.getInitialValue()));
  }
}

/// Writes the function of one work-item, and the kernel for the run-time
/// compiler.
static void printKernel(raw_ostream &os, gpu::GPUFuncOp op,
                        const KernelPrinter &kernel) {
  std::string name = op.getName().str();
  SmallVector<CppParameter> all;
  llvm::append_range(all, kernel.getParameters());
  llvm::append_range(all, kernel.getLocals());
  // Arrays are disjoint. Vendor bug llvm-noalias-barrier: compilers assume that
  // a barrier does not change memory behind a restricted pointer.
  for (CppParameter &parameter : all) {
    StringRef type = parameter.type;
    if (type.ends_with("*") && (type.starts_with("const ") || !hasBarrier(op)))
      parameter.type += "__restrict";
  }
  llvm::append_range(all, kernel.getPosition());
  os << "// One work-item of the kernel " << name << ".\n"
     << toString("static inline void " + name + "_item", all) << " {\n"
     << kernel.getBody() << "}\n\n";

  unsigned rank = getRank(op);
  SmallVector<PositionUse> used = getPositionUses(op);
  bool waits = hasBarrier(op);
  os << "#ifdef SAOPT_RTC\n"
     << "extern \"C\" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(\n"
     << "    (sycl::ext::oneapi::experimental::nd_range_kernel<" << rank
     << ">))\n";
  if (std::optional<std::string> sizes = getWorkGroupSize(op))
    os << "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(\n"
       << "    (sycl::ext::oneapi::experimental::work_group_size<" << *sizes
       << ">))\n";
  os << toString("void " + name, kernel.getParameters()) << " {\n";
  if (!used.empty() || waits)
    os << "  const auto item =\n"
       << "      sycl::ext::oneapi::this_work_item::get_nd_item<" << rank
       << ">();\n";
  // Vendor bug intel-cpu-group-local-memory: of the two extensions for this,
  // group_local_memory_for_overwrite makes the OpenCL compiler for CPUs crash.
  for (auto [local, memory] :
       llvm::zip_equal(kernel.getLocals(), getLocals(op)))
    os << "  static sycl::ext::oneapi::experimental::work_group_static<"
       << StringRef(local.type).drop_back(2) << "["
       << memory.getType().getNumElements() << "]> " << local.name << ";\n";
  os << "  " << name << "_item(";
  llvm::ListSeparator separator;
  for (const CppParameter &parameter : kernel.getParameters())
    os << separator << parameter.name;
  for (const CppParameter &local : kernel.getLocals())
    os << separator << local.name;
  for (PositionUse use : used)
    os << separator << "item." << use.getCall();
  if (waits)
    os << separator << "item";
  os << ");\n}\n#endif\n\n";
}

static constexpr llvm::StringLiteral banner =
    "// Emitted by saopt " SAOPT_VERSION ".\n"
    "// Build it with a SYCL 2020 compiler, for example: icpx -fsycl -c "
    "FILE.cpp\n";

static constexpr llvm::StringLiteral libraryBanner =
    "// Emitted by saopt " SAOPT_VERSION ".\n"
    "// Build it with a SYCL 2020 compiler; CMakeLists.txt says how.\n";

// Where there is code for that device alone.
static constexpr llvm::StringLiteral intelCPUBanner =
    "// Add -DSAOPT_INTEL_CPU if it runs on Intel's OpenCL device for CPUs, "
    "whose\n"
    "// compiler (2026.2) has bugs that this source then works around.\n";

LogicalResult sa::emitSYCLSource(ModuleOp module, raw_ostream &os,
                                 StringRef library, bool marksLines) {
  // The body determines the helpers.
  std::string text;
  llvm::raw_string_ostream body(text);
  HelperSet helpers;
  bool waits = false, shares = false, hasVectors = false;
  for (auto kernels : module.getOps<gpu::GPUModuleOp>()) {
    printKernelConstants(body, kernels);
    for (auto kernel : kernels.getOps<gpu::GPUFuncOp>()) {
      KernelPrinter printer(kernel, helpers, marksLines);
      if (failed(printer.run()))
        return failure();
      printKernel(body, kernel, printer);
      waits |= hasBarrier(kernel);
      kernel.walk([&](Operation *op) {
        hasVectors |=
            llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>);
      });
      shares |= !printer.getLocals().empty();
    }
  }
  body << "#ifndef SAOPT_RTC\n\n";
  if (needsCppComplex(module))
    body << "#include <complex>\n\n";
  HostConstants constants = printHostConstants(body, module, library);
  printMemoryHelpers(body, module, !constants.empty());
  WalkResult checks =
      module.walk([](ErrorRecordOp) { return WalkResult::interrupt(); });
  if (checks.wasInterrupted())
    printErrorRecordHelper(body, /*hasSink=*/false, modulePrints(module));
  bool isOfLibrary = !library.empty();
  if (isOfLibrary) {
    printAfterHelper(body);
    body << "namespace " << library << " {\n\n";
  }
  for (auto func : module.getOps<func::FuncOp>())
    if (failed(HostFunctionPrinter(body, func, constants, helpers, isOfLibrary)
                   .run()))
      return failure();
  if (isOfLibrary)
    body << "} // namespace " << library << "\n\n";
  body << "#endif // SAOPT_RTC\n";

  os << (isOfLibrary ? libraryBanner : banner);
  if (llvm::any_of(helpers, isForIntelCPU))
    os << intelCPUBanner;
  os << "\n";
  if (isOfLibrary)
    os << "#ifndef SAOPT_RTC\n#include \"" << library << ".hpp\"\n#endif\n\n";
  os << includes;
  if (waits)
    os << barrierInclude;
  if (shares)
    os << localInclude;
  if (helpers.contains(Helper::Prefetch))
    os << prefetchInclude;
  if (helpers.contains(Helper::AtomicElement))
    os << atomicInclude;
  if (hasVectors)
    os << vectorInclude;
  os << afterIncludes;
  printHelpers(os, helpers);
  os << text;
  return success();
}
