// RUN: saopt %s --sa-skip-zeros | FileCheck %s

// Loops of bodies leave out the iterations that do nothing.

!V = !sa.array<8xf32, const>
!A = !sa.array<4x8xf32, input>
!C = !sa.array<4xf32, inout>

// CHECK-LABEL: sa.func @range
// CHECK-SAME:    "constant 'V': the first 2 and the last 4 of 8 iterations of a loop over it are zero and are skipped (estimated 4.0 times less work)"
// CHECK:         affine.for %{{.*}} = 2 to 4 {
sa.func @range(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0., 0., 5., 1., 0., 0., 0., 0.]> : tensor<8xf32> as !V
  sa.nest (%i) to (4) {
    affine.for %k = 0 to 8 {
      %a = sa.load %A[%i, %k] : !A
      %v = sa.load %V[%k] : !V
      %av = arith.mulf %a, %v : f32
      sa.accumulate add %av, %C[%i] : !C
    }
  }
}

// A variable stays as it is; a step of the loop is in the table.
// CHECK-LABEL: sa.func @list
// CHECK-SAME:    "constant 'V': 2 of 4 iterations of a loop over it are zero and are skipped (estimated 1.8 times less work)"
// CHECK:         %[[KEPT:.*]] = sa.const "V_kept" dense<[0, 6]> : tensor<2xui16>
// CHECK:         affine.for %[[Q:.*]] = 0 to 2 {
// CHECK-NEXT:      %[[ENTRY:.*]] = sa.load %[[KEPT]][%[[Q]]]
// CHECK-NEXT:      %[[K:.*]] = arith.index_castui %[[ENTRY]]
// CHECK:           sa.load %A[%{{.*}}, %[[K]]]
sa.func @list(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[1., 1., 0., 1., 0., 1., 2., 1.]> : tensor<8xf32> as !V
  sa.nest (%i) to (4) {
    %zero = arith.constant 0.0 : f32
    %s = memref.alloca() : memref<f32>
    memref.store %zero, %s[] : memref<f32>
    affine.for %k = 0 to 8 step 2 {
      %a = sa.load %A[%i, %k] : !A
      %v = sa.load %V[%k] : !V
      %av = arith.mulf %a, %v : f32
      %old = memref.load %s[] : memref<f32>
      %new = arith.addf %old, %av : f32
      memref.store %new, %s[] : memref<f32>
    }
    %sum = memref.load %s[] : memref<f32>
    sa.accumulate add %sum, %C[%i] : !C
  }
}

// A loop that counts, and in a plan one that only gets shorter.
// CHECK-LABEL: sa.func @kept
// CHECK:         affine.for %{{.*}} = 0 to 8 {
// CHECK:         affine.for %{{.*}} = 0 to 4 {
sa.func @kept(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[1., 0., 0., 0., 0., 0., 0., 1.]> : tensor<8xf32> as !V
  %U = sa.const "U" dense<[1., 0., 0., 1., 0., 0., 0., 0.]> : tensor<8xf32> as !V
  sa.nest (%i) to (4) {
    %one = arith.constant 1.0 : f32
    %s = memref.alloca() : memref<f32>
    memref.store %one, %s[] : memref<f32>
    affine.for %k = 0 to 8 {
      %v = sa.load %V[%k] : !V
      sa.accumulate add %v, %C[%i] : !C
      %old = memref.load %s[] : memref<f32>
      %new = arith.addf %old, %one : f32
      memref.store %new, %s[] : memref<f32>
    }
    %sum = memref.load %s[] : memref<f32>
    sa.accumulate add %sum, %C[%i] : !C
  }
  sa.nest "n" (%i) to (4) {
    affine.for %k = 0 to 8 {
      %u = sa.load %U[%k] : !V
      sa.accumulate add %u, %C[%i] : !C
    }
  }
  sa.plan {
    %i = sa.loops "n"
  }
}

