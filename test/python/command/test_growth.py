# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the work of a compilation grows with the program: in what passes count, not in seconds."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SAOPT = Path(sys.executable).parent / "saopt"


# Proofs, and analyses that cost about as much.
COUNTED = {
    "Sets of points asked whether empty",
    "Constraints compared with all others",
    "Nests analyzed for chains",
}


def count(program: str) -> dict[str, int]:
    """Return how often the compiler does what is counted here."""
    done = subprocess.run(
        [SAOPT, "--emit=manifest", "--sa-statistics", "-o", "/dev/null", "-"],
        input=program,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = re.findall(r"^\s*(\d+) sa-[\w-]+\s+- (.*)$", done.stderr, re.MULTILINE)
    return {what: int(number) for number, what in lines if what in COUNTED}


def splits(number: int) -> str:
    """Return a nest with `number` splits, most of which leave edges."""
    loops = ["i", "j"]
    steps = []
    for n in range(number):
        size = max(3, 700 // 2 ** (n // 2))
        steps.append(f'%s{n} = sa.split %{loops[n % 2]} by {size} as "s{n}"')
        loops[n % 2] = f"s{n}"
    return f"""
        !A = !sa.array<1000x1000xf32, inout>
        sa.func @f(%A: !A) {{
          sa.nest "n" (%i, %j) to (1000, 1000) {{
            %a = sa.load %A[%i, %j] : !A
            %b = arith.addf %a, %a : f32
            sa.store %b, %A[%i, %j] : !A
          }}
          sa.plan {{
            %i, %j = sa.loops "n"
            {chr(10).join(steps)}
            sa.parallelize %i
          }}
        }}"""


def statements(number: int) -> str:
    """Return a nest with `number` accumulations into one array, in another order."""
    body = "\n".join(
        f"""%x{n} = affine.apply affine_map<(d0) -> (d0 + {n})>(%j)
            %a{n} = sa.load %A[%i, %x{n}] : !A
            sa.accumulate add %a{n}, %B[%i, %j] : !B"""
        for n in range(number)
    )
    return f"""
        !A = !sa.array<64x{64 + number}xf32, input>
        !B = !sa.array<64x64xf32, inout>
        sa.func @f(%A: !A, %B: !B) {{
          sa.nest "n" (%i, %j) to (64, 64) {{
            {body}
          }}
          sa.plan {{
            %i, %j = sa.loops "n"
            sa.reorder %j, %i
            sa.parallelize %j
          }}
        }}"""


def nests(number: int) -> str:
    """Return `number` nests, each of which reads what the one before it wrote."""
    arguments = ", ".join(f"%A{n}: !A" for n in range(number + 1))
    body = "\n".join(
        f"""sa.nest (%i, %j) to (64, 64) {{
              %a = sa.load %A{n}[%i, %j] : !A
              %b = sa.load %A{n}[%j, %i] : !A
              %c = arith.addf %a, %b : f32
              sa.store %c, %A{n + 1}[%i, %j] : !A
            }}"""
        for n in range(number)
    )
    return f"""
        !A = !sa.array<64x64xf32, inout>
        sa.func @f({arguments}) {{
          {body}
        }}"""


@pytest.mark.parametrize(
    ("make", "number"),
    [(splits, 10), (statements, 20), (nests, 10)],
    ids=["splits", "statements", "nests"],
)
def test_twice_the_program_is_at_most_twice_the_work(
    make: Callable[[int], str], number: int
) -> None:
    one, two = count(make(number)), count(make(2 * number))
    assert all(two[what] <= 2 * one.get(what, 0) + 4 for what in two), (one, two)
