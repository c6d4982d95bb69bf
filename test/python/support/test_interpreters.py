# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other interpreters of a process are told that they cannot have the package."""

import pytest
from runtime_support import run_program


@pytest.mark.parametrize("first", ["", "import saopt; saopt.zeros(3)"])
def test_subinterpreters_are_refused(first):
    result = run_program(f"""
        import _xxsubinterpreters as interpreters
        {first}
        other = interpreters.create()
        try:
            interpreters.run_string(other, "import saopt")
        except interpreters.RunFailedError as error:
            print(error)
        interpreters.destroy(other)
        import saopt
        print(saopt.ones(2).asnumpy())
    """)
    assert result.returncode == 0, result.stderr
    message, values = result.stdout.splitlines()
    assert "saopt cannot be imported by a subinterpreter: import it in the main" in message
    assert values == "[1. 1.]"
