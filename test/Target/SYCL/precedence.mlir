// RUN: saopt %s --emit=sycl | FileCheck %s

// Parentheses where C++ needs them, and where a compiler would warn without them.

!F = !sa.array<8xf32, inout>

// CHECK-LABEL: static inline void sums_0_item(
// CHECK:         A[i] = A[i] - x - y;
// CHECK-NEXT:    A[i] = A[i] + -(x - y);
sa.func @sums(%A: !F, %x: f32, %y: f32) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !F
    %left = arith.subf %a, %x : f32
    %r = arith.subf %left, %y : f32
    sa.store %r, %A[%i] : !F
    %b = sa.load %A[%i] : !F
    %right = arith.subf %x, %y : f32
    %s = arith.subf %b, %right : f32
    sa.store %s, %A[%i] : !F
  }
}

// CHECK-LABEL: static inline void products_0_item(
// CHECK:         A[i] = A[i] / x * y;
// CHECK-NEXT:    A[i] = A[i] / (x * y);
// CHECK-NEXT:    A[i] = (A[i] - x) * (y - x);
// CHECK-NEXT:    A[i] = -(A[i] - x);
// CHECK-NEXT:    A[i] = -(-A[i] * x);
sa.func @products(%A: !F, %x: f32, %y: f32) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !F
    %a1 = arith.divf %a, %x : f32
    %a2 = arith.mulf %a1, %y : f32
    sa.store %a2, %A[%i] : !F
    %b = sa.load %A[%i] : !F
    %b1 = arith.mulf %x, %y : f32
    %b2 = arith.divf %b, %b1 : f32
    sa.store %b2, %A[%i] : !F
    %c = sa.load %A[%i] : !F
    %c1 = arith.subf %c, %x : f32
    %c2 = arith.subf %y, %x : f32
    %c3 = arith.mulf %c1, %c2 : f32
    sa.store %c3, %A[%i] : !F
    %d = sa.load %A[%i] : !F
    %d1 = arith.subf %d, %x : f32
    %d2 = arith.negf %d1 : f32
    sa.store %d2, %A[%i] : !F
    %e = sa.load %A[%i] : !F
    %e1 = arith.negf %e : f32
    %e2 = arith.mulf %e1, %x : f32
    %e3 = arith.negf %e2 : f32
    sa.store %e3, %A[%i] : !F
  }
}

// CHECK-LABEL: static inline void bits_0_item(
// CHECK:         A[i] = (A[i] & n) | m;
// CHECK-NEXT:    A[i] = A[i] & (n | m);
// CHECK-NEXT:    A[i] = (A[i] ^ n) & m;
sa.func @bits(%A: !sa.array<8xi32, inout>, %n: i32, %m: i32) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi32, inout>
    %a1 = arith.andi %a, %n : i32
    %a2 = arith.ori %a1, %m : i32
    sa.store %a2, %A[%i] : !sa.array<8xi32, inout>
    %b = sa.load %A[%i] : !sa.array<8xi32, inout>
    %b1 = arith.ori %n, %m : i32
    %b2 = arith.andi %b, %b1 : i32
    sa.store %b2, %A[%i] : !sa.array<8xi32, inout>
    %c = sa.load %A[%i] : !sa.array<8xi32, inout>
    %c1 = arith.xori %c, %n : i32
    %c2 = arith.andi %c1, %m : i32
    sa.store %c2, %A[%i] : !sa.array<8xi32, inout>
  }
}

// CHECK-LABEL: static inline void choices_0_item(
// CHECK:         A[i] = (x < y ? x : y) - A[i];
// CHECK-NEXT:    A[i] = x < y - A[i] ? x : y;
sa.func @choices(%A: !F, %x: f32, %y: f32) {
  sa.nest (%i) to (8) {
    %less = arith.cmpf olt, %x, %y : f32
    %smaller = arith.select %less, %x, %y : f32
    %a = sa.load %A[%i] : !F
    %difference = arith.subf %smaller, %a : f32
    sa.store %difference, %A[%i] : !F
    %b = sa.load %A[%i] : !F
    %rest = arith.subf %y, %b : f32
    %below = arith.cmpf olt, %x, %rest : f32
    %chosen = arith.select %below, %x, %y : f32
    sa.store %chosen, %A[%i] : !F
  }
}
