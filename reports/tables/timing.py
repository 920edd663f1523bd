"""Tables and sentences on the worth of playing staff cards, round by round."""

from __future__ import annotations

import pandas as pd

from analysis.base.verdicts import UNDECIDED
from analysis.cards.timing import COSTS, GAINS
from analysis.studies.timing import Timing
from reports.tables.table import Column, Table, sortable
from reports.text import PERCENT, POINTS, VP, cell, listing, measured, signed

UNKNOWN = "too few plays"
ORDER = (GAINS, COSTS, UNDECIDED, "")
"""Verdicts in the order of display: claims first."""

COLUMNS = [
    Column("Rather than never: lead, VP"), Column("Rather than a round later: lead, VP"),
    Column("Rather than never: own VP", rank=2), Column("Rather than never: wins, points", rank=1),
    Column("Played later if it waits, %", rank=2),
]  # fmt: skip


def round_table(found: Timing, players: int, policy: str, caption: str, key: str = "") -> Table:
    """One row per round, then one for all: worth of playing a staff card, over all cards."""
    lead = found.at(found.rounds, players, policy)
    vp, win = (
        found.at(found.rounds, players, policy, one).set_index("round") for one in ("vp", "win")
    )
    order = pd.concat([lead[lead["round"] > 0], lead[lead["round"] == 0]])
    rows = [
        [str(row["round"] or "all"), *_cells(row, vp.loc[row["round"]], win.loc[row["round"]]),
         f"{row['n']:,}"]
        for _, row in order.iterrows()
    ]  # fmt: skip
    head = ["Round", *(one.name for one in COLUMNS), "Plays"]
    return Table(caption, head, rows, key=key, frame=lead)


def card_table(found: Timing, players: int, policy: str, caption: str, key: str = "") -> Table:
    """One row per card over all rounds: the gain from playing it and from waiting a round; claims
    first, the largest worth first."""
    frame = found.at(found.cards, players, policy)
    vp, win = (
        found.at(found.cards, players, policy, one).set_index("item") for one in ("vp", "win")
    )
    rank = frame["verdict"].map(ORDER.index)
    frame = frame.assign(rank=rank).sort_values(
        ["rank", "estimate"], ascending=[True, False], kind="stable"
    )
    rows = [
        [f"{row['name']} ({row['item']})", row["verdict"] or UNKNOWN, row["waiting"] or UNKNOWN,
         *_cells(row, vp.loc[row["item"]], win.loc[row["item"]]), str(row["n"])]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    columns = [Column("Card"), Column("Playing it", filter=True),
               Column("Waiting a round", rank=1, filter=True), *COLUMNS,
               Column("Plays", rank=2)]  # fmt: skip
    frame = frame.drop(columns="rank")
    return sortable(caption, columns, rows, key=key, frame=frame, brief=True)


def _cells(lead: pd.Series, vp: pd.Series, win: pd.Series) -> list[str]:
    return [cell(lead, VP), cell(measured(lead, "now"), VP), cell(vp, VP), cell(win, POINTS),
            cell(measured(lead, "later"), PERCENT, sign=False)]  # fmt: skip


def summary(found: Timing, players: int, policy: str) -> list[str]:
    """Gains from playing and waiting over all cards, and cards with a shown gain, in sentences."""
    rounds = found.at(found.rounds, players, policy).set_index("round")
    whole, each = rounds.loc[0], rounds.drop(index=0)
    known = each.dropna(subset=["estimate"])
    lines = [
        f"Playing a staff card rather than never changes the lead by {signed(whole, VP)} over all"
        f" rounds; waiting a round changes it by {_waiting(whole)}."
    ]
    if len(known):
        ends = " and ".join(
            f"{signed(row, VP, joint=True)} in round {one}"
            for one, row in known.iloc[[0, -1]].iterrows()
        )
        gains, costs = known[known["sim_low"] > 0], known[known["sim_high"] < 0]
        said = [f"{word} in {_rounds(some, known)}" for word, some in
                ((GAINS, gains), (COSTS, costs)) if len(some)]  # fmt: skip
        lines.append(
            f"Playing {listing(said) if said else 'is not shown to gain or cost in any round'}:"
            f" {ends}."
        )
    return [*lines, *_named(found.at(found.cards, players, policy))]


def _waiting(row: pd.Series) -> str:
    """The effect of waiting a round: the gain from playing now, with the opposite sign."""
    return signed(pd.Series({"estimate": -row["now"], "low": -row["now_high"],
                             "high": -row["now_low"]}), VP)  # fmt: skip


def _rounds(some: pd.DataFrame, known: pd.DataFrame) -> str:
    if len(some) == len(known):
        return "every round"
    return f"round{'s' if len(some) > 1 else ''} {listing([str(one) for one in some.index])}"


def _named(cards: pd.DataFrame) -> list[str]:
    """How many cards are shown to gain or cost if played or delayed; those played too early."""
    of = f"of {len(cards)} cards"
    lines = []
    for about, column in (("Playing it", "verdict"), ("Waiting a round", "waiting")):
        gains, costs = ((cards[column] == word).sum() for word in (GAINS, COSTS))
        lines.append(f"{about} is shown to gain with {gains} and to cost with {costs} {of}.")
    for words, some in (
        ("These players lose points by playing", cards[cards["verdict"] == COSTS]),
        ("These players play too early", cards[cards["waiting"] == GAINS]),
    ):
        if len(some):
            lines.append(f"{words} {listing(list(some['name']))}.")
    return lines
