# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies of arrays of all element types, in place, of stencils and triangles, on the device."""

from __future__ import annotations

import numpy as np
import pytest
from mlir_programs import MlirFunction

SIZES = [0, 1, 7, 8, 9, 61]

# Element types of arrays, and wider ones that copies may have.
ELEMENTS = [
    ("i1", "i8", np.bool_),
    ("i1", "f32", np.bool_),
    ("i8", "i16", np.int8),
    ("i8", "f32", np.int8),
    ("ui8", "i16", np.uint8),
    ("ui8", "ui64", np.uint8),
    ("ui16", "f32", np.uint16),
    ("i32", "i64", np.int32),
    ("i32", "f64", np.int32),
    ("ui32", "i64", np.uint32),
    ("ui64", "ui64", np.uint64),
    ("f16", "f32", np.float16),
    ("f32", "f64", np.float32),
    ("complex<f32>", "complex<f64>", np.complex64),
]


def extreme_values(n, dtype):
    """Return `n` numbers of a type, with the largest and the smallest among them."""
    values = np.random.default_rng(n)
    if dtype == np.bool_:
        return values.integers(0, 2, n).astype(bool)
    if np.issubdtype(dtype, np.integer):
        info = np.iinfo(dtype)
        numbers = values.integers(info.min, info.max, n, dtype=dtype, endpoint=True)
        numbers[:2] = [info.max, info.min][:n]
        return numbers
    numbers = values.standard_normal(n).astype(dtype)
    if np.issubdtype(dtype, np.complexfloating):
        numbers = numbers + 1j * values.standard_normal(n).astype(dtype)
    numbers = numbers.astype(dtype)
    special = np.array([np.inf, np.finfo(numbers.real.dtype).tiny, -0.0], dtype)
    numbers[:3] = special[:n]
    return numbers


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize(("element", "copied", "dtype"), ELEMENTS)
def test_copies_of_other_element_types(device_engine, element, copied, dtype, n):
    array = f"!sa.array<?x{element}, ROLE, sizes = [N]>"
    source, target = array.replace("ROLE", "input"), array.replace("ROLE", "inout")
    given = f"elementType = {copied}, location = #sa.memory<private>"
    text = f"""
sa.func @copy(%A: {source}, %B: {target}) {{
  %n = sa.dim %A, 0 : {source}
  affine.for %i = 0 to %n step 8 {{
    %Ac = sa.loop_cache %A as "Ac" at "ii" {{{given}}} : {source}
    %Bc = sa.loop_cache %B as "Bc" at "ii" {{{given}}} : {target}
    affine.for %ii = 0 to min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n] {{
      %x = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
      %a = sa.load %A[%x] : {source}
      sa.store %a, %B[%x] : {target}
    }} {{sa.index = "ii"}}
  }} {{sa.index = "i", sa.execution = #sa.execution<parallel>}}
}}
"""
    a = extreme_values(n, dtype)
    result = MlirFunction(text, device_engine)(a, np.zeros(n, dtype))[-1]
    np.testing.assert_array_equal(result.view(np.uint8), a.view(np.uint8))


def test_sums_are_rounded_as_without_a_copy(device_engine):
    text = """
!B = !sa.array<1xf16, inout>
sa.func @sum(%A: !sa.array<1000xf16, input>, %B: !B) {
  %zero = arith.constant 0 : index
  %c = sa.loop_cache %B as "c" at "i" {elementType = f32, location = #sa.memory<global>} : !B
  affine.for %i = 0 to 1000 {
    %a = sa.load %A[%i] : !sa.array<1000xf16, input>
    sa.accumulate add %a, %B[%zero] : !B
  } {sa.index = "i"}
}
"""
    a = np.random.default_rng(1).uniform(0, 10, 1000).astype(np.float16)
    plain = "\n".join(line for line in text.splitlines() if "loop_cache" not in line)
    results = [
        MlirFunction(program, device_engine)(a, np.zeros(1, np.float16))
        for program in (text, plain)
    ]
    np.testing.assert_array_equal(*(arrays[-1] for arrays in results))


SWEEP = """
!A = !sa.array<?xf32, inout, sizes = [N]>
sa.func @sweep(%A: !A) {
  %n = sa.dim %A, 0 : !A
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] step 8 {
    %c = sa.loop_cache %A as "c" at "ii" {location = #sa.memory<LOCATION>} : !A
    affine.for %ii = 0 to min affine_map<(d0)[s0] -> (8, s0 - 1 - d0)>(%i)[%n] {
      %x = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%i, %ii)
      %y = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
      %z = affine.apply affine_map<(d0, d1) -> (d0 + d1 + 1)>(%i, %ii)
      %a = sa.load %A[%x] : !A
      %b = sa.load %A[%z] : !A
      %ab = arith.addf %a, %b : f32
      sa.store %ab, %A[%y] : !A
    } {sa.index = "ii"}
  } {sa.index = "i"}
}
"""


