"""The page of a film: one complete file that opens from disk and needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shlex
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from model.clauses import clauses
from reports import pictures
from reports.pictures.drawing import el, number
from reports.replay.film import Film

_HERE = Path(__file__).parent
_NOTHING = Markup("")
# Ids of clauses in brackets at the end of a line.
_CITED = re.compile(r"\[([a-z][\w.-]*(?:, [a-z][\w.-]*)*)\]")


def page(film: Film, above: Markup = _NOTHING) -> str:
    """The page as text. Foreign names are escaped, and only our own script may run in it.

    ``above``: content between its head and the boards.
    """
    script = (_HERE / "replay.js").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    named = _naming(film.cards)
    told = [
        (line, [(step, _linked(text, named)) for step, text in line.parts]) for line in film.lines
    ]
    return _template().render(
        film=film,
        above=above,
        told=told,
        cited=_cited(text for line in film.lines for _, text in line.parts),
        style=pictures.style() + Markup((_HERE / "replay.css").read_text("utf-8")),
        symbols=pictures.symbols(),
        odds=_odds(film),
        quoted=shlex.quote(film.file),
        data=Markup(_json(film)),
        script=Markup(script),
        digest=digest,
    )


def _json(film: Film) -> str:
    """The data for the script, escaped so that nothing in it can end its element."""
    changes = {key: made for shelf in film.shelves.values() for key, made in shelf.changes.items()}
    data: dict[str, Any] = {
        "drawings": film.drawings, "changes": changes, "acting": film.acting,
        "jumps": [jump.step for jump in film.jumps], "cards": film.cards,
        "opens": film.opens,
    }  # fmt: skip
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _naming(cards: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern for the names of cards in a text, longer ones first."""
    names = sorted(cards, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, names))})\b") if names else None


def _marked(text: str, named: re.Pattern[str] | None) -> Markup:
    """A text in which the name of each card shows the card's text."""
    if named is None:
        return escape(text)
    card = Markup('<span class="known" data-card="{0}">{0}</span>')
    parts = named.split(text)
    return Markup("").join(card.format(p) if i % 2 else escape(p) for i, p in enumerate(parts))


def _odds(film: Film) -> Markup:
    """The chances to win over the steps, one line per seat; empty if none is known."""
    known = [(step, odds) for step, odds in enumerate(film.win_probability) if odds is not None]
    if not known:
        return _NOTHING
    last, out = max(1, len(film) - 1), Markup("")
    for seat in range(len(known[0][1])):
        points = " ".join(
            f"{number(1000 * step / last)},{number(100 - 100 * odds[seat])}" for step, odds in known
        )
        out += el("polyline", points=points, cls=f"chance s{seat}")
    middle = el("line", x1=0, x2=1000, y1=50, y2=50, cls="half")
    cursor = el("line", x1=0, x2=0, y1=0, y2=100, id="cursor")
    return el(
        "svg", el("title", "Chance to win of each seat"), middle, out, cursor,
        viewBox="0 0 1000 100", preserveAspectRatio="none", role="img",
    )  # fmt: skip


def _linked(text: str, named: re.Pattern[str] | None = None) -> Markup:
    """A text in which clauses link to their wording below, and cards show their text."""
    out, last = Markup(""), 0
    for match in _CITED.finditer(text):
        ids = match[1].split(", ")
        if not all(id in clauses() for id in ids):
            continue
        links = [Markup('<a href="#c-{0}">{0}</a>').format(id) for id in ids]
        before = _marked(text[last : match.start()], named)
        out += before + "[" + Markup(", ").join(links) + "]"
        last = match.end()
    return out + _marked(text[last:], named)


def _cited(texts: Iterable[str]) -> list[tuple[str, str]]:
    """The clauses that a film cites, with their wording, in the order of their ids."""
    found = {id for text in texts for match in _CITED.finditer(text) for id in match[1].split(", ")}
    return [(id, clauses()[id].text) for id in sorted(found) if id in clauses()]


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string((_HERE / "replay.html.j2").read_text("utf-8"))