// Few loops where the index cannot come from a table: others need it as a bound,
// or there is a plan. Steps stay.
// CHECK-LABEL: sa.func @pieces
// CHECK-SAME:    "constant 'V': 6 of 8 iterations of a loop over it, which becomes 2 loops, are zero and are skipped (estimated 2.0 times less work)"
// CHECK-SAME:    "constant 'L': 25 of 32 iterations of a loop over it, which becomes 2 loops, are zero and are skipped (estimated 3.6 times less work)"
// CHECK:         affine.for %{{.*}} = 0 to 1 {
// CHECK:         affine.for %{{.*}} = 7 to 8 {
// CHECK:         sa.nest "n"
// CHECK:           affine.for %{{.*}} = 1 to 10 step 2 {
// CHECK:           affine.for %{{.*}} = 61 to 64 step 2 {
sa.func @pieces(%C: !C) {
  %V = sa.const "V" dense<[1., 0., 0., 0., 0., 0., 0., 1.]> : tensor<8xf32> as !V
  %L = sa.const "L" dense<[0., 1., 0., 1., 0., 1., 0., 2., 0., 1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 0., 1., 0.]> : tensor<65xf32> as !sa.array<65xf32, const>
  sa.nest (%i) to (4) {
    affine.for %k = 0 to 8 {
      %v = sa.load %V[%k] : !V
      affine.for %l = 0 to affine_map<(k) -> (k)>(%k) {
        sa.accumulate add %v, %C[%i] : !C
      }
    }
  }
  sa.nest "n" (%i) to (4) {
    affine.for %k = 1 to 65 step 2 {
      %v = sa.load %L[%k] : !sa.array<65xf32, const>
      sa.accumulate add %v, %C[%i] : !C
    }
  }
  sa.plan {
    %i = sa.loops "n"
  }
}

// Two places, and two constants: only what is zero in both is left out.
// CHECK-LABEL: sa.func @joint
// CHECK-SAME:    "constants 'V' and 'U': 6 of 8 iterations of a loop over them are zero and are skipped (estimated 3.6 times less work)"
// CHECK-SAME:    "constant 'V': the first 2 and the last 3 of 7 iterations of a loop over it are zero and are skipped (estimated 3.5 times less work)"
// CHECK:         sa.const "V_kept" dense<[0, 3]>
// CHECK:         affine.for %{{.*}} = 0 to 2 {
// CHECK:         affine.for %{{.*}} = 2 to 4 {
sa.func @joint(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0., 0., 0., 1., 0., 0., 0., 0.]> : tensor<8xf32> as !V
  %U = sa.const "U" dense<[1., 0., 0., 0., 0., 0., 0., 0.]> : tensor<8xf32> as !V
  sa.nest (%i) to (4) {
    affine.for %k = 0 to 8 {
      %a = sa.load %A[%i, %k] : !A
      %v = sa.load %V[%k] : !V
      %u = sa.load %U[%k] : !V
      %sum = arith.addf %u, %v : f32
      %product = arith.mulf %a, %sum : f32
      sa.accumulate add %product, %C[%i] : !C
    }
  }
  sa.nest (%i) to (4) {
    affine.for %k = 0 to 7 {
      %v = sa.load %V[%k] : !V
      sa.accumulate add %v, %C[%i] : !C
      %next = affine.apply affine_map<(k) -> (k + 1)>(%k)
      %w = sa.load %V[%next] : !V
      sa.accumulate add %w, %C[%i] : !C
    }
  }
}

