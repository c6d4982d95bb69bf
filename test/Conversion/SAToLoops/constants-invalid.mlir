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
