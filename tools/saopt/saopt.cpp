// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler on the command line: an MLIR opt driver that can also emit.

#include "sa/Tool/Tool.h"

int main(int argc, char **argv) { return sa::tool::runTool(argc, argv); }
