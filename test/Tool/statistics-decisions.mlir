// RUN: saopt %s --sa-to-kernels --sa-statistics -o /dev/null 2>&1 | FileCheck %s
// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-recognize-accumulations,sa-guard-loads,sa-parallelize,sa-choose-layouts))' \
// RUN:   --debug-only=sa-recognize-accumulations,sa-guard-loads,sa-parallelize,sa-choose-layouts \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG

// What passes before plans and workarounds decide.

// CHECK-DAG: 1 sa-recognize-accumulations {{.*}}Stores replaced by accumulations
// CHECK-DAG: 1 sa-guard-loads {{.*}}Selects replaced by conditions
// CHECK-DAG: 2 sa-parallelize {{.*}}Indices found parallel
// CHECK-DAG: 1 sa-parallelize {{.*}}Indices kept sequential
// CHECK-DAG: 1 sa-choose-layouts {{.*}}Layouts chosen
// CHECK-DAG: 2 sa-choose-plans {{.*}}Nests without a plan

// DEBUG: [sa-recognize-accumulations
// DEBUG-SAME: the store to 'C' accumulates (add)
// DEBUG: [sa-parallelize
// DEBUG-SAME: index 'i' is parallel
// DEBUG: [sa-parallelize
// DEBUG-SAME: index 'k' is sequential: points conflict in 'C'
// DEBUG: [sa-choose-layouts
// DEBUG-SAME: 'W' is row-major: 'i' is the fastest index
// DEBUG: [sa-guard-loads
// DEBUG-SAME: a select over indices guards what it reads

!A = !sa.array<8x4xf32, input>
!C = !sa.array<8xf32, inout>
!W = !sa.array<4x8xf32, const, #sa.deferred>

sa.func @sums(%A: !A, %C: !C) {
  %W = sa.const "W" dense<2.0> : tensor<4x8xf32> as !W
  sa.nest (%i, %k) to (8, 4) {
    %a = sa.load %A[%i, %k] : !A
    %w = sa.load %W[%k, %i] : !W
    %aw = arith.mulf %a, %w : f32
    %c = sa.load %C[%i] : !C
    %sum = arith.addf %c, %aw : f32
    sa.store %sum, %C[%i] : !C
  }
}

sa.func @clipped(%A: !C, %B: !sa.array<8xf32, output>) {
  sa.nest (%i) to (8) {
    %seven = arith.constant 7 : index
    %zero = arith.constant 0.0 : f32
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %inside = arith.cmpi slt, %i, %seven : index
    %a = sa.load %A[%next] : !C
    %x = arith.select %inside, %a, %zero : f32
    sa.store %x, %B[%i] : !sa.array<8xf32, output>
  }
}
