"""Recorded games added up by polars, in code that shares nothing with `analysis/sql`.

Each function computes what one query of DuckDB gives, from the same files. `METRICS` does so for
the totals of `analysis/metrics.toml`. `tests.oracle` compares the two and records the differences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from analysis import games
from model import load_ruleset
from simulate.batch import Run, run
from simulate.experiments.claiming import Barred
from simulate.experiments.hiring import Held
from simulate.experiments.taking import AskedTurn

EDITION, WALTZ, OLDER = "revised-2021", "revised-2021+lets-waltz", "original-2015"
MIXED = "greedy,random"
CARD = 17
FORCED = {"taken": AskedTurn, "claimed": Barred, "hired": Held}
"""Games in which something is forced, by the name of their file."""


def record_games(out: Path) -> Path:
    """Record what the oracles read: three rulesets on equal deals, a mixed table that plays each
    deal twice, and games in which something is forced (next to the folder). Returns the folder."""
    for rules in (EDITION, WALTZ, OLDER):
        run(Run(load_ruleset(rules), 3, "greedy", 300, 1, out, shard_games=120))
    run(Run(load_ruleset(EDITION), 2, ("greedy", "random"), 80, 7, out, same_deal=2))
    for name, forced in FORCED.items():
        forced_file(out, name).parent.mkdir(exist_ok=True)
        rows = forced(load_ruleset(EDITION), 3, "greedy", 1).play(0, 40)
        rows.to_parquet(forced_file(out, name))
    return out


def forced_file(data: Path, name: str) -> Path:
    """Where games of `FORCED` are recorded."""
    return data.with_name(f"{data.name}-forced") / f"{name}.parquet"


def seats(data: Path, rules: str = EDITION) -> pl.LazyFrame:
    """Rows of the seats of one configuration, with wins in twelfths."""
    found = games(data, rules=rules, players=3)
    return found.lazy.with_columns((pl.col("win") * 12).round().cast(pl.Int64).alias("twelfths"))


def _seats(data: Path) -> pl.LazyFrame:
    rows = seats(data).collect().pivot(on="seat", index=["deal", "game"], values=["twelfths", "vp"])
    return rows.lazy().select(
        "deal", pl.lit(3).alias("n"),
        *(pl.col(f"twelfths_{i}").alias(f"win_{i}") if i < 3 else pl.lit(0).alias(f"win_{i}")
          for i in range(4)),
        *(pl.col(f"vp_{i}") if i < 3 else pl.lit(0).alias(f"vp_{i}") for i in range(4)),
    )  # fmt: skip


def _sources(data: Path) -> pl.LazyFrame:
    rows = seats(data)
    wanted = [name for name in rows.collect_schema() if name.startswith("vp")]
    won = pl.col("win") > 0
    sides = {"w": won, "o": won.not_()}
    return rows.group_by("game", "deal").agg(
        *(side.sum().alias(f"n_{end}") for end, side in sides.items()),
        *(pl.col(name).cast(pl.Int64).filter(side).sum().alias(f"{name}_{end}")
          for name in wanted for end, side in sides.items()),
    ).drop("game")  # fmt: skip


def _histogram(data: Path) -> pl.LazyFrame:
    won = pl.col("win").gt(0).sum().alias("winners")
    return seats(data).group_by("vp").agg(pl.len().alias("seats"), won)


def _dealt_games(data: Path) -> pl.LazyFrame:
    held = games(data, "cards", rules=EDITION, players=3).lazy.filter(
        kind="staff", came="dealt", card=CARD
    ).select("game", "seat", pl.lit(True).alias("held"))  # fmt: skip
    rows = seats(data).join(held, on=["game", "seat"], how="left")
    vp, mine = pl.col("vp").cast(pl.Int64), pl.col("held").fill_null(False)
    by_game = rows.group_by("game").agg(
        mine.sum().alias("n1"), vp.filter(mine).sum().alias("vp1"),
        pl.len().alias("all"), vp.sum().alias("vp_all"),
    )  # fmt: skip
    nobody = pl.col("n1") == 0
    return by_game.sort("game").select(
        "n1", "vp1", pl.when(nobody).then("all").otherwise(0).alias("n0"),
        pl.when(nobody).then("vp_all").otherwise(0).alias("vp0"),
    )  # fmt: skip


def _held(data: Path) -> pl.LazyFrame:
    rows = seats(data, WALTZ).with_columns(price=pl.col("entrance_price").cast(pl.Int64))
    parts = []
    for id, column in (("rehearsal_room",) * 2, ("entrance",) * 2, ("celebrity", "celebrities")):
        some = rows.explode(column) if id == "celebrity" else rows
        parts.append(some.select(
            pl.lit(id).alias("kind"), pl.col(column).cast(pl.String).alias("key"),
            "deal", "game", "twelfths", pl.col("vp").cast(pl.Int64), "price",
        ))  # fmt: skip
    return pl.concat(parts).drop_nulls("key").group_by("kind", "key", "deal", "game").agg(
        pl.len().alias("n"), pl.col("twelfths").sum().alias("win"), pl.col("vp").sum(),
        pl.col("price").sum(),
    )  # fmt: skip


def _winner_pairs(data: Path) -> pl.LazyFrame:
    both = seats(data, OLDER).join(seats(data), on=["seed", "game", "seat"])
    changed = (pl.col("win") - pl.col("win_right")).abs().gt(0.01).any()
    return both.group_by("game", "deal").agg(
        pl.lit(1).alias("n"), changed.cast(pl.Int64).alias("changed")
    ).drop("game")  # fmt: skip


def _self_play(data: Path) -> pl.LazyFrame:
    decisions = games(data, "games", rules=EDITION, players=3).lazy.select("game", "decisions")
    vp = pl.col("vp").cast(pl.Int64)
    return seats(data).filter(pl.col("game") < 200).join(decisions, on="game").group_by(
        "game", "deal"
    ).agg(
        pl.lit(1).alias("one"), vp.max().alias("vp_winner"), vp.sum(), pl.len().alias("n"),
        pl.col("decisions").first().cast(pl.Int64),
    ).drop("game")  # fmt: skip


def _mixed(data: Path) -> pl.LazyFrame:
    """Seats of the table of two policies, which plays each deal twice."""
    return games(data, policy=MIXED).lazy.with_columns(
        (pl.col("win") * 12).round().cast(pl.Int64).alias("twelfths"),
        pl.col("vp").cast(pl.Int64), pl.col("policy", "policies").cast(pl.String),
    )  # fmt: skip


def _crossed(data: Path) -> pl.LazyFrame:
    return seats(data).filter(pl.col("game") < 200).select("game", "seat", "vp", "win")


def _seats_pooled(data: Path) -> pl.LazyFrame:
    needed = ("seed", "deal", "seat", "twelfths", "vp")
    both = pl.concat([seats(data, OLDER).select(needed), seats(data).select(needed)])
    at = [(name, of, i) for name, of in (("win", "twelfths"), ("vp", "vp")) for i in range(4)]
    return both.group_by("seed", "deal").agg(
        pl.len().alias("n"),
        *(pl.col(of).cast(pl.Int64).filter(pl.col("seat") == i).sum().alias(f"{name}_{i}")
          for name, of, i in at),
    )  # fmt: skip


def _pair_totals(data: Path) -> pl.LazyFrame:
    both = seats(data, OLDER).join(seats(data), on=["seed", "deal", "game", "seat"])
    return both.group_by("game", "deal").agg(
        pl.len().alias("n"), pl.col("twelfths").sum().alias("win_a"),
        pl.col("vp").cast(pl.Int64).sum().alias("vp_a"),
        pl.col("twelfths_right").sum().alias("win_b"),
        pl.col("vp_right").cast(pl.Int64).sum().alias("vp_b"),
    ).drop("game")  # fmt: skip


def _card_tallies(data: Path) -> pl.LazyFrame:
    rows = games(data, "cards", rules=EDITION, players=3).lazy
    used = pl.col("used_round") > 0
    return (
        rows.group_by("kind", "card", "deal", "game")
        .agg(
            pl.lit(1).alias("came"),
            pl.len().alias("n"),
            used.sum().alias("used"),
            pl.col("used_round").cast(pl.Int64).filter(used).sum().alias("round"),
            pl.col("vp").cast(pl.Int64).filter(used).sum().alias("score"),
        )
        .with_columns(pl.col("card").cast(pl.String).alias("key"), pl.col("kind").cast(pl.String))
    )


def _duel(data: Path) -> pl.LazyFrame:
    mine = pl.col("policy") == "greedy"
    sides = (("", mine, "n"), ("_others", mine.not_(), "others"))
    return _mixed(data).group_by("deal").agg(
        *(who.sum().alias(count) for _, who, count in sides),
        *(pl.col(of).filter(who).sum().alias(name + end)
          for end, who, _ in sides for name, of in (("vp", "vp"), ("win", "twelfths"))),
    )  # fmt: skip


def _matches(data: Path) -> pl.LazyFrame:
    mine = _mixed(data).filter(pl.col("policy") == "greedy")
    return mine.group_by("deal").agg(pl.col("win").mean().alias("share")).with_columns(
        pl.lit(EDITION).alias("rules")
    )  # fmt: skip


def _rung_deals(data: Path) -> pl.LazyFrame:
    some = _mixed(data).filter(pl.col("deal") < 30)
    return some.group_by("seed", "deal", "policy").agg(
        pl.len().alias("n"), pl.col("game").n_unique().alias("games"),
        pl.col("twelfths").sum().alias("win"), pl.col("vp").sum(),
    )  # fmt: skip


def _table_deals(data: Path) -> pl.LazyFrame:
    some = _mixed(data).filter(pl.col("deal") < 30)
    return some.group_by("seed", "deal", "policies", "policy").agg(
        pl.len().alias("n"), pl.col("twelfths").sum().alias("win")
    )


def _duels(data: Path) -> pl.LazyFrame:
    rows = _mixed(data).filter(pl.col("deal") < 30)
    both = rows.join(rows, on=["seed", "game"]).filter(pl.col("policy") < pl.col("policy_right"))
    mine, other = pl.col("rank"), pl.col("rank_right")
    halves = pl.when(mine < other).then(2).when(mine == other).then(1).otherwise(0)
    return both.group_by("seed", "deal", a="policy", b="policy_right").agg(
        pl.len().alias("met"), halves.sum().alias("won2")
    )


def _price_cells(data: Path) -> pl.LazyFrame:
    vp = pl.col("vp").cast(pl.Int64)
    rows = seats(data).with_columns((vp * 3 - vp.sum().over("game")).alias("lead"))
    held = games(data, "cards", rules=EDITION, players=3).lazy.filter(kind="staff", came="dealt")
    held = held.select("game", "seat", "used_round", item=pl.col("card").cast(pl.String))
    return held.join(rows, on=["game", "seat"]).group_by("item", block=pl.col("deal") % 8).agg(
        pl.len().alias("n"), (pl.col("used_round") > 0).sum().alias("used"),
        pl.col("lead").sum(), pl.col("twelfths").sum().alias("win"),
    )  # fmt: skip


def _guest_pairs(data: Path) -> pl.LazyFrame:
    def times(rules: str, name: str) -> pl.LazyFrame:
        housed = games(data, "cards", rules=rules, players=3).lazy.filter(
            pl.col("kind") == "guest", pl.col("card") == CARD, pl.col("used_round") > 0
        ).group_by("game").agg(pl.len().cast(pl.Int64).alias(name))  # fmt: skip
        every = games(data, "games", rules=rules, players=3).lazy.select("game", "deal")
        return every.join(housed, on="game", how="left").with_columns(pl.col(name).fill_null(0))

    both = times(OLDER, "a").join(times(EDITION, "b"), on=["game", "deal"])
    return both.select(
        "deal", "a", "b", (pl.col("a") != pl.col("b")).cast(pl.Int64).alias("changed")
    )


def _hands(data: Path, rules: str) -> pl.LazyFrame:
    """Staff cards dealt to seats, with the result of the seat."""
    dealt = games(data, "cards", rules=rules, players=3).lazy.filter(
        pl.col("kind") == "staff", pl.col("came") == "dealt"
    ).select("game", "deal", "seat", "card", played=pl.col("used_round") > 0)  # fmt: skip
    results = seats(data, rules).select("game", "seat", "twelfths", pl.col("vp").cast(pl.Int64))
    return dealt.join(results, on=["game", "seat"])


def _card_pairs(data: Path) -> pl.LazyFrame:
    sides = {"a": OLDER, "b": EDITION}
    mine, tables = [], []
    for end, rules in sides.items():
        hands = _hands(data, rules)
        mine.append(hands.group_by("card", "game").agg(
            pl.len().alias(f"n1_{end}"), pl.col("twelfths").sum().alias(f"win1_{end}"),
            pl.col("vp").sum().alias(f"vp1_{end}"), pl.col("played").sum().alias(f"np_{end}"),
        ))  # fmt: skip
        tables.append(seats(data, rules).group_by("game", "deal").agg(
            pl.len().alias("n"), pl.col("twelfths").sum().alias(f"win_{end}"),
            pl.col("vp").cast(pl.Int64).sum().alias(f"vp_{end}"),
        ))  # fmt: skip
    both = mine[0].join(mine[1], on=["card", "game"], how="full", coalesce=True).fill_null(0)
    rows = both.join(tables[0].join(tables[1].drop("n", "deal"), on="game"), on="game")
    near = [
        pl.when(pl.col(f"n1_{end}") > 0).then(of).otherwise(0).alias(f"{name}_{end}")
        for end in sides
        for name, of in (("near", "n"), ("winnear", f"win_{end}"), ("vpnear", f"vp_{end}"))
    ]
    return rows.with_columns(*near).drop("game")


def _dealt_by_game(data: Path) -> pl.LazyFrame:
    parts = []
    for card in CARDS:
        hands = _hands(data, EDITION).filter(card=card).group_by("game").agg(
            pl.len().alias("n1"), pl.col("vp").sum().alias("vp1"),
            pl.col("twelfths").sum().alias("win1"),
        )  # fmt: skip
        every = (
            seats(data)
            .group_by("game")
            .agg(pl.len().alias("n"), pl.col("vp").cast(pl.Int64).sum(), pl.col("twelfths").sum())
        )
        rows = every.join(hands, on="game", how="left").fill_null(0).sort("game")
        none = pl.col("n1") == 0
        parts.append(rows.select("n1", "vp1", "win1", *(
            pl.when(none).then(of).otherwise(0).alias(name)
            for of, name in (("n", "n0"), ("vp", "vp0"), ("twelfths", "win0"))
        )))  # fmt: skip
    return pl.concat(parts)


ROUNDS = 7


def _card_rounds(data: Path) -> pl.LazyFrame:
    rows = games(data, "cards", rules=EDITION, players=3).lazy.with_columns(
        pl.col("kind").cast(pl.String), pl.col("card").cast(pl.String).alias("key")
    )
    in_round = [(pl.col("used_round") == r).sum().alias(f"r{r}") for r in range(1, ROUNDS + 1)]
    return rows.group_by("kind", "key", "deal", "game").agg(pl.len().alias("came"), *in_round)


def _handed_out(data: Path) -> pl.LazyFrame:
    return seats(data, WALTZ).select(
        "deal", "seat", pl.col("entrance").cast(pl.String), "entrance_price", "vp", "tie_break"
    )


def _laid_out(data: Path) -> pl.LazyFrame:
    laid = games(data, "games", rules=WALTZ, players=3).lazy
    results = seats(data, WALTZ).with_columns(pl.col(pl.Int8, pl.Int16).cast(pl.Int64))
    by_game = results.group_by("game").agg(
        pl.len().alias("n"), pl.col("^dancers_[123]$").sum(),
        pl.col("vp_emperor_tiles", "vp_politics", "vp_ballrooms").sum(),
    )  # fmt: skip
    rows, nothing = laid.join(by_game, on="game"), pl.lit(0, pl.Int64)
    kinds = [
        *(("emperor_tile", f"emperor_{i}", "vp_emperor_tiles", nothing) for i in "abc"),
        *(("politics", f"politics_{i}", "vp_politics", nothing) for i in "abc"),
        *(("ballroom", f"ballroom_{i}", "vp_ballrooms", pl.col(f"dancers_{i}")) for i in "123"),
    ]
    parts = [
        rows.select(
            pl.lit(kind).alias("kind"), pl.col(key).cast(pl.String).alias("key"), "deal", "game",
            "n", pl.col(vp).alias("score"), dancers.alias("dancers"),
        )
        for kind, key, vp, dancers in kinds
    ]  # fmt: skip
    return pl.concat(parts).drop_nulls("key")


def _shared_deals(data: Path) -> pl.LazyFrame:
    a, b = (_hands(data, rules).filter(pl.col("game") < 100) for rules in (OLDER, EDITION))
    at = ["game", "seat", "card"]
    same = a.select(at).join(b.select(*at, pl.lit(1).alias("same")), on=at, how="left")
    hands = same.group_by("game").agg(
        pl.len().alias("hand_n"), pl.col("same").fill_null(0).sum().alias("hand_same")
    )
    laid = [
        games(data, "games", rules=rules, players=3).lazy.select(
            "game", pl.col("^(emperor|politics)_[abc]$").cast(pl.String)
        )
        for rules in (OLDER, EDITION)
    ]
    alike = [
        pl.sum_horizontal(
            (pl.col(f"{kind}_{i}") == pl.col(f"{kind}_{i}_right")).cast(pl.Int64) for i in "abc"
        ).alias(f"{kind}_same")
        for kind in ("emperor", "politics")
    ]
    rows = hands.join(laid[0].join(laid[1], on="game"), on="game").with_columns(
        pl.lit(3).alias("emperor_n"), pl.lit(3).alias("politics_n"), *alike
    )
    return rows.select("game", "hand_n", "hand_same", "emperor_n", "politics_n",
                       "emperor_same", "politics_same")  # fmt: skip


def _repeated_cards(data: Path) -> pl.LazyFrame:
    rows = games(data, "cards").lazy.filter(pl.col("kind") == "guest")
    of_card = rows.group_by("rules", "players", "policies", "seed", "game", "card").len()
    return of_card.select((pl.col("len") > 1).any().alias("repeated"))


RUN = ("rules", "players", "policies", "seed", "deal", "game")


def rounds_of_games(data: Path) -> pl.LazyFrame:
    """A row a round, from rows of the seats in it."""
    wins = (pl.col("win") * 12).round().cast(pl.Int64).alias("wins")
    rows = games(data).lazy.select(
        pl.col("rules", "policies").cast(pl.String), *RUN[1:2], *RUN[3:], "seat", wins,
        pl.col("vp").cast(pl.Int64).alias("z"), pl.col("round_scores").alias("x"),
    )  # fmt: skip
    numbered = rows.with_columns(
        pl.int_ranges(1, pl.col("x").list.len() + 1).alias("round")
    ).explode("x", "round").with_columns(pl.col("x").cast(pl.Int64))  # fmt: skip
    place = (*RUN, "round")
    leads = (pl.col("x") == pl.col("x").max().over(place)).alias("leads")
    earlier = pl.col("leads").shift(1).over(*RUN, "seat", order_by="round")
    seen = numbered.with_columns(leads).with_columns(
        (pl.col("leads") & earlier).alias("still"), earlier.is_null().alias("first")
    )
    x, z, won = pl.col("x"), pl.col("z"), pl.col("wins") > 0
    winners, losers = x.filter(won).max(), x.filter(won.not_()).max()
    by_round = seen.group_by(place).agg(
        pl.len().cast(pl.Int64).alias("n"),
        (x.max() - x.sort(descending=True).get(1)).alias("lead"),
        (x.max() - winners).alias("behind"), (winners - losers).alias("ahead"),
        (pl.col("still").any() | pl.col("first").any()).not_().cast(pl.Int64).alias("changed"),
        (pl.col("wins").filter("leads").sum() * 12 // pl.col("leads").sum()).alias("chance"),
        x.sum().alias("sx"), (x * x).sum().alias("sxx"), z.sum().alias("sz"),
        (x * z).sum().alias("sxz"),
    )  # fmt: skip
    n, sx, sxx, sz, sxz = (pl.col(name) for name in ("n", "sx", "sxx", "sz", "sxz"))
    jump = pl.col("ahead") - pl.col("ahead").shift(1, fill_value=0).over(RUN, order_by="round")
    later = pl.col("behind").reverse().cum_max().reverse().over(RUN, order_by="round")
    return by_round.with_columns(
        jump.fill_null(0).alias("swing"), (later == 0).cast(pl.Int64).alias("settled"),
        (n * sxx - sx * sx).alias("lead_square"),
        (n * (sxz - sxx) - sx * (sz - sx)).alias("lead_gain"),
    ).drop("sx", "sxx", "sz", "sxz")  # fmt: skip


def _course(data: Path) -> pl.LazyFrame:
    behind, open_ = pl.col("behind"), pl.col("behind") > 0
    chance = 6048 * pl.col("n").first() / (pl.col("n").first() - 1)

    def whole(value: pl.Expr) -> pl.Expr:
        return (value + 0.5).floor().cast(pl.Int64)

    return rounds_of_games(data).sort("round").group_by(RUN, maintain_order=True).agg(
        pl.col("changed").sum().alias("lead_changes"),
        open_.cast(pl.Int64).sum().alias("rounds_behind"), behind.sum().alias("behind_sum"),
        behind.max().alias("behind_most"),
        whole(1000 * behind.filter(open_).sqrt().mean().fill_null(0)).alias("drama"),
        (1 + pl.len() - pl.col("settled").sum()).cast(pl.Int64).alias("decided"),
        pl.col("swing").max().alias("swing_most"),
        open_.last().cast(pl.Int64).alias("turned_at_end"),
        whole(chance * (1 - pl.col("chance").mean() / 144)).alias("uncertain"),
        pl.len().alias("rounds_played"),
    )  # fmt: skip


def leads_of_seats(data: Path) -> pl.LazyFrame:
    """A row a seat: its VP less the mean of each seat that it played against, in sixths."""
    words = pl.col("rules", "policies", "policy").cast(pl.String)
    rows = games(data).lazy.select(*RUN, "seat", "policy", "vp").with_columns(words)
    against = rows.join(rows, on=RUN, suffix="_other").filter(
        pl.col("seat") != pl.col("seat_other")
    )
    ahead = 6 * (pl.col("vp").first() - pl.col("vp_other").mean())
    return against.group_by(*RUN, "seat", "policy", "vp").agg(
        ahead.round().cast(pl.Int64).alias("ahead")
    )


def _forced(data: Path, name: str) -> pl.LazyFrame:
    return pl.scan_parquet(forced_file(data, name))


BLOCKS = 4


def _taken(data: Path) -> pl.LazyFrame:
    ways = pl.len().over("deal")

    def instead(name: str) -> pl.Expr:
        others = (pl.col(name).sum().over("deal") - pl.col(name)) / (ways - 1)
        alone = pl.when(ways > 1).then(pl.col(name) - others).otherwise(0.0)
        return alone.alias(f"{name}_instead")

    return _forced(data, "taken").select(
        "deal", "item", "price", pl.col("chosen").alias("used"),
        (ways > 1).cast(pl.Int64).alias("others"),
        *((pl.col(name) - pl.col(f"{name}_none")).alias(f"{name}_taking")
          for name in ("lead", "win")),
        *(instead(name) for name in ("lead", "win")),
    )  # fmt: skip


def _taken_cells(data: Path) -> pl.LazyFrame:
    gain = (pl.col("lead") - pl.col("lead_none")).sum().alias("lead")
    return _forced(data, "taken").filter(pl.col("place") == 0).group_by(
        pl.col("item").cast(pl.String), block=pl.col("deal") % BLOCKS
    ).agg(pl.len().alias("n"), pl.len().alias("used"), gain)  # fmt: skip


def _claimed_cells(data: Path) -> pl.LazyFrame:
    rows = _forced(data, "claimed").with_columns(gain=pl.col("lead") - pl.col("lead_barred"))
    of_deal = rows.group_by(pl.col("item").cast(pl.String), "deal").agg(
        pl.col("claimed", "gain").mean()
    )
    return of_deal.group_by("item", block=pl.col("deal") % BLOCKS).agg(
        pl.len().alias("n"), pl.col("claimed").sum().alias("used"),
        pl.col("gain").sum().alias("lead"),
    )  # fmt: skip


def _hired(data: Path) -> pl.LazyFrame:
    waits = (pl.col("round") < ROUNDS).cast(pl.Int64)
    later = (pl.col("round_wait") > pl.col("round")).cast(pl.Int64) * waits
    names = ("lead", "vp", "win")
    return _forced(data, "hired").select(
        "deal", "item", "round", pl.lit(0).alias("every"), waits.alias("waits"),
        later.alias("later"),
        *((pl.col(one) - pl.col(f"{one}_never")).alias(f"{one}_never") for one in names),
        *((waits * (pl.col(one) - pl.col(f"{one}_wait"))).alias(f"{one}_now") for one in names),
    )  # fmt: skip


@dataclass(frozen=True)
class Oracle:
    """What polars makes of a query's games.

    params: of the query; forced: the file that it reads, of `FORCED`; text: replacements in its
    SQL, which its caller makes; ids: column that holds ids of components where `compute` gives
    names, and the kinds (by a column of that name, if several). least: rows that it has.
    """

    compute: Callable[[Path], pl.LazyFrame]
    params: dict[str, Any]
    forced: str = ""
    text: dict[str, str] = field(default_factory=dict)
    ids: str = ""
    kinds: tuple[str, ...] = ()
    least: int = 10


CARDS = [CARD, 20, 33]
PARAMS = {"rules": EDITION, "players": 3, "policy": "greedy"}
BOTH = {"rules_a": OLDER, "rules_b": EDITION, "players": 3, "policy": "greedy"}
LADDER = {"rules": EDITION, "players": 2, "tables": [MIXED], "deals": [30]}
ORACLES: dict[str, Oracle] = {
    "seats": Oracle(_seats, PARAMS),
    "sources": Oracle(_sources, PARAMS),
    "histogram": Oracle(_histogram, PARAMS),
    "dealt_games": Oracle(_dealt_games, {**PARAMS, "seed": 1, "card": CARD}),
    "dealt_by_game": Oracle(_dealt_by_game, {**PARAMS, "cards": CARDS}),
    "held": Oracle(
        _held, {**PARAMS, "rules": WALTZ}, ids="key",
        kinds=("rehearsal_room", "entrance", "celebrity"),
    ),
    "laid_out": Oracle(
        _laid_out, {**PARAMS, "rules": WALTZ}, ids="key",
        kinds=("emperor_tile", "politics", "ballroom"),
    ),
    "handed_out": Oracle(
        _handed_out, {**PARAMS, "rules": WALTZ}, ids="entrance", kinds=("entrance",)
    ),
    "card_tallies": Oracle(_card_tallies, PARAMS),
    "card_rounds": Oracle(_card_rounds, PARAMS, text={"$rounds": ", ".join(
        f"count(*) FILTER (used_round = {r}) AS r{r}" for r in range(1, ROUNDS + 1)
    )}),
    "repeated_cards": Oracle(_repeated_cards, {"kinds": ["guest"]}, least=0),
    "winner_pairs": Oracle(_winner_pairs, BOTH),
    "pair_totals": Oracle(_pair_totals, BOTH),
    "card_pairs": Oracle(_card_pairs, BOTH),
    "guest_pairs": Oracle(_guest_pairs, {**BOTH, "card": CARD}),
    "seats_pooled": Oracle(
        _seats_pooled, {"rules": [OLDER, EDITION], "players": 3, "policy": "greedy"}
    ),
    "shared_deals": Oracle(
        _shared_deals, {"a": OLDER, "b": EDITION, "players": 3, "policy": "greedy", "games": 100}
    ),
    "price_cells": Oracle(_price_cells, {**PARAMS, "blocks": 8}),
    "taken_cells": Oracle(_taken_cells, {"blocks": BLOCKS}, "taken"),
    "claimed_cells": Oracle(_claimed_cells, {"blocks": BLOCKS}, "claimed"),
    "taken": Oracle(_taken, {}, "taken"),
    "hired": Oracle(_hired, {"rounds": ROUNDS}, "hired"),
    "rounds": Oracle(rounds_of_games, {}),
    "course": Oracle(_course, {}),
    "leads": Oracle(leads_of_seats, {}, text={
        "SELECT *": "SELECT rules, players.players, policies, seed, deal, game, seat, policy, vp",
    }),
    "crossed": Oracle(_crossed, {**PARAMS, "games": 200}),
    "self_play": Oracle(_self_play, {**PARAMS, "games": 200}),
    "duel": Oracle(_duel, {"rules": EDITION, "players": 2, "policies": MIXED, "mine": "greedy"}),
    "duels": Oracle(_duels, LADDER),
    "matches": Oracle(
        _matches, {"rules": [EDITION], "players": 2, "policy": MIXED, "stronger": "greedy"}
    ),
    "rung_deals": Oracle(_rung_deals, LADDER),
    "table_deals": Oracle(_table_deals, LADDER),
}  # fmt: skip
