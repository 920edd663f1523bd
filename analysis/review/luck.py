"""What dice and cards gave or took, and the chance to win over the game.

Both by the learned value, which was fixed before the game: a gift of chance is what the value says
once it is seen, less the mean of what it would say had other dice and cards come up after the same
action. What the players do with it is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analysis.review.figures import Figure
from analysis.review.moments import Moment, Played
from simulate.game import Game
from simulate.learned.advice import Adviser

REVEALS = 96  # other outcomes that one is held against
DEALS = 96
WORLDS = 64  # for the chance to win
SEEN = 1e-9  # VP: less is no difference
DICE, GUESTS, STAFF, CELEBRITIES, DEAL = "dice", "guests", "staff cards", "celebrities", "deal"


@dataclass(frozen=True)
class Gift:
    """What chance brought after a step: to every seat so many VP and so much of the win.

    ``kind``: what came up. ``vp``, ``win``: a figure for each seat, less than 0 where it took.
    """

    step: int
    round: int
    kind: str
    vp: tuple[Figure, ...]
    win: tuple[Figure, ...]

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {
            "step": self.step, "round": self.round, "kind": self.kind,
            "vp": [one.plain(2) for one in self.vp], "win": [one.plain(4) for one in self.win],
        }  # fmt: skip


@dataclass(frozen=True)
class Outlook:
    """The chance of each seat to win, before a step; they add up to 1."""

    step: int
    round: int
    win: tuple[float, ...]

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {"step": self.step, "round": self.round, "win": [round(p, 4) for p in self.win]}


def gifts(adviser: Adviser, game: Played) -> Iterator[Gift]:
    """Everything that chance brought in a game, the deal first."""
    if game.from_setup:
        yield _deal(adviser, game)
    after = [moment.game for moment in game.moments[1:]] + [game.end]
    for moment, then in zip(game.moments, after, strict=True):
        kind = came_up(moment.game.state, then.state)
        if not kind or moment.action not in moment.game.legal():
            continue
        others = adviser.standing(adviser.reveals(moment.game, moment.action, REVEALS))
        yield _gift(adviser, moment.step, moment.round, kind, then, others)


def _deal(adviser: Adviser, game: Played) -> Gift:
    """What the set-up is worth against other ones of the same ruleset."""
    first = game.moments[0].game
    players = int(first.state.n_players)
    looks = [adviser.look(Game(first.program, players, 0, number)) for number in range(DEALS)]
    return _gift(adviser, 0, 0, DEAL, first, adviser.standing(np.stack(looks)))


def _gift(
    adviser: Adviser, step: int, round_no: int, kind: str, then: Game, others: np.ndarray
) -> Gift:
    """``others``: what the value would say of other outcomes, shape (worlds, seats, 2)."""
    gains = adviser.standing(adviser.look(then)) - others
    vp = tuple(Figure.of(gains[:, seat, 0]) for seat in range(gains.shape[1]))
    win = tuple(Figure.of(gains[:, seat, 1]) for seat in range(gains.shape[1]))
    return Gift(step, round_no, kind, vp, win)


def came_up(before: np.record, after: np.record) -> str:
    """What chance brought between two states; empty: nothing."""
    found = []
    if after.rolls != before.rolls or after.round_no != before.round_no:
        found.append(DICE)
    if after.guest_next != before.guest_next or after.guest_shuffles != before.guest_shuffles:
        found.append(GUESTS)
    if after.staff_top != before.staff_top or after.staff_deck_size != before.staff_deck_size:
        found.append(STAFF)
    if after.celebrity_deck_size != before.celebrity_deck_size:
        found.append(CELEBRITIES)
    return " and ".join(found)


def outlooks(adviser: Adviser, game: Played) -> Iterator[Outlook]:
    """The chance to win whenever another seat decides, and how the game ended."""
    last: Moment | None = None
    for moment in game.moments:
        if last is None or (moment.seat, moment.round) != (last.seat, last.round):
            yield Outlook(moment.step, moment.round, _chances(adviser, moment.game))
        last = moment
    assert last is not None
    yield Outlook(last.step + 1, int(game.end.state.round_no), _chances(adviser, game.end))


def _chances(adviser: Adviser, game: Game) -> tuple[float, ...]:
    """Of each seat, made to add up to 1."""
    if game.over:
        found = adviser.look(game)[:, 2]
    else:
        seats = range(int(game.state.n_players))
        found = np.array([adviser.outlook(game, seat, WORLDS)[:, 2].mean() for seat in seats])
    return tuple(float(p) for p in found / found.sum())
