// RUN: saopt %s --emit=sycl | FileCheck %s
// RUN: saopt %s --emit=manifest | FileCheck %s --check-prefix=MANIFEST
// RUN: saopt %s --emit=spirv | spirv-val -
// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: %check_sycl %t.cpp

// An assumption that tells numbers: their types follow the names.

// CHECK: {nullptr, 0, false, "A is too large", {"i", "A", "bits"}, {"i64", "f32"}}

// MANIFEST:      "assumption": "A is too large",
// MANIFEST-NEXT: "indices": [
// MANIFEST-NEXT:   "i",
// MANIFEST-NEXT:   "A",
// MANIFEST-NEXT:   "bits"
// MANIFEST-NEXT: ],
// MANIFEST-NEXT: "told": [
// MANIFEST-NEXT:   "i64",
// MANIFEST-NEXT:   "f32"
// MANIFEST-NEXT: ]
sa.func @compare(%A: !sa.array<8xi64, input>, %B: !sa.array<8xf32, input>, %C: !sa.array<8xf32, output>) {
  %most = arith.constant 100 : i64
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi64, input>
    %b = sa.load %B[%i] : !sa.array<8xf32, input>
    %holds = arith.cmpi slt, %a, %most : i64
    %told = arith.index_cast %a : i64 to index
    %int = arith.bitcast %b : f32 to i32
    %bits = arith.index_castui %int : i32 to index
    sa.assume %holds "A is too large" at ["i", "A", "bits"](%i, %told, %bits) {sa.told = ["i64", "f32"]}
    sa.store %b, %C[%i] : !sa.array<8xf32, output>
  }
}
