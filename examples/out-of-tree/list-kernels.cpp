// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// list-kernels FILE.mlir: the kernels that a program becomes, and what each
// function accesses. A compiler of its own over the dialect and the passes of
// saopt, with one pass that saopt does not have.

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Pipelines/Compilation.h"
#include "sa/Pipelines/Pipelines.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace {

/// Prints how many loads, stores and accumulations a function has.
struct CountAccesses
    : public PassWrapper<CountAccesses, OperationPass<sa::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountAccesses)

  StringRef getArgument() const override { return "count-accesses"; }

  void runOnOperation() override {
    unsigned numLoads = 0, numStores = 0, numAccumulations = 0;
    getOperation().walk([&](Operation *op) {
      numLoads += isa<sa::LoadOp>(op);
      numStores += isa<sa::StoreOp>(op);
      numAccumulations += isa<sa::AccumulateOp>(op);
    });
    llvm::outs() << "function " << getOperation().getSymName() << ": "
                 << numLoads << " loads, " << numStores << " stores, "
                 << numAccumulations << " accumulations\n";
    markAllAnalysesPreserved();
  }
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: list-kernels FILE.mlir\n";
    return 2;
  }
  auto file = llvm::MemoryBuffer::getFile(argv[1], /*IsText=*/true);
  if (!file) {
    llvm::errs() << "list-kernels: cannot open '" << argv[1]
                 << "': " << file.getError().message() << "\n";
    return 1;
  }

  // 1. The dialect, and everything that its lowering needs.
  DialectRegistry registry;
  sa::registerCompiler(registry);
  MLIRContext context(registry);

  // 2. A program that is checked.
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  OwningOpRef<ModuleOp> program = sa::parseProgram(sources, &context);
  if (!program)
    return 1;

  // 3. A pass of our own, then those of saopt.
  PassManager pm(&context, ModuleOp::getOperationName());
  pm.addNestedPass<sa::FuncOp>(std::make_unique<CountAccesses>());
  sa::buildSAToKernelsPipeline(pm, sa::PipelineOptions());
  if (failed(pm.run(*program)))
    return 1;

  program->walk([](gpu::GPUFuncOp kernel) {
    llvm::outs() << "kernel " << kernel.getName() << "\n";
  });
  return 0;
}
