"""The totals of `analysis/metrics.toml` and their errors, computed by polars.

Means per observation and errors clustered by deal, from the definitions of the metrics in words;
nothing is taken from their SQL.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl

from analysis import games
from analysis.base.metrics import Metric
from tests.analysis.oracles import RUN, leads_of_seats, rounds_of_games

GROUP = ("rules", "players", "policies")
OF_SEAT = (*GROUP, "policy")
"""Where a row is of one seat, each kind of player has a total of its own."""
ONE, ZERO = pl.lit(1.0), pl.lit(0.0)
NOBODY = pl.lit(None, pl.String)
Parts = tuple[pl.Expr, pl.Expr]
"""What is added up over observations, and what it is divided by."""


def _if(condition: pl.Expr, value: pl.Expr = ONE) -> pl.Expr:
    return pl.when(condition).then(value).otherwise(ZERO)


def _sum(*names: str) -> Parts:
    return pl.sum_horizontal(pl.col(name).cast(pl.Float64) for name in names), ONE


def _at_seat(seat: int) -> Parts:
    here = pl.col("seat") == seat
    return _if(here, pl.col("win")), _if(here)


SEATS: dict[str, Parts] = {
    **{f"win_seat_{i + 1}": _at_seat(i) for i in range(4)},
    "vp_emperor": _sum("vp_emperor_track", "vp_emperor_tiles"),
    "vp_hotel": _sum("vp_occupancy", "vp_cells", "vp_floors"),
    "vp_rest": _sum("vp_leftovers", "vp_stranded"),
    "vp_expansion": _sum("vp_ballrooms", "vp_celebrities", "vp_entrance"),
    "dead_share": (pl.col("dead_turns"), pl.col("turns_taken")),
    "choices_turn": (pl.col("choices"), pl.col("turns_taken")),
    "options_choice": (pl.col("options"), pl.col("choices")),
    "passing": (_if(pl.col("passes") > 0), ONE),
}
"""Of a row a seat. What is not here is the column of that name."""

LEADS: dict[str, Parts] = {"lead": (pl.col("ahead") / 6, ONE)}
"""Of the row of a seat with its lead in sixths."""

_VP, _SORTED = pl.col("vp"), pl.col("vp").sort(descending=True)
TABLES: dict[str, pl.Expr] = {
    "vp_winner": _VP.max(),
    "vp_spread": _VP.max() - _VP.min(),
    "vp_closeness": pl.when((pl.col("win") > 0).sum() > 1).then(0).otherwise(
        _VP.max() - _VP.filter(pl.col("win") == 0).max()
    ),
    "close_games": (_SORTED.get(0) - _SORTED.get(1) <= 5).cast(pl.Float64),
    "win_last": pl.col("win").sort_by("seat").last(),
    "lead_first": pl.len() * _VP.filter(pl.col("seat") == 0).sum() - _VP.sum(),
}  # fmt: skip
"""Of the seats of one game."""

GAMES: dict[str, Parts] = {"shared_wins": (_if(pl.col("winners") > 1), ONE)}

_BEHIND = pl.col("behind").cast(pl.Float64)
COURSE: dict[str, pl.Expr] = {
    "lead_changes": pl.col("changed").sum(),
    "winner_behind": _BEHIND.mean(),
    "drama": _BEHIND.filter(_BEHIND > 0).sqrt().mean().fill_null(0.0),
    "rounds_behind": (_BEHIND > 0).sum(),
    "comeback": _BEHIND.max(),
    "decided_round": 1 + pl.len() - pl.col("settled").sum(),
    "turned_at_end": (_BEHIND.sort_by("round").last() > 0).cast(pl.Float64),
    "uncertainty": (1 - pl.col("chance").mean() / 144)
    * (pl.col("n").first() / (pl.col("n").first() - 1)),
    "swing": pl.col("swing").max(),
}
"""Of the rounds of one game."""

STEPS = {"winner_behind": 840, "drama": 1000, "uncertainty": 6048}
"""Into how many parts of a unit the value of a game is rounded, so that sums are exact."""

ROUNDS: dict[str, Parts] = {
    "round_leader": (pl.col("chance") / 144, ONE),
    "round_settled": (pl.col("settled"), ONE),
    "round_lead": (pl.col("lead"), ONE),
    "round_behind": (pl.col("behind"), ONE),
    "round_runaway": (pl.col("lead_gain"), pl.col("lead_square")),
}

_USED = pl.col("used_round") > 0
_STAFF = pl.col("kind") == "staff"
_PAID = pl.sum_horizontal(pl.col("paid", "paid_in").cast(pl.Float64))
CARDS: dict[str, Parts] = {
    "staff_early": (_if(_STAFF & pl.col("used_round").is_between(1, 3)), _if(_STAFF & _USED)),
    "use_rate": (_if(_USED), ONE),
    "use_round": (_if(_USED, pl.col("used_round")), _if(_USED)),
    "use_vp": (_if(_USED, pl.col("vp")), _if(_USED)),
    "use_paid": (_if(_USED, _PAID), _if(_USED)),
    "use_price": (_if(_USED, _PAID), _if(_USED, pl.col("vp"))),
}
"""Of a row a card that came to a seat."""


def totals(data: Path, metrics: list[Metric]) -> pl.DataFrame:
    """Estimates and errors; columns OF_SEAT, metric, estimate, se. A total of rows that are of no
    one seat has no policy."""
    return pl.concat([_estimate(_parts(data, one), one.id) for one in metrics]).collect()


def dealt_effects(data: Path, rules: str, players: int, policy: str) -> pl.DataFrame:
    """What being dealt a staff card changes in VP; columns item, estimate, se.

    The mean of the seats that were dealt it, less that of the seats of games in which nobody was.
    """
    asked = {"rules": rules, "players": players, "policy": policy}
    seats = games(data, **asked).lazy.select("game", "seat", pl.col("vp").cast(pl.Float64))
    dealt = games(data, "cards", **asked).lazy.filter(kind="staff", came="dealt")
    held = dealt.select("game", "seat", "card").join(seats, on=["game", "seat"])
    table = seats.group_by("game").agg(pl.len().alias("n"), pl.col("vp").sum())
    hands = held.group_by("card", "game").agg(pl.len().alias("n1"), pl.col("vp").sum().alias("y1"))
    every = held.select("card").unique().join(table, how="cross")
    rows = every.join(hands, on=["card", "game"], how="left").with_columns(
        *(pl.when(pl.col("n1").is_null()).then(of).otherwise(0).alias(name)
          for of, name in (("n", "n0"), ("vp", "y0"))),
        pl.col("n1", "y1").fill_null(0),
    )  # fmt: skip
    parts = [
        (pl.col(y) - pl.col(n) * pl.col(y).sum() / pl.col(n).sum()) / pl.col(n).sum()
        for y, n in (("y1", "n1"), ("y0", "n0"))
    ]
    change, count = parts[0] - parts[1], pl.len()
    return rows.group_by(item=pl.col("card").cast(pl.String)).agg(
        (pl.col("y1").sum() / pl.col("n1").sum() - pl.col("y0").sum() / pl.col("n0").sum())
        .alias("estimate"),
        ((change**2).sum() * count / (count - 1)).sqrt().alias("se"),
    ).collect()  # fmt: skip


def _parts(data: Path, one: Metric) -> pl.LazyFrame:
    """A row an observation: the columns of RUN, policy, y and n."""
    mine = pl.col("policy").cast(pl.String)
    if one.table == "seats":
        return _rows(games(data).lazy, *SEATS.get(one.id, (pl.col(one.id), ONE)), mine)
    if one.table == "leads":
        return _rows(leads_of_seats(data), *LEADS[one.id], mine)
    if one.table == "games":
        return _rows(games(data, "games").lazy, *GAMES.get(one.id, (pl.col(one.id), ONE)))
    if one.table == "cards":
        at = [*RUN, "seat"]
        cards = games(data, "cards").lazy.join(games(data).lazy.select(*at, "policy"), on=at)
        return _rows(cards, *CARDS[one.id], mine)
    if one.table == "rounds":
        return _rows(rounds_of_games(data), *ROUNDS[one.id])
    rows, value = (
        (games(data).lazy.with_columns(pl.col("vp").cast(pl.Int64)), TABLES[one.id])
        if one.table == "table"
        else (rounds_of_games(data), COURSE[one.id])
    )
    step = STEPS.get(one.id)
    if step is not None:
        value = (value * step + 0.5).floor() / step
    return _rows(rows.group_by(RUN).agg(value.alias("y")), pl.col("y"), ONE)


def _rows(rows: pl.LazyFrame, y: pl.Expr, n: pl.Expr, policy: pl.Expr = NOBODY) -> pl.LazyFrame:
    return rows.select(
        pl.col("rules", "policies").cast(pl.String), *RUN[1:2], *RUN[3:], policy.alias("policy"),
        y.cast(pl.Float64).alias("y"), n.cast(pl.Float64).alias("n"),
    )  # fmt: skip


def _estimate(rows: pl.LazyFrame, metric: str) -> pl.LazyFrame:
    """The mean y / n, and its error by linearisation over deals as clusters."""
    deals = rows.group_by(*OF_SEAT, "seed", "deal").agg(pl.col("y", "n").sum())
    of_all = (pl.col("y").sum() / pl.col("n").sum()).over(OF_SEAT)
    found = deals.with_columns((pl.col("y") - pl.col("n") * of_all).alias("rest"))
    clusters = pl.len()
    return found.group_by(OF_SEAT).agg(
        pl.lit(metric).alias("metric").first(),
        (pl.col("y").sum() / pl.col("n").sum()).alias("estimate"),
        ((pl.col("rest") ** 2).sum() * clusters / (clusters - 1)).sqrt().truediv(
            pl.col("n").sum()
        ).alias("se"),
    )  # fmt: skip
