"""Whole games and transcripts as strategies; they shrink to few players and few decisions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from simulate import Game
from simulate.properties.strategies.playing import LONGEST, STYLES, choose, play
from simulate.properties.strategies.positions import Laid, assumed, positions
from simulate.properties.strategies.rulesets import Drawn, rulesets
from simulate.referee import Document, Recorder
from simulate.referee.position import at_turn


@dataclass(frozen=True)
class Played:
    """A game as it was played.

    ``drawn``: the rules; ``players``, ``seed``: as ``Game`` takes them; ``actions``: those taken,
    in their compact form.
    """

    drawn: Drawn
    players: int
    seed: int
    actions: tuple[int, ...]

    def __repr__(self) -> str:
        lines = self.drawn.lines()
        return "\n".join([*lines, f"{self.players} players, seed {self.seed}, {len(self.actions)}"
                          " actions"])  # fmt: skip

    def begin(self) -> Game:
        """The game before its first action."""
        return Game(self.drawn.program(), self.players, self.seed)

    def positions(self) -> Iterator[Game]:
        """The game at its beginning and after each action: one object, which continues."""
        game = self.begin()
        yield game
        for action in self.actions:
            game.apply(action)
            yield game

    def end(self) -> Game:
        """The game after its last action."""
        *_, game = self.positions()
        return game


@st.composite
def games(
    draw: Callable[..., Any],
    rules: st.SearchStrategy[Drawn] | None = None,
    players: st.SearchStrategy[int] | None = None,
    decisions: int = LONGEST,
) -> Played:
    """A game of random play, each seat in its own style.

    Args:
        rules: default: any ruleset, patched or not.
        players: 2 to 4; default: any.
        decisions: the longest game; the default is more than any game takes.
    """
    drawn, n = _table(draw, rules, players)
    game = Game(drawn.program(), n, seed := draw(st.integers(0, 2**32)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    return Played(drawn, n, seed, tuple(islice(play(game, rng), decisions)))


def _table(
    draw: Callable[..., Any],
    rules: st.SearchStrategy[Drawn] | None,
    players: st.SearchStrategy[int] | None,
) -> tuple[Drawn, int]:
    """Rules and a number of players that they are for."""
    drawn = draw(rulesets() if rules is None else rules)
    n = draw(st.integers(2, 4) if players is None else players)
    return drawn, min(n, drawn.load().game.max_players)


@st.composite
def transcripts(
    draw: Callable[..., Any],
    rules: st.SearchStrategy[Drawn] | None = None,
    players: st.SearchStrategy[int] | None = None,
    decisions: int = 60,
) -> Document:
    """A transcript that the referee accepts: a game from its beginning, or from a drawn position.

    Args:
        rules: default: any ruleset without random patches.
        players: 2 to 4; default: any.
        decisions: the most actions.
    """
    plain = rulesets(patched=False) if rules is None else rules
    if draw(st.booleans()):
        laid: Laid = draw(positions(plain, players).filter(lambda one: at_turn(one.game.state)))
        drawn, game, here = laid.drawn, laid.game.copy(), True
    else:
        drawn, n = _table(draw, plain.map(assumed), players)
        game = Game(drawn.program(), n, draw(st.integers(0, 2**32)))
        here = False
    recorder = Recorder(drawn.load(), game, patches=drawn.read_patches(), here=here)
    rng = random.Random(draw(st.integers(0, 2**32)))
    styles = rng.choices(STYLES, k=4)
    for _ in range(draw(st.integers(0, decisions))):
        if game.over:
            break
        action = choose(game, rng, styles[game.player])
        recorder.add(action)
        game.apply(action)
    return recorder.document()
