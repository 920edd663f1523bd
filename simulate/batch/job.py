"""The settings that all shards of a run share."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from model import UserError
from simulate import policies
from simulate.base import own_code
from simulate.base.provenance import SHARED, digest_of, play_digest
from simulate.base.tastes import of_any_playouts
from simulate.data.checksummed import DamagedError
from simulate.data.manifest import identity_of, manifest_name, shard_name
from simulate.data.records import Listing, faults, read_record, record_name
from simulate.data.store import Store
from simulate.fingerprint import KINDS, PLAYER, RULES, fingerprint
from simulate.playing.games import Games
from simulate.policies import own


def code_digest(seats: Iterable[str]) -> str:
    """Digest of the code, weights and settings that play at a table, without users' files.

    Raises UserError if the code has changed since this process was started.
    """
    refuse_changed_code()
    if any(policies.get(name).plans for name in seats if not own.is_own(name)):
        learned = [*(f"learned/*.{kind}" for kind in KINDS), "playing/learned.py", "base/tastes.py"]
        return digest_of(*SHARED, "policies/*.toml", *learned)
    return play_digest()


def play_of(seats: Iterable[str]) -> dict[str, Any]:
    """How the suite plays, for a manifest: play by all rules, and each policy at a table.

    Users' files are not included. Editing or moving code changes nothing here as long as it plays
    the same: see ``simulate.fingerprint``. Raises UserError if the code has changed since this
    process was started.
    """
    refuse_changed_code()
    known = [policies.get(name).name for name in seats if not own.is_own(name)]
    names = sorted({of_any_playouts(name) for name in known})  # "search:50" is a search
    found = fingerprint([RULES, *(PLAYER + name for name in names)])
    plays = {name: found[PLAYER + name] for name in names}
    return {"engine": found[RULES]} | ({"plays": plays} if plays else {})


def refuse_changed_code() -> None:
    """Raises UserError if a file that affects play has changed since this process was started."""
    if changed := own_code.changed("engine", "policies", "playing", "batch", "learned"):
        raise UserError(f"simulate/{changed[0]} was changed after this was started; start it again")


@dataclass(frozen=True)
class Job:
    """The settings that all shards of a run share."""

    games: Games
    store: Store
    partition: str
    described: dict[str, Any]
    code: str = ""  # digest of the code to play with, compared on machines of a cluster

    @cached_property
    def metadata(self) -> dict[str, Any]:
        """The settings that identify the games of this run; see ``manifest.IDENTITY``."""
        return {**self.described, **play_of(self.games.policies)}

    @cached_property
    def identity(self) -> str:
        """The fingerprint of this run, which the records of its shards contain."""
        return identity_of(self.metadata)

    def name(self, table: str, shard: int) -> str:
        """The path in the store of a shard's part of a table."""
        return shard_name(table, self.partition, shard)

    def record_name(self, shard: int) -> str:
        return record_name(self.partition, shard)

    def check_place(self) -> None:
        """Raises UserError if the manifest is gone: the folder was moved or deleted meanwhile."""
        if self.store.is_gone(manifest_name(self.partition)):
            raise UserError(
                f"{self.store}: the data folder or its manifest disappeared while games were being"
                " recorded; finished shards are wherever it was moved"
            )

    def shard_metadata(self, first: int, games: int) -> dict[str, Any]:
        """Metadata of the files of a shard."""
        return {**self.metadata, "first": first, "games": games}

    def recorded(self, shard: int, first: int, listing: Listing, *, in_full: bool) -> int:
        """Number of games of this very run in the shard; 0 if it is incomplete.

        The files in the listing are compared with the shard's record by their lengths, or
        ``in_full`` by their bytes.
        """
        try:
            record = read_record(self.store, self.partition, shard)
        except DamagedError:
            return 0
        if (record.run, record.shard, record.first) != (self.identity, shard, first):
            return 0
        damaged = faults(self.store, self.partition, record, listing, in_full=in_full)
        return 0 if damaged else record.games
