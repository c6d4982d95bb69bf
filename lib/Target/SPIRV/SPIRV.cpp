// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Target/SPIRV/SPIRV.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "sa/Vendor/LLVMSPIRVCodeGen.h"
#include "sa/Vendor/LLVMSPIRVNarrowIntegers.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include <mutex>

using namespace mlir;
using sa::Workaround;
using sa::WorkaroundSet;

// The backend's entry points; LLVM declares them only where every target is.
extern "C" {
void LLVMInitializeSPIRVTarget();
void LLVMInitializeSPIRVTargetInfo();
void LLVMInitializeSPIRVTargetMC();
void LLVMInitializeSPIRVAsmPrinter();
}

/// The machine that is SPIR-V: 64-bit addresses, OpenCL's environment.
/// Workaround llvm-spirv-unoptimized-codegen: its code generator does not
/// optimize. Loop strength reduction makes counters of two bits, which the
/// backend of LLVM 22.1.8 widens without a mask.
static std::unique_ptr<llvm::TargetMachine>
createTargetMachine(Operation *op, const WorkaroundSet &workarounds) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
  });
  llvm::Triple triple("spirv64-unknown-unknown");
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    op->emitError() << "this LLVM has no SPIR-V backend: " << error;
    return nullptr;
  }
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, /*CPU=*/"", /*Features=*/"", llvm::TargetOptions(),
      /*RM=*/std::nullopt, /*CM=*/std::nullopt,
      workarounds.contains(Workaround::LLVMSPIRVUnoptimizedCodeGen)
          ? llvm::CodeGenOptLevel::None
          : llvm::CodeGenOptLevel::Default));
}

/// The kernels of `module` as LLVM IR for `machine`.
static std::unique_ptr<llvm::Module>
translateKernels(ModuleOp module, llvm::LLVMContext &context,
                 llvm::TargetMachine &machine) {
  auto kernels = *module.getOps<gpu::GPUModuleOp>().begin();
  std::unique_ptr<llvm::Module> result =
      translateModuleToLLVMIR(kernels, context, kernels.getName());
  if (!result) {
    kernels.emitError() << "cannot be translated to LLVM IR";
    return nullptr;
  }
  result->setTargetTriple(machine.getTargetTriple());
  result->setDataLayout(machine.createDataLayout());
  return result;
}

// Scalar clean-up that the device's compiler relies on: without it Intel's CPU
// compiler does not vectorise a matrix product, and is three times slower.
// Vectors and calls of memset, which loops could become, are left to it.
static constexpr llvm::StringLiteral cleanUp =
    "function(mem2reg,early-cse<memssa>,instcombine<no-verify-fixpoint>,"
    "simplifycfg,"
    "loop-mssa(loop-rotate,licm),gvn,"
    "instcombine<no-verify-fixpoint>,simplifycfg)";

// The same without merging loads of different types, which can take elements of
// one vector from another by way of an integer that is as wide as both.
static constexpr llvm::StringLiteral plainCleanUp =
    "function(mem2reg,early-cse<memssa>,instcombine<no-verify-fixpoint>,"
    "simplifycfg,"
    "loop-mssa(loop-rotate,licm),early-cse<memssa>,"
    "instcombine<no-verify-fixpoint>,simplifycfg)";

/// The backend widens integers of other widths without keeping their bits
/// apart.
static const llvm::Instruction *findOddWidth(const llvm::Module &kernels) {
  for (const llvm::Function &kernel : kernels)
    for (const llvm::BasicBlock &block : kernel)
      for (const llvm::Instruction &instruction : block) {
        auto *type = llvm::dyn_cast<llvm::IntegerType>(instruction.getType());
        if (type &&
            !llvm::is_contained({1u, 8u, 16u, 32u, 64u}, type->getBitWidth()))
          return &instruction;
      }
  return nullptr;
}

static LogicalResult optimize(ModuleOp module, llvm::Module &kernels,
                              llvm::TargetMachine &machine,
                              llvm::StringRef pipeline,
                              const WorkaroundSet &workarounds) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, pipeline))
    return module.emitError() << llvm::toString(std::move(error));
  passes.run(kernels, modules);
  if (workarounds.contains(Workaround::LLVMSPIRVNarrowIntegers))
    sa::narrowIntegers(kernels);
  return success();
}

/// The kernels of `module`, cleaned up, for `machine`; null after a diagnostic.
static std::unique_ptr<llvm::Module>
prepareKernels(ModuleOp module, llvm::LLVMContext &context,
               llvm::TargetMachine *machine, const WorkaroundSet &workarounds) {
  if (!machine)
    return nullptr;
  const llvm::Instruction *odd = nullptr;
  std::unique_ptr<llvm::Module> kernels;
  for (llvm::StringRef pipeline : {cleanUp, plainCleanUp}) {
    kernels = translateKernels(module, context, *machine);
    if (!kernels ||
        failed(optimize(module, *kernels, *machine, pipeline, workarounds)))
      return nullptr;
    odd = findOddWidth(*kernels);
    if (!odd)
      return kernels;
  }
  module.emitError() << "kernel '" << odd->getFunction()->getName()
                     << "' would compute with "
                     << odd->getType()->getIntegerBitWidth() << "-bit integers";
  return nullptr;
}

/// Translates and optimizes the kernels, and calls `emit` with them.
static LogicalResult emitKernels(
    ModuleOp module, const WorkaroundSet &workarounds,
    function_ref<LogicalResult(llvm::Module &, llvm::TargetMachine &)> emit) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(module, workarounds);
  std::unique_ptr<llvm::Module> kernels =
      prepareKernels(module, context, machine.get(), workarounds);
  return kernels ? emit(*kernels, *machine) : failure();
}

LogicalResult sa::emitLLVMIR(ModuleOp module, raw_ostream &os,
                             const WorkaroundSet &workarounds) {
  return emitKernels(module, workarounds,
                     [&](llvm::Module &kernels, llvm::TargetMachine &) {
                       kernels.print(os, nullptr);
                       return success();
                     });
}

LogicalResult sa::emitSPIRV(ModuleOp module, llvm::raw_pwrite_stream &os,
                            const WorkaroundSet &workarounds) {
  return emitKernels(module, workarounds,
                     [&](llvm::Module &kernels, llvm::TargetMachine &machine) {
                       return generateCode(module, kernels, machine,
                                           workarounds, os);
                     });
}

void sa::registerSPIRVTranslation(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}
