// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(sa-intel-cpu-keep-loops-scalar)))' | FileCheck %s

// The loops of a lone work-item start at its position, where a call would not
// survive being vectorised.

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @fused
  // CHECK-NEXT:    %[[ITEM:.*]] = gpu.global_id x
  // CHECK:         %[[POSITION:.*]] = arith.subi %[[ITEM]], %{{.*}} {sa.workaround = "intel-cpu-keep-loops-scalar"} : index
  // CHECK:         scf.for %{{.*}} = %[[POSITION]] to
  gpu.func @fused(%A: memref<?xf32>, %n: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %x) -> f32 {
      %a = memref.load %A[%k] : memref<?xf32>
      %fused = math.fma %a, %a, %x : f32
      %next = arith.addf %acc, %fused : f32
      scf.yield %next : f32
    }
    memref.store %sum, %A[%c0] : memref<?xf32>
    gpu.return
  }

  // The work-item of a group is alone as well.
  // CHECK-LABEL: gpu.func @group
  // CHECK-NEXT:    %[[ITEM:.*]] = gpu.global_id x
  // CHECK-NEXT:    %[[GROUP:.*]] = gpu.block_id x
  // CHECK-NEXT:    %[[POSITION:.*]] = arith.subi %[[ITEM]], %[[GROUP]] {sa.workaround = "intel-cpu-keep-loops-scalar"} : index
  // CHECK:         scf.for %{{.*}} = %[[POSITION]] to
  gpu.func @group(%A: memref<?xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i = gpu.block_id x
    scf.for %k = %c0 to %i step %c1 {
      %a = memref.load %A[%k] : memref<?xf32>
      %fused = math.fma %a, %a, %x : f32
      memref.store %fused, %A[%k] : memref<?xf32>
    }
    gpu.return
  }

  // Several work-items ask which one they are.
  // CHECK-LABEL: gpu.func @group_of_several
  // CHECK-NOT:     gpu.global_id
  // CHECK:         gpu.return
  gpu.func @group_of_several(%A: memref<?xf32>, %x: f32) kernel {
    %c1 = arith.constant 1 : index
    %i = gpu.block_id x
    %ii = gpu.thread_id x
    scf.for %k = %ii to %i step %c1 {
      %a = memref.load %A[%k] : memref<?xf32>
      %fused = math.fma %a, %a, %x : f32
      memref.store %fused, %A[%k] : memref<?xf32>
    }
    gpu.return
  }

  // A loop that starts elsewhere.
  // CHECK-LABEL: gpu.func @later
  // CHECK-SAME:    %[[FIRST:[a-z0-9]+]]: index, %{{.*}}: index)
  // CHECK-NEXT:    %[[ITEM:.*]] = gpu.global_id x
  // CHECK:         %[[POSITION:.*]] = arith.subi %[[ITEM]], %{{.*}} {sa.workaround = "intel-cpu-keep-loops-scalar"} : index
  // CHECK:         %[[START:.*]] = arith.addi %[[POSITION]], %[[FIRST]] : index
  // CHECK-NEXT:    scf.for %{{.*}} = %[[START]] to
  gpu.func @later(%A: memref<?xf32>, %first: index, %n: index) kernel {
    %c1 = arith.constant 1 : index
    scf.for %k = %first to %n step %c1 {
      %a = memref.load %A[%k] : memref<?xf32>
      %angle = math.atan2 %a, %a : f32
      memref.store %angle, %A[%k] : memref<?xf32>
    }
    gpu.return
  }

  // Only the outermost loop, also under a condition; the one without a call is
  // left alone.
  // CHECK-LABEL: gpu.func @inner
  // CHECK:         %[[ITEM:.*]] = gpu.global_id x
  // CHECK:         %[[POSITION:.*]] = arith.subi %[[ITEM]], %{{.*}} {sa.workaround = "intel-cpu-keep-loops-scalar"} : index
  // CHECK:         %[[C0:.*]] = arith.constant 0 : index
  // CHECK:         scf.if
  // CHECK:           scf.for %{{.*}} = %[[POSITION]] to
  // CHECK:             scf.for %{{.*}} = %[[C0]] to
  // CHECK:         scf.for %{{.*}} = %[[C0]] to
  gpu.func @inner(%A: memref<?xf32>, %n: index, %runs: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %runs {
      scf.for %j = %c0 to %n step %c1 {
        scf.for %k = %c0 to %n step %c1 {
          %a = memref.load %A[%k] : memref<?xf32>
          %power = math.powf %a, %a : f32
          memref.store %power, %A[%j] : memref<?xf32>
        }
      }
    }
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %A[%j] : memref<?xf32>
      %twice = arith.addf %a, %a : f32
      memref.store %twice, %A[%j] : memref<?xf32>
    }
    gpu.return
  }

  // A selection may become the call of a maximum.
  // CHECK-LABEL: gpu.func @selected
  // CHECK-NEXT:    %[[ITEM:.*]] = gpu.global_id x
  // CHECK:         %[[POSITION:.*]] = arith.subi %[[ITEM]], %{{.*}} {sa.workaround = "intel-cpu-keep-loops-scalar"} : index
  // CHECK:         scf.for %{{.*}} = %[[POSITION]] to
  gpu.func @selected(%A: memref<?xi32>, %n: index, %x: i32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %k = %c0 to %n step %c1 {
      %a = memref.load %A[%k] : memref<?xi32>
      %isMore = arith.cmpi sgt, %a, %x : i32
      %most = arith.select %isMore, %a, %x : i32
      memref.store %most, %A[%k] : memref<?xi32>
    }
    gpu.return
  }

  // A work-item among others is vectorised across them.
  // CHECK-LABEL: gpu.func @parallel
  // CHECK:         %[[C0:.*]] = arith.constant 0 : index
  // CHECK:         scf.for %{{.*}} = %[[C0]] to
  gpu.func @parallel(%A: memref<?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i = gpu.global_id x
    scf.for %k = %c0 to %n step %c1 {
      %a = memref.load %A[%k] : memref<?xf32>
      %rest = arith.remf %a, %a : f32
      memref.store %rest, %A[%i] : memref<?xf32>
    }
    gpu.return
  }

  // A condition around a store to private memory becomes a selection.
  // CHECK-LABEL: gpu.func @private
  // CHECK:         %[[ITEM:.*]] = gpu.global_id x
  // CHECK:         %[[POSITION:.*]] = arith.subi %[[ITEM]], %{{.*}} {sa.workaround = "intel-cpu-keep-loops-scalar"} : index
  // CHECK:         scf.for %{{.*}} = %[[POSITION]] to
  gpu.func @private(%A: memref<?xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %T = memref.alloca() : memref<1xi32>
    scf.for %k = %c0 to %n step %c1 {
      %a = memref.load %A[%k] : memref<?xi32>
      memref.store %zero, %T[%c0] : memref<1xi32>
      %positive = arith.cmpi sgt, %a, %zero : i32
      scf.if %positive {
        memref.store %a, %T[%c0] : memref<1xi32>
      }
      %t = memref.load %T[%c0] : memref<1xi32>
      memref.store %t, %A[%k] : memref<?xi32>
    }
    gpu.return
  }

  // So does one with results.
  // CHECK-LABEL: gpu.func @choice
  // CHECK:         gpu.global_id x
  gpu.func @choice(%A: memref<?xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    scf.for %k = %c0 to %n step %c1 {
      %a = memref.load %A[%k] : memref<?xi32>
      %positive = arith.cmpi sgt, %a, %zero : i32
      %t = scf.if %positive -> i32 {
        scf.yield %a : i32
      } else {
        scf.yield %zero : i32
      }
      memref.store %t, %A[%k] : memref<?xi32>
    }
    gpu.return
  }

  // A call outside of all loops would have the loops of other kernels
  // vectorised.
  // CHECK-LABEL: gpu.func @no_loop
  // CHECK-NEXT:    %[[ITEM:.*]] = gpu.global_id x
  // CHECK:         %[[POSITION:.*]] = arith.subi %[[ITEM]], %{{.*}} {sa.workaround = "intel-cpu-keep-loops-scalar"} : index
  // CHECK:         memref.store %{{.*}}, %{{.*}}[%[[POSITION]]]
  gpu.func @no_loop(%A: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %a = memref.load %A[%c0] : memref<?xf32>
    %fused = math.fma %a, %a, %a : f32
    memref.store %fused, %A[%c0] : memref<?xf32>
    gpu.return
  }

  // Nothing to be done.
  // CHECK-LABEL: gpu.func @no_call
  // CHECK-NOT:     gpu.global_id
  gpu.func @no_call(%A: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %a = memref.load %A[%c0] : memref<?xf32>
    %twice = arith.addf %a, %a : f32
    memref.store %twice, %A[%c0] : memref<?xf32>
    gpu.return
  }
}
