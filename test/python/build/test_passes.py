# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program after each pass: `CompiledFunction.dump` and `print_ir_after`."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
import saopt as sa


def doubling(count=1):
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(64, 64), name="A")
    nests = []
    for _ in range(count):
        nest = sa.Nest(shape=(64, 64))
        i, j = nest.get_indices()

        def logic(i=i, j=j):
            A[i, j] += A[i, j]

        nest.iteration_logic(logic)
        nests.append(nest)
    return tuple(nests), (A,)


def test_dump_writes_a_file_for_each_pass(tmp_path):
    nests, args = doubling()
    function = sa.compile(nests, args=args, name="twice")
    paths = function.dump(tmp_path / "passes")
    assert paths == sorted((tmp_path / "passes").iterdir())
    names = [path.name for path in paths]
    assert names[0] == "00-program.mlir"
    assert any("sa-apply-plans-twice" in name for name in names)
    assert names[-1].endswith("reconcile-unrealized-casts.mlir")
    order = [
        next(n for n, name in enumerate(names) if part in name)
        for part in (
            "sa-check-accesses",
            "sa-apply-plans",
            "convert-sa-to-loops",
            "convert-sa-loops-to-kernels",
        )
    ]
    assert order == sorted(order)
    text = next(path for path in paths if "convert-sa-to-loops" in path.name).read_text()
    assert "scf." in text and Path(__file__).name in text


def test_every_file_is_a_program_that_the_command_reads(tmp_path):
    nests, args = doubling()
    paths = sa.compile(nests, args=args, name="twice").dump(tmp_path)
    tool = Path(sys.executable).parent / "saopt"
    for path in paths:
        done = subprocess.run([tool, path, "-o", "/dev/null"], capture_output=True, text=True)
        assert done.returncode == 0, (path.name, done.stderr)


def test_print_ir_after_prints_on_the_error_stream(capsys):
    nests, args = doubling()
    sa.compile(nests, args=args, name="twice", print_ir_after="sa-apply-plans")
    error = capsys.readouterr().err
    assert error.startswith("// after sa-apply-plans on 'twice'")
    assert error.count("// after ") == 1
    sa.compile(nests, args=args, name="twice", print_ir_after=["--cse", "sa-parallelize"])
    error = capsys.readouterr().err
    assert "// after sa-parallelize on 'twice'" in error and "// after cse\n" in error
    sa.compile(nests, args=args, engine="eager", print_ir_after="all")
    assert capsys.readouterr().err.count("// after ") > 20


def test_print_ir_after_shows_the_passes_before_a_failure(capsys):
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(4,), name="A")
    nest = sa.Nest(shape=(5,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        A[i] = 1

    with pytest.raises(sa.CompileError, match="outside of its shape"):
        sa.compile(nest, args=(A,), print_ir_after="all")
    assert "// after sa-specialize-layouts" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("sa-aply-plans", "no pass 'sa-aply-plans' ran; did you mean 'sa-apply-plans'?"),
        ("nothing", "no pass 'nothing' ran; the passes are sa-expand-arithmetic"),
        (3, "print_ir_after names passes"),
        ([3], "print_ir_after names passes"),
    ],
)
def test_refusals(names, message, capsys):
    nests, args = doubling()
    with pytest.raises(sa.CompileError, match=message.replace("?", r"\?")):
        sa.compile(nests, args=args, print_ir_after=names)


def test_a_stream_that_cannot_be_written_is_an_error(monkeypatch):
    class Full(io.StringIO):
        def write(self, text):
            raise OSError("the disk is full")

    nests, args = doubling()
    monkeypatch.setattr(sys, "stderr", Full())
    with pytest.raises(OSError, match="the disk is full"):
        sa.compile(nests, args=args, print_ir_after="all")
