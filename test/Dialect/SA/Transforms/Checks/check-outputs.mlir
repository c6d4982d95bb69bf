// RUN: saopt %s --sa-check-outputs | FileCheck %s

// Outputs that are written before they are read.

!C = !sa.array<4x5xf32, output>

// CHECK-LABEL: sa.func @nests(%C: {{.*}} {sa.filled}
sa.func @nests(%C: !C, %x: f32) {
  sa.nest (%i, %j) to (4, 5) {
    sa.store %x, %C[%i, %j] : !C
  }
  sa.nest (%i, %j, %k) to (4, 5, 6) {
    sa.accumulate add %x, %C[%i, %j] : !C
  }
}

// CHECK-LABEL: sa.func @body(%C: {{.*}} {sa.filled}
sa.func @body(%C: !C, %x: f32) {
  sa.nest (%i, %j) to (4, 5) {
    sa.store %x, %C[%i, %j] : !C
    %c = sa.load %C[%i, %j] : !C
    sa.store %c, %C[%i, %j] : !C
  }
}

// Earlier points count: a running sum.
// CHECK-LABEL: sa.func @points(%C: {{.*}} {sa.filled}
sa.func @points(%C: !sa.array<8xf32, output>, %x: f32) {
  sa.nest (%i) to (1) {
    sa.store %x, %C[%i] : !sa.array<8xf32, output>
  }
  sa.nest (%i) to (7) {
    %c = sa.load %C[%i] : !sa.array<8xf32, output>
    %next = affine.apply affine_map<(i) -> (i + 1)>(%i)
    sa.store %c, %C[%next] : !sa.array<8xf32, output>
  }
}

// With run-time sizes.
// CHECK-LABEL: sa.func @sizes(%C: {{.*}} {sa.filled}
sa.func @sizes(%C: !sa.array<?xf32, output, sizes = [N]>, %x: f32) {
  %n = sa.dim %C, 0 : !sa.array<?xf32, output, sizes = [N]>
  sa.nest (%i) to (%n) {
    sa.store %x, %C[%i] : !sa.array<?xf32, output, sizes = [N]>
  }
  sa.nest (%i, %k) to (%n, 5) {
    sa.accumulate add %x, %C[%i] : !sa.array<?xf32, output, sizes = [N]>
  }
}

// Not everything is written here.
// CHECK-LABEL: sa.func @part(
// CHECK-NOT:     sa.filled
// CHECK-SAME:    {
sa.func @part(%C: !C, %x: f32) {
  sa.nest (%i, %j) to (4, 4) {
    sa.store %x, %C[%i, %j] : !C
  }
}

// Everything that exists.
// CHECK-LABEL: sa.func @triangle(%C: {{.*}} {sa.filled}
sa.func @triangle(%C: !sa.array<4x4xf32, output, #sa.packed_lower_triangular>, %x: f32) {
  sa.nest (%i, %j) to (4, 4) where affine_set<(i, j) : (i - j >= 0)> {
    sa.store %x, %C[%i, %j] : !sa.array<4x4xf32, output, #sa.packed_lower_triangular>
  }
}

// Every second element.
// CHECK-LABEL: sa.func @even(
// CHECK-NOT:     sa.filled
// CHECK-SAME:    {
sa.func @even(%C: !sa.array<5xf32, output>, %x: f32) {
  sa.nest (%i, %j) to (4, 3) {
    %at = affine.apply affine_map<(j) -> (j * 2)>(%j)
    sa.store %x, %C[%at] : !sa.array<5xf32, output>
  }
}
