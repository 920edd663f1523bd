"""What parts of the game are worth: a player that goes without one, beside others that do not.

And what the measured worths of staff cards are good for: a player that drafts by them, beside
others that draft by what is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from analysis import open_tree
from analysis.players.duels import gains
from analysis.studies.study import Study, config_of
from model import Ruleset
from simulate import experiments
from simulate.batch import Run
from simulate.data.files import write_whole
from simulate.experiments.drafting import player_text
from simulate.policies import label as policy_label

SHARD_DEALS = 25
RESTRICTED = Path(experiments.__file__).parent / "restricted.py"
PARTS = {
    "no_staff": "staff cards", "no_politics": "politics cards",
    "no_emperor": "chosen steps on the emperor track", "no_sixth": "the sixth action",
    "no_rerolls": "passing for other dice",
}  # fmt: skip
MODULE_PARTS = {
    "celebrity": {"no_celebrities": "celebrities"},
    "ballroom": {"no_dancers": "dancers"},
}
"""The players of `simulate/experiments/restricted.py`, and what each goes without; those of modules
by the cards that a ruleset with the module has."""


@dataclass(frozen=True)
class Duels(Study[pd.DataFrame]):
    """One player against others of one kind, for each of several questions.

    pairs: what is asked, to the player (a file) and its opponents; deals: each is played once with
    the player at each seat. The frame: a row a question (about) and outcome, columns of `gains`.
    """

    name = "restrict"
    bar = "games"

    ruleset: Ruleset
    players: int
    pairs: Mapping[str, tuple[str, str]]
    deals: int
    seed: int
    data: Path

    def runs(self) -> list[Run]:
        n = self.players
        return [
            Run(
                self.ruleset, n, ",".join([mine, *[others] * (n - 1)]), self.deals * n, self.seed,
                self.data, shard_games=SHARD_DEALS * n, same_deal=n,
            )
            for mine, others in self.pairs.values()
        ]  # fmt: skip

    def frames(self, threads: int) -> pd.DataFrame:
        found = []
        for (about, (mine, _)), run in zip(self.pairs.items(), self.runs(), strict=True):
            config = config_of(run)
            with open_tree(self.data, [config], seed=self.seed, threads=threads) as tree:
                tree.only_first(run.games)
                own = policy_label(mine)
                frame = gains(tree, config.rules, self.players, config.policy, own)
                found.append(frame.assign(about=about))
        return pd.concat(found, ignore_index=True)


def parts(ruleset: Ruleset, players: int, deals: int, seed: int, data: Path) -> Duels:
    """Greedy without a part of the game against greedy."""
    own = [some for cards, some in MODULE_PARTS.items() if getattr(ruleset, cards)]
    without = {name: words for some in (PARTS, *own) for name, words in some.items()}
    pairs = {words: (f"{RESTRICTED}:{name}", "greedy") for name, words in without.items()}
    return Duels(ruleset, players, pairs, deals, seed, data)


def drafts(
    ruleset: Ruleset, worth: Mapping[str, float], players: int, deals: int, seed: int, data: Path
) -> Duels:
    """Drafting by measured worth (by card) against drafting by cost, both ways; `ruleset` drafts.

    The players' files are written below `data`.
    """
    costs = {key: float(card.cost) for key, card in ruleset.staff.items()}
    numbers = {
        "draft-worth": {int(key): value for key, value in worth.items()},
        "draft-dear": costs,
        "draft-cheap": {key: -cost for key, cost in costs.items()},
    }
    files = {}
    for name, values in numbers.items():
        file = data / "players" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, player_text(name, values).encode())
        files[name] = str(file)
    pairs = {
        "the dearest card first": (files["draft-worth"], files["draft-dear"]),
        "the cheapest card first": (files["draft-worth"], files["draft-cheap"]),
    }
    return Duels(ruleset, players, pairs, deals, seed, data)
