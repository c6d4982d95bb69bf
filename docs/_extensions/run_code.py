# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The directive ``run``: code that runs when the site is built, with what came of it below it.

    ```{run}
    :loops: schedule
    :picture: schedule
    :measure: gemm

    schedule = nest.create_schedule()
    ```

The blocks of a page share their names. What the code prints stands below it; ``loops`` prints an
object, ``picture`` draws the order in which its loops reach the elements of matrices, and
``measure`` calls a function and says how fast it was. An exception fails the build.
"""

from __future__ import annotations

import contextlib
import io
import linecache
from typing import Any, ClassVar

import measuring
import tile_pictures
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Run(SphinxDirective):
    """Shows code, runs it, and shows what came of it."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "loops": directives.unchanged,
        "picture": directives.unchanged,
        "measure": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Return the code, and one node for each kind of result."""
        code = "\n".join(self.content) + "\n"
        names, number = self._names()
        printed = self._execute(code, names, number)
        result: list[nodes.Node] = [nodes.literal_block(code, code, language="python")]
        if "loops" in self.options:
            printed += f"{names[self.options['loops']]}\n"
        if printed:
            result.append(nodes.literal_block(printed, printed, language="text"))
        if "picture" in self.options:
            result.append(self._picture(str(names[self.options["picture"]])))
        if "measure" in self.options:
            result.append(self._measured(names))
        return result

    def _names(self) -> tuple[dict[str, Any], int]:
        """Return the names of the page, and how many blocks have run before."""
        pages = self.env.temp_data.setdefault("saopt_run", {"__name__": "documentation"})
        number = self.env.temp_data.get("saopt_blocks", 0)
        self.env.temp_data["saopt_blocks"] = number + 1
        return pages, number

    def _execute(self, code: str, names: dict[str, Any], number: int) -> str:
        """Run the code, and return what it prints."""
        filename = f"<{self.env.docname}, block {number}>"
        # Errors and names of arrays are read from the source.
        linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(code, filename, "exec"), names)
        return printed.getvalue()

    def _picture(self, loops: str) -> nodes.Node:
        picture = nodes.container(classes=["memory-picture"])
        picture += nodes.raw("", tile_pictures.draw_product(loops), format="html")
        return picture

    def _measured(self, names: dict[str, Any]) -> nodes.Node:
        sentence = measuring.measure_product(names[self.options["measure"]])
        return nodes.paragraph(sentence, sentence, classes=["measured"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("run", Run)
    return {"parallel_read_safe": False}
