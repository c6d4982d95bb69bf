// RUN: saopt %s --sa-elide-temporaries | FileCheck %s

// Temporaries of which each work-item can have a copy.

!A = !sa.array<4x8xf32, input>
!B = !sa.array<4x8xf32, inout>

// A sum along each row: zero at first, then what the point before wrote.
// CHECK-LABEL: sa.func @prefix
// CHECK-SAME:    {message = "36 bytes of private memory for each i", names = ["T"], subject = "temporary"
// CHECK:         %T = sa.temp "T" private(1) : !sa.array<9xf32, temp>
// CHECK:         sa.load %T[%k]
// CHECK:         sa.store %{{.*}}, %T[%{{.*}}]
sa.func @prefix(%A: !A, %B: !B) {
  %T = sa.temp "T" : !sa.array<9xf32, temp>
  sa.nest (%i, %k) to (4, 8) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    %t = sa.load %T[%k] : !sa.array<9xf32, temp>
    %a = sa.load %A[%i, %k] : !A
    %s = arith.addf %t, %a : f32
    sa.store %s, %T[%next] : !sa.array<9xf32, temp>
    sa.store %s, %B[%i, %k] : !B
  }
}

// A dimension whose subscript a copy has only one of is not in it.
// CHECK-LABEL: sa.func @running
// CHECK-SAME:    {message = "4 bytes of private memory for each (i, j)", names = ["T"], subject = "temporary"
// CHECK:         %T = sa.temp "T" private(2) : !sa.array<f32, temp>
// CHECK:         sa.accumulate add %{{.*}}, %T[] : !sa.array<f32, temp>
// CHECK:         sa.load %T[] : !sa.array<f32, temp>
!M = !sa.array<?xf32, inout, sizes = [M]>
!R = !sa.array<?x8xf32, temp, sizes = [M]>
sa.func @running(%A: !A, %B: !B, %C: !M) {
  %T = sa.temp "T" : !R
  %m = sa.dim %C, 0 : !M
  sa.nest (%i, %j, %k) to (%m, 8, 4) {
    %a = sa.load %A[%k, %j] : !A
    sa.accumulate add %a, %T[%i, %j] : !R
    %t = sa.load %T[%i, %j] : !R
    sa.store %t, %B[%k, %j] : !B
  }
}

// Inside of a triangle as well: where there is no point before, there is none in
// the copy either.
// CHECK-LABEL: sa.func @triangle
// CHECK-SAME:    {message = "36 bytes of private memory for each i", names = ["T"], subject = "temporary"
sa.func @triangle(%A: !A, %B: !B) {
  %T = sa.temp "T" : !sa.array<9xf32, temp>
  sa.nest (%i, %k) to (4, 8) where affine_set<(i, k) : (i - k >= 0)> {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    %t = sa.load %T[%k] : !sa.array<9xf32, temp>
    %a = sa.load %A[%i, %k] : !A
    %s = arith.addf %t, %a : f32
    sa.store %s, %T[%next] : !sa.array<9xf32, temp>
    sa.store %s, %B[%i, %k] : !B
  }
}

// The first point of a row gets what the row before left there.
// CHECK-LABEL: sa.func @across_rows
// CHECK-SAME:    {message = "4 bytes in device memory: T[()] at line {{[0-9]+}} reads what it writes at other points", names = ["T"], subject = "temporary"
sa.func @across_rows(%A: !A, %B: !B) {
  %T = sa.temp "T" : !sa.array<f32, temp>
  sa.nest (%i, %k) to (4, 8) {
    %a = sa.load %A[%i, %k] : !A
    sa.accumulate add %a, %T[] : !sa.array<f32, temp>
    %t = sa.load %T[] : !sa.array<f32, temp>
    sa.store %t, %B[%i, %k] : !B
  }
}

// The point before is not in the triangle, but the row before wrote the element.
// CHECK-LABEL: sa.func @other_triangle
// CHECK-SAME:    in device memory: T[k] at line {{[0-9]+}} reads what T[k + 1] at line {{[0-9]+}} writes at other points"
sa.func @other_triangle(%A: !A, %B: !B) {
  %T = sa.temp "T" : !sa.array<9xf32, temp>
  sa.nest (%i, %k) to (4, 8) where affine_set<(i, k) : (k - i >= 0)> {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    %t = sa.load %T[%k] : !sa.array<9xf32, temp>
    %a = sa.load %A[%i, %k] : !A
    %s = arith.addf %t, %a : f32
    sa.store %s, %T[%next] : !sa.array<9xf32, temp>
    sa.store %s, %B[%i, %k] : !B
  }
}

// More than 4096 bytes.
// CHECK-LABEL: sa.func @large
// CHECK-SAME:    {message = "4100 bytes in device memory: {{.*}} writes at other points, and a copy for each i would have 1025 elements", names = ["T"], subject = "temporary"
!L = !sa.array<2x1024xf32, inout>
sa.func @large(%B: !L, %x: f32) {
  %T = sa.temp "T" : !sa.array<1025xf32, temp>
  sa.nest (%i, %k) to (2, 1024) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    %t = sa.load %T[%k] : !sa.array<1025xf32, temp>
    %s = arith.addf %t, %x : f32
    sa.store %s, %T[%next] : !sa.array<1025xf32, temp>
    sa.store %s, %B[%i, %k] : !L
  }
}

// Clearing a copy would be more work than using it.
// CHECK-LABEL: sa.func @mostly_unused
// CHECK-SAME:    {message = "80 bytes in device memory: {{.*}} writes at other points, and a copy for each i would have 20 elements for 8 points", names = ["T"], subject = "temporary"
sa.func @mostly_unused(%B: !B, %x: f32) {
  %T = sa.temp "T" : !sa.array<20xf32, temp>
  sa.nest (%i, %k) to (4, 8) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    %t = sa.load %T[%k] : !sa.array<20xf32, temp>
    %s = arith.addf %t, %x : f32
    sa.store %s, %T[%next] : !sa.array<20xf32, temp>
    sa.store %s, %B[%i, %k] : !B
  }
}

// CHECK-LABEL: sa.func @run_time_size
// CHECK-SAME:    {message = "M elements in device memory: {{.*}} writes at other points, and the size of a copy for each i is known only at run time", names = ["T"], subject = "temporary"
sa.func @run_time_size(%C: !M, %x: f32) {
  %T = sa.temp "T" : !sa.array<?xf32, temp, sizes = [M]>
  %m = sa.dim %C, 0 : !M
  %less = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%m]
  sa.nest (%i, %k) to (4, %less) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    %t = sa.load %T[%k] : !sa.array<?xf32, temp, sizes = [M]>
    %s = arith.addf %t, %x : f32
    sa.store %s, %T[%next] : !sa.array<?xf32, temp, sizes = [M]>
    sa.store %s, %C[%k] : !M
  }
}
