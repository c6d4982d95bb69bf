# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages link to folders of the repository, which the site does not have: it shows their names."""

from __future__ import annotations

import re

from sphinx.application import Sphinx

FOLDER_LINK = re.compile(r"\[([^\]]+)\]\((?:\.\./)+([\w./-]+)\)")


def replace_links(app: Sphinx, name: str, source: list[str]) -> None:
    """Replace links that leave docs/ by the path in the repository."""
    source[0] = FOLDER_LINK.sub(
        lambda link: (
            f"{link[1]} (`{link[2]}`)" if link[2].rstrip("/") not in link[1] else f"`{link[2]}`"
        ),
        source[0],
    )


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the replacement."""
    app.connect("source-read", replace_links)
    return {"parallel_read_safe": True}
