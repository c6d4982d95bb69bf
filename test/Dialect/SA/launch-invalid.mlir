// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of launches.

// C1: the kernel exists.
func.func @no_kernel(%n: index) {
  // expected-error @+1 {{'sa.launch' op names @kernels::@nothing, which is not a kernel}}
  sa.launch @kernels::@nothing range(%n) args()
  return
}

// -----

// C1: the kernel is marked as one.
module attributes {gpu.container_module} {
  func.func @no_kernel(%n: index) {
    // expected-error @+1 {{'sa.launch' op names @kernels::@helper, which is not a kernel}}
    sa.launch @kernels::@helper range(%n) args()
    return
  }
  gpu.module @kernels {
    gpu.func @helper() {
      gpu.return
    }
  }
}

// -----

// C1: a function of the host is no kernel.
func.func private @host()
func.func @no_kernel(%n: index) {
  // expected-error @+1 {{'sa.launch' op names @host, which is not a kernel}}
  sa.launch @host range(%n) args()
  return
}

// -----

// C1: the number of arguments.
module attributes {gpu.container_module} {
  func.func @few_arguments(%n: index) {
    // expected-error @+1 {{'sa.launch' op passes arguments that do not fit the kernel @kernels::@kernel}}
    sa.launch @kernels::@kernel range(%n) args()
    return
  }
  gpu.module @kernels {
    gpu.func @kernel(%n: index) kernel {
      gpu.return
    }
  }
}

// -----

// C1: their types.
module attributes {gpu.container_module} {
  func.func @wrong_type(%n: index, %x: f32) {
    // expected-error @+1 {{'sa.launch' op passes arguments that do not fit the kernel @kernels::@kernel}}
    sa.launch @kernels::@kernel range(%n) args(%x) : f32
    return
  }
  gpu.module @kernels {
    gpu.func @kernel(%n: index) kernel {
      gpu.return
    }
  }
}

// -----

// C2: one to three dimensions.
func.func @no_range() {
  // expected-error @+1 {{'sa.launch' op has a range of 0 dimensions: one to three are possible}}
  sa.launch @kernels::@nothing range() args()
  return
}

// -----

// C2
func.func @long_range(%n: index) {
  // expected-error @+1 {{'sa.launch' op has a range of 4 dimensions: one to three are possible}}
  sa.launch @kernels::@nothing range(%n, %n, %n, %n) args()
  return
}

// -----

// C2: the local range has as many dimensions.
func.func @short_local_range(%n: index) {
  // expected-error @+1 {{'sa.launch' op has a local range of 1 dimension for a range of 2}}
  sa.launch @kernels::@nothing range(%n, %n) local(%n) args()
  return
}
