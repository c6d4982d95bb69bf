# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The notebook runs, and shows arrays, layouts, nests, plans and functions as HTML."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat
import pytest

NOTEBOOK = Path(__file__).resolve().parents[3] / "examples/quickstart.ipynb"


@pytest.mark.timeout(1800)
def test_the_notebook_runs_and_shows_its_objects() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not committed"
    nbclient.NotebookClient(notebook, timeout=None, kernel_name="python3").execute()
    results = [
        output["data"]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output["output_type"] == "execute_result"
    ]
    array, layout, nest, function, plan = results
    assert "INPUT" in array["text/html"] and "<svg" in array["text/html"]
    assert "<svg" in layout["image/svg+xml"]
    assert "for i in range(256):" in nest["text/html"]
    assert "sycl::event gemm" in function["text/html"] and "SYCL source" in function["text/html"]
    assert "parallel" in plan["text/html"] and "KiB" in plan["text/html"]
