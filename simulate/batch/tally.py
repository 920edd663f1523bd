"""Progress of a run: games played, and who won them."""

from dataclasses import dataclass

import numpy as np


class Watcher:
    """Receives the progress of a run; does nothing by itself (batch.progress displays it)."""

    def begin(self, total: int, done: int) -> None:
        """``done`` of ``total`` games were recorded before."""

    def update(self, tally: "Tally") -> None:
        """Games played so far in this run."""

    def note(self, text: str) -> None:
        """A message for the user."""


@dataclass
class Tally:
    """Counts over the games played in this run (not those recorded before).

    Shapes: (4,) by seat, (len(cast),) by policy; a shared win counts as a fraction.
    """

    games: int
    wins_by_seat: np.ndarray
    wins_by_policy: np.ndarray
    seats_by_policy: np.ndarray

    @classmethod
    def of_rows(cls, game_rows: np.ndarray, player_rows: np.ndarray, policies: int) -> "Tally":
        """Tally of the rows of some games, for a cast of this many policies."""
        wins, policy = player_rows["win"], player_rows["policy"]
        return cls(
            len(game_rows),
            np.bincount(player_rows["seat"], weights=wins, minlength=4),
            np.bincount(policy, weights=wins, minlength=policies),
            np.bincount(policy, minlength=policies).astype(float),
        )

    def flat(self) -> np.ndarray:
        """All counts in one array, shape (flat_size(policies),)."""
        parts = ([self.games], self.wins_by_seat, self.wins_by_policy, self.seats_by_policy)
        return np.concatenate(parts)

    @classmethod
    def of_flat(cls, flat: np.ndarray) -> "Tally":
        """The tally from an array made by ``flat``."""
        by_policy = flat[5:].reshape(2, -1)
        return cls(int(flat[0]), flat[1:5], by_policy[0], by_policy[1])


def flat_size(policies: int) -> int:
    """Length of the flat tally for a cast of this many policies."""
    return 5 + 2 * policies
