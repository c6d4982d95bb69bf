// RUN: rm -rf %t && mkdir %t && echo "what was there" > %t/old
// RUN: not saopt %s --emit=sycl -o %t/old
// RUN: not saopt %s --emit=spirv -o %t/old
// RUN: not saopt %s --sa-to-kernels -o %t/old
// RUN: FileCheck %s --match-full-lines --input-file=%t/old
// RUN: not saopt %s --emit=sycl -o %t/new
// RUN: not saopt %s --sa-to-kernels -o %t/new
// RUN: ls -A %t | count 1

// A program with an error leaves an output file that exists untouched, and
// creates none.

// CHECK:     what was there
// CHECK-NOT: {{.}}
sa.func @leaves(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (9) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
}
