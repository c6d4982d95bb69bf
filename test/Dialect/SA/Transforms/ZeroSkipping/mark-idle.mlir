// RUN: saopt %s --sa-apply-plans --sa-mark-idle | FileCheck %s
// RUN: saopt %s --sa-to-loops=skip-zeros=false | FileCheck %s --check-prefix=OFF
// OFF-NOT: {{_blocks|are zero}}

// The loops of a plan that do nothing where a constant is zero.

!V = !sa.array<64xf32, const>
!A = !sa.array<32x64xf32, input>
!C = !sa.array<32xf32, inout>

// A block of the constant in each iteration of a split loop.
// CHECK-DAG: #[[$BLOCK:.*]] = affine_map<(d0) -> (d0 floordiv 16)>
// CHECK-LABEL: sa.func @split
// CHECK-SAME:    {message = "3 of 4 blocks of 16 are zero and are skipped in the loop 'k' (estimated {{[0-9.]+}} times less work)", names = ["V"], subject = "constant"
// CHECK:         %[[TABLE:.*]] = sa.const "V_blocks" dense<[0, 0, 1, 0]> : tensor<4xui8>
// CHECK:         affine.for %[[K:.*]] = 0 to 64 step 16 {
// CHECK-NEXT:      %[[NUMBER:.*]] = affine.apply #[[$BLOCK]](%[[K]])
// CHECK-NEXT:      sa.idle %[[TABLE]][%[[NUMBER]]] in "k"
// CHECK-NEXT:      affine.for
sa.func @split(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]> : tensor<64xf32> as !V
  sa.nest "n" (%i, %k) to (32, 64) {
    %a = sa.load %A[%i, %k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %kk = sa.split %k by 16 as "kk"
    sa.reorder %k, %i, %kk
  }
}

// In an innermost loop the question costs more than the work.
// CHECK-LABEL: sa.func @innermost
// CHECK-SAME:    {message = "3 of 4 elements are zero and are not skipped, because by the estimate that would not pay: {{[0-9.]+}} times less work in the loop 'k'", names = ["U"], subject = "constant"
// CHECK-NOT:     sa.idle
// CHECK:       }
sa.func @innermost(%C: !C) {
  %U = sa.const "U" dense<[1., 0., 0., 0.]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest "n" (%i, %k) to (32, 4) {
    %u = sa.load %U[%k] : !sa.array<4xf32, const>
    sa.accumulate add %u, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
  }
}

