"""The recorded tables: their columns in Parquet, and how rows become files.

The columns are declared, with their meaning, in simulate/data/columns.toml.
"""

import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from model import Ruleset

CAME_WORDS = ("dealt", "drafted", "drawn", "offered", "setup", "row", "reward")
KIND_WORDS = ("staff", "guest")
VP_COLUMNS = (
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
    "vp_ballrooms",
    "vp_celebrities",
    "vp_entrance",
)
PLAIN_GAME = ("rounds", "turns", "rerolls", "decisions", "winner", "winners")
PLAIN_PLAYER = (
    "krones",
    "emperor",
    "kitchen",
    "hand",
    "staff_in_play",
    "rooms",
    "occupied",
)
PLAIN_PLAYER_TAIL = (
    "groups",
    "politics_markers",
    "guests_housed",
    "guests_left",
    "passes",
    "strengthened",
)
PLAIN_PLAYER_COURSE = ("turns_taken", "dead_turns", "choices", "options")


def names_of(ruleset: Ruleset, cast: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The texts behind the codes in rows; ``cast``: the policies at the table."""
    return {
        "ruleset": (ruleset.hash[:12],),
        "emperor": tuple(sorted(ruleset.emperor_tile)),
        "ballroom": tuple(sorted(ruleset.ballroom)),
        "rehearsal_room": tuple(sorted(ruleset.rehearsal_room)),
        "celebrity": tuple(sorted(ruleset.celebrity)),
        "entrance": tuple(sorted(ruleset.entrance)),
        "politics": tuple(ruleset.politics.cards),
        "board": tuple(ruleset.boards),
        "policy": cast,
    }


def plain(values: np.ndarray) -> pa.Array:
    """A column of numbers."""
    return pa.array(np.ascontiguousarray(values))


def words(codes: np.ndarray, texts: tuple[str, ...]) -> pa.Array:
    """A column of texts, stored as a dictionary; -1 is null."""
    indices = pa.array(np.ascontiguousarray(codes, dtype=np.int8), mask=codes < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(texts, pa.string()))


def sets(bits: np.ndarray, texts: tuple[str, ...]) -> pa.Array:
    """A column of lists of texts, from bit sets."""
    members = (bits[:, None] >> np.arange(len(texts))) & 1 == 1
    ends = np.concatenate([[0], np.cumsum(members.sum(axis=1))])
    values = words(np.nonzero(members)[1], texts)
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values)


def lists(values: np.ndarray, lengths: np.ndarray) -> pa.Array:
    """A column of lists of numbers: the first ``lengths[i]`` of each row of ``values``."""
    ends = np.concatenate([[0], np.cumsum(lengths)])
    there = np.arange(values.shape[1]) < lengths[:, None]
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), plain(values[there]))


def games_table(rows: np.ndarray, names: dict[str, tuple[str, ...]]) -> pa.Table:
    """The table of games; ``names`` gives the texts of tiles, politics cards and the ruleset."""
    columns: dict[str, pa.Array] = {"game": plain(rows["game"]), "deal": plain(rows["deal"])}
    columns["ruleset"] = words(np.zeros(len(rows), np.int8), names["ruleset"])
    for kind in ("emperor", "politics"):
        for i, letter in enumerate("abc"):
            columns[f"{kind}_{letter}"] = words(rows[kind][:, i], names[kind])
    for place in range(rows["ballrooms"].shape[1]):
        columns[f"ballroom_{place + 1}"] = words(rows["ballrooms"][:, place], names["ballroom"])
    columns |= {name: plain(rows[name]) for name in PLAIN_GAME}
    return pa.table(columns)


def players_table(rows: np.ndarray, names: dict[str, tuple[str, ...]]) -> pa.Table:
    """The table of players: one row a seat."""
    columns: dict[str, pa.Array] = {"game": plain(rows["game"]), "deal": plain(rows["deal"])}
    columns["seat"] = plain(rows["seat"])
    columns["policy"] = words(rows["policy"], names["policy"])
    columns["board"] = words(rows["board"], names["board"])
    columns |= {name: plain(rows[name]) for name in ("vp", "rank", "win", "tie_break")}
    columns |= {name: plain(rows["vp_by"][:, i]) for i, name in enumerate(VP_COLUMNS)}
    columns |= {name: plain(rows[name]) for name in PLAIN_PLAYER}
    for i, colour in enumerate(("blue", "red", "yellow")):
        columns[f"occupied_{colour}"] = plain(rows["occupied_by_colour"][:, i])
    columns |= {name: plain(rows[name]) for name in PLAIN_PLAYER_TAIL}
    columns |= {f"dice_{face}": plain(rows["dice"][:, face]) for face in range(1, 7)}
    columns["rehearsal_room"] = words(rows["rehearsal"], names["rehearsal_room"])
    for place in range(rows["dancers"].shape[1]):
        columns[f"dancers_{place + 1}"] = plain(rows["dancers"][:, place])
    columns["celebrities"] = sets(rows["celebrities"], names["celebrity"])
    columns["entrance"] = words(rows["entrance"], names["entrance"])
    columns["entrance_price"] = plain(rows["entrance_price"])
    columns["keys"] = plain(rows["keys"])
    columns["round_scores"] = lists(rows["round_scores"], rows["rounds"])
    columns |= {name: plain(rows[name]) for name in PLAIN_PLAYER_COURSE}
    return pa.table(columns)


def cards_table(rows: np.ndarray) -> pa.Table:
    """The table of cards: one row for each time a card came to a player."""
    columns: dict[str, pa.Array] = {"game": plain(rows["game"]), "seat": plain(rows["seat"])}
    columns["kind"] = words(rows["kind"], KIND_WORDS)
    columns["card"] = plain(rows["card"])
    columns["came"] = words(rows["came"], CAME_WORDS)
    for name in ("came_round", "paid_in", "used_round", "paid", "vp"):
        columns[name] = plain(rows[name])
    return pa.table(columns)


RISING = ("game", "deal")
"""Columns of numbers that rise from row to row."""


def leaf(column: pa.Field) -> str:
    """The name of a column's values in a Parquet file."""
    return f"{column.name}.list.element" if pa.types.is_list(column.type) else str(column.name)


def encoded(table: pa.Table, metadata: dict[str, Any]) -> bytes:
    """A table as the bytes of a Parquet file that says of itself what ``metadata`` says.

    Numbers of games and deals rise by small steps, which take a seventh less room as differences.
    """
    steps = [name for name in RISING if name in table.column_names]
    table = table.replace_schema_metadata({"gah": json.dumps(metadata, sort_keys=True)})
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        compression="zstd",
        compression_level=1,
        use_dictionary=[leaf(one) for one in table.schema if one.name not in steps],
        column_encoding=dict.fromkeys(steps, "DELTA_BINARY_PACKED"),
        write_statistics=list(RISING),
        write_page_checksum=True,
        store_schema=True,
    )
    return sink.getvalue().to_pybytes()
