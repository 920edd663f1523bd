"""Prints the site into one PDF by a browser that is installed; needs no network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from model import UserError
from simulate.base.outputs import write_page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NAMES = ("index", "staff", "guests", "court", "modules", "variants", "players", "game", "rules",
         "questions", "method")  # fmt: skip
"""The pages that are printed: all but those of single cards and of the rules by topic."""
WHOLE, PDF = "report.html", "report.pdf"
_SECONDS = 600
# On paper nothing can be opened. The lists of tests of each rule, which have no class, stay folded:
# they take two hundred pages, and their summaries say how many there are.
_CLOSED = re.compile(r"<details(?= class=)(?![^>]*\sopen\b)")


def find_browser() -> str:
    """Path of a headless browser. Raises UserError naming those that would do."""
    for name in BROWSERS:
        path = shutil.which(name)
        if path:
            return path
    raise UserError(
        f"a PDF needs one of {', '.join(BROWSERS[:3])}; install one, or leave out --pdf"
    )


def join_pages(folder: Path, names: Sequence[str] = NAMES) -> str:
    """One HTML document of several pages of a folder: their contents one below the other.

    Anchors get the name of their page, so that links between the pages still lead somewhere.
    """
    parts, head = [], ""
    for name in names:
        text = (folder / f"{name}.html").read_text(encoding="utf-8")
        head = head or re.sub("<script.*?</script>", "", text[: text.index("<body")])
        inner = text[text.index('<div class="head">') : text.index("<footer>")]
        parts.append(f'<article class="sheet" id="{name}">{_renamed(inner, name, names)}</article>')
    whole = f"{head}<body>\n{''.join(parts)}\n</body>\n</html>\n"
    return _CLOSED.sub("<details open", whole)


def _renamed(html: str, name: str, names: Sequence[str]) -> str:
    html = re.sub(r' id="([^"]+)"', rf' id="{name}--\1"', html)

    def lead(match: re.Match[str]) -> str:
        page, hash_, anchor = match[1].partition("#")
        key = page.removesuffix(".html") or name
        return f'href="#{key}{hash_ and "--"}{anchor}"' if key in names else match[0]

    return re.sub(r'href="([^"]*)"', lead, html)


def print_pdf(folder: Path, browser: str) -> Path:
    """Print the pages of a folder; returns the path. Raises UserError if the browser fails."""
    whole = folder / WHOLE
    write_page(whole, join_pages(folder))
    return print_page(whole, folder / PDF, browser)


def print_page(whole: Path, path: Path, browser: str) -> Path:
    """Print one page into a PDF; returns its path. Raises UserError if the browser fails."""
    made = path.with_name(f".{path.name}.tmp")  # in the same folder: a PDF there stays whole
    with tempfile.TemporaryDirectory(prefix="gah-browser-") as profile:
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
            "--no-pdf-header-footer", "--generate-pdf-document-outline",
            f"--print-to-pdf={made}", whole.resolve().as_uri(),
        ]  # fmt: skip
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)
            os.replace(made, path)
        except (subprocess.SubprocessError, OSError) as error:
            raise UserError(f"{browser}: cannot print {whole} ({type(error).__name__})") from None
        finally:
            made.unlink(missing_ok=True)
    return path
