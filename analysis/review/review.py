"""A review of a whole game: its choices, and the sources of each result; also as plain data."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.review.account import Account, Outlook, account_of
from analysis.review.choices import GRADES, Choice, verified, weighed
from analysis.review.moments import PlayedGame, played
from simulate.learned.advice import STRONG, Adviser
from simulate.policies import chooser
from simulate.referee.document import Document


@dataclass(frozen=True)
class Review:
    """The findings in a game. ``seats``: the seats whose choices are commented on (from 0)."""

    game: PlayedGame
    seats: tuple[int, ...]
    choices: list[Choice]
    account: Account
    share: float  # of the best rival's VP, which the strong player subtracts from its own

    @property
    def outlooks(self) -> tuple[Outlook, ...]:
        """The chances to win at the start of each turn, and at the end."""
        return self.account.outlooks

    def of(self, seat: int) -> list[Choice]:
        """The choices of a seat."""
        return [choice for choice in self.choices if choice.seat == seat]

    def mattered(self, seat: int) -> list[Choice]:
        """The choices of a seat with a verified better one, the costliest first."""
        graded = [(one.cost.win.mean, one) for one in self.of(seat) if one.grade and one.cost]
        return [one for _, one in sorted(graded, key=lambda pair: -pair[0])]

    def plain(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        names = self.game.lexicon.names
        return {
            "title": self.game.title, "ruleset": self.game.label, "players": self.game.players,
            "player_asked": STRONG, "share_of_the_rival": self.share, "grades": GRADES,
            "seats": [self._seat(seat) for seat in self.seats],
            "choices": [one.plain(names) for one in self.choices if one.seat in self.seats],
            "rolls": [roll.plain() for roll in self.account.rolls],
            "outlook": [outlook.plain() for outlook in self.outlooks],
        }  # fmt: skip

    def _seat(self, seat: int) -> dict[str, Any]:
        of = self.of(seat)
        return {
            "seat": seat + 1, "name": self.game.players[seat],
            "vp": self.game.end.scores()[seat], "choices": len(of),
            "first_choice": sum(one.rank == 1 for one in of),
            "first_three": sum(one.rank <= 3 for one in of),
            "account": self.account.sums[seat].plain(),
            "named": {
                grade: [one.moment.step for one in of if one.grade == grade] for grade in GRADES
            },
        }  # fmt: skip


def review_of(
    document: Document, folder: Path | None = None, *, seats: Collection[int] = ()
) -> Review:
    """Review a transcript.

    ``folder``: location of the patch files it names; ``seats``: whose choices are commented on,
    from 0 (all, if empty); all seats' choices are evaluated, as results depend on them. Raises
    UserError if the transcript is not in order.
    """
    game = played(document, folder)
    adviser = Adviser(game.end.program, len(game.players))
    pick = chooser(STRONG, game.end.rules)
    judged = (stretch for stretch in game.stretches() if stretch.judged)
    thoughts = [weighed(adviser, pick, stretch) for stretch in judged]
    choices: list[Choice] = []
    for seat in range(len(game.players)):
        choices += verified(adviser, [one for one in thoughts if one.choice.seat == seat])
    choices.sort(key=lambda one: game.moments.index(one.stretch.first))
    account = account_of(adviser, game, choices)
    shown = tuple(sorted(seats)) or tuple(range(len(game.players)))
    return Review(game, shown, choices, account, float(adviser.dial.rivals))
