// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Vendor/LLVMSPIRVCodeGen.h"

#include "mlir/IR/Diagnostics.h"
#include "sa/Support/CrashRecovery.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include <mutex>

using namespace mlir;
using namespace sa;

/// Gives the memory of the machine functions of `kernels` back, but not their
/// addresses.
static void retireFunctions(llvm::Module &kernels,
                            llvm::MachineModuleInfo &functions) {
  for (llvm::Function &kernel : kernels)
    if (auto *function = functions.getMachineFunction(kernel))
      function->reset();
  static auto *retired = new std::vector<llvm::MachineModuleInfo *>;
  retired->push_back(new llvm::MachineModuleInfo(std::move(functions)));
}

/// As `TargetMachine::addPassesToEmitFile`, which would free the machine
/// functions.
static LogicalResult runCodeGen(ModuleOp module, llvm::Module &kernels,
                                llvm::TargetMachine &machine,
                                const WorkaroundSet &workarounds,
                                llvm::raw_pwrite_stream &os) {
  auto &codegen = static_cast<llvm::CodeGenTargetMachineImpl &>(machine);
  llvm::legacy::PassManager passes;
  auto *functions = new llvm::MachineModuleInfoWrapperPass(&codegen);
  llvm::TargetPassConfig *config = codegen.createPassConfig(passes);
  config->setDisableVerify(true);
  passes.add(config);
  passes.add(functions);
  bool isUnsupported = config->addISelPasses();
  config->addMachinePasses();
  config->setInitialized();
  isUnsupported |= codegen.addAsmPrinter(passes, os, /*DwoOut=*/nullptr,
                                         llvm::CodeGenFileType::ObjectFile,
                                         functions->getMMI().getContext());
  if (isUnsupported)
    return module.emitError() << "the SPIR-V backend cannot write objects";
  passes.run(kernels);
  if (workarounds.contains(Workaround::LLVMSPIRVRetireFunctions))
    retireFunctions(kernels, functions->getMMI());
  return success();
}

/// Leaves the backend instead of ending the process.
static void leaveBackend(void *message, const char *reason, bool) {
  *static_cast<std::string *>(message) = reason;
  if (llvm::CrashRecoveryContext *recovery =
          llvm::CrashRecoveryContext::GetCurrent())
    recovery->HandleExit(1);
}

LogicalResult sa::generateCode(ModuleOp module, llvm::Module &kernels,
                               llvm::TargetMachine &machine,
                               const WorkaroundSet &workarounds,
                               llvm::raw_pwrite_stream &os) {
  static std::mutex backend;
  std::lock_guard<std::mutex> lock(backend);
  std::string message = "it crashed";
  llvm::ScopedFatalErrorHandler handler(leaveBackend, &message);
  LogicalResult result = failure();
  bool isAlive = runSafely(
      [&] { result = runCodeGen(module, kernels, machine, workarounds, os); });
  if (!isAlive)
    return module.emitError() << "the SPIR-V backend failed: " << message;
  return result;
}
