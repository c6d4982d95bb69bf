// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %check_sycl %t.cpp

// More than 64 KiB of constants are not spelled out but linked: the source
// declares the block that --emit=constants writes, and says how to link it.

// CHECK:       #ifndef SAOPT_RTC
// CHECK-NOT:   {{W|V}}_values
// CHECK:       // The constant arrays, 70536 bytes, are not in this file: `--emit=constants` writes
// CHECK:       //   .globl saopt_constants_of_lookup
// CHECK:       extern "C" const unsigned char saopt_constants_of_lookup[70536];

// CHECK-LABEL: sycl::event lookup(
// CHECK-NEXT:    const float *W = saopt::resident(
// CHECK-NEXT:        reinterpret_cast<const float *>(saopt_constants_of_lookup + 0), 16384, queue);
// CHECK-NEXT:    const int8_t *V = saopt::resident(
// CHECK-NEXT:        reinterpret_cast<const int8_t *>(saopt_constants_of_lookup + 65536), 5000, queue);

// The recipe of the source makes an object whose symbol has these bytes.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: saopt %s --emit=constants -o constants.bin
// RUN: %python %S/Inputs/follow_recipe.py %t.cpp
// RUN: clang -c constants.s
// RUN: clang++ -Wall -Werror main.cpp constants.o -o main
// RUN: ./main > bytes && cmp bytes constants.bin

!W = !sa.array<16384xf32, const>
!V = !sa.array<5000xi8, const>
!C = !sa.array<1028xf32, inout>
sa.func @lookup(%C: !C) {
  %W = sa.const "W" dense<1.5> : tensor<16384xf32> as !W
  %V = sa.const "V" dense<-7> : tensor<5000xi8> as !V
  sa.nest (%i) to (1028) {
    %w = sa.load %W[%i] : !W
    sa.accumulate add %w, %C[%i] : !C
    %v = sa.load %V[%i] : !V
    %x = arith.sitofp %v : i8 to f32
    sa.accumulate add %x, %C[%i] : !C
  }
}
