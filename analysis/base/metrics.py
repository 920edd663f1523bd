"""The metrics, read from metrics.toml and checked: quantity, observation, unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal

import tomli
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from model.errors import UserError
from model.names import meant
from model.reading import first_problem

Estimand = Literal["total", "dealt", "available", "removal", "played"]
Rows = Literal["seats", "leads", "table", "games", "course", "rounds", "cards"]


class Compared(BaseModel):
    """How a total is judged when rulesets are compared.

    margin: a difference that small does not matter, in the total's unit, with its reason; or
    margin_of_share, the same as a part of an equal share among the seats. better: a direction
    (equal: nearer to an equal share among the seats), if there is one. headline: among
    the first that are shown. label: what tables call it there; the metric's own if empty.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    margin: float | None = Field(default=None, gt=0)
    margin_of_share: float | None = Field(default=None, gt=0)
    reason: str = Field(min_length=1)
    better: Literal["", "more", "less", "equal"] = ""
    headline: bool = False
    label: str = ""

    @model_validator(mode="after")
    def _one_margin(self) -> Compared:
        if (self.margin is None) == (self.margin_of_share is None):
            raise ValueError("a compared total has margin or margin_of_share")
        return self


class Metric(BaseModel):
    """A number that is measured; the head of metrics.toml says what the fields mean."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    label: str = Field(alias="name", min_length=1)
    definition: str = Field(min_length=1)
    estimand: Estimand = "total"
    unit: str = Field(min_length=1)
    direction: Literal["higher", "neutral"] = "neutral"
    caveat: str = ""
    group: str = ""
    table: Rows | None = None
    value: str = ""
    over: str = "1"
    scale: int = Field(default=1, ge=1)
    seats_at_least: int = Field(default=2, ge=2, le=4)
    outcome: str = ""
    margin: float | None = Field(default=None, gt=0)
    margin_of_share: float | None = Field(default=None, gt=0)
    compared: Compared | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_seats(cls, entry: Any) -> Any:
        """A total is by default the column of its id, of the seats."""
        if entry.get("estimand", "total") != "total":
            return entry
        return {"table": "seats", "value": entry.get("id"), **entry}

    @model_validator(mode="after")
    def _whole(self) -> Metric:
        if self.estimand == "total":
            if self.outcome:
                raise ValueError("a total has no outcome")
        elif self.table or self.value or not self.outcome:
            raise ValueError(f"estimand {self.estimand} has an outcome, and no table or value")
        if self.judged and self.estimand in ("total", "played"):
            raise ValueError(f"estimand {self.estimand} is judged by no margin")
        if self.compared and self.table not in ("seats", "table", "games", "course"):
            raise ValueError("only totals of a game are compared between rulesets")
        if self.margin is not None and self.margin_of_share is not None:
            raise ValueError("a metric has margin or margin_of_share")
        if self.table in ("games", "table") and self.over != "1":
            raise ValueError(f"table {self.table} is counted by game and takes no `over`")
        return self

    @property
    def name(self) -> str:
        """The column that contains it: its id."""
        return self.id

    @property
    def judged(self) -> bool:
        """Is there a margin below which differences do not matter?"""
        return self.margin is not None or self.margin_of_share is not None

    @property
    def per(self) -> str:
        """The unit of observation of the reported mean: "seat", "game", "round" or "card"."""
        return {"seats": "seat", "leads": "seat", "cards": "card", "rounds": "round"}.get(
            self.table or "", "game"
        )


def margin_at(one: Metric | Compared, players: int) -> float:
    """The margin with this many players, in the metric's unit; for a metric that has a margin."""
    if one.margin_of_share is not None:
        return one.margin_of_share / players
    assert one.margin is not None
    return one.margin


@cache
def catalogue() -> dict[str, Metric]:
    """All metrics by id, in the order of metrics.toml."""
    text = resources.files("analysis").joinpath("metrics.toml").read_text(encoding="utf-8")
    return parse(text, "metrics.toml")


