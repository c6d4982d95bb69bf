// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Help.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

// The options for most users; the help of LLVM's command line lists hundreds.
static constexpr llvm::StringLiteral help =
    R"(saopt compiles loop nests over arrays into SYCL kernels.

Usage
  saopt FILE.mlir --emit=KIND [-o OUTPUT]   compile a program
  saopt FILE.mlir --package=FOLDER --name=NAME --format=FORMAT,...
                                            write a package of functions
  saopt FILE.mlir [PASSES] [-o OUTPUT]      run passes on it, as mlir-opt does

  FILE and OUTPUT may be '-', standard input and output, which is the default.
  Nothing is written when the program has an error; the exit code is 1 then.

Compile
  --emit=sycl       SYCL C++ source, to read, review and build
  --emit=header     the C++ header with the functions' signatures
  --emit=spirv      the kernels as a SPIR-V module
  --emit=manifest   JSON for a runtime: arguments, temporaries, launches
  --emit=constants  the data of large constant arrays, for the same runtime
  --emit=report     what the compiler found and decided, in words
  --emit=report-json  the same as JSON
  --emit=llvm       the kernels as LLVM IR
  --emit=mlir       the checked program in the sa dialect
  --format=...      of a package: sycl-source, shared-library, spirv, mlir,
                    wheel (docs/packages.md)
  --strict          forbid whatever changes a floating-point result
  --device-compiler=NAME, --disable-workaround=NAME
                    which vendors' bugs to work around: docs/vendor-bugs.md
  --skip-zeros=0    compute with zeros of constants, too

Look inside
  --explain=FILE.html                            a page about the program: its
                                                 loops, memory, and the code
                                                 after each pass, line by line
  --sa-to-loops, --sa-to-kernels, --sa-to-llvm   stop at a stage and print it
  --sa-check-accesses, --sa-parallelize, --convert-sa-to-loops, ...
                                                 one pass at a time
  --mlir-print-ir-after-all                      the program after every pass
  --mlir-timing                                  the time of every pass
  --debug-only=PASS                              what a pass decides, and why
  --sa-statistics                                how often passes rewrote something
  --split-input-file, --verify-diagnostics       for tests
  --run-reproducer                               run the file that an internal
                                                 error has left

More
  --help-all        every pass, pipeline and option
  --version         the versions of saopt and MLIR
  saopt doctor, saopt cache
                    of an installation with Python: what works there, and the
                    compiled kernels that it keeps; see saopt doctor --help

Example
  saopt examples/gemm.mlir --emit=sycl -o gemm.cpp
)";

bool printHelpIfAsked(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument(argv[i]);
    if (argument == "--help" || argument == "-help" || argument == "-h") {
      llvm::outs() << help;
      return true;
    }
    if (argument == "--help-all") {
      static char everything[] = "--help";
      argv[i] = everything;
      return false;
    }
  }
  return false;
}
