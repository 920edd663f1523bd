"""What the soak plays: runs of every ruleset, number of players and kind of player."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from model import UserError
from simulate.fingerprint.rules import NamedRuleset, rules_parts

PLAYERS = {2: 0.70, 3: 0.18, 4: 0.12}
"""Which share of the games is played by so many: most by two, who take the least time."""
POLICIES = {"random": 0.97, "greedy": 0.02, "politician": 0.01}
SHARD_GAMES = {"random": 20_000, "greedy": 2_000, "politician": 2_000}
SEED = 20_000_000
SHUFFLE = 20
SAMPLE = 10
"""Each run of so many, of those of a player at a table, is played again uninterrupted, besides
those that a kill met."""


@dataclass(frozen=True)
class Part:
    """One run of the soak: its number in the plan, and what is played.

    ``sampled``: it is played again in any case.
    """

    number: int
    rules: NamedRuleset
    players: int
    policy: str
    games: int
    sampled: bool

    @property
    def seed(self) -> int:
        """Its own, so that no two runs have a deal in common."""
        return SEED + self.number

    @property
    def shard_games(self) -> int:
        return SHARD_GAMES[self.policy]

    def __str__(self) -> str:
        rules = self.rules
        chosen = {**rules.options, **rules.rulings}
        if rules.assumptions != "default":
            chosen["assumptions"] = rules.assumptions
        said = f" ({', '.join(f'{key}={value}' for key, value in chosen.items())})"
        return (f"{rules.spec}{said if chosen else ''}, {self.players} players, {self.policy}, "
                f"seed {self.seed}")  # fmt: skip


def plan(games: int, names: Sequence[str] = ()) -> list[Part]:
    """So many games in all, of these parts of the fingerprint of play (none: of all).

    They come in an order of chance: whatever is done when the soak is stopped is a sample of all.
    Raises UserError for an unknown name.
    """
    known = rules_parts()
    if unknown := [name for name in names if name not in known]:
        raise UserError(
            f"{unknown[0]}: no part of the fingerprint of play; see `gah check fingerprint`"
        )
    rulesets = [rules for name in names or known for rules in known[name]]
    each = list(product(rulesets, PLAYERS, POLICIES))
    sizes, whole = [], 0.0
    for _, players, policy in each:
        before = round(whole)
        whole += games * PLAYERS[players] * POLICIES[policy] / len(rulesets)
        sizes.append(round(whole) - before)
    order = random.Random(SHUFFLE).sample(range(len(each)), len(each))
    chosen = [(*each[i], sizes[i]) for i in order if sizes[i]]
    before: Counter[tuple[int, str]] = Counter()  # runs by players and policy, which are as long
    parts = []
    for number, (rules, players, policy, size) in enumerate(chosen):
        sampled = before[players, policy] % SAMPLE == 0
        parts.append(Part(number, rules, players, policy, size, sampled))
        before[players, policy] += 1
    return parts
