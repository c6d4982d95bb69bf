// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Target/SPIRV/SPIRV.h"

#include "NarrowIntegers.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include <mutex>

using namespace mlir;

// The backend's entry points; LLVM declares them only where every target is.
extern "C" {
void LLVMInitializeSPIRVTarget();
void LLVMInitializeSPIRVTargetInfo();
void LLVMInitializeSPIRVTargetMC();
void LLVMInitializeSPIRVAsmPrinter();
}

/// The machine that is SPIR-V: 64-bit addresses, OpenCL's environment. Its code
/// generator must not optimize: loop strength reduction makes counters of two
/// bits, which the backend widens without a mask.
static std::unique_ptr<llvm::TargetMachine> createTargetMachine(Operation *op) {
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
      /*RM=*/std::nullopt, /*CM=*/std::nullopt, llvm::CodeGenOptLevel::None));
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
                              llvm::StringRef pipeline) {
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
  sa::narrowIntegers(kernels);
  return success();
}

/// The kernels of `module`, cleaned up, for `machine`; null after a diagnostic.
static std::unique_ptr<llvm::Module>
prepareKernels(ModuleOp module, llvm::LLVMContext &context,
               llvm::TargetMachine *machine) {
  if (!machine)
    return nullptr;
  const llvm::Instruction *odd = nullptr;
  std::unique_ptr<llvm::Module> kernels;
  for (llvm::StringRef pipeline : {cleanUp, plainCleanUp}) {
    kernels = translateKernels(module, context, *machine);
    if (!kernels || failed(optimize(module, *kernels, *machine, pipeline)))
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

LogicalResult sa::emitLLVMIR(ModuleOp module, raw_ostream &os) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(module);
  std::unique_ptr<llvm::Module> kernels =
      prepareKernels(module, context, machine.get());
  if (!kernels)
    return failure();
  kernels->print(os, nullptr);
  return success();
}

/// Runs the backend's code generator. After many modules about one in a hundred
/// was invalid, most likely because the backend keeps a global table by the
/// addresses of machine functions and never clears it. So machine functions are
/// never freed, and only one thread is here at a time; none was invalid since.
/// That is what this leaves out of `TargetMachine::addPassesToEmitFile`.
static LogicalResult generateCode(ModuleOp module, llvm::Module &kernels,
                                  llvm::TargetMachine &machine,
                                  llvm::raw_pwrite_stream &os) {
  auto &codegen = static_cast<llvm::CodeGenTargetMachineImpl &>(machine);
  llvm::legacy::PassManager passes;
  auto *machineModule = new llvm::MachineModuleInfoWrapperPass(&codegen);
  llvm::TargetPassConfig *config = codegen.createPassConfig(passes);
  config->setDisableVerify(true);
  passes.add(config);
  passes.add(machineModule);
  bool isUnsupported = config->addISelPasses();
  config->addMachinePasses();
  config->setInitialized();
  isUnsupported |= codegen.addAsmPrinter(passes, os, /*DwoOut=*/nullptr,
                                         llvm::CodeGenFileType::ObjectFile,
                                         machineModule->getMMI().getContext());
  if (isUnsupported)
    return module.emitError() << "the SPIR-V backend cannot write objects";
  passes.run(kernels);
  // What a machine function holds can be given back; its address cannot.
  for (llvm::Function &kernel : kernels)
    if (auto *function = machineModule->getMMI().getMachineFunction(kernel))
      function->reset();
  static auto *retired = new std::vector<llvm::MachineModuleInfo *>;
  retired->push_back(
      new llvm::MachineModuleInfo(std::move(machineModule->getMMI())));
  return success();
}

/// Leaves the backend instead of ending the process.
static void leaveBackend(void *message, const char *reason, bool) {
  *static_cast<std::string *>(message) = reason;
  if (llvm::CrashRecoveryContext *recovery =
          llvm::CrashRecoveryContext::GetCurrent())
    recovery->HandleExit(1);
}

LogicalResult sa::emitSPIRV(ModuleOp module, llvm::raw_pwrite_stream &os) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(module);
  std::unique_ptr<llvm::Module> kernels =
      prepareKernels(module, context, machine.get());
  if (!kernels)
    return failure();
  // The backend ends the process where it meets what it does not support.
  static std::mutex backend;
  std::lock_guard<std::mutex> lock(backend);
  std::string message = "it crashed";
  llvm::ScopedFatalErrorHandler handler(leaveBackend, &message);
  LogicalResult result = failure();
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  bool isAlive = recovery.RunSafely(
      [&] { result = generateCode(module, *kernels, *machine, os); });
  llvm::CrashRecoveryContext::Disable();
  if (!isAlive)
    return module.emitError() << "the SPIR-V backend failed: " << message;
  return result;
}

void sa::registerSPIRVTranslation(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}
