"""How Sphinx builds the documents: `make docs`.

A page that begins with a link to a file of the repository, such as a README, shows the text of that
file, so that each text has one place. Links in it lead to the pages of the site.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from simulate.decisions import __main__ as decisions  # noqa: E402

project = "Grand Austria Hotel suite"
author = "the Grand Austria Hotel suite authors"
copyright = author
release = importlib.metadata.version("grand-austria-hotel-suite")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_click"]
html_theme = "furo"
html_title = project
html_copy_source = False
# A page opened from disk asks for nothing: no fonts and no scripts of other hosts.
html_theme_options = {"top_of_page_buttons": []}
html_show_sphinx = False

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
napoleon_numpy_docstring = False
default_role = "code"  # docstrings quote code with one backtick
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
smartquotes = False  # two hyphens begin an option
python_maximum_signature_line_length = 80
pygments_style = "default"

INCLUDED = re.compile(r"\A\[[^\]]+\]\(([^)]+)\)\n")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def included(page: Path) -> Path | None:
    """The file of the repository whose text a page shows, or None."""
    found = INCLUDED.match(page.read_text("utf-8"))
    return (page.parent / found[1]).resolve() if found else None


PAGES = {file: page for page in (ROOT / "docs").rglob("*.md") if (file := included(page))}
"""Files of the repository, with the page that shows each."""

MADE = {ROOT / "docs/parts/decisions.md": decisions.text}
"""Pages that end with a text that is made from the code."""


def text_of(page: Path, text: str) -> str:
    """The text of a page: its own, after that of the file that it includes, before what is made."""
    file = included(page)
    if file is None:
        return text + MADE.get(page, str)()

    def led(link: re.Match[str]) -> str:
        picture, words, target, anchor = link.groups(default="")
        to = (file.parent / target).resolve()
        if not to.exists():
            return link[0]  # Sphinx says that there is no such page
        to = PAGES.get(to, to)
        if not picture and to.suffix != ".md":
            return words  # a file that the site does not have
        return f"{picture}[{words}]({os.path.relpath(to, page.parent)}{anchor})"

    return LINK.sub(led, file.read_text("utf-8")) + INCLUDED.sub("\n", text)


def read(app: Sphinx, name: str, source: list[str]) -> None:
    """Put the texts that are included or made in their place (`source-read`)."""
    source[0] = text_of(Path(app.srcdir) / f"{name}.md", source[0])


def depend(app: Sphinx, *_: object) -> list[str]:
    """Always read these pages again: what they include or are made from lies outside docs/."""
    pages = (*PAGES.values(), *MADE)
    names = (str(page.relative_to(ROOT / "docs").with_suffix("")) for page in pages)
    return [name for name in names if name in app.project.docnames]


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", read)
    app.connect("env-get-outdated", depend)
