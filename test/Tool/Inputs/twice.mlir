!A = !sa.array<?xf32, input, sizes = [N]>
!B = !sa.array<?xf32, output, sizes = [N]>
sa.func @twice(%A: !A, %B: !B) {
  %n = sa.dim %A, 0 : !A
  sa.nest (%i) to (%n) {
    %a = sa.load %A[%i] : !A
    %b = arith.addf %a, %a : f32
    sa.store %b, %B[%i] : !B
  }
}
