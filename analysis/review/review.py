"""A whole game reviewed: choices, chance, and the chance to win; as plain data too."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.review.choices import MATTERS, Choice, confirmed, weighed
from analysis.review.luck import Gift, Outlook, gifts, outlooks
from analysis.review.moments import Played, played
from simulate.learned.advice import STRONG, Adviser
from simulate.referee.document import Document

MOST = 5  # decisions that are named as those that mattered


@dataclass(frozen=True)
class Review:
    """What was found in a game. ``seats``: whose decisions were judged (from 0)."""

    game: Played
    seats: tuple[int, ...]
    choices: list[Choice]
    gifts: list[Gift]
    outlooks: list[Outlook]
    share: float  # of the best rival's VP, which the strong player takes off its own

    def of(self, seat: int) -> list[Choice]:
        """The decisions of a seat."""
        return [choice for choice in self.choices if choice.moment.seat == seat]

    def mattered(self, seat: int) -> list[Choice]:
        """The few decisions of a seat that cost most, by the confirming worlds."""
        found = [
            (one.played_out.vp.mean, one)
            for one in self.of(seat)
            if one.confirmed and one.played_out
        ]
        costly = sorted(found, key=lambda one: -one[0])[:MOST]
        return [choice for cost, choice in costly if cost > 0]

    def play(self, seat: int) -> tuple[float, float]:
        """What the choices of a seat cost in all, as the strong player thinks: VP, share of win."""
        of = [one.thought for one in self.of(seat)]
        return sum(one.vp.mean for one in of), sum(one.win.mean for one in of)

    def luck(self, seat: int) -> dict[str, tuple[float, float]]:
        """What each kind of chance gave a seat in all: VP, share of the win."""
        found: dict[str, tuple[float, float]] = {}
        for gift in self.gifts:
            vp, win = found.get(gift.kind, (0.0, 0.0))
            found[gift.kind] = (vp + gift.vp[seat].mean, win + gift.win[seat].mean)
        return found

    def plain(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        names = self.game.lexicon.names
        return {
            "title": self.game.title, "ruleset": self.game.label, "players": self.game.players,
            "player_asked": STRONG, "share_of_the_rival": self.share, "matters": MATTERS,
            "seats": [self._seat(seat) for seat in self.seats],
            "choices": [choice.plain(names) for choice in self.choices],
            "chance": [gift.plain() for gift in self.gifts],
            "outlook": [outlook.plain() for outlook in self.outlooks],
        }  # fmt: skip

    def _seat(self, seat: int) -> dict[str, Any]:
        vp, win = self.play(seat)
        of = self.of(seat)
        return {
            "seat": seat + 1, "name": self.game.players[seat],
            "vp": self.game.end.scores()[seat], "decisions": len(of),
            "first_choice": sum(one.rank == 1 for one in of),
            "first_three": sum(one.rank <= 3 for one in of),
            "thought_cost": {"vp": round(vp, 2), "win": round(win, 4)},
            "luck": {
                kind: {"vp": round(vp, 2), "win": round(win, 4)}
                for kind, (vp, win) in self.luck(seat).items()
            },
            "mattered": [one.moment.step for one in self.mattered(seat)],
            "blunders": [one.moment.step for one in of if one.blunder],
        }  # fmt: skip


def review_of(
    document: Document,
    folder: Path | None = None,
    *,
    seats: Collection[int] = (),
    watch: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Review a transcript.

    ``folder``: where patch files lie that it names; ``seats``: whose decisions are judged, from 0
    (all, if empty); ``watch(done, of)``: told of each decision. Raises UserError if the transcript
    is not in order.
    """
    game = played(document, folder)
    judged = tuple(sorted(seats)) or tuple(range(len(game.players)))
    adviser = Adviser(game.end.program, len(game.players))
    asked = [one for one in game.moments if one.judged and one.seat in judged]
    choices: list[Choice] = []
    for done, moment in enumerate(asked):
        watch(done, len(asked))
        choices.append(weighed(adviser, moment))
    for seat in judged:
        mine = [choice for choice in choices if choice.moment.seat == seat]
        for choice in confirmed(adviser, mine):
            choices[asked.index(choice.moment)] = choice
    watch(len(asked), len(asked))
    return Review(
        game, judged, choices, list(gifts(adviser, game)), list(outlooks(adviser, game)),
        float(adviser.dial.rivals),
    )  # fmt: skip
