// RUN: saopt %s --sa-insert-caches | FileCheck %s

// How copies are laid out, of what they are made, and how they are filled.

!V = !sa.array<64x64xf32, input>
!W = !sa.array<64x64xf32, output>

// The blocks of the runs of the loop 'jj', one after the other.
// CHECK-LABEL: sa.func @blocks
// CHECK:         %c = sa.buffer "c" private : !sa.array<8x64xf32, temp, #sa.blocked<[8, 4]>>
sa.func @blocks(%A: !V, %B: !W) {
  affine.for %i = 0 to 64 step 8 {
    %c = sa.loop_cache %A as "c" at "ii" {location = #sa.memory<private>} : !V
    affine.for %j = 0 to 64 step 4 {
      affine.for %ii = 0 to 8 {
        affine.for %jj = 0 to 4 {
          %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
          %y = affine.apply affine_map<(j, jj) -> (j + jj)>(%j, %jj)
          %a = sa.load %A[%x, %y] : !V
          sa.store %a, %B[%x, %y] : !W
        } {sa.index = "jj"}
      } {sa.index = "ii"}
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// The fastest dimension of the copy is the innermost loop, in vectors if asked.
// CHECK-LABEL: sa.func @columns
// CHECK:         %c = sa.buffer "c" private : !sa.array<8x4xf64, temp, #sa.col_major>
// CHECK-NEXT:    affine.for %[[Y:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[X:.*]] = 0 to 8 {
// CHECK:             %[[A:.*]] = sa.load %A
// CHECK-NEXT:        %[[WIDE:.*]] = arith.extf %[[A]] : f32 to f64
// CHECK-NEXT:        sa.store %[[WIDE]], %c[%[[X]], %[[Y]]]
// CHECK-NEXT:      } {sa.execution = #sa.execution<vectorize>, sa.index = "A_0"}
// CHECK-NEXT:    } {sa.index = "A_1"}
// CHECK:         %[[C:.*]] = sa.load %c
// CHECK-NEXT:    arith.truncf %[[C]] : f64 to f32
sa.func @columns(%A: !V, %B: !W) {
  affine.for %i = 0 to 64 step 8 {
    affine.for %j = 0 to 64 step 4 {
      %c = sa.loop_cache %A as "c" at "ii" {elementType = f64, layout = #sa.col_major, location = #sa.memory<private>, vectorize} : !V
      affine.for %ii = 0 to 8 {
        affine.for %jj = 0 to 4 {
          %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
          %y = affine.apply affine_map<(j, jj) -> (j + jj)>(%j, %jj)
          %a = sa.load %A[%x, %y] : !V
          sa.store %a, %B[%x, %y] : !W
        } {sa.index = "jj"}
      } {sa.index = "ii"}
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// Whole rows lie one after the other already; parts of rows do not.
// CHECK-LABEL: sa.func @thrifty
// CHECK-SAME:    sa.report = [{message = "no cache 'rows' for the loop 'ii': what it accesses is contiguous already", names = ["A"], subject = "array"
// CHECK-NOT:     "rows"
// CHECK:         sa.buffer "part" private : !sa.array<8x4xf32, temp>
sa.func @thrifty(%A: !V, %B: !W) {
  affine.for %i = 0 to 64 step 8 {
    %rows = sa.loop_cache %A as "rows" at "ii" {location = #sa.memory<private>, thrifty} : !V
    affine.for %ii = 0 to 8 {
      affine.for %jj = 0 to 64 {
        %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
        // CHECK: sa.load %A
        %a = sa.load %A[%x, %jj] : !V
        sa.store %a, %B[%x, %jj] : !W
      } {sa.index = "jj"}
    } {sa.index = "ii"}
    %part = sa.loop_cache %A as "part" at "l" {location = #sa.memory<private>, thrifty} : !V
    affine.for %l = 0 to 8 {
      affine.for %j = 0 to 4 {
        %x = affine.apply affine_map<(i, l) -> (i + l)>(%i, %l)
        // CHECK: sa.load %part
        %a = sa.load %A[%x, %j] : !V
        sa.store %a, %B[%x, %j] : !W
      } {sa.index = "j"}
    } {sa.index = "l"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// What is overwritten as a whole is not filled, only written back; a condition
// is reason enough to fill.
// CHECK-LABEL: sa.func @outputs
sa.func @outputs(%A: !sa.array<64xf32, inout>) {
  affine.for %i = 0 to 64 step 8 {
    // CHECK:      sa.buffer "all"
    // CHECK-NEXT: affine.for
    // CHECK-NOT:  sa.load %A
    // CHECK:      } {sa.index = "ii"}
    // CHECK:      sa.load %all
    // CHECK-NEXT: sa.store %{{.*}}, %A
    %all = sa.loop_cache %A as "all" at "ii" {location = #sa.memory<private>} : !sa.array<64xf32, inout>
    affine.for %ii = 0 to 8 {
      %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
      %zero = arith.constant 0.0 : f32
      sa.store %zero, %A[%x] : !sa.array<64xf32, inout>
      %one = sa.load %A[%x] : !sa.array<64xf32, inout>
    } {sa.index = "ii"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
  affine.for %i = 0 to 64 step 8 {
    // CHECK:      %[[OLD:.*]] = sa.load %A
    // CHECK-NEXT: sa.store %[[OLD]], %some
    %some = sa.loop_cache %A as "some" at "jj" {location = #sa.memory<private>} : !sa.array<64xf32, inout>
    affine.for %ii = 0 to 8 {
      affine.if affine_set<(ii) : (ii mod 2 == 0)>(%ii) {
        %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
        %zero = arith.constant 0.0 : f32
        sa.store %zero, %A[%x] : !sa.array<64xf32, inout>
      }
    } {sa.index = "jj"}
  } {sa.index = "j"}
}

// A halo is read, but only what the loop writes is written back.
// CHECK-LABEL: sa.func @halo
// CHECK:         sa.buffer "c" private : !sa.array<10xf32, temp>
// CHECK-NEXT:    affine.for %[[A_0:.*]] = 0 to 10 {
// CHECK:         } {sa.index = "ii"}
// CHECK-NEXT:    affine.for %[[A_0_1:.*]] = 1 to 9 {
// CHECK:           sa.store %[[ARG:.*]], %A
sa.func @halo(%A: !sa.array<66xf32, inout>) {
  affine.for %i = 0 to 64 step 16 {
    %c = sa.loop_cache %A as "c" at "ii" {location = #sa.memory<private>} : !sa.array<66xf32, inout>
    affine.for %ii = 0 to 8 {
      %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
      %y = affine.apply affine_map<(i, ii) -> (i + ii + 1)>(%i, %ii)
      %z = affine.apply affine_map<(i, ii) -> (i + ii + 2)>(%i, %ii)
      %a = sa.load %A[%x] : !sa.array<66xf32, inout>
      %b = sa.load %A[%z] : !sa.array<66xf32, inout>
      %ab = arith.addf %a, %b : f32
      sa.store %ab, %A[%y] : !sa.array<66xf32, inout>
    } {sa.index = "ii"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// Elements that do not exist are not copied.
// CHECK-LABEL: sa.func @triangle
// CHECK:         affine.for %[[X:.*]] = 0 to 8 {
// CHECK-NEXT:      affine.for %[[Y:.*]] = 0 to 8 {
// CHECK-NEXT:        affine.if #{{.*}}(%[[X]], %[[Y]]) {
// CHECK-NEXT:          sa.load %A[%[[X]], %[[Y]]]
!T = !sa.array<8x8xf32, input, #sa.packed_lower_triangular>
sa.func @triangle(%A: !T, %B: !sa.array<8xf32, inout>) {
  %c = sa.loop_cache %A as "c" at "i" {location = #sa.memory<global>} : !T
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %a = sa.load %A[%i, %j] : !T
      sa.accumulate add %a, %B[%i] : !sa.array<8xf32, inout>
    } {sa.index = "j"}
  } {sa.index = "i"}
}

// An accumulation in wider elements is rounded as the array rounds it.
// CHECK-LABEL: sa.func @rounded
// CHECK:         %[[C:.*]] = sa.load %c
// CHECK-NEXT:    %[[NARROW:.*]] = arith.truncf %[[C]] : f32 to f16
// CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[NARROW]], %[[ARG:.*]] : f16
// CHECK-NEXT:    %[[WIDE:.*]] = arith.extf %[[SUM]] : f16 to f32
// CHECK-NEXT:    sa.store %[[WIDE]], %c
sa.func @rounded(%A: !sa.array<8xf16, input>, %B: !sa.array<1xf16, inout>) {
  %c = sa.loop_cache %B as "c" at "i" {elementType = f32, location = #sa.memory<global>} : !sa.array<1xf16, inout>
  affine.for %i = 0 to 8 {
    %zero = arith.constant 0 : index
    %a = sa.load %A[%i] : !sa.array<8xf16, input>
    sa.accumulate add %a, %B[%zero] : !sa.array<1xf16, inout>
  } {sa.index = "i"}
}

// Nothing is kept of an array that loops do not get to touch.
// CHECK-LABEL: sa.func @nothing
// CHECK-SAME:    sa.report = [{message = "no cache 'c' for the loop 'j': it accesses nothing", names = ["A"], subject = "array"
// CHECK-NOT:     sa.buffer
// CHECK:         sa.load %A
sa.func @nothing(%A: !sa.array<8x0xf32, input>, %B: !sa.array<8xf32, inout>) {
  affine.for %i = 0 to 8 {
    %c = sa.loop_cache %A as "c" at "j" {location = #sa.memory<private>} : !sa.array<8x0xf32, input>
    affine.for %j = 0 to 0 {
      %a = sa.load %A[%i, %j] : !sa.array<8x0xf32, input>
      sa.accumulate add %a, %B[%i] : !sa.array<8xf32, inout>
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// What is wanted in a wider type is taken from a copy in that type as it is.
// CHECK-LABEL: sa.func @widened
// CHECK:         affine.for %[[A_0:.*]] = 0 to 8 {
// CHECK:           arith.extf
// CHECK:         affine.for %[[II:.*]] = 0 to 8 {
// CHECK:           %[[C:.*]] = sa.load %c
// CHECK-NOT:       arith.truncf
// CHECK-NOT:       arith.extf
// CHECK:           sa.store %[[C]], %B
// CHECK-NEXT:      %[[D:.*]] = arith.extf %[[C]] : f32 to f64
// CHECK-NEXT:      sa.store %[[D]], %D
!H = !sa.array<64xbf16, input>
!F = !sa.array<64xf32, output>
!D = !sa.array<64xf64, output>
sa.func @widened(%A: !H, %B: !F, %D: !D) {
  affine.for %i = 0 to 64 step 8 {
    %c = sa.loop_cache %A as "c" at "ii" {elementType = f32, location = #sa.memory<private>} : !H
    affine.for %ii = 0 to 8 {
      %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
      %a = sa.load %A[%x] : !H
      %wide = arith.extf %a : bf16 to f32
      sa.store %wide, %B[%x] : !F
      %wider = arith.extf %a : bf16 to f64
      sa.store %wider, %D[%x] : !D
    } {sa.index = "ii"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}
