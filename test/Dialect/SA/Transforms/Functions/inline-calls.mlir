// RUN: saopt %s --sa-inline-calls | FileCheck %s

// Bodies in the place of calls.

!A = !sa.array<?xf32, input, sizes = [N]>
!C = !sa.array<?xf32, inout, sizes = [N]>
!T = !sa.array<?xf32, temp, sizes = [N]>

// CHECK-NOT: @copy
sa.func @copy(%A: !A, %C: !C) attributes {sym_visibility = "private"} {
  %n = sa.dim %A, 0 : !A
  %T = sa.temp "T" : !T
  sa.nest (%i) to (%n) {
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[%i] : !T
    %t = sa.load %T[%i] : !T
    sa.store %t, %C[%i] : !C
  }
}

// Sizes are those of what is passed; the temporaries of each call have a name
// of their own.
// CHECK-LABEL: sa.func @numbers
sa.func @numbers(%T: !sa.array<8xf32, input>, %R: !sa.array<8xf32, inout>) {
  // CHECK:      sa.dim %T, 0 : !sa.array<8xf32, input>
  // CHECK-NEXT: %[[T1:.*]] = sa.temp "T_1" : !sa.array<8xf32, temp>
  // CHECK-NEXT: sa.nest (%i)
  // CHECK-NEXT:   sa.load %T[%i] : !sa.array<8xf32, input>
  // CHECK-NEXT:   sa.store %{{.*}}, %[[T1]][%i]
  // CHECK:        sa.store %{{.*}}, %R[%i] : !sa.array<8xf32, inout>
  sa.call @copy(%T, %R) : !sa.array<8xf32, input>, !sa.array<8xf32, inout>
  // CHECK:      sa.temp "T_2" : !sa.array<8xf32, temp>
  sa.call @copy(%T, %R) : !sa.array<8xf32, input>, !sa.array<8xf32, inout>
  // CHECK-NOT:  sa.call
}

// CHECK-LABEL: sa.func @names
sa.func @names(%X: !sa.array<?xf32, input, sizes = [M]>, %N: !sa.array<?xf32, inout, sizes = [M]>) {
  // CHECK: sa.temp "T" : !sa.array<?xf32, temp, sizes = [M]>
  sa.call @copy(%X, %N) : !sa.array<?xf32, input, sizes = [M]>, !sa.array<?xf32, inout, sizes = [M]>
}

// Functions that call functions.
// CHECK-LABEL: sa.func @outer
// CHECK:         sa.load %X[%i]
// CHECK:         sa.store %[[ARG:.*]], %R[%i]
sa.func @outer(%X: !A, %R: !C) {
  sa.call @middle(%X, %R) : !A, !C
}
// CHECK-LABEL: sa.func @middle
// CHECK:         sa.load %P[%i]
sa.func @middle(%P: !A, %Q: !C) {
  sa.call @copy(%P, %Q) : !A, !C
}

// Plans find the nests that they are about.
// CHECK-LABEL: sa.func @planned
sa.func @planned(%X: !A) {
  %n = sa.dim %X, 0 : !A
  // CHECK: sa.nest "loop" (%i)
  sa.nest "loop" (%i) to (%n) {
  }
  // CHECK: sa.nest "loop_1" (%i)
  // CHECK: sa.loops "loop_1"
  sa.call @plan(%X) : !A
}
sa.func @plan(%A: !A) attributes {sym_visibility = "private"} {
  %n = sa.dim %A, 0 : !A
  sa.nest "loop" (%i) to (%n) {
  }
  sa.plan {
    %i = sa.loops "loop"
    sa.parallelize %i
  }
}

// Caches of plans, and caches of these, are of what is passed.
// CHECK-LABEL: sa.func @caching
sa.func @caching(%X: !sa.array<8xf32, input, #sa.blocked<[4]>>, %R: !sa.array<8xf32, inout>) {
  // CHECK: %[[C:.*]] = sa.cache %X as "c" at %{{.*}} : !sa.array<8xf32, input, #sa.blocked<[4]>>
  // CHECK: sa.cache %[[C]] as "d" at %{{.*}} : !sa.array<8xf32, input, #sa.blocked<[4]>>
  // CHECK: sa.cache %{{.*}} as "t" at %{{.*}} : !sa.array<8xf32, temp>
  sa.call @cached(%X, %R) : !sa.array<8xf32, input, #sa.blocked<[4]>>, !sa.array<8xf32, inout>
}
sa.func @cached(%A: !A, %C: !C) attributes {sym_visibility = "private"} {
  %n = sa.dim %A, 0 : !A
  %T = sa.temp "T" : !T
  sa.nest "loop" (%i) to (%n) {
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[%i] : !T
    sa.store %a, %C[%i] : !C
  }
  sa.plan {
    %i = sa.loops "loop"
    %ii = sa.split %i by 4 as "ii"
    %iii = sa.split %ii by 2 as "iii"
    %c = sa.cache %A as "c" at %ii : !A
    %d = sa.cache %c as "d" at %iii : !A
    %t = sa.cache %T as "t" at %ii : !T
  }
}
