"""Lines of play in words."""

from __future__ import annotations

from collections.abc import Sequence

from simulate.actions import to_words
from simulate.game import Game
from simulate.narration.sentences import sentence
from simulate.words.names import Names


def told_line(names: Names, game: Game, line: Sequence[int]) -> str:
    """A line as sentences, in order; decisions with one option are left out."""
    twin, said = game.copy(), list[str]()
    for action in line:
        while action not in twin.legal() and len(twin.legal()) == 1:
            twin.apply(twin.legal()[0])
        if action not in twin.legal():  # goods placed in another order than the engine asks for
            said.append(to_words(twin.rules, action))
            continue
        if len(twin.legal()) > 1 or len(line) == 1:
            said.append(sentence(names, twin.state, action).text or to_words(twin.rules, action))
        twin.apply(action)
    return "; ".join(said)
