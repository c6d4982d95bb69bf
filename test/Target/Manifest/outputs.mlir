// RUN: saopt %s --emit=manifest | %python %S/Inputs/show.py arguments | FileCheck %s

// An output says whether the function writes all of its elements.

// CHECK:      outputs arguments: 3
// CHECK-NEXT: [0] = {{.*}}"name": "A"
// CHECK-NEXT: [1] = {{.*}}"filled": true,{{.*}}"name": "B"{{.*}}"role": "output"
// CHECK-NEXT: [2] = {{.*}}"filled": false,{{.*}}"name": "C"{{.*}}"role": "output"
sa.func @outputs(%A: !sa.array<4xf32, input>, %B: !sa.array<4xf32, output>,
                 %C: !sa.array<5xf32, output>) {
  sa.nest (%i) to (4) {
    %0 = sa.load %A[%i] : !sa.array<4xf32, input>
    sa.store %0, %B[%i] : !sa.array<4xf32, output>
    sa.store %0, %C[%i] : !sa.array<5xf32, output>
  }
}
