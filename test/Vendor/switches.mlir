// RUN: saopt %s --sa-to-kernels --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefixes=STORES,LOOPS
// RUN: saopt %s --sa-to-kernels='device-compiler=intel-cpu@2026.22' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefixes=STORES,LOOPS
// RUN: saopt %s --sa-to-kernels='device-compiler=other' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: saopt %s --sa-to-kernels='disable-workarounds=intel-cpu-order-stores,intel-cpu-add-differences' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefixes=NO-STORES,LOOPS
// RUN: env SAOPT_DISABLE_WORKAROUNDS=intel-cpu-keep-loops-scalar saopt %s --sa-to-kernels --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefixes=STORES,NO-LOOPS
// RUN: saopt %s --emit=llvm --disable-workaround=intel-cpu-order-stores | FileCheck %s --check-prefix=PLAIN
// RUN: saopt %s --emit=llvm --device-compiler=intel-cpu | FileCheck %s --check-prefix=VOLATILE

// RUN: not saopt %s --emit=llvm --disable-workaround=intel-cpu 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not saopt %s --sa-to-kernels='disable-workarounds=intel-cpu' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not saopt %s --emit=llvm --device-compiler=gpu 2>&1 | FileCheck %s --check-prefix=COMPILER

// A workaround is left out for devices that do not need it, and when it is
// switched off.

// STORES:        sa-intel-cpu-order-stores
// NO-STORES-NOT: sa-intel-cpu-order-stores
// NO-STORES-NOT: sa-intel-cpu-add-differences
// LOOPS:         sa-intel-cpu-keep-loops-scalar
// NO-LOOPS-NOT:  sa-intel-cpu-keep-loops-scalar
// OTHER:         sa-mlir-keep-rounding
// OTHER-NOT:     sa-intel-cpu
// PLAIN-NOT:     volatile
// VOLATILE:      store volatile i32
// NAME:          there is no workaround 'intel-cpu': docs/vendor-bugs.md lists them
// COMPILER:      error: there is no device compiler 'gpu': use any, intel-cpu, intel-cpu@VERSION or other
sa.func @running(%A: !sa.array<66xi32, inout>) {
  %c5 = arith.constant 5 : index
  sa.nest (%j) to (61) {
    %a = sa.load %A[%j] : !sa.array<66xi32, inout>
    %k = arith.addi %j, %c5 : index
    sa.store %a, %A[%k] : !sa.array<66xi32, inout>
  }
}
