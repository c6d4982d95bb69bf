// RUN: saopt %s --sa-inline-calls --split-input-file --verify-diagnostics

sa.func @itself() {
  // expected-error @+1 {{'sa.call' op calls 'itself', which is still running: functions do not call themselves}}
  sa.call @itself()
}

// -----

sa.func @there() {
  sa.call @back()
}
sa.func @back() {
  // expected-error @+1 {{'sa.call' op calls 'there', which is still running: functions do not call themselves}}
  sa.call @there()
}
