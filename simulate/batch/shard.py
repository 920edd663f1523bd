"""One shard: a range of games of one run, played and written by one worker."""

from collections.abc import Mapping
from hashlib import sha256

import pyarrow as pa

from simulate import policies
from simulate.batch.job import Job
from simulate.data.records import Part, Record, is_recorded, write_record
from simulate.playing import tables
from simulate.playing.player import Player, Report


def write_shard(job: Job, record: Record, files: Mapping[str, bytes]) -> None:
    """Write the three files of a shard, by table, and last the record that makes them count."""
    if not is_recorded(job.store, job.partition, record):
        job.store.remove(job.record_name(record.shard))  # the old record is no longer true
    for name, data in files.items():
        job.store.write(job.name(name, record.shard), data)
    write_record(job.store, job.partition, record)


class ShardRecorder:
    """Plays and records shards of a job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.player = Player(job.games)
        games = job.games
        self.names = tables.names_of(games.ruleset, tuple(map(policies.label, games.cast)))

    def record(self, shard: int, first: int, games: int, report: Report | None = None) -> None:
        made = self.tables(first, games, report)
        rows = {name: table.num_rows for name, table in made.items()}
        metadata = self.job.shard_metadata(first, games)
        files = {
            name: tables.encoded(table, {**metadata, "table": name}) for name, table in made.items()
        }
        parts = {
            name: Part(bytes=len(data), rows=rows[name], sha256=sha256(data).hexdigest())
            for name, data in files.items()
        }
        record = Record(run=self.job.identity, shard=shard, first=first, games=games, tables=parts)
        write_shard(self.job, record, files)

    def tables(self, first: int, games: int, report: Report | None = None) -> dict[str, pa.Table]:
        """Play games ``first`` .. ``first + games - 1``; returns the three tables by name."""
        game_rows, player_rows, card_rows = self.player.play(first, games, report)
        return {
            "games": tables.games_table(game_rows, self.names),
            "players": tables.players_table(player_rows, self.names),
            "cards": tables.cards_table(card_rows),
        }
