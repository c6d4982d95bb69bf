// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Temporaries keep their name; their run-time sizes are those of arguments.

// CHECK-LABEL: sa.func @temporaries
sa.func @temporaries(%A: !sa.array<?x4xf32, input, sizes = [M]>,
                     %B: !sa.array<?xf32, input>) {
  // CHECK-NEXT: %T = sa.temp "T" : !sa.array<64x64xf32, temp>
  %T = sa.temp "T" : !sa.array<64x64xf32, temp>
  // CHECK-NEXT: %U = sa.temp "U" : !sa.array<8x?xbf16, temp, sizes = [M]>
  %U = sa.temp "U" : !sa.array<8x?xbf16, temp, sizes = [M]>
  // A size without a name is called after its array and dimension.
  // CHECK-NEXT: %V = sa.temp "V" : !sa.array<?xi1, temp, sizes = [B_size0]>
  %V = sa.temp "V" : !sa.array<?xi1, temp, sizes = [B_size0]>
  // CHECK-NEXT: %column = sa.temp "column" : !sa.array<4x4xf32, temp, #sa.col_major>
  %column = sa.temp "column" : !sa.array<4x4xf32, temp, #sa.strided<[1, 4]>>
  // CHECK-NEXT: %cache = sa.temp "cache" uninitialized : !sa.array<8xf32, temp>
  %cache = sa.temp "cache" uninitialized : !sa.array<8xf32, temp>
  // CHECK-NEXT: %copies = sa.temp "copies" private(2) : !sa.array<4x4xf32, temp>
  %copies = sa.temp "copies" private(2) : !sa.array<4x4xf32, temp>
}
