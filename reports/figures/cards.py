"""The figure of played differences of staff cards, and the games behind a figure in words."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis import Config
from analysis.base import stats
from analysis.base.stats import Array
from analysis.cards.effects import chance_effects, dealt_query, played_differences
from reports import names
from reports.figures import draw, hover, style
from reports.figures.figure import Figure, How
from reports.figures.hover import Spot
from reports.figures.layout import WIDE, Layout
from reports.grounds import games_of
from reports.pieces import pieces
from reports.results import Results, rows_of
from reports.text import UNITS, number
from simulate.base.notation import estimate


def played_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Played difference over dealt effect, one mark per card, for the first policy and table."""
    unit = UNITS["win"]
    both = _both(results)
    canvas, axes = layout.grid([3.6], 1, top=0.1, width=5.2)
    ax = axes[0][0]
    x, y = (both[f"estimate_{one}"].to_numpy(float) * unit.factor for one in ("dealt", "played"))
    ax.axhline(0, color=style.INK, linewidth=0.9)
    style.zero_line(ax)
    ax.plot(x, y, linestyle="none", marker="o", color=style.BLUE, markersize=4.6)
    spots = []
    for at, (_, row) in enumerate(both.iterrows()):
        piece = next((one for one in pieces("staff") if one.key == str(int(row["card"]))), None)
        name = results.facts.card(int(row["card"]))
        said = f"{name}: dealt {number(x[at], 1, True)}, played {number(y[at], 1, True)} points"
        spots.append(Spot(f"both-{int(row['card'])}", said, piece.href if piece else ""))
        hover.dot(ax, x[at], y[at], spots[-1])
    draw.few_ticks(ax)
    ax.grid()
    ax.set_xlabel(layout.label("effect of being dealt the card, percentage points of wins"))
    ax.set_ylabel("played minus not played,\npercentage points of wins")
    rho = rank_agreement(results)[0]
    turned = int((np.sign(x) * np.sign(y) < 0).sum())
    title = (
        f"{turned} of {len(both)} cards have opposite signs in the two measures (rank correlation"
        f" {number(rho, 2, True)})"
    )
    return Figure(
        key="played-and-dealt",
        topic="Why “win rate when played” misleads",
        title=title,
        caption=(
            f"{played_title(results)}. Edition {names.ruleset(results.rules)}; one mark for"
            " each card with at least 30 seats that played it and 30 that did not. Seats in good"
            " positions play more cards, so the vertical scale mixes the card with the position;"
            f" its values spread {number(_times(x, y), 1)} times as widely as the horizontal ones."
            f" {games_words(results, results.main.policy)}"
        ),
        alt=f"A dot for each staff card by two measures of its worth. {title}",
        table=both,
        canvas=canvas,
        spots=spots,
        how=How((chance_effects, played_differences), composed=(dealt_query,)),
    )


def _times(x: Array, y: Array) -> float:
    """The spread of the second measure divided by that of the first; NaN without a spread."""
    return float(np.ptp(y) / np.ptp(x)) if len(x) and np.ptp(x) else float("nan")


def _both(results: Results) -> pd.DataFrame:
    """Both measures of every staff card at the first table."""
    keys = ["rules", "players", "policy", "card", "name", "outcome"]
    values = ["estimate", "se", "low", "high", "p", "q"]
    dealt, played = (
        rows_of(frame, results.main, outcome="win") for frame in (results.dealt, results.played)
    )
    return (
        dealt[[*keys, *values, "n_with"]]
        .merge(played[[*keys, *values, "n_with", "n_without"]], on=keys,
               suffixes=("_dealt", "_played"))
        .dropna(subset=["estimate_dealt", "estimate_played"])
    )  # fmt: skip


def played_title(results: Results) -> str:
    """Rank correlation of both differences over the cards, with its interval."""
    rho, low, high, cards = rank_agreement(results)
    return (
        f"With {names.players(results.main.policy, results.main.players)}, played difference and"
        f" dealt effect have a rank correlation of {estimate(rho, low, high, 2, True)} over"
        f" {cards} cards"
    )


def rank_agreement(results: Results) -> tuple[float, float, float, int]:
    """Rank correlation of played difference and dealt effect (win), its interval, the cards."""
    both = rows_of(results.dealt, results.main, outcome="win").merge(
        rows_of(results.played, results.main, outcome="win"), on="card"
    )
    return stats.rank_correlation(both["estimate_x"], both["estimate_y"])


def games_words(results: Results, policy: str | None = None, judged: bool = False) -> str:
    """Sentence with the number of games of each configuration shown; judged: those of verdicts."""
    shown = [Config(results.rules, n, name) for name in ([policy] if policy else results.policies)
             for n in results.players]  # fmt: skip
    return f"{games_of(shown, results.judged_games if judged else results.games)}."
