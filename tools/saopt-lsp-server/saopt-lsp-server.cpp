// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A language server for programs in the sa dialect: MLIR's own, with the
// dialects that saopt reads. Editors start it and talk to it over its standard
// streams.

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "sa/Pipelines/Compilation.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  sa::registerCompiler(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