// Loops in each other share the copies: the body has 8 of them in all, and the
// loop that there is none left for stays as it is.
// CHECK-LABEL: sa.func @nested
// CHECK-SAME:    ["constant 'V': 6 of 8 iterations of a loop over it, which becomes 2 loops,
// CHECK-SAME:    "constant 'S': 6 of 8 elements are zero and are not skipped, because the estimate says that leaving out iterations of the loop that reads it would not pay, or would take too many copies of its body"]
// CHECK:         affine.for %{{.*}} = 0 to 8 {
// CHECK-COUNT-3:   affine.for %{{.*}} = 0 to 1 {
// CHECK-COUNT-11:  affine.for %{{.*}} = {{0 to 1|7 to 8}} {
// CHECK-NOT:       affine.for
// CHECK:       sa.plan
sa.func @nested(%C: !C) {
  %S = sa.const "S" dense<[1., 0., 0., 0., 0., 0., 0., 1.]> : tensor<8xf32> as !V
  %T = sa.const "T" dense<[1., 0., 0., 0., 0., 0., 0., 1.]> : tensor<8xf32> as !V
  %U = sa.const "U" dense<[1., 0., 0., 0., 0., 0., 0., 1.]> : tensor<8xf32> as !V
  %V = sa.const "V" dense<[1., 0., 0., 0., 0., 0., 0., 1.]> : tensor<8xf32> as !V
  sa.nest "n" (%i) to (4) {
    affine.for %k = 0 to 8 {
      affine.for %l = 0 to 8 {
        affine.for %m = 0 to 8 {
          affine.for %n = 0 to 8 {
            %s = sa.load %S[%k] : !V
            %t = sa.load %T[%l] : !V
            %u = sa.load %U[%m] : !V
            %v = sa.load %V[%n] : !V
            %st = arith.mulf %s, %t : f32
            %stu = arith.mulf %st, %u : f32
            %product = arith.mulf %stu, %v : f32
            sa.accumulate add %product, %C[%i] : !C
          }
        }
      }
    }
  }
  sa.plan {
    %i = sa.loops "n"
  }
}

// The same where the outer loop gains most, and the others are cut in its
// pieces.
// CHECK-LABEL: sa.func @nested_in_pieces
// CHECK-SAME:    ["constant 'S': 14 of 16 iterations of a loop over it, which becomes 2 loops,
// CHECK-SAME:    "constant 'T': 6 of 8 elements are zero and are not skipped, because the estimate says that leaving out iterations of the loop that reads it would not pay, or would take too many copies of its body"]
// CHECK:         affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 8 {
// CHECK-COUNT-6:     affine.for %{{.*}} = {{0 to 1|7 to 8}} {
// CHECK:         affine.for %{{.*}} = 15 to 16 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 8 {
// CHECK-COUNT-6:     affine.for %{{.*}} = {{0 to 1|7 to 8}} {
// CHECK-NOT:     affine.for
// CHECK:       sa.plan
sa.func @nested_in_pieces(%C: !C) {
  %S = sa.const "S" dense<[1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1.]> : tensor<16xf32> as !sa.array<16xf32, const>
  %T = sa.const "T" dense<[1., 0., 0., 0., 0., 0., 0., 1.]> : tensor<8xf32> as !V
  %U = sa.const "U" dense<[1., 0., 0., 0., 0., 0., 0., 1.]> : tensor<8xf32> as !V
  %V = sa.const "V" dense<[1., 0., 0., 0., 0., 0., 0., 1.]> : tensor<8xf32> as !V
  sa.nest "n" (%i) to (4) {
    affine.for %k = 0 to 16 {
      affine.for %l = 0 to 8 {
        affine.for %m = 0 to 8 {
          affine.for %n = 0 to 8 {
            %s = sa.load %S[%k] : !sa.array<16xf32, const>
            %t = sa.load %T[%l] : !V
            %u = sa.load %U[%m] : !V
            %v = sa.load %V[%n] : !V
            %st = arith.mulf %s, %t : f32
            %stu = arith.mulf %st, %u : f32
            %product = arith.mulf %stu, %v : f32
            sa.accumulate add %product, %C[%i] : !C
          }
        }
      }
    }
  }
  sa.plan {
    %i = sa.loops "n"
  }
}