@pytest.mark.parametrize("n", [*SIZES, 2, 3, 10, 11])
@pytest.mark.parametrize("location", ["private", "global"])
def test_a_sweep_in_place_sees_its_own_writes(device_engine, location, n):
    a = np.random.default_rng(n).integers(-4, 5, n).astype(np.float32)
    expected = a.copy()
    for i in range(1, n - 1):
        expected[i] = expected[i - 1] + expected[i + 1]
    function = MlirFunction(SWEEP.replace("LOCATION", location), device_engine)
    np.testing.assert_array_equal(function(a)[-1], expected)


STENCIL = """
!A = !sa.array<?x?xf32, input, sizes = [M, N]>
!B = !sa.array<?x?xf32, inout, sizes = [M, N]>
#tile = affine_map<(d0)[s0] -> (8, s0 - 1 - d0)>
#sum = affine_map<(d0, d1) -> (d0 + d1)>
sa.func @stencil(%A: !A, %B: !B) {
  %m = sa.dim %A, 0 : !A
  %n = sa.dim %A, 1 : !A
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%m] step 8 {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] step 8 {
      %Ac = sa.loop_cache %A as "Ac" at "ii" {ATTRIBUTES} : !A
      %Bc = sa.loop_cache %B as "Bc" at "ii" {ATTRIBUTES} : !B
      affine.for %ii = 0 to min #tile(%i)[%m] {
        affine.for %jj = 0 to min #tile(%j)[%n] {
          %x = affine.apply #sum(%i, %ii)
          %y = affine.apply #sum(%j, %jj)
          %up = affine.apply affine_map<(d0) -> (d0 - 1)>(%x)
          %down = affine.apply affine_map<(d0) -> (d0 + 1)>(%x)
          %left = affine.apply affine_map<(d0) -> (d0 - 1)>(%y)
          %right = affine.apply affine_map<(d0) -> (d0 + 1)>(%y)
          %a = sa.load %A[%up, %y] : !A
          %b = sa.load %A[%down, %y] : !A
          %c = sa.load %A[%x, %left] : !A
          %d = sa.load %A[%x, %right] : !A
          %ab = arith.addf %a, %b : f32
          %cd = arith.addf %c, %d : f32
          %abcd = arith.addf %ab, %cd : f32
          sa.store %abcd, %B[%x, %y] : !B
        } {sa.index = "jj"}
      } {sa.index = "ii"}
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}
"""
FORMS = [
    "location = #sa.memory<private>",
    "location = #sa.memory<private>, layout = #sa.col_major",
    "location = #sa.memory<private>, layout = #sa.z_order",
    "location = #sa.memory<private>, vectorize",
]


@pytest.mark.parametrize("shape", [(1, 1), (2, 9), (3, 3), (9, 17), (11, 13), (0, 4), (26, 10)])
@pytest.mark.parametrize("attributes", FORMS)
def test_stencils_of_parallel_tiles(device_engine, attributes, shape):
    text = STENCIL.replace("ATTRIBUTES", attributes)
    values = np.random.default_rng(shape[0])
    a, b = (values.integers(-9, 10, shape).astype(np.float32) for _ in range(2))
    expected = b.copy()
    expected[1:-1, 1:-1] = a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]
    np.testing.assert_array_equal(MlirFunction(text, device_engine)(a, b)[-1], expected)


TRIANGLE = """
!A = !sa.array<16x16xf32, input, #sa.packed_lower_triangular>
!B = !sa.array<16x16xf32, inout>
sa.func @triangle(%A: !A, %B: !B) {
  %Ac = sa.loop_cache %A as "Ac" at "i" {location = #sa.memory<global>ATTRIBUTES} : !A
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %a = sa.load %A[%i, %j] : !A
      sa.store %a, %B[%i, %j] : !B
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}
"""


@pytest.mark.parametrize(
    "layout", ["", ", layout = #sa.upper_triangular", ", layout = #sa.lower_triangular"]
)
def test_triangles(device_engine, layout):
    a = np.arange(136, dtype=np.float32)
    expected = np.zeros((16, 16), np.float32)
    expected[np.tril_indices(16)] = a
    text = TRIANGLE.replace("ATTRIBUTES", layout)
    if "upper" in layout:
        with pytest.raises(Exception, match="does not have all the elements"):
            MlirFunction(text, device_engine)
        return
    result = MlirFunction(text, device_engine)(a, np.zeros((16, 16), np.float32))[-1]
    np.testing.assert_array_equal(result, expected)


def test_one_element(device_engine):
    text = """
!S = !sa.array<f32, inout>
sa.func @sum(%A: !sa.array<37xf32, input>, %S: !S) {
  %c = sa.loop_cache %S as "c" at "i" {location = #sa.memory<global>} : !S
  affine.for %i = 0 to 37 {
    %a = sa.load %A[%i] : !sa.array<37xf32, input>
    sa.accumulate add %a, %S[] : !S
  } {sa.index = "i"}
}
"""
    a = np.arange(37, dtype=np.float32)
    result = MlirFunction(text, device_engine)(a, np.ones((), np.float32))[-1]
    assert result == 1 + a.sum()
