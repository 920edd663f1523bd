"""Lines of play in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from simulate.actions import to_words
from simulate.game import Game
from simulate.narration.sentences import sentence
from simulate.words.names import Names

AS_PLAYED = "…"
"""Stands for a line's beginning that is the same as in the line played."""


def told_line(names: Names, game: Game, line: Sequence[int]) -> str:
    """A line as sentences, in order; decisions with one option are left out."""
    return "; ".join(_told(names, game, line))


def told_from(names: Names, game: Game, line: Sequence[int], played: Sequence[int]) -> str:
    """A line from where it differs from the one played; its last sentence is always shown."""
    words, before = _told(names, game, line), _told(names, game, played)
    same = [one == other for one, other in zip(words, before, strict=False)]
    shared = min([*same, False].index(False), len(words) - 1)
    return f"{AS_PLAYED} {'; '.join(words[shared:])}" if shared > 0 else "; ".join(words)


def _told(names: Names, game: Game, line: Sequence[int]) -> list[str]:
    """The sentences of a line; repeated ones are counted."""
    twin, said = game.copy(), list[str]()
    for action in line:
        while action not in twin.legal() and len(twin.legal()) == 1:
            twin.apply(twin.legal()[0])
        if action not in twin.legal():  # goods placed in another order than the engine asks for
            said.append(_words(twin, action))
            continue
        if len(twin.legal()) > 1 or len(line) == 1:
            said.append(sentence(names, twin.state, action).text or _words(twin, action))
        twin.apply(action)
    counted = ((one, sum(1 for _ in same)) for one, same in groupby(said))
    return [one if times == 1 else f"{one} ({times} times)" for one, times in counted]


def _words(game: Game, action: int) -> str:
    """An action that has no sentence, such as "place wine on table 1", as one: "places ..."."""
    return re.sub(r"^(\w+)", r"\1s", to_words(game.rules, action))
