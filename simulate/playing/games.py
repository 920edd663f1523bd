"""The games to play: rules, table, and which games."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from model import Ruleset
from simulate import policies


@dataclass(frozen=True)
class Games:
    """Games of one table: rules, policies and seed decide each of them by its number."""

    ruleset: Ruleset
    players: int
    policies: tuple[str, ...]  # one for each seat; rotates with each game
    seed: int
    same_deal: int = 1  # consecutive games that share one deal
    own_chance: bool = False  # does each have its own dice, though they share the deal?
    only: tuple[str, ...] = ()  # components: only deals that set one of them out; see chosen.py
    own: Mapping[str, str] = field(default_factory=dict)  # digests of users' files, by name

    @property
    def cast(self) -> tuple[str, ...]:
        """The distinct policies at the table."""
        return policies.cast(self.policies)