def parse(text: str, where: str) -> dict[str, Metric]:
    """Metrics from TOML. Raises UserError naming the wrong entry, and why."""
    try:
        raw = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise UserError(f"{where}: not TOML: {error}") from None
    found: dict[str, Metric] = {}
    for id, entry in raw.items():
        try:
            found[id] = Metric.model_validate({"id": id, **entry})
        except TypeError:
            raise UserError(f"{where}: {id}: an entry is a table") from None
        except ValidationError as error:
            raise UserError(f"{where}: {first_problem(error, id)}") from None
    for metric in found.values():
        if metric.outcome and getattr(found.get(metric.outcome), "estimand", "") != "total":
            raise UserError(f"{where}: {metric.id}.outcome: {metric.outcome} is not a total")
    return found


def metric(id: str) -> Metric:
    """A metric by its id. Raises UserError with the known ids."""
    if id not in catalogue():
        known = catalogue()
        raise UserError(f"unknown metric {id!r}; there are: {', '.join(known)}{meant(id, known)}")
    return catalogue()[id]


def of_group(group: str) -> tuple[Metric, ...]:
    """The metrics of a group, in order."""
    return tuple(one for one in catalogue().values() if one.group == group)


def of_estimand(estimand: Estimand) -> tuple[Metric, ...]:
    """The metrics of an estimand, in order."""
    return tuple(one for one in catalogue().values() if one.estimand == estimand)


RUN_KEYS = ("rules", "players", "policies", "seed")
"""Columns that distinguish the runs of a tree; (with game) the key of the recorded games."""


def per_game_query(metrics: Iterable[Metric], where: str, keys: Sequence[str] = RUN_KEYS) -> str:
    """SQL: one row per game, with `n` seats and a column for each metric (its sum over the seats).

    Further columns: keys, deal, game. metrics: totals of table seats, table, games or course;
    where: rows of players to use, as SQL; keys: columns that distinguish games of the same number,
    none within one run.
    """
    metrics = list(metrics)
    columns = ",\n       ".join(f"({in_game(one)})::BIGINT AS {one.id}" for one in metrics)
    named = "".join(f"{key}, " for key in keys)
    return (
        f"SELECT {named}p.deal, game, count(*) AS n,\n       {columns}\n"
        f"FROM {joined(metrics, keys)}\n"
        f"WHERE {where}\nGROUP BY {named}p.deal, game"
    )


def joined(metrics: Iterable[Metric], keys: Sequence[str] = RUN_KEYS) -> str:
    """SQL: the rows that metrics of a game need: players p, games g and, if needed, course c."""
    using = f"USING ({', '.join([*keys, 'game'])})"
    course = any(one.table == "course" for one in metrics)
    return f"players AS p\nJOIN games AS g {using}" + (
        f"\nJOIN course AS c {using}" if course else ""
    )


def in_game(one: Metric) -> str:
    """SQL: the metric of one game, a whole number, over its joined rows of players and games."""
    if one.table == "seats":
        return f"sum({one.value})"
    if one.table in ("games", "course"):
        return f"any_value({one.value})"
    return one.value


def seats_of(one: Metric, players: int) -> float:
    """How many times the metric counts in a game of this many players, at most `players`."""
    return players if one.table == "seats" and one.over == "1" else 1.0


def quoted(text: str) -> str:
    """A text as SQL."""
    return "'" + text.replace("'", "''") + "'"


def fitting(metrics: Sequence[Metric], players: int) -> tuple[Metric, ...]:
    """Those that are meaningful with this many players."""
    return tuple(one for one in metrics if one.seats_at_least <= players)


SOURCES = of_group("source")
"""Sources of VP; without modules these ten add up to a seat's VP."""

TOTALS = of_group("total")

MEASURES = TOTALS + SOURCES
"""The measures by which two rulesets are compared."""