// Where all is zero, the outermost loop skips all iterations of the others.
// CHECK-LABEL: sa.func @zero
// CHECK-SAME:    message = "4 of 4 blocks of 16 are zero and are skipped in the loop 'k'
sa.func @zero(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<64xf32> as !V
  sa.nest "n" (%i, %k) to (32, 64) {
    %a = sa.load %A[%i, %k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %kk = sa.split %k by 16 as "kk"
    sa.reorder %k, %i, %kk
  }
}

// Loops that launch kernels do not ask, and neither do those that are unrolled.
// CHECK-LABEL: sa.func @host
// CHECK-SAME:    {message = "3 of 4 elements are zero and are not skipped, because no loop of the plan can skip them: its iterations would have to do nothing else, in one work-item, and fill no cache for later iterations", names = ["U"], subject = "constant"
// CHECK-NOT:     sa.idle
sa.func @host(%C: !C) {
  %U = sa.const "U" dense<[1., 0., 0., 0.]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest "n" (%i, %k) to (32, 4) {
    %u = sa.load %U[%k] : !sa.array<4xf32, const>
    sa.accumulate add %u, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    sa.parallelize %i
    sa.unroll %k
  }
}

// Double buffers: the loop 'k' fetches for its next iteration, so the question
// stands in the one inside; it is asked before that, since it has one answer for
// all of its iterations.
// CHECK-LABEL: sa.func @buffered
// CHECK-SAME:    {message = "3 of 4 blocks of 16 are zero and are skipped in the loop 'i' (estimated {{[0-9.]+}} times less work)", names = ["V"], subject = "constant"
// CHECK:         affine.for %[[K:.*]] = 0 to 64 step 16 {
// CHECK-NEXT:      sa.loop_cache
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        %[[NUMBER:.*]] = affine.apply #[[$BLOCK]](%[[K]])
// CHECK-NEXT:        sa.idle %{{.*}}[%[[NUMBER]]] in "i"
sa.func @buffered(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]> : tensor<64xf32> as !V
  sa.nest "n" (%i, %k) to (32, 64) {
    %a = sa.load %A[%i, %k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %kk = sa.split %k by 16 as "kk"
    sa.reorder %k, %i, %kk
    %cache = sa.cache %A as "cache" at %i {doubleBuffer} : !A
  }
}

// A loop of the body: whole iterations of the plan's loops are left out around
// it, also of the innermost one.
// CHECK-LABEL: sa.func @loop_in_body
// CHECK-SAME:    {message = "3 of 4 blocks of 1x16 are zero and are skipped in the loop 'j' (estimated {{[0-9.]+}} times less work)", names = ["W"], subject = "constant"
// CHECK:         sa.const "W_blocks" dense<[0, 1, 0, 0]> : tensor<4xui8>
sa.func @loop_in_body(%C: !C) {
  %W = sa.const "W" dense<[[0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.], [1., 0., 1., 0., 1., 0., 0., 0., 1., 0., 1., 0., 1., 0., 0., 2.], [0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.], [0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]]> : tensor<4x16xf32> as !sa.array<4x16xf32, const>
  sa.nest "n" (%i, %j) to (32, 4) {
    affine.for %k = 0 to 16 {
      %w = sa.load %W[%j, %k] : !sa.array<4x16xf32, const>
      sa.accumulate add %w, %C[%i] : !C
    }
  }
  sa.plan {
    %i, %j = sa.loops "n"
  }
}

// A block is as large as what an iteration reads, also where that is not a
// linear function of the loops.
// CHECK-LABEL: sa.func @quotient
// CHECK-SAME:    message = "3 of 4 blocks of 16 are zero and are skipped in the loop 'k'
// CHECK:         sa.const "V_blocks" dense<[0, 0, 1, 0]> : tensor<4xui8>
sa.func @quotient(%C: !C) {
  %V = sa.const "V" dense<[0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]> : tensor<64xf32> as !V
  sa.nest "n" (%i, %k) to (32, 128) {
    %half = affine.apply affine_map<(k) -> (k floordiv 2)>(%k)
    %v = sa.load %V[%half] : !V
    sa.accumulate add %v, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %kk = sa.split %k by 32 as "kk"
    sa.reorder %k, %i, %kk
  }
}

// One constant is asked for in a nest: the one that gains most.
// CHECK-LABEL: sa.func @others
// CHECK-SAME:    message = "3 of 4 blocks of 16 are zero and are skipped in the loop 'k'
// CHECK-SAME:    {message = "32 of 64 elements are zero and are not skipped, because those of another constant are skipped", names = ["U"], subject = "constant"
// CHECK-COUNT-1: sa.idle
// CHECK-NOT:     sa.idle
sa.func @others(%C: !C) {
  %V = sa.const "V" dense<[0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]> : tensor<64xf32> as !V
  %U = sa.const "U" dense<[0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]> : tensor<64xf32> as !V
  sa.nest "n" (%i, %k) to (32, 64) {
    %v = sa.load %V[%k] : !V
    %u = sa.load %U[%k] : !V
    %uv = arith.mulf %u, %v : f32
    sa.accumulate add %uv, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %kk = sa.split %k by 16 as "kk"
    sa.reorder %k, %i, %kk
  }
}

// The table has an element for each iteration, also for those in which a
// condition keeps the body from reading the constant.
// CHECK-LABEL: sa.func @guarded
// CHECK:         sa.const "V_blocks" dense<[0, 0, 1, 0]> : tensor<4xui8>
sa.func @guarded(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]> : tensor<64xf32> as !V
  sa.nest "n" (%i, %k) to (32, 64) {
    affine.if affine_set<(k) : (47 - k >= 0)>(%k) {
      %a = sa.load %A[%i, %k] : !A
      %v = sa.load %V[%k] : !V
      %av = arith.mulf %a, %v : f32
      sa.accumulate add %av, %C[%i] : !C
    }
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %kk = sa.split %k by 16 as "kk"
    sa.reorder %k, %i, %kk
  }
}
