// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that are about running passes.

#ifndef SA_PIPELINES_PASSES_TD
#define SA_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def SAFail : Pass<"sa-fail", "::mlir::ModuleOp"> {
  let summary = "Fail as a defect of the compiler would";
  let description = [{
    Shows what becomes of an internal error, and where its reproducer is. No
    pipeline has this pass: it runs when the command line names it.
  }];
  let options = [
    Option<"how", "how", "std::string", /*default=*/"\"crash\"",
           "crash; silence, a failure that no diagnostic explains; verifier, "
           "an op that its verifier refuses; diagnostic, as at a mistake of "
           "the user, which is no internal error">
  ];
}

#endif // SA_PIPELINES_PASSES_TD
