"""Print the site into one PDF with an installed browser; needs no network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from model import UserError
from reports.site.contents import PAGES
from simulate.base.outputs import write_page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NAMES = tuple(one.key for one in PAGES)
"""The pages to print: all except those of single cards and of the rules by topic."""
WHOLE, PDF = "report.html", "report.pdf"
ROWS, LONG = 8, 9
"""Rows printed of a table with more than LONG rows; tables in CARDS are printed in full."""
CARDS = 'id="table-all-staff"'
_SECONDS = 600
# Folded parts cannot be opened on paper, so they are left out.
_TABLE = re.compile(r"<table\b([^>]*)>(.*?)</table>", re.S)
_ROW = re.compile(r"<tr\b.*?</tr>", re.S)
_SECTION = re.compile(r"<section\b.*?</section>", re.S)
_COMMAND = re.compile(r"(?:<p>[^<]*:</p>\s*)?<pre>.*?</pre>", re.S)


def find_browser() -> str:
    """Path of a headless browser. Raises UserError naming suitable ones."""
    for name in BROWSERS:
        path = shutil.which(name)
        if path:
            return path
    raise UserError(
        f"a PDF needs one of {', '.join(BROWSERS[:3])}; install one, or leave out --pdf"
    )


def join_pages(folder: Path, names: Sequence[str] = NAMES) -> str:
    """One HTML document with the contents of several pages of a folder, one below the other.

    Anchors get the name of their page, so that links between the pages still work. Folded parts are
    left out, and so are commands and tables whose figure is in the same section; a long table is
    cut after its first rows, with a note on how many follow.
    """
    parts, head = [], ""
    for name in names:
        text = (folder / f"{name}.html").read_text(encoding="utf-8")
        head = head or re.sub("<script.*?</script>", "", text[: text.index("<body")])
        inner = text[text.index('<div class="head"') : text.index("<footer>")]
        inner = _COMMAND.sub("", _without_folded(inner))
        inner = _TABLE.sub(_shortened, _SECTION.sub(_without_tables, inner))
        parts.append(f'<article class="sheet" id="{name}">{_renamed(inner, name, names)}</article>')
    return f"{head}<body>\n{_held(''.join(parts))}\n</body>\n</html>\n"


def _held(html: str) -> str:
    """Point links to left-out parts to the beginning of their page."""
    there = set(re.findall(r' id="([^"]+)"', html))

    def lead(match: re.Match[str]) -> str:
        page = match[1].partition("--")[0]
        return f'href="#{page}"' if match[1] not in there and page in there else match[0]

    return re.sub(r'href="#([^"]*)"', lead, html)


def _without_folded(html: str) -> str:
    """Remove closed details elements, the innermost first."""
    parts = re.split(r"(<details\b[^>]*>|</details>)", html)
    out: list[list[str]] = [[]]
    for part in parts:
        if part.startswith("<details"):
            out.append([part])
        elif part == "</details>":
            inner = out.pop()
            if re.search(r"\sopen\b", inner[0]):
                out[-1] += [*inner, part]
        else:
            out[-1].append(part)
    return "".join(out[0])


def _without_tables(section: re.Match[str]) -> str:
    """A section without the tables that repeat its figure."""
    if "<figure" not in section[0]:
        return section[0]
    return _TABLE.sub(lambda table: table[0] if CARDS in table[1] else "", section[0])


def _shortened(table: re.Match[str]) -> str:
    """A table with its first rows, unless it is short or lists the cards."""
    head, opened, body = table[2].partition("<tbody>")
    rows = _ROW.findall(body)
    if len(rows) <= LONG or CARDS in table[1]:
        return table[0]
    there = [row for row in rows if 'class="beside"' not in row][:ROWS]
    said = f" First {len(there)} of {len(rows)} rows; the page has all.</caption>"
    head = head.replace("</caption>", said)
    return f"<table{table[1]}>{head}{opened}{''.join(there)}</tbody></table>"


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
    made = path.with_name(f".{path.name}.tmp")  # in the same folder, for an atomic replacement
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
