"""What is asked of recorded games: of all of them what their rows can show, of a sample all.

The rows are held against the rules of scoring and of the end of a game, stated here anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from model import Ruleset
from simulate.batch.replay import Given, check_deep
from simulate.data.audit import check_folder
from simulate.data.folder import Folder
from simulate.data.manifest import TABLES
from simulate.playing.tables import VP_COLUMNS
from simulate.verify.table import CheckedTable
from tests.soak.plan import Part

DEEP = 3
"""Games of a run that are played again by what its manifest says, and compared row by row."""
STEPPED = 0.02
"""Share of a run's games that are played again and checked at every step, at least one."""


def problems(part: Part, ruleset: Ruleset, folder: Path) -> tuple[list[str], dict[str, int]]:
    """What is wrong with a finished run, in words, and how many rows, replays and states say so."""
    store = Folder(folder)
    reports, strangers = check_folder(store, lambda read: None)
    counts = {"deep": sum(check_deep(store, one, Given(), DEEP, part.seed) for one in reports)}
    found = [problem for report in reports for problem in report.problems] + strangers
    wrong = [f"{problem.path}: {problem.what}" for problem in found]
    if len(reports) != 1 or reports[0].busy:
        wrong.append("is not one finished run")
    counts["rows"] = 0
    ends = []
    for games, players, cards in _shards(folder):
        counts["rows"] += games.num_rows + players.num_rows + cards.num_rows
        wrong += broken_rows(ruleset, part.players, games, players, cards)
        ends.append(players.select(["vp", "rank"]))
    told, states = _stepped(part, ruleset, pa.concat_tables(ends))
    return wrong + told, {**counts, "states": states}


def _shards(folder: Path) -> Iterator[tuple[pa.Table, ...]]:
    for path in sorted((folder / "games").rglob("*.parquet")):
        below = path.relative_to(folder / "games")
        yield tuple(pq.read_table(folder / table / below, partitioning=None) for table in TABLES)


def broken_rows(
    ruleset: Ruleset, seats: int, games: pa.Table, players: pa.Table, cards: pa.Table
) -> list[str]:
    """What the rows of a shard contradict, each with the first game that does."""

    def column(table: pa.Table, name: str) -> np.ndarray:
        return table[name].to_numpy()

    def seated(name: str) -> np.ndarray:
        return column(players, name).reshape(-1, seats).astype(np.int64)

    rules = ruleset.game
    vp, tie, rank = seated("vp"), seated("tie_break"), seated("rank")
    above = (vp[:, :, None] < vp[:, None, :]) | (
        (vp[:, :, None] == vp[:, None, :]) & (tie[:, :, None] < tie[:, None, :])
    )
    first, winner = rank == 1, column(games, "winner")
    winners = first.sum(axis=1)
    win = column(players, "win").reshape(-1, seats)
    rounds = pc.list_value_length(players["round_scores"]).to_numpy().reshape(-1, seats)
    numbers = column(games, "game")
    by_game = {
        "rounds are not those of the rules": column(games, "rounds") != rules.rounds,
        "no decision was made": column(games, "decisions") <= 0,
        "turns do not add up": column(games, "turns") < seated("turns_taken").sum(axis=1),
        "rerolls are fewer than none": column(games, "rerolls") < 0,
        "the number of winners is another": column(games, "winners") != winners,
        "the winner is another": winner != np.where(winners == 1, first.argmax(axis=1), -1),
        "wins do not add up to one": np.abs(win.sum(axis=1) - 1) > 1e-5,
    }
    by_seat = {
        "VP are not the sum of their sources": sum(seated(name) for name in VP_COLUMNS) != vp,
        "the rank does not follow from VP and tie-break": rank != above.sum(axis=2) + 1,
        "a share of a win is another": np.abs(win - first / np.maximum(winners, 1)[:, None]) > 1e-5,
        "krones are beyond the track": _outside(seated("krones"), ruleset.tracks.krones_max),
        "steps are beyond the emperor track": _outside(
            seated("emperor"), len(ruleset.tracks.emperor_vp) - 1
        ),
        "occupied rooms are not the sum of their colours": seated("occupied")
        != sum(seated(f"occupied_{colour}") for colour in ("blue", "red", "yellow")),
        "more rooms are occupied than there are": seated("occupied") > seated("rooms"),
        "scores are not of each round": rounds != rules.rounds,
        "counts are below zero": np.minimum.reduce(
            [seated(name) for name in ("kitchen", "hand", "staff_in_play", "guests_housed",
             "guests_left", "passes", "turns_taken", "choices", "options",
             *(f"dice_{face}" for face in range(1, 7)))]
        ) < 0,
        "more turns were dead than taken": seated("dead_turns") > seated("turns_taken"),
        "fewer options than two a choice": seated("options") < 2 * seated("choices"),
    }  # fmt: skip
    decks = {"staff": ruleset.staff, "guest": ruleset.guest}
    in_deck = np.zeros(cards.num_rows, dtype=bool)
    for kind, deck in decks.items():
        known = pc.is_in(cards["card"], value_set=pa.array(sorted(map(int, deck)), pa.int16()))
        in_deck |= pc.and_(pc.equal(cards["kind"], kind), known).to_numpy()
    came, used = (column(cards, name) for name in ("came_round", "used_round"))
    by_card = {
        "a card is of no deck": ~in_deck,
        "a seat is none": _outside(column(cards, "seat"), seats - 1),
        "a round is none": _outside(came, rules.rounds) | _outside(used, rules.rounds),
        "a card was used before it came": (used > 0) & (used < came),
    }
    found = []
    for named, whose in (
        (by_game, numbers),
        (by_seat, np.repeat(numbers, seats)),
        (by_card, column(cards, "game")),
    ):
        for what, wrong in named.items():
            if np.any(wrong):
                found.append(f"game {whose[np.argmax(np.ravel(wrong))]}: {what}")
    return found


def _outside(values: np.ndarray, most: int) -> np.ndarray:
    return (values < 0) | (values > most)


def _stepped(part: Part, ruleset: Ruleset, ends: pa.Table) -> tuple[list[str], int]:
    """Play the first games again under all invariants at every step; the states looked at.

    What they come to is compared with the rows.
    """
    table, states = CheckedTable(ruleset), 0
    said = [ends[name].to_numpy().reshape(-1, part.players) for name in ("vp", "rank")]
    for game in range(max(1, round(STEPPED * part.games))):
        tally, failure = table.check(part.policy, part.players, part.seed, game, game + 1, 1.0)
        states += int(tally[0]["checks"])
        if failure is not None:
            return [f"game {game}, step {failure.step}: {failure.message}"], states
        seats = table.state.players[: part.players]
        if any((seats[name] != rows[game]).any() for name, rows in zip(("vp", "rank"), said)):
            return [f"game {game}: ends otherwise than its rows say"], states
    return [], states
