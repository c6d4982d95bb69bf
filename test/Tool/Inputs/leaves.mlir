sa.func @leaves(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (9) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
}
