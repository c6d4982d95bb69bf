// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(sa-intel-cpu-add-differences)))' | FileCheck %s

gpu.module @kernels {
  // The negative is carried, and the difference is made at the end.

  // CHECK-LABEL: gpu.func @float
  // CHECK:      %[[INIT:.*]] = arith.subf %{{.*}}, %{{.*}} : f32
  // CHECK:      %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[R:.*]] = %[[INIT]])
  // CHECK:        %[[X:.*]] = memref.load
  // CHECK-NEXT:   %[[NEXT:.*]] = arith.addf %[[R]], %[[X]] {sa.workaround = "intel-cpu-add-differences"} : f32
  // CHECK-NEXT:   scf.yield %[[NEXT]] : f32
  // CHECK:      %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-NEXT: %[[D:.*]] = arith.subf %[[ZERO]], %[[SUM]] {sa.workaround = "intel-cpu-add-differences"} : f32
  // CHECK-NEXT: memref.store %[[D]]
  gpu.func @float(%A: memref<?xf32>, %D: memref<?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d = memref.load %D[%c0] : memref<?xf32>
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%r = %d) -> f32 {
      %x = memref.load %A[%k] : memref<?xf32>
      %m = arith.negf %x : f32
      %next = arith.addf %m, %r : f32
      scf.yield %next : f32
    }
    memref.store %s, %D[%c0] : memref<?xf32>
    gpu.return
  }

  // Through loops in loops.

  // CHECK-LABEL: gpu.func @nested
  // CHECK:      scf.for
  // CHECK:        scf.for
  // CHECK-NOT:      arith.subi
  // CHECK:          arith.addi
  // CHECK:      %[[D:.*]] = arith.subi %{{.*}}, %{{.*}} : i32
  // CHECK-NEXT: memref.store %[[D]]
  gpu.func @nested(%A: memref<?xi32>, %D: memref<?xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d = memref.load %D[%c0] : memref<?xi32>
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%r = %d) -> i32 {
      %t = scf.for %l = %c0 to %n step %c1 iter_args(%q = %r) -> i32 {
        %x = memref.load %A[%l] : memref<?xi32>
        %next = arith.subi %q, %x : i32
        scf.yield %next : i32
      }
      scf.yield %t : i32
    }
    memref.store %s, %D[%c0] : memref<?xi32>
    gpu.return
  }

  // What is not only subtracted from stays.

  // CHECK-LABEL: gpu.func @mixed
  // CHECK:       arith.subf
  // CHECK-NEXT:  arith.addf
  // CHECK-NEXT:  scf.yield
  gpu.func @mixed(%A: memref<?xf32>, %D: memref<?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d = memref.load %D[%c0] : memref<?xf32>
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%r = %d) -> f32 {
      %x = memref.load %A[%k] : memref<?xf32>
      %less = arith.subf %r, %x : f32
      %next = arith.addf %less, %d : f32
      scf.yield %next : f32
    }
    memref.store %s, %D[%c0] : memref<?xf32>
    gpu.return
  }

  // The value is what is subtracted.

  // CHECK-LABEL: gpu.func @turned
  // CHECK:       arith.subf %{{.*}}, %{{.*}} : f32
  // CHECK-NEXT:  scf.yield
  gpu.func @turned(%A: memref<?xf32>, %D: memref<?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d = memref.load %D[%c0] : memref<?xf32>
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%r = %d) -> f32 {
      %x = memref.load %A[%k] : memref<?xf32>
      %next = arith.subf %x, %r : f32
      scf.yield %next : f32
    }
    memref.store %s, %D[%c0] : memref<?xf32>
    gpu.return
  }
  // Several in a row, as an unrolled loop has them.

  // CHECK-LABEL: gpu.func @several
  // CHECK:      scf.for {{.*}} iter_args(%[[R:.*]] = %{{.*}})
  // CHECK:        %[[ONCE:.*]] = arith.addi %[[R]], %[[X:.*]] : i32
  // CHECK-NEXT:   %[[TWICE:.*]] = arith.addi %[[ONCE]], %[[X]] : i32
  // CHECK-NEXT:   scf.yield %[[TWICE]] : i32
  gpu.func @several(%A: memref<?xi32>, %D: memref<?xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d = memref.load %D[%c0] : memref<?xi32>
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%r = %d) -> i32 {
      %x = memref.load %A[%k] : memref<?xi32>
      %once = arith.subi %r, %x : i32
      %twice = arith.subi %once, %x : i32
      scf.yield %twice : i32
    }
    memref.store %s, %D[%c0] : memref<?xi32>
    gpu.return
  }
}
