"""How each seat of recorded games was played: one row per seat, for the study of ways to win.

A seat's play is measured by what it scored and had, from the tables of every recorded game. Axes
are shares where possible: a way of play is not the same as playing well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from analysis.base.data import Tree
from analysis.base.metrics import SOURCES
from analysis.base.runs import Config
from model import Ruleset

EARLY = 3
"""The last round that counts as early."""

COLOURS = ("blue", "red", "yellow", "green")
"""Colours of guests; rooms have the first three."""


@dataclass(frozen=True)
class Axis:
    """A dimension in which ways of play differ.

    more, less: words for a way with much and with little of it. value: from rows of `seats_of`;
    groups: is it used for grouping seats, rather than only for description?
    """

    id: str
    unit: str
    more: str
    less: str
    value: Callable[[pd.DataFrame], pd.Series]
    groups: bool = True


def _share(*columns: str) -> Callable[[pd.DataFrame], pd.Series]:
    """Share of the VP that a seat scored, in percent; penalties count as 0."""

    def value(seats: pd.DataFrame) -> pd.Series:
        scored = seats[[one.id for one in SOURCES if one.id in seats]].clip(lower=0)
        total = scored.sum(axis=1).clip(lower=1)
        own = [one for one in columns if one in seats]
        return 100 * seats[own].clip(lower=0).sum(axis=1) / total

    return value


def _per(column: str, of: str, scale: float = 1.0) -> Callable[[pd.DataFrame], pd.Series]:
    """One column divided by another, which counts as at least 1."""
    return lambda seats: scale * seats[column].astype(float) / seats[of].clip(lower=1)


def _of(column: str) -> Callable[[pd.DataFrame], pd.Series]:
    return lambda seats: seats[column].astype(float)


SHARE = "% of VP"
"""The unit of the axes that are sources of VP; together these make up all VP."""

AXES = (
    Axis("guests", SHARE, "guests", "few VP from guests", _share("vp_guests")),
    Axis("staff", SHARE, "staff", "no VP from staff", _share("vp_staff")),
    Axis("politics", SHARE, "politics", "no politics", _share("vp_politics")),
    Axis("emperor", SHARE, "the emperor", "little emperor",
         _share("vp_emperor_track", "vp_emperor_tiles")),
    Axis("rooms", SHARE, "rooms", "few VP from rooms",
         _share("vp_occupancy", "vp_cells", "vp_floors")),
    Axis("modules", SHARE, "the modules", "little of the modules",
         _share("vp_ballrooms", "vp_celebrities", "vp_entrance")),
    Axis("blue", "% of rooms", "blue rooms", "few blue rooms",
         _per("occupied_blue", "occupied", 100)),
    Axis("red", "% of rooms", "red rooms", "few red rooms", _per("occupied_red", "occupied", 100)),
    Axis("yellow", "% of rooms", "yellow rooms", "few yellow rooms",
         _per("occupied_yellow", "occupied", 100)),
    Axis("floor", "mean floor", "high floors", "low floors", _per("vp_floors", "occupied")),
    Axis("cards", "staff cards", "many staff cards", "few staff cards", _of("staff_in_play")),
    Axis("size", "orders a guest", "large guests", "small guests", _per("orders", "guests_housed")),
    Axis("passes", "passes", "passing", "hardly passing", _of("passes")),
    Axis("early", "staff cards to round 3", "early staff", "late staff", _of("staff_early"), False),
    Axis("number", "guests", "many guests", "few guests", _of("guests_housed"), False),
    Axis("krones", "krones on dice", "krones on dice", "no krones on dice",
         _of("strengthened"), False),
    Axis("bought", "krones for guests", "krones for guests", "cheap guests",
         _of("guest_krones"), False),
    Axis("left", "krones left", "krones left over", "no krones left", _of("krones"), False),
    *(Axis(f"guests_{one}", f"{one} guests", f"{one} guests", f"few {one} guests",
           _of(f"guests_{one}"), False) for one in COLOURS),
)  # fmt: skip


def axes_of(seats: pd.DataFrame) -> dict[str, pd.Series]:
    """The values of all axes that differ between these seats, one row per seat."""
    found = {one.id: one.value(seats) for one in AXES}
    return {name: column for name, column in found.items() if column.nunique() > 1}


def axis(name: str) -> Axis:
    """The axis of that id."""
    return next(one for one in AXES if one.id == name)


def seats_of(tree: Tree, config: Config, ruleset: Ruleset) -> pd.DataFrame:
    """One row per game and seat: seed, game, deal, seat, win (0 to 1), vp, lead (VP above the mean
    of the others), VP by source, and the columns that the axes need."""
    guests = pd.DataFrame(
        [(number, one.colour, sum(one.order.model_dump().values()))
         for number, one in ruleset.guest.items()],
        columns=["card", "colour", "orders"],
    )  # fmt: skip
    parts = tree.answers(
        _QUERY, {**config.params(), "early": EARLY}, (config,),
        ("known_guests", lambda shown: guests),
    )  # fmt: skip
    return pd.concat(parts).sort_values(["seed", "game", "seat"], ignore_index=True)


_HOUSED = ", ".join(
    f"count(*) FILTER (kind = 'guest' AND used_round > 0 AND colour = '{one}') AS guests_{one}"
    for one in COLOURS
)
_QUERY = f"""
WITH used AS (
  SELECT seed, game, seat,
         count(*) FILTER (kind = 'staff' AND used_round BETWEEN 1 AND $early) AS staff_early,
         coalesce(sum(paid_in::INT) FILTER (kind = 'guest'), 0)::BIGINT AS guest_krones,
         coalesce(sum(orders) FILTER (kind = 'guest' AND used_round > 0), 0)::BIGINT AS orders,
         {_HOUSED}
  FROM cards LEFT JOIN known_guests ON cards.card = known_guests.card AND kind = 'guest'
  WHERE rules = $rules AND players = $players AND policies = $policy
  GROUP BY seed, game, seat
), mine AS (
  SELECT * EXCLUDE (win, round_scores), 1 / round(1 / nullif(win::DOUBLE, 0)) AS share
  FROM players
  WHERE rules = $rules AND players.players = $players AND policies = $policy
)
SELECT mine.* EXCLUDE (share), coalesce(share, 0) AS win,
       (vp - (sum(vp) OVER one - vp) / ($players - 1))::DOUBLE AS lead,
       used.* EXCLUDE (seed, game, seat)
FROM mine JOIN used USING (seed, game, seat)
WINDOW one AS (PARTITION BY mine.seed, game)
"""
