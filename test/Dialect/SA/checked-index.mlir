// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

!H = !sa.array<?xi32, inout, sizes = [N]>

// CHECK-LABEL: sa.func @checked
sa.func @checked(%X: !sa.array<8xi32, input>, %H: !H, %one: i32) {
  %n = sa.dim %H, 0 : !H
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !sa.array<8xi32, input>
    %v = arith.index_cast %x : i32 to index
    // CHECK: %[[AT:.*]] = sa.checked_index %{{.*}} to %{{.*}} of "H" dimension 0 at ["i"](%i)
    %at = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    // CHECK: sa.checked_index %{{.*}} to %{{.*}} of "H" dimension 0 unsigned at [](){{ *$}}
    %other = sa.checked_index %v to %n of "H" dimension 0 unsigned at []()
    // CHECK: sa.accumulate add %one, %H[%[[AT]]]
    sa.accumulate add %one, %H[%at] : !H
    // CHECK: sa.accumulate max atomic %one, %H[%{{.*}}]
    sa.accumulate max atomic %one, %H[%other] : !H
  }
}

// CHECK-LABEL: sa.func @assumed
sa.func @assumed(%X: !sa.array<8xi1, input>) {
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !sa.array<8xi1, input>
    // CHECK: sa.assume %{{.*}} "x" at ["i"](%i)
    sa.assume %x "x" at ["i"](%i)
    // CHECK: sa.assume %{{.*}} unsafe "x" at []()
    sa.assume %x unsafe "x" at []()
    scf.if %x {
    } else {
      // CHECK: sa.violate "x" at ["i"](%i)
      sa.violate "x" at ["i"](%i)
    }
  }
}

// CHECK-LABEL: func.func @recorded
func.func @recorded(%v: index, %n: index) {
  // CHECK: %errors = sa.error_record [{array = "H", dimension = 0 : i64, indices = ["i"]}, {assumption = "x", indices = []}] : memref<?xi32>
  %errors = sa.error_record [{array = "H", dimension = 0 : i64, indices = ["i"]},
                             {assumption = "x", indices = []}] : memref<?xi32>
  // CHECK: sa.record_error %errors site 0 value %{{.*}} size %{{.*}} at(%{{.*}}) : memref<?xi32>
  sa.record_error %errors site 0 value %v size %n at (%v) : memref<?xi32>
  return
}
