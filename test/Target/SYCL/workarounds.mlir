// RUN: saopt %s --emit=sycl > %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %check_sycl %t.cpp
// RUN: %check_sycl -DSAOPT_INTEL_CPU %t.cpp
// RUN: saopt %s --emit=sycl --device-compiler=other | FileCheck %s --check-prefix=OTHER

// What a workaround computes differently is behind a guard for its device.

// OTHER-NOT: SAOPT_INTEL_CPU
// OTHER-NOT: saopt::carried
// OTHER-NOT: saopt::lone_position

// CHECK:     #ifdef SAOPT_INTEL_CPU
// CHECK-NEXT: constexpr bool carries_negative = true;
// CHECK-NEXT: #else
// CHECK-NEXT: constexpr bool carries_negative = false;
// CHECK-NEXT: #endif
// CHECK:     int64_t lone_position(
// CHECK:     #ifdef SAOPT_INTEL_CPU
// CHECK-NEXT: return item - first;
// CHECK-NEXT: #else
// CHECK-NEXT: return 0;
// CHECK-NEXT: #endif

// CHECK-LABEL: void subtracted_0_item
// CHECK:         float [[SUM:.*]] = saopt::carried(D[j]);
// CHECK:         [[SUM]] = saopt::carried_sub([[SUM]], A[k]);
// CHECK:         D[j] = saopt::carried([[SUM]]);
sa.func @subtracted(%A: !sa.array<40xf32, input>, %D: !sa.array<100xf32, inout>) {
  sa.nest (%j, %k) to (100, 40) where affine_set<(j, k) : (j - k + 2 >= 0)> {
    %a = sa.load %A[%k] : !sa.array<40xf32, input>
    %d = sa.load %D[%j] : !sa.array<100xf32, inout>
    %r = arith.subf %d, %a : f32
    sa.store %r, %D[%j] : !sa.array<100xf32, inout>
  }
}

// CHECK-LABEL: void integers_0_item
// CHECK:         saopt::carried_sub(
sa.func @integers(%A: !sa.array<40xi8, input>, %D: !sa.array<100xi8, inout>) {
  sa.nest (%j, %k) to (100, 40) where affine_set<(j, k) : (j - k + 2 >= 0)> {
    %a = sa.load %A[%k] : !sa.array<40xi8, input>
    %d = sa.load %D[%j] : !sa.array<100xi8, inout>
    %r = arith.subi %d, %a : i8
    sa.store %r, %D[%j] : !sa.array<100xi8, inout>
  }
}

// CHECK-LABEL: void fused_0_item
// CHECK:         for (int64_t k = saopt::lone_position({{.*}}, int64_t(0)); k < 200; ++k)
sa.func @fused(%A: !sa.array<200xf32, input>, %R: !sa.array<f32, inout>) {
  sa.nest (%k) to (200) {
    %a = sa.load %A[%k] : !sa.array<200xf32, input>
    %x = math.exp %a : f32
    sa.accumulate add %x, %R[] : !sa.array<f32, inout>
  }
}
