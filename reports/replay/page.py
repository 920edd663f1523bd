"""The page of a film: one file with everything in it, that opens from disk and needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from model.clauses import clauses
from reports import pictures
from reports.replay.film import Film

_HERE = Path(__file__).parent
_NOTHING = Markup("")
# Ids of clauses in brackets at the end of what is told.
_CITED = re.compile(r"\[([a-z][\w.-]*(?:, [a-z][\w.-]*)*)\]")


def page(film: Film, above: Markup = _NOTHING) -> str:
    """The page as text. Names of strangers are escaped, and no script but ours may run in it.

    ``above``: what stands between its head and the boards.
    """
    script = (_HERE / "replay.js").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    told = [(line, [(step, _linked(text)) for step, text in line.parts]) for line in film.lines]
    return _template().render(
        film=film,
        above=above,
        told=told,
        cited=_cited(text for line in film.lines for _, text in line.parts),
        style=pictures.style() + Markup((_HERE / "replay.css").read_text("utf-8")),
        symbols=pictures.symbols(),
        data=Markup(_json(film)),
        script=Markup(script),
        digest=digest,
    )


def _json(film: Film) -> str:
    """What the script needs, so that nothing in it can end the element that it stands in."""
    changes = {key: made for shelf in film.shelves.values() for key, made in shelf.changes.items()}
    data: dict[str, Any] = {
        "drawings": film.drawings, "changes": changes, "acting": film.acting,
        "jumps": [jump.step for jump in film.jumps],
    }  # fmt: skip
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _linked(text: str) -> Markup:
    """A text in which the ids of clauses lead to their words below."""
    out, last = Markup(""), 0
    for match in _CITED.finditer(text):
        ids = match[1].split(", ")
        if not all(id in clauses() for id in ids):
            continue
        links = [Markup('<a href="#c-{0}">{0}</a>').format(id) for id in ids]
        out += escape(text[last : match.start()]) + "[" + Markup(", ").join(links) + "]"
        last = match.end()
    return out + escape(text[last:])


def _cited(texts: Iterable[str]) -> list[tuple[str, str]]:
    """The clauses that a film cites, with their words, in the order of their ids."""
    found = {id for text in texts for match in _CITED.finditer(text) for id in match[1].split(", ")}
    return [(id, clauses()[id].text) for id in sorted(found) if id in clauses()]


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string((_HERE / "replay.html.j2").read_text("utf-8"))
