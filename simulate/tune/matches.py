"""Games of weights under trial against the present ones, on mirrored deals."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from model import Ruleset
from simulate.batch.runner import Run
from simulate.batch.shard import Player
from simulate.policies.weights import Weights
from simulate.policies.worth import worth_table

Z95 = 1.959963984540054
CANDIDATE, CHAMPION = 0, 1
# Whose weights are replaced: of these two only their places in the cast matter.
STAND_INS = ("greedy", "random")


@dataclass(frozen=True)
class Result:
    """What a candidate did against the champion; one entry a deal, shape (deals,).

    Each deal is played once from every seat, with the same dice: ``share`` is the mean share of the
    win (0 to 1), ``vp`` and ``rival_vp`` are mean VP of the candidate and of a champion.
    """

    players: int
    share: np.ndarray
    vp: np.ndarray
    rival_vp: np.ndarray

    @property
    def games(self) -> int:
        return len(self.share) * self.players

    def advantage(self) -> float:
        """Share of wins in percent, as a share of 2 seats: 50 is what an equal player gets."""
        return float(self.share.mean()) * 100.0 * self.players / 2.0

    def interval(self) -> tuple[float, float, float]:
        """Share of wins with its 95% interval (normal; games of a deal are one observation)."""
        mean = float(self.share.mean())
        half = Z95 * float(self.share.std(ddof=1)) / len(self.share) ** 0.5
        return mean, max(0.0, mean - half), min(1.0, mean + half)


class Arena:
    """A table of one ruleset, number of players and seed: one candidate, champions elsewhere."""

    def __init__(self, ruleset: Ruleset, players: int, seed: int) -> None:
        names = (STAND_INS[CANDIDATE], *[STAND_INS[CHAMPION]] * (players - 1))
        run = Run(
            ruleset, players, ",".join(names), players, seed, Path("unused"), same_deal=players
        )
        self.players = players
        self.player = Player(run.job())

    def duel(self, candidate: Weights, champion: Weights, first: int, deals: int) -> Result:
        """Play deals ``first`` .. ``first + deals - 1``, each once from every seat."""
        n = self.players
        rules = self.player.program[0]
        self.player.worths = np.concatenate(
            [worth_table(rules, candidate), worth_table(rules, champion)]
        )
        rows = self.player.play(first * n, deals * n)[1].reshape(deals, n * n)
        mine = rows["policy"] == CANDIDATE

        def mean(values: np.ndarray, of: np.ndarray) -> np.ndarray:
            return np.where(of, values, 0.0).sum(axis=1) / of.sum(axis=1)

        return Result(n, mean(rows["win"], mine), mean(rows["vp"], mine), mean(rows["vp"], ~mine))


def objective(name: str, results: Mapping[int, Result]) -> float:
    """What a candidate is judged by: more is better; the mean over the numbers of players.

    "win" is the advantage (50: equal), "vp" the candidate's mean VP, "mix" their sum.
    """
    parts = []
    for result in results.values():
        won, vp = result.advantage(), float(result.vp.mean())
        parts.append({"win": won, "vp": vp, "mix": won + vp}[name])
    return float(np.mean(parts))
