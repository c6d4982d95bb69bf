// RUN: rm -rf %t && mkdir %t
// RUN: not saopt %s --emit=sycl -o %t/no-such-folder/out.cpp 2>&1 | FileCheck %s -DFILE=%t/no-such-folder/out.cpp
// RUN: not saopt %s -o %t/no-such-folder/out.mlir 2>&1 | FileCheck %s -DFILE=%t/no-such-folder/out.mlir
// RUN: not saopt %s --emit=sycl -o %t 2>&1 | FileCheck %s --check-prefix=FOLDER -DFILE=%t

// An output that cannot be written is said so, once.

// CHECK:     saopt: cannot write '[[FILE]]': {{.*}}No such file or directory
// CHECK-NOT: {{.}}

// FOLDER: saopt: cannot write '[[FILE]]':
sa.func @nothing() {
}
