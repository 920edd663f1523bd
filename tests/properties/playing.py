"""Random games for the property tests: a player without a plan who nevertheless gets somewhere."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from simulate import Game
from simulate.actions import decode
from simulate.engine import codes
from tests.properties.invariants import Watch
from tests.properties.rulesets import Drawn, rulesets

LONGEST = 12_000  # decisions; a game of four takes some 600, with nine rounds and 40 dice more

# How willingly the random player does what: it should house guests, fill its hotel and go on,
# so that games get somewhere, and still do everything now and then.
EAGER = {
    codes.CLAIM: 60,
    codes.CHECK_IN: 60,
    codes.REWARD: 20,
    codes.PLACE: 20,
    codes.OCCUPY: 20,
    codes.SERVE: 15,
    codes.DANCE: 60,
    codes.SEND: 20,
    codes.ROW_BONUS: 20,
    codes.SECTION_BONUS: 20,
    codes.TOKEN: 20,
    codes.USE_TILE: 10,
    codes.USE_CELEBRITY: 10,
    codes.PREPARE: 10,
    codes.USE_STAFF: 10,
    codes.HIRE: 5,
    codes.PASS: 0.5,
    codes.KEEP: 0.5,
    codes.STOP: 0.5,
    codes.END_TURN: 0.5,
}
# Others wait for better dice, so that dice run out; or take no more than they must.
WAITING = EAGER | {codes.PASS: 40, codes.END_TURN: 5}
IDLE = {codes.STOP: 20, codes.END_TURN: 20, codes.KEEP: 5}
STYLES: tuple[dict[int, float], ...] = (EAGER, EAGER, WAITING, IDLE)

# A whole game is a large example: a fraction of what the profile says is plenty.
FEW = settings(max_examples=max(6, settings.default.max_examples // 8))
WHOLE_GAMES: dict[str, Any] = {
    "drawn": rulesets(),
    "n": st.integers(2, 4),
    "seed": st.integers(0, 2**32),
}


def new_game(drawn: Drawn, players: int, seed: int) -> Game:
    return Game(drawn.program(), players, seed)


def weight(action: int, style: dict[int, float] = EAGER) -> float:
    return style.get(decode(action)[0], 1)


def choose(game: Game, rng: random.Random, style: dict[int, float] = EAGER) -> int:
    """Any legal action, but mostly one that the style prefers."""
    legal = game.legal()
    return rng.choices(legal, [weight(action, style) for action in legal])[0]


def play(game: Game, rng: random.Random, longest: int = LONGEST) -> Iterator[int]:
    """Play to the end, each seat in a style of its own; yields each action before it is applied."""
    styles = rng.choices(STYLES, k=4)
    for _ in range(longest):
        if game.over:
            return
        action = choose(game, rng, styles[game.player])
        yield action
        game.apply(action)
    raise AssertionError(f"the game does not end within {longest} decisions")


def watched(game: Game, rng: random.Random) -> Iterator[Watch]:
    """Play to the end, yielding the game under watch: at the start and after each action."""
    watch, before = Watch(game), game.games[0].copy()
    yield watch
    actions = play(game, rng)
    last = next(actions)
    for action in actions:
        watch.applied(last, before)
        yield watch
        last, before = action, game.games[0].copy()
    watch.applied(last, before)
    yield watch


def holds_throughout(holds: Callable[[Watch], None], drawn: Drawn, n: int, seed: int) -> Game:
    """Check something at every decision of a random game; returns the game, which is over."""
    game = new_game(drawn, n, seed)
    for watch in watched(game, random.Random(seed)):
        holds(watch)
    return game


def positions(game: Game, rng: random.Random, most: int) -> Iterator[Game]:
    """Play to the end, yielding the game at up to ``most`` of its positions, spread over it."""
    copies = [game.copy() for _ in play(game, rng)]
    yield from (copies[i] for i in sorted(rng.sample(range(len(copies)), min(most, len(copies)))))
