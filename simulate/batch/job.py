"""What the shards of a run have in common."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model import Ruleset
from simulate import policies
from simulate.batch import tables


@dataclass(frozen=True)
class Job:
    """What every shard of a run has in common."""

    ruleset: Ruleset
    players: int
    policies: tuple[str, ...]  # one for each seat, moved on with each game
    seed: int
    folder: Path
    partition: str
    metadata: dict[str, Any]
    same_deal: int = 1  # so many games in a row share one deal
    own_chance: bool = False  # though they share the deal, each has its own dice

    @property
    def cast(self) -> tuple[str, ...]:
        """The policies at the table, each once."""
        return policies.cast(self.policies)

    def path(self, table: str, shard: int) -> Path:
        """Where a shard's part of a table is."""
        return self.folder / table / self.partition / f"shard-{shard:05d}.parquet"

    def shard_metadata(self, first: int, games: int) -> dict[str, Any]:
        """What a shard's files say of themselves."""
        return {**self.metadata, "first": first, "games": games}

    def recorded(self, shard: int, first: int) -> int:
        """How many games of this very run the shard holds, all three files whole; else 0."""
        games = 0
        for table in tables.TABLES:
            found = tables.metadata_of(self.path(table, shard))
            if found is None or not isinstance(found.get("games"), int):
                return 0
            games = games or found["games"]
            if found != {**self.shard_metadata(first, games), "table": table}:
                return 0
        return games
