"""The manifest of a run: what was played, and so which files must exist.

It is data, perhaps a stranger's: no file that it names is opened outside its folder or run.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import quote

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from model import UserError
from model.reading import first_problem
from simulate.data import checksummed
from simulate.data.checksummed import DamagedError
from simulate.data.store import Store

SCHEMA_VERSION = 5
TABLES = ("games", "players", "cards")
RUNS = "runs"
PATCHES = "patches"
"""Where studies save the patches by which their games were played."""
IDENTITY = (
    "rules", "ruleset_hash", "players", "policies", "seed", "same_deal", "own_chance", "schema",
    "version", "engine", "plays", "own", "only",
)  # fmt: skip
"""The settings that identify a game together with its number; shards contain their fingerprint."""


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("contains characters that cannot be printed")
    return text


Text = Annotated[str, Field(max_length=400), AfterValidator(_printable)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Number = int | Annotated[float, Field(allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Manifest(BaseModel):
    """The manifest of a run. Raises ValidationError for values that no run can have.

    ``partition`` names the run's folders below those of the tables; ``engine`` is the fingerprint
    of play by all rules, ``plays`` that of each of the suite's policies at the table (runs of
    earlier versions have none: their ``engine`` is a digest of files); ``own`` the digests of the
    users' files that played, by the players' names; ``until`` the precision at which a run stops,
    and ``stopped`` where and why it did (``simulate.batch.until``); ``only`` the components of
    which at least one is on the table in every deal played, empty for all deals
    (``simulate.playing.chosen``).
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    rules: Text
    spec: Text
    assumptions: Text
    patches: list[Text]
    changes: list[Text]
    rulings: dict[Text, Text]
    options: dict[Text, Text]
    ruleset_hash: Hash
    players: Annotated[int, Field(ge=2, le=9)]
    policies: list[Text]
    plays: dict[Text, Text] = Field(default_factory=dict)
    own: dict[Text, Text] = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, lt=2**63)]
    same_deal: Annotated[int, Field(ge=1, le=1_000_000)]
    own_chance: bool
    format: int = Field(alias="schema")
    version: Text
    engine: Text
    games: Annotated[int, Field(ge=1, le=2**31 - 1)]
    shard_games: Annotated[int, Field(ge=1, le=200_000)]
    partition: Text
    tables: list[str]
    until: Text | None = None
    only: list[Text] = Field(default_factory=list)
    stopped: dict[Text, Text | Number | None] | None = None

    @model_validator(mode="after")
    def _of_one_run(self) -> Manifest:
        if self.partition != partition_of(self.rules, self.players, self.policies, self.seed):
            raise ValueError("partition: is not that of the run")
        if len(self.policies) != self.players or self.tables != list(TABLES):
            raise ValueError("policies and tables: are not those of a run")
        return self

    @property
    def shards(self) -> int:
        """Number of shards of the whole run."""
        return -(-self.games // self.shard_games)

    @property
    def table(self) -> str:
        """The policies in short: one for all seats, or one for each, separated by commas."""
        return table_name(self.policies)

    @property
    def identity(self) -> str:
        """The fingerprint that the shards of this run contain."""
        return identity_of(self.model_dump(by_alias=True, exclude_defaults=True))

    def first_games(self, shard: int) -> tuple[int, int]:
        """The first game of a shard, and its number of games."""
        first = shard * self.shard_games
        return first, min(self.shard_games, self.games - first)


def table_name(policies: Sequence[str]) -> str:
    """The policies of all seats in short."""
    return policies[0] if len(set(policies)) == 1 else ",".join(policies)


def partition_of(rules: str, players: int, policies: Sequence[str], seed: int) -> str:
    """The folder of a run's shards below that of a table: a Hive partition, percent-encoded."""
    safe = "+-_.,"
    return "/".join(
        (
            f"rules={quote(rules, safe=safe)}",
            f"players={players}",
            f"policies={quote(table_name(policies), safe=safe)}",
            f"seed={seed}",
        )
    )


def identity_of(metadata: Mapping[str, Any]) -> str:
    """The fingerprint of a run's identity, from its metadata or its manifest."""
    return checksummed.fingerprint({key: metadata[key] for key in IDENTITY if key in metadata})


def run_name(partition: str) -> str:
    """The name of a run in the folder of runs: of its manifest, its records, its lock."""
    return partition.replace("/", "__")


def manifest_name(partition: str) -> str:
    """The path of a run's manifest, below the data folder."""
    return f"{RUNS}/{run_name(partition)}.json"


def lock_name(partition: str) -> str:
    """The lock that reserves a run for one process, see `Store.claim`."""
    return f"{RUNS}/{run_name(partition)}.lock"


def table_folder(table: str, partition: str) -> str:
    """The folder of a run's shards of a table."""
    return f"{table}/{partition}"


def shard_name(table: str, partition: str, shard: int) -> str:
    """The path of a shard's part of a table."""
    return f"{table_folder(table, partition)}/shard-{shard:05d}.parquet"


def manifests(store: Store) -> list[str]:
    """The manifests in a data folder, sorted. Raises UserError if it is no folder or has none."""
    if not store.exists():
        raise UserError(f"{store}: no such folder; give a data folder that `gah simulate` wrote")
    found = [name for name in store.entries(RUNS) if name.endswith(".json")]
    if not found:
        raise UserError(
            f"{store}: no finished run (runs/*.json); record one with "
            f"`gah simulate --out {shlex.quote(str(store))}`"
        )
    return found


def read_manifest(store: Store, name: str) -> Manifest:
    """The manifest in a file. Raises DamagedError unless it is intact and at its proper path."""
    data = checksummed.read(store, name)
    raw = checksummed.parsed(data)
    if raw.get("schema") != SCHEMA_VERSION:
        raise DamagedError(f"it is not of format {SCHEMA_VERSION}, the one that this version reads")
    try:
        found = Manifest.model_validate(checksummed.loads(data))
    except ValidationError as error:
        raise DamagedError(first_problem(error)) from None
    if name != manifest_name(found.partition):
        raise DamagedError("it has the name of another run")
    tables = (table_folder(table, found.partition) for table in TABLES)
    for folder in (name.removesuffix(".json"), *tables):
        if not store.encloses(folder):
            raise DamagedError(f"{store.at(folder)} leads out of the data folder")
    return found
