# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The configuration of the documentation site: `make site` builds it into build/site."""

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS / "_extensions"), str(DOCS.parent / "python")]

import saopt  # noqa: E402  # the reference imports it, and its version is the site's

project = "saopt"
author = "the authors of saopt"
version = release = saopt.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "mlir_lexer",
    "repository_links",
    "run_code",
]
root_doc = "index"
source_suffix = {".md": "markdown"}
exclude_patterns = ["_extensions"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
suppress_warnings = [
    # The descriptions of the dialect are written by mlir-tblgen, whose headings skip levels.
    "myst.header",
    # Types of attributes have the names of attributes of several classes.
    "ref.python",
]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
napoleon_google_docstring = False
napoleon_use_rtype = False

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"saopt {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
