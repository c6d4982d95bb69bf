// RUN: saopt %s --convert-sa-loops-to-kernels | FileCheck %s

// Kernels in loops and conditions of the host: the indices of the loops are
// arguments, after those of the function, and what is computed of them is
// computed again inside.

// CHECK-LABEL: func.func @loops
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<?xf32>
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index
func.func @loops(%A: memref<?xf32> {sa.name = "A", sa.array = !sa.array<?xf32, inout, sizes = [N]>},
                 %n: index {sa.name = "N", sa.size}, %x: f32 {sa.name = "x", sa.scalar = f32}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // CHECK: %[[T:.*]] = sa.alloc
  %T = sa.alloc "T" (%n) of f32 : memref<?xf32>
  // CHECK: scf.for %[[S:.*]] =
  scf.for %s = %c0 to %n step %c2 {
    // CHECK: scf.for %[[R:.*]] =
    scf.for %r = %s to %n step %c1 {
      %left = arith.subi %n, %r : index
      %at = arith.addi %s, %r : index
      // CHECK: %[[LEFT:.*]] = arith.subi %[[N]], %[[R]]
      // CHECK: sa.launch @kernels::@loops_0 range(%[[LEFT]]) args(%[[A]], %{{.*}}, %[[T]], %[[S]], %[[R]])
      scf.parallel (%i) = (%c0) to (%left) step (%c1) {
        %place = arith.addi %at, %i : index
        memref.store %x, %A[%place] : memref<?xf32>
        memref.store %x, %T[%i] : memref<?xf32>
      } {sa.indices = ["i"]}
    } {sa.index = "r"}
    %holds = arith.cmpi slt, %s, %n : index
    // CHECK: scf.if
    scf.if %holds {
      // CHECK: sa.launch @kernels::@loops_1 range(%[[N]]) args(%[[A]], %{{.*}})
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {
        memref.store %x, %A[%i] : memref<?xf32>
      } {sa.indices = ["i"]}
    }
  } {sa.index = "s"}
  return
}

// CHECK:      gpu.func @loops_0
// CHECK-SAME:   %[[S:[a-z0-9]+]]: index {sa.name = "s"}, %[[R:[a-z0-9]+]]: index {sa.name = "r"}) kernel
// CHECK:        %[[AT:.*]] = arith.addi %[[S]], %[[R]]
// CHECK:        arith.addi %[[AT]]
