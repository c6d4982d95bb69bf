# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Internal errors of the compiler: what is raised, and that the process goes on."""

import subprocess
import sys
from pathlib import Path

import pytest
import saopt as sa
from saopt import _compiler
from saopt._src.build.options import Options

_PROGRAM = """
sa.func @fill(%A: !sa.array<8xf32, output>, %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf32, output>
  }
}
"""
_WHAT = {
    "crash": "the pass sa-fail crashed",
    "silence": "the pass sa-fail failed without a diagnostic",
    "verifier": "the pass sa-fail left a program that the verifier refuses: "
    "'builtin.unrealized_conversion_cast' op expected at least one result for cast operation",
}


def options_with(passes: str) -> _compiler.CompileOptions:
    options = _compiler.CompileOptions()
    options.last_passes = passes
    return options


@pytest.fixture(autouse=True)
def reproducers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("how", _WHAT)
def test_an_internal_error_names_its_reproducer(how: str, reproducers: Path) -> None:
    with pytest.raises(sa.InternalError) as caught:
        _compiler.compile_text(_PROGRAM, "fill.mlir", options_with(f"sa-fail{{how={how}}}"))
    file = caught.value.reproducer
    assert file is not None
    assert [str(entry) for entry in reproducers.iterdir()] == [file]
    assert str(caught.value) == (
        f"internal error: {_WHAT[how]}. This is a defect of saopt: please report it with the "
        f"file {file}, which reproduces it (saopt --run-reproducer {file})"
    )
    run = subprocess.run(
        [Path(sys.executable).parent / "saopt", "--run-reproducer", file],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert f"saopt: reproduced: {_WHAT[how]}\n" in run.stderr


def test_a_mistake_of_the_user_is_none(reproducers: Path) -> None:
    with pytest.raises(sa.CompileError, match="^.*sa-fail was asked to fail$"):
        _compiler.compile_text(_PROGRAM, "fill.mlir", options_with("sa-fail{how=diagnostic}"))
    assert not list(reproducers.iterdir())


def test_the_process_survives_a_crash(reproducers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with a logic in Python: the next compilation runs, and computes what it should."""
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8,))
    nest = sa.Nest(shape=(8,))
    (i,) = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        A[i] += 1

    build = Options.build

    def build_crashing(self: Options) -> _compiler.CompileOptions:
        options = build(self)
        options.last_passes = "sa-fail"
        return options

    with monkeypatch.context() as patched:
        patched.setattr(Options, "build", build_crashing)
        for _ in range(3):
            with pytest.raises(sa.InternalError, match="sa-fail crashed"):
                sa.compile(nest, args=(A,))
    data = sa.zeros(8, dtype="float32")
    sa.compile(nest, args=(A,))(data)
    assert (data.asnumpy() == 1).all()
    assert "test_internal_errors.py" in next(iter(reproducers.iterdir())).read_text()


def test_without_a_folder_the_program_is_to_be_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/dev/null/none")
    with pytest.raises(sa.InternalError, match="report it with the program") as caught:
        _compiler.compile_text(_PROGRAM, "fill.mlir", options_with("sa-fail"))
    assert caught.value.reproducer is None
