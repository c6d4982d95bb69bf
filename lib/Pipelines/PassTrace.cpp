// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PassTrace.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

void sa::PassTrace::runAfterPass(Pass *pass, Operation *op) {
  // Adaptors run the passes of nested operations, and have no flag.
  if (pass->getArgument().empty())
    return;
  Operation *program = op;
  while (Operation *parent = program->getParentOp())
    program = parent;
  StringRef function;
  if (op != program)
    if (auto name =
            op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      function = name;
  std::string text;
  llvm::raw_string_ostream os(text);
  program->print(os, OpPrintingFlags().enableDebugInfo());
  onPass(pass->getArgument(), function, text);
}

void sa::PassTrace::runAfterPassFailed(Pass *pass, Operation *op) {
  runAfterPass(pass, op);
}
