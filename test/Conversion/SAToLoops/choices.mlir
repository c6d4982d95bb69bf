// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// Minima, maxima, extended indices and divisions by sizes as arithmetic without
// branches.

// CHECK-LABEL: func.func @choices
sa.func @choices(%A: !sa.array<?xf32, input, sizes = [n]>, %B: !sa.array<8xf32, inout>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = [n]>
  sa.nest (%i) to (8) parallel("i") {
    // CHECK:      %[[LAST:.+]] = arith.subi %{{.+}}, %c1
    // CHECK:      %[[LOW:.+]] = arith.minsi %[[I:.+]], %[[LAST]]
    // CHECK:      arith.maxsi %[[LOW]], %c0
    %edge = sa.extend_index edge %i to %n
    // CHECK:      %[[COUNT:.+]] = arith.maxsi
    // CHECK:      %[[REST:.+]] = arith.remsi %[[I]], %[[COUNT]]
    // CHECK:      arith.select %{{.+}}, %{{.+}}, %[[REST]]
    %wrap = sa.extend_index wrap %i to %n
    // CHECK:      arith.remsi
    // CHECK:      arith.minsi
    %reflect = sa.extend_index reflect %i to %n
    // CHECK:      arith.remsi
    // CHECK:      arith.minsi
    %symmetric = sa.extend_index symmetric %i to %n
    // CHECK:      arith.minsi
    %least = affine.min affine_map<(i) -> (i + 3, 7)>(%i)
    // CHECK:      arith.maxsi
    %most = affine.max affine_map<(i) -> (i - 3, 0)>(%i)
    // CHECK:      arith.divsi
    %quotient = sa.floordivsi %i, %n : index
    // CHECK:      arith.remsi
    %rest = sa.floormodsi %i, %n : index
    %a = sa.load %A[%edge] : !sa.array<?xf32, input, sizes = [n]>
    %b = sa.load %A[%wrap] : !sa.array<?xf32, input, sizes = [n]>
    %c = sa.load %A[%reflect] : !sa.array<?xf32, input, sizes = [n]>
    %d = sa.load %A[%symmetric] : !sa.array<?xf32, input, sizes = [n]>
    %e = sa.load %A[%quotient] : !sa.array<?xf32, input, sizes = [n]>
    %f = sa.load %A[%rest] : !sa.array<?xf32, input, sizes = [n]>
    sa.store %a, %B[%least] : !sa.array<8xf32, inout>
    sa.store %b, %B[%most] : !sa.array<8xf32, inout>
    sa.store %c, %B[%i] : !sa.array<8xf32, inout>
    sa.store %d, %B[%i] : !sa.array<8xf32, inout>
    sa.store %e, %B[%i] : !sa.array<8xf32, inout>
    sa.store %f, %B[%i] : !sa.array<8xf32, inout>
  }
}
