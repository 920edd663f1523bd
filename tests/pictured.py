"""A failed test leaves pictures of the games that it was looking at, beside their transcripts.

Every game is drawn that a failing function holds in a variable, by itself or as the ``game`` of a
``Table``, a ``Session`` or a ``Watch``, if its ruleset is at hand, too: beside it, or drawn by the
property test. The files go to ``build/failures``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from model import Ruleset, UserError
from reports.pictures import picture
from simulate import Game
from simulate.referee import from_state, text_of
from simulate.words.names import Names

ROOT = Path(__file__).parents[1]
SAVED = ROOT / "build" / "failures"


def draw(game: Game, ruleset: Ruleset, file: Path, title: str = "") -> Path:
    """Write the picture of a game as it stands."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(picture(Names(ruleset, game.rules), game.state, title=title), "utf-8")
    return file


def leave(name: str, excinfo: Any, folder: Path) -> Iterator[Path]:
    """Picture and transcript of every game in the variables of a failed test; the files."""
    seen: set[int] = set()
    known: Ruleset | None = None
    for entry in excinfo.traceback:
        values = list(entry.frame.f_locals.values())
        known = next(filter(None, map(ruleset_of, values)), known)
        for value in values:
            game = value if isinstance(value, Game) else getattr(value, "game", None)
            ruleset = ruleset_of(value) or known
            if not isinstance(game, Game) or ruleset is None or id(game) in seen:
                continue
            seen.add(id(game))
            stem = re.sub(r"[^\w.-]+", "-", name)[:100]
            stem += f"-{len(seen)}" if len(seen) > 1 else ""
            yield draw(game, ruleset, folder / f"{stem}.svg", name)
            try:
                text = text_of(from_state(game, ruleset, title=name))
            except UserError:  # in the middle of an action, or under patches
                continue
            (folder / f"{stem}.json").write_text(text, "utf-8")
            yield folder / f"{stem}.json"


def ruleset_of(value: Any) -> Ruleset | None:
    """The ruleset that a value is, has, or was drawn as."""
    for one in (value, getattr(value, "ruleset", None)):
        if isinstance(one, Ruleset):
            return one
    drawn = getattr(value, "drawn", value)
    return drawn.load() if type(drawn).__name__ == "Drawn" else None


def shown(file: Path) -> str:
    """A path as it is told: from the folder of the project on."""
    return str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file)
