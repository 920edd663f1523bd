"""One shard: a range of games of one run, played and written by one worker."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa

from simulate import policies
from simulate.batch import tables
from simulate.batch.chosen import Chosen
from simulate.batch.job import Job
from simulate.batch.playout import play_range
from simulate.batch.rows import blank_rows
from simulate.batch.stepwise import Rows, Stepwise
from simulate.data.records import Part, Record, is_recorded, write_record
from simulate.engine.codes import ERRORS
from simulate.engine.compile import compile_ruleset
from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.state import new_games
from simulate.policies.chooser import SCRATCH
from simulate.policies.greedy import as_words

REPORTED = 0.05  # seconds of play, or more, between two reports of progress

Report = Callable[[np.ndarray, np.ndarray], None]


class EngineError(RuntimeError):
    """A game ended in an error of the engine: a defect, named with the game that shows it."""


class Player:
    """Plays shards of a job; keeps its buffers, so that memory stays the same however many."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.program = compile_ruleset(job.ruleset)
        self.stepwise = Stepwise.of(job, self.program)
        self.learned = learned_table(job, self.program)
        if self.stepwise is None and self.learned is None:
            self.worths = policies.worth_tables(self.program[0], job.cast, job.players)
        self.chosen = chosen_by(job)
        self.codes = np.array([job.cast.index(name) for name in job.policies], dtype=np.int64)
        self.scratch = new_games(SCRATCH + 1)
        self.words = as_words(self.scratch)
        self.out = np.zeros(MAX_ACTIONS, dtype=np.int32)
        self.names = tables.names_of(job.ruleset, tuple(map(policies.label, job.cast)))

    def play(self, first: int, games: int, report: Report | None = None) -> tuple[np.ndarray, ...]:
        """Play games ``first`` .. ``first + games - 1``; returns the rows of the three tables.

        ``report`` is called now and then with the rows of games and players just finished.
        Raises EngineError if a game runs into one, UserError if a user's Python file fails.
        """
        n = self.job.players
        game_rows, player_rows, card_rows = rows = blank_rows(games, n)
        card_count = np.zeros(1, dtype=np.int64)
        play_range = self._play_compiled if self.stepwise is None else self.stepwise.play_range
        numbers = None if self.chosen is None else self.chosen.numbers(first, games)
        for done, end in stretches(games):
            if numbers is None:
                play_range(first, done, end, rows, card_count)
            else:
                for i in range(done, end):  # deals that do not follow each other: one at a time
                    play_range(int(numbers[i]) - i, i, i + 1, rows, card_count)
            if report:
                report(game_rows[done:end], player_rows[done * n : end * n])
        played = game_rows, player_rows, card_rows[: card_count[0]]
        if numbers is not None:  # games are numbered as they were chosen, deals as they are
            for some in played:
                some["game"] = first + np.searchsorted(numbers, some["game"])
        return played

    def _play_compiled(
        self, first: int, done: int, end: int, rows: Rows, card_count: np.ndarray
    ) -> None:
        """Play and record games ``first + done`` .. ``first + end - 1`` in compiled code."""
        n = self.job.players
        if self.learned is not None:
            deals = self.job.same_deal, self.job.own_chance
            games = first, done, end
            failed = self.learned.play(self.codes, self.job.seed, deals, games, rows, card_count)
            self.check(failed, self.learned.scratch)
            return
        failed = play_range(
            self.scratch,
            self.words,
            self.program[0],
            self.worths,
            self.codes,
            np.zeros(n, dtype=np.int64),
            n,
            self.job.seed,
            self.job.same_deal,
            self.job.own_chance,
            first,
            done,
            end,
            self.out,
            *rows,
            card_count,
        )
        self.check(failed, self.scratch)

    def check(self, failed: int, scratch: np.ndarray) -> None:
        """Raise EngineError for the game of that number, which stands in ``scratch``; -1: none."""
        if failed >= 0:
            error = ERRORS[int(scratch[0].error)]
            raise EngineError(
                f"{self.job.ruleset.label}, {self.job.players} players, seed {self.job.seed}, "
                f"game {failed}: {error}"
            )

    def record(self, shard: int, first: int, games: int, report: Report | None = None) -> None:
        """Play a shard, write its three files, and last the record that makes them count."""
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
        store, partition = self.job.store, self.job.partition
        if not is_recorded(store, partition, record):
            store.remove(self.job.record_name(shard))  # what it says is true no longer
        for name, data in files.items():
            store.write(self.job.name(name, shard), data)
        write_record(store, partition, record)

    def tables(self, first: int, games: int, report: Report | None = None) -> dict[str, pa.Table]:
        """Play games ``first`` .. ``first + games - 1``; returns the three tables by name."""
        game_rows, player_rows, card_rows = self.play(first, games, report)
        return {
            "games": tables.games_table(game_rows, self.names),
            "players": tables.players_table(player_rows, self.names),
            "cards": tables.cards_table(card_rows),
        }


def stretches(games: int) -> Iterator[tuple[int, int]]:
    """First and end of parts of so many games; their size doubles until one takes ``REPORTED``."""
    done, size = 0, 1
    while done < games:
        end, began = min(games, done + size), perf_counter()
        yield done, end
        if perf_counter() - began < REPORTED:
            size *= 2
        done = end


def chosen_by(job: Job) -> Chosen | None:
    """The deals that a job plays; None if it plays all. Raises UserError as `Chosen`."""
    return Chosen(job.ruleset, job.players, job.seed, job.only) if job.only else None


def learned_table(job: Job, program: np.ndarray) -> Any:
    """The table of a job at which learned players sit; None if there are none."""
    if not policies.learned(job.cast):
        return None
    from simulate.learned.table import Table  # which compiles code of its own

    return Table(program, job.cast, job.players)
