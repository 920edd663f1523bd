"""Writes small data trees in the recorded layout, with known effects planted in them.

A game: cards are dealt at random (6 a seat), each seat's VP = base + its cards' effects + seat
effect + luck of the game (shared by its seats) + luck of the seat. Everything is vectorised and
depends only on the arguments, so that two rulesets of one seed are paired as real runs are.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simulate.data import checksummed
from simulate.data.columns import schema
from simulate.data.manifest import (
    IDENTITY,
    SCHEMA_VERSION,
    TABLES,
    identity_of,
    manifest_name,
    partition_of,
    shard_name,
)
from simulate.data.records import Part, Record, record_name

CARDS = 48
HAND = 6
ROUNDS = 7
SOURCES = (
    "vp_guests",
    "vp_staff",
    "vp_politics",
    "vp_emperor_track",
    "vp_emperor_tiles",
    "vp_occupancy",
    "vp_cells",
    "vp_floors",
    "vp_leftovers",
    "vp_stranded",
)
WEIGHTS = np.array([0.42, 0.14, 0.12, 0.04, 0.03, 0.06, 0.03, 0.12, 0.06, -0.02])


@dataclass
class World:
    """Planted truth. Effects in VP; sd in VP; `card` and `seat` default to 0."""

    games: int = 1000
    players: int = 2
    base: float = 120.0
    card: dict[int, float] = field(default_factory=dict)
    seat: dict[int, float] = field(default_factory=dict)
    game_sd: float = 15.0
    seat_sd: float = 15.0
    play_rate: dict[int, float] = field(default_factory=dict)
    confounding: float = 0.0  # how strongly luck of a seat raises the chance to play a card
    edition_sd: float = 0.0  # luck of a seat that differs between rulesets
    tile: dict[str, float] = field(default_factory=dict)  # VP of every seat with it in the game
    together: dict[tuple[int, int], float] = field(default_factory=dict)  # VP of two cards in hand


def simulate(world: World, seed: int, ruleset: int = 0) -> dict[str, Any]:
    """Arrays of one run: deal (G, n, 6), vp (G, n), win (G, n), played (G, n, 6)."""
    rng = np.random.default_rng([seed, world.players])
    g, n = world.games, world.players
    order = rng.random((g, CARDS)).argsort(axis=1) + 1
    deal = order[:, : HAND * n].reshape(g, n, HAND)
    luck = rng.normal(0, world.seat_sd, (g, n))
    shared = rng.normal(0, world.game_sd, (g, 1))
    play_luck = rng.random((g, n, HAND))
    own = np.random.default_rng([seed, world.players, ruleset, 7])
    luck = luck + own.normal(0, 1, (g, n)) * world.edition_sd
    effect = np.zeros(CARDS + 1)
    for card, value in world.card.items():
        effect[card] = value
    rate = np.full(CARDS + 1, 0.5)
    for card, value in world.play_rate.items():
        rate[card] = value
    seats = np.array([world.seat.get(seat, 0.0) for seat in range(n)])
    mean = world.base + effect[deal].sum(axis=2) + seats
    for (one, other), value in world.together.items():
        mean += value * ((deal == one).any(axis=2) & (deal == other).any(axis=2))
    tiles = np.random.default_rng([seed, 5]).integers(1, 7, (g, 3))
    for name, value in world.tile.items():
        mean += value * (tiles[:, "ABC".index(name[0])] == int(name[1:]))[:, None]
    vp = np.rint(mean + shared + luck).astype(np.int64)
    best = vp == vp.max(axis=1, keepdims=True)
    win = best / best.sum(axis=1, keepdims=True)
    chance = rate[deal] + world.confounding * (luck / world.seat_sd)[:, :, None] * 0.1
    return {"deal": deal, "vp": vp, "win": win, "played": play_luck < chance, "rng": own,
            "tiles": tiles}  # fmt: skip


def write_run(
    root: Path,
    world: World,
    *,
    rules: str = "revised-2021",
    policy: str = "greedy",
    seed: int = 1,
    ruleset: int = 0,
    shards: int = 2,
    copies: int = 1,
    engine: str = "synthetic",
    plays: dict[str, str] | None = None,
) -> dict[str, Any]:
    """Write the tables and the manifest of one run below `root`; returns the arrays.

    copies: every deal is recorded so many times, as games that share it.
    """
    run = simulate(world, seed, ruleset)
    seats = policy.split(",") if "," in policy else [policy] * world.players
    part = partition_of(rules, world.players, seats, seed)
    size = -(-world.games // shards)
    manifest = {
        "rules": rules,
        "spec": rules,
        "assumptions": "default",
        "patches": [],
        "partition": part,
        "ruleset_hash": f"{ruleset:064x}",
        "policies": seats,
        "players": world.players,
        "seed": seed,
        "same_deal": copies,
        "own_chance": False,
        "games": world.games * copies,
        "shard_games": size * copies,
        "schema": SCHEMA_VERSION,
        "version": "0.1.0",
        "engine": engine,
        **({"plays": plays} if plays else {}),
        "changes": [],
        "rulings": {},
        "options": {"hands": "dealt"},
        "tables": list(TABLES),
    }
    write_manifest(root, manifest)
    for number, start in enumerate(range(0, world.games, size)):
        stop = min(start + size, world.games)
        columns = _tables(run, world, start, stop)
        columns["games"]["ruleset"] = [manifest["ruleset_hash"][:12]] * (stop - start)
        columns["players"]["policy"] = seats * (stop - start)
        for table, rows in _copied(columns, copies).items():
            first, games = start * copies, (stop - start) * copies
            said = {**_identity(manifest), "first": first, "games": games, "table": table}
            path = root / shard_name(table, part, number)
            path.parent.mkdir(parents=True, exist_ok=True)
            pq.write_table(_declared(table, rows, said), path, compression="zstd")
        record_shard(root, manifest, number, first, games)
    return run


def _identity(manifest: dict[str, Any]) -> dict[str, Any]:
    return {key: manifest[key] for key in IDENTITY if key in manifest}


def _declared(table: str, rows: pa.Table, said: dict[str, Any]) -> pa.Table:
    """Rows with all columns of the declared table: what is not planted is 0 or missing."""
    columns = []
    for one in schema(table):
        if one.name in rows.column_names:
            columns.append(rows[one.name].combine_chunks().cast(one.type))
        elif pa.types.is_list(one.type):
            columns.append(pa.array([[]] * len(rows), one.type))
        elif pa.types.is_dictionary(one.type):
            columns.append(pa.nulls(len(rows), pa.string()).dictionary_encode().cast(one.type))
        else:
            columns.append(pa.array(np.zeros(len(rows)), one.type))
    return pa.table(columns, schema(table).with_metadata({"gah": json.dumps(said)}))


def write_manifest(root: Path, manifest: dict[str, Any]) -> None:
    """Write a manifest where it belongs, with its checksum."""
    (root / "runs").mkdir(parents=True, exist_ok=True)
    (root / manifest_name(manifest["partition"])).write_bytes(checksummed.dumps(manifest))


def record_shard(root: Path, manifest: dict[str, Any], number: int, first: int, games: int) -> None:
    """Write the record of a shard as its files are now."""
    part, tables = manifest["partition"], {}
    for table in TABLES:
        path = root / shard_name(table, part, number)
        data = path.read_bytes()
        rows = pq.read_metadata(path).num_rows
        tables[table] = Part(bytes=len(data), rows=rows, sha256=sha256(data).hexdigest())
    record = Record(
        run=identity_of(manifest), shard=number, first=first, games=games, tables=tables
    )
    path = root / record_name(part, number)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(checksummed.dumps(record.model_dump()))


def _copied(tables: dict[str, dict[str, Any]], copies: int) -> dict[str, pa.Table]:
    """The tables with every game as often as said: games of one deal, in a row."""
    out = {}
    for name, columns in tables.items():
        table = pa.table(columns)
        rows = np.repeat(np.arange(len(table)), copies)
        which = np.tile(np.arange(copies, dtype=np.int32), len(table))
        game = table["game"].to_numpy()[rows] * copies + which
        table = table.take(rows).set_column(0, "game", pa.array(game, pa.int32()))
        out[name] = table.sort_by("game")
    return out


def _course(vp: Any, rng: np.random.Generator) -> dict[str, Any]:
    """How the games went: scores that rise to 85% of the final ones, turns, choices."""
    g, n = vp.shape
    pace = np.sort(rng.random((g, n, ROUNDS)), axis=2)
    rounds = np.rint(0.85 * vp[..., None] * pace).astype(np.int16)
    turns = np.full(g * n, 2 * ROUNDS, np.int16)
    return {
        "round_scores": pa.array(rounds.reshape(-1, ROUNDS).tolist(), pa.list_(pa.int16())),
        "turns_taken": turns,
        "dead_turns": rng.binomial(turns, 0.1).astype(np.int16),
        "choices": (4 * turns).astype(np.int16),
        "options": (20 * turns).astype(np.int32) + rng.integers(0, 9, g * n).astype(np.int32),
    }


def _tables(run: dict[str, Any], world: World, start: int, stop: int) -> dict[str, dict[str, Any]]:
    g, n = stop - start, world.players
    rng = np.random.default_rng([start, 3])
    vp, win = run["vp"][start:stop], run["win"][start:stop]
    sources = np.rint(vp[..., None] * WEIGHTS).astype(np.int64)
    noise = rng.integers(-3, 4, (g, n, len(SOURCES)))
    sources[..., 1:] += noise[..., 1:]
    sources[..., 0] += vp - sources.sum(axis=-1)  # so that the sources add up
    game = np.arange(start, stop, dtype=np.int32)
    shared = (win > 0).sum(axis=1)
    games = {
        "game": game,
        "deal": game,
        "rounds": np.full(g, ROUNDS, np.int8),
        "turns": np.full(g, 14 * n, np.int16),
        "rerolls": rng.integers(0, 6, g).astype(np.int16),
        "decisions": rng.integers(200, 400, g).astype(np.int32),
        **{
            f"emperor_{letter.lower()}": pa.array(
                [f"{letter}{n}" for n in run["tiles"][start:stop, i]]
            ).dictionary_encode()
            for i, letter in enumerate("ABC")
        },
        "winner": np.where(shared == 1, win.argmax(axis=1), -1).astype(np.int8),
        "winners": shared.astype(np.int8),
    }
    flat_game = np.repeat(game, n)
    seat = np.tile(np.arange(n, dtype=np.int8), g)
    players: dict[str, Any] = {
        "game": flat_game,
        "deal": flat_game,
        "seat": seat,
        "board": pa.array(["night"] * (g * n)).dictionary_encode(),
        "vp": vp.ravel().astype(np.int16),
        "rank": np.where(win.ravel() > 0, 1, 2).astype(np.int8),
        "win": win.ravel().astype(np.float32),
    }
    players |= _course(vp, np.random.default_rng([start, 11]))
    for index, name in enumerate(SOURCES):
        players[name] = sources[..., index].ravel().astype(np.int16)
    for name, mean in (("guests_housed", 9), ("staff_in_play", 3), ("occupied", 11), ("passes", 2)):
        players[name] = rng.poisson(mean, g * n).astype(np.int8)
    played = run["played"][start:stop].ravel()
    staff = {
        "game": np.repeat(flat_game, HAND),
        "seat": np.repeat(seat, HAND),
        "card": run["deal"][start:stop].ravel().astype(np.int16),
        "used_round": np.where(played, rng.integers(1, 8, played.size), 0).astype(np.int8),
        "vp": np.where(played, rng.integers(0, 13, played.size), 0).astype(np.int16),
    }
    # Rows that the estimators must leave out: guests, and cards drawn and played at once.
    other = rng.integers(49, 105, g * n).astype(np.int16)
    offered = rng.integers(1, 49, g * n).astype(np.int16)
    rounds = rng.integers(1, 8, g * n).astype(np.int8)
    cards = {
        "game": np.concatenate([staff["game"], flat_game, flat_game]),
        "seat": np.concatenate([staff["seat"], seat, seat]),
        "kind": pa.array(
            ["staff"] * played.size + ["guest"] * (g * n) + ["staff"] * (g * n)
        ).dictionary_encode(),
        "card": np.concatenate([staff["card"], other, offered]),
        "came_round": np.zeros(played.size + 2 * g * n, np.int8),
        "paid_in": np.zeros(played.size + 2 * g * n, np.int8),
        "paid": np.full(played.size + 2 * g * n, 2, np.int8),
        "came": pa.array(
            ["dealt"] * played.size + ["row"] * (g * n) + ["offered"] * (g * n)
        ).dictionary_encode(),
        "used_round": np.concatenate([staff["used_round"], rounds, rounds]),
        "vp": np.concatenate([staff["vp"], rounds.astype(np.int16), rounds.astype(np.int16)]),
    }
    return {"games": games, "players": players, "cards": cards}
