// RUN: saopt %s --convert-sa-to-loops --split-input-file --verify-diagnostics

// Elements that cannot be read.

sa.func @short_resource() {
  // expected-error @+1 {{'sa.const' op has elements that cannot be read: write them as dense<…> or as a dense_resource<…> of the right size}}
  %W = sa.const "W" dense_resource<numbers> : tensor<3xi32> as !sa.array<3xi32, const>
}

{-#
  dialect_resources: {
    builtin: {
      numbers: "0x040000000100000002000000"
    }
  }
#-}

// -----

sa.func @sparse() {
  // expected-error @+1 {{'sa.const' op has elements that cannot be read}}
  %W = sa.const "W" sparse<[[0]], [1]> : tensor<3xi32> as !sa.array<3xi32, const>
}

// -----

// Storage that no machine has.
sa.func @huge() {
  // expected-error @+1 {{'sa.const' op needs storage for 1099511627776 elements, more than a constant may have}}
  %W = sa.const "W" dense<1.0> : tensor<1099511627776xf32> as !sa.array<1099511627776xf32, const>
}

// -----

sa.func @far_apart() {
  // expected-error @+1 {{'sa.const' op needs storage for 1099511627777 elements, more than a constant may have}}
  %W = sa.const "W" dense<1.0> : tensor<2xf32> as !sa.array<2xf32, const, #sa.strided<[1099511627776]>>
}
