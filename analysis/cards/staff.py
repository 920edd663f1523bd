"""What a staff card is worth: the randomised effect of being dealt it, and how it is used.

*dealt* (causal under hands="dealt"). Starting hands are random, so a seat that was dealt a card
differs from one that was not by nothing but luck. The effect is mean outcome of the seats that
were dealt the card minus mean outcome of all other seats of the same configuration. A hand has a
fixed size, so it is the worth of the card *instead of an average other card*, as these players
use it; over all cards the effects average out to about 0.

*played* (descriptive). Among seats that were dealt the card: those that played it minus those
that did not. Playing is a choice that good positions make easier, so the difference mixes the
card's worth with the reasons for playing it. It is not an effect.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from analysis.base import families, stats
from analysis.base.data import WIN_UNIT, Tree, sql
from analysis.base.moments import Moments
from analysis.base.runs import Config, fail

OUTCOMES = {"win": 1 / WIN_UNIT, "vp": 1.0}
"""Outcome and the factor from its unit in the queries: win rate (0..1) and victory points."""

FDR = families.FDR
"""False discovery rate at which a card counts as different from the average card."""

# Columns of sql/card_games.sql whose products the estimators below need with each other.
_BLOCKS = (
    ("n1", "win1", "n", "win"), ("n1", "vp1", "n", "vp"),
    ("n1", "win1", "np", "winp"), ("n1", "vp1", "np", "vpp"),
    ("np", "round"), ("np", "score"),
)  # fmt: skip


def require_dealt(tree: Tree) -> None:
    """Raise UserError if a run did not deal hands at random: then `dealt` would mean nothing."""
    for run in tree.runs:
        hands = run.told.options.get("hands", "dealt")
        if hands != "dealt":
            fail(
                f"{run.manifest}: hands = {hands}, but the dealt effect needs random starting"
                f' hands; record it with hands = "dealt"'
            )


def card_moments(tree: Tree, config: Config) -> Moments:
    """Sums and products over games for each staff card (one row a card), held in DuckDB."""
    held = tree.moments(sql("card_games"), _BLOCKS, config.params(), ("card",), (config,))
    if held.keys.empty:
        fail(
            f"{config.rules}, {config.players} players: no card came into a hand as `dealt`;"
            ' record games with hands = "dealt"'
        )
    return held.with_rest(game_moments(tree, config))


def game_moments(tree: Tree, config: Config) -> Moments:
    """Sums and products over all games of the game totals n, win, vp (one row)."""
    blocks = [("n", "win"), ("n", "vp")]
    return tree.moments(sql("game_totals"), blocks, config.params(), configs=(config,))


def dealt_effects(moments: Moments, config: Config) -> pd.DataFrame:
    """Dealt effect of each card on each outcome; one row a card and outcome.

    Columns: card, outcome ("win": share of a win, 0..1; "vp"), estimate, se, low, high (95%,
    clustered by game), p, q (BH over the cards of this outcome and configuration), sim_low and
    sim_high (joint 95% over the cards), mean_dealt, mean_other, seats (dealt it), games.
    """
    frames = []
    for outcome, factor in OUTCOMES.items():
        sums, products = moments.select("n1", f"{outcome}1", "n - n1", f"{outcome} - {outcome}1")
        estimate = stats.difference(sums, products, moments.clusters) * factor
        frame = _frame(moments, config, outcome, estimate)
        frame["mean_dealt"] = sums[:, 1] / sums[:, 0] * factor
        frame["mean_other"] = sums[:, 3] / sums[:, 2] * factor
        frame["seats"] = sums[:, 0].astype(int)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def played_differences(moments: Moments, config: Config) -> pd.DataFrame:
    """Played minus not played among seats that were dealt the card: descriptive, confounded.

    Columns as in `dealt_effects`, with seats_played and seats_unplayed. NaN where either is
    below `stats.MIN_ARM`.
    """
    frames = []
    for outcome, factor in OUTCOMES.items():
        sums, products = moments.select("np", f"{outcome}p", "n1 - np", f"{outcome}1 - {outcome}p")
        estimate = stats.difference(sums, products, moments.clusters) * factor
        frame = _frame(moments, config, outcome, estimate)
        frame["seats_played"] = sums[:, 0].astype(int)
        frame["seats_unplayed"] = sums[:, 2].astype(int)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def card_use(moments: Moments, config: Config) -> pd.DataFrame:
    """How dealt cards are used; one row a card, every value with its 95% interval.

    play_rate: share of dealt cards that are played (Wilson: one seat a game, games independent);
    round_played: mean round, 1..7, of those played; vp_scored: mean VP a played card brings.
    """
    low, high = stats.wilson(moments.sum("np"), moments.sum("n1"))
    out: dict[str, object] = {
        "card": moments.keys["card"].to_numpy(dtype=int),
        "seats": moments.sum("n1").astype(int),
        "play_rate": moments.sum("np") / moments.sum("n1"),
        "play_rate_low": low,
        "play_rate_high": high,
    }
    for column, name in (("round", "round_played"), ("score", "vp_scored")):
        sums, products = moments.select("np", column)
        estimate = stats.ratio(sums, products, moments.clusters)
        out[name] = estimate.value
        out[f"{name}_low"], out[f"{name}_high"] = estimate.interval()
    return _label(pd.DataFrame(out), config)


def analyse_cards(
    tree: Tree, configs: Iterable[Config]
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Frames (dealt, played, use) of all configurations, one below the other."""
    require_dealt(tree)
    dealt, played, use = [], [], []
    for config in configs:
        moments = card_moments(tree, config)
        dealt.append(dealt_effects(moments, config))
        played.append(played_differences(moments, config))
        use.append(card_use(moments, config))
    return (
        pd.concat(dealt, ignore_index=True),
        pd.concat(played, ignore_index=True),
        pd.concat(use, ignore_index=True),
    )


def _frame(
    moments: Moments, config: Config, outcome: str, estimate: stats.Estimate
) -> pd.DataFrame:
    frame = pd.DataFrame({"card": moments.keys["card"].to_numpy(dtype=int), "outcome": outcome})
    columns = stats.columns(estimate, tests=int(np.isfinite(estimate.se).sum()))
    frame = frame.assign(**columns)
    frame["q"] = families.CARDS.q(estimate.p)
    frame["games"] = moments.clusters.astype(int)
    return _label(frame, config)


def _label(frame: pd.DataFrame, config: Config) -> pd.DataFrame:
    for position, (name, value) in enumerate(config.params().items()):
        frame.insert(position, name, value)
    return frame
