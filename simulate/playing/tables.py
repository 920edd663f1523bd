"""Convert rows to files: the columns that simulate/data/columns.toml declares, in Parquet."""

import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from model import Ruleset
from simulate.data.columns import columns

VP_COLUMNS = tuple(name for name in columns("players") if name.startswith("vp_"))
"""VP by source, in the order of the ledger."""


def names_of(ruleset: Ruleset, cast: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The texts for the codes in rows; ``cast``: the policies at the table."""
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


def table(name: str, rows: np.ndarray, made: dict[str, pa.Array]) -> pa.Table:
    """A table with the declared columns: those in ``made``, else the numbers of the rows."""
    return pa.table({one: made[one] if one in made else plain(rows[one]) for one in columns(name)})


def numbered(name: str, codes: np.ndarray) -> dict[str, np.ndarray]:
    """The columns for an array of a row: "dice_1", "dice_2" and so on."""
    return {f"{name}_{at + 1}": codes[:, at] for at in range(codes.shape[1])}


def games_table(rows: np.ndarray, names: dict[str, tuple[str, ...]]) -> pa.Table:
    """The table of games; ``names`` gives the texts of tiles, politics cards and the ruleset."""
    made = {"ruleset": words(np.zeros(len(rows), np.int8), names["ruleset"])}
    for kind in ("emperor", "politics"):
        for i, letter in enumerate("abc"):
            made[f"{kind}_{letter}"] = words(rows[kind][:, i], names[kind])
    for place, codes in numbered("ballroom", rows["ballrooms"]).items():
        made[place] = words(codes, names["ballroom"])
    return table("games", rows, made)


def players_table(rows: np.ndarray, names: dict[str, tuple[str, ...]]) -> pa.Table:
    """The table of players: one row a seat."""
    texts = (("policy", "policy"), ("board", "board"), ("rehearsal_room", "rehearsal"))
    made = {column: words(rows[field], names[column]) for column, field in texts}
    made["entrance"] = words(rows["entrance"], names["entrance"])
    made["celebrities"] = sets(rows["celebrities"], names["celebrity"])
    made["round_scores"] = lists(rows["round_scores"], rows["rounds"])
    for i, colour in enumerate(("blue", "red", "yellow")):
        made[f"occupied_{colour}"] = plain(rows["occupied_by_colour"][:, i])
    arrays = {name: rows["vp_by"][:, i] for i, name in enumerate(VP_COLUMNS)}
    arrays |= numbered("dice", rows["dice"][:, 1:]) | numbered("dancers", rows["dancers"])
    return table("players", rows, made | {name: plain(one) for name, one in arrays.items()})


def cards_table(rows: np.ndarray) -> pa.Table:
    """The table of cards: one row for each time a player received a card."""
    known = columns("cards")
    made = {name: words(rows[name], tuple(known[name].of or ())) for name in ("kind", "came")}
    return table("cards", rows, made)


RISING = ("game", "deal")
"""Columns of numbers that increase from row to row."""


def leaf(column: pa.Field) -> str:
    """The name of a column's values in a Parquet file."""
    return f"{column.name}.list.element" if pa.types.is_list(column.type) else str(column.name)


def encoded(table: pa.Table, metadata: dict[str, Any]) -> bytes:
    """A table as the bytes of a Parquet file with this metadata.

    Numbers of games and deals increase by small steps; stored as differences they take a seventh
    less room.
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
