"""Random games: players without a plan who nevertheless get somewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator

from simulate import Game
from simulate.actions import decode
from simulate.engine import codes
from simulate.properties.strategies.invariants import Watch
from simulate.properties.strategies.rulesets import Drawn

LONGEST = 12_000  # decisions; a game of four takes some 600, with nine rounds and 40 dice more

# How willingly the random player does what: it should house guests, fill its hotel and continue,
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
IDLE: dict[int, float] = {codes.STOP: 20, codes.END_TURN: 20, codes.KEEP: 5}
STYLES: tuple[dict[int, float], ...] = (EAGER, EAGER, WAITING, IDLE)


def new_game(drawn: Drawn, players: int, seed: int) -> Game:
    return Game(drawn.program(), players, seed)


def weight(action: int, style: dict[int, float] = EAGER) -> float:
    return style.get(decode(action)[0], 1)


def choose(game: Game, rng: random.Random, style: dict[int, float] = EAGER) -> int:
    """Any legal action, but mostly one that the style prefers."""
    legal = game.legal()
    return rng.choices(legal, [weight(action, style) for action in legal])[0]


def play(game: Game, rng: random.Random, longest: int = LONGEST) -> Iterator[int]:
    """Play to the end, each seat in its own style; yields each action before it is applied."""
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


def positions(game: Game, rng: random.Random, most: int) -> Iterator[Game]:
    """Play to the end, yielding the game at up to ``most`` of its positions, spread over it."""
    copies = [game.copy() for _ in play(game, rng)]
    yield from (copies[i] for i in sorted(rng.sample(range(len(copies)), min(most, len(copies)))))
