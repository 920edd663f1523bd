"""Figures of the worth of playing a staff card, by the round in which it is played."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analysis.cards.timing import round_frame, value_frame
from analysis.studies.timing import Timing
from reports import names
from reports.figures import draw, saying, style
from reports.figures import sheets as figures_sheets
from reports.figures.figure import Claim, Figure, How
from reports.figures.layout import WIDE, Layout
from reports.figures.style import Mark
from reports.text import VP, count, measured, signed

NEVER, NOW = "rather than never", "rather than a round later"
MARKS = {NEVER: Mark(style.BLUE, "o"), NOW: Mark(style.ORANGE, "s")}
AXIS = "lead, VP"
TAKEN_BACK = (
    "Each play is taken back: from the beginning of that turn the deal is played to its end with"
    " the player barred from the card for good, or until the next round. Lines: 95% intervals,"
    " clustered by deal."
)


def rounds_figure(found: Timing, layout: Layout = WIDE) -> Figure:
    """Worth of playing a staff card in each round, over all cards, at the first table."""
    rows = found.at(found.rounds, *found.table)
    each = rows[rows["round"] > 0]
    canvas, axes = layout.grid([2.6], 1, top=0.3, width=5.6)
    ax = axes[0][0]
    _draw(ax, each)
    ax.set_xlabel("round in which the card is played")
    draw.legend(canvas, list(MARKS.items()))
    whole = rows[rows["round"] == 0].iloc[0]
    players, policy = found.table
    never, now = Claim.of(whole), Claim.of(measured(whole, "now"))
    pays = [one for one in (never, now) if one.shown and one.low > 0]
    title = (
        "Playing a staff card pays, and playing it now pays more than a round later"
        if len(pays) == 2
        else "Playing a staff card is shown to pay"
        if never in pays
        else "Playing a staff card is not shown to pay"
    )
    return Figure(
        key="timing",
        topic="Worth of playing a staff card, by round",
        title=title,
        claims=pays,
        caption=(
            f"On average playing it adds {signed(whole, VP)} to the lead {NEVER}, and"
            f" {signed(measured(whole, 'now'), VP)} {NOW}. All cards, weighted as played by"
            f" {names.players(policy, players)} in"
            f" {count(found.settings.deals)} deals. {TAKEN_BACK} Each round is compared with the"
            " same round without the play, not with other rounds."
        ),
        alt=f"Worth of playing a staff card in each round. {title}",
        table=rows,
        canvas=canvas,
        how=How((round_frame,), ("hired",), command=found.settings.command),
    )


def card_figure(found: Timing, card: str, name: str, key: str) -> Figure | None:
    """The same for one card, on its page; None if no round has enough plays."""
    rows = found.at(found.values, *found.table)
    rows = rows[rows["item"] == card]
    known = rows.dropna(subset=["estimate"])
    if known.empty:
        return None
    canvas, ax = figures_sheets.small_canvas(1.7, len(MARKS), left=0.7)
    _draw(ax, known)
    ax.set_xlabel("round in which it is played")
    figures_sheets.small_legend(canvas, list(MARKS.items()))
    cards = found.at(found.cards, *found.table).set_index("item")
    claims = saying.shown(cards.loc[[card]])
    pays = "pays" if cards.loc[card, "estimate"] > 0 else "costs"
    title = f"Playing it {pays} these players points" if claims \
        else "Playing it is not shown to gain or cost points"  # fmt: skip
    players, policy = found.table
    return Figure(
        key=f"{key}-timing",
        topic="Worth by the round in which it is played",
        title=title,
        claims=claims,
        caption=(
            f"Over all rounds: {signed(cards.loc[card], VP)} {NEVER}."
            f" {names.players(policy, players)}. {TAKEN_BACK} Rounds with too few plays are left"
            " out."
        ),
        alt=f"Worth of playing {name} in each round. {title}",
        table=rows,
        canvas=canvas,
        small=True,
        how=How((value_frame,), ("hired",), command=found.settings.command),
    )


def _draw(ax: Axes, rows: pd.DataFrame) -> None:
    """Both comparisons, round by round."""
    now = rows.assign(estimate=rows["now"], low=rows["now_low"], high=rows["now_high"])
    frames = {NEVER: rows, NOW: now}
    draw.by_round(ax, [draw.Series(one, frames[one], mark) for one, mark in MARKS.items()], 1.0)
    ax.axhline(0, color=style.INK, linewidth=0.9, zorder=1)
    ax.set_ylabel(AXIS)
