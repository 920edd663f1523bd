"""Tables of prices: printed and fair costs of staff cards, and VP of other cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analysis.base.verdicts import BALANCED, LEVEL, OFF, UNDECIDED
from reports import names
from reports.tables.table import Column, Table, sortable
from reports.text import MINUS, EstimateText, count, listing, number, upper
from simulate.base.notation import bounds

if TYPE_CHECKING:
    from analysis.studies.suggest import Suggestion

OFF_COST = ("too low", "too high")
UNITS = {"lead": ("VP", 1.0, 2), "win": ("percentage points", 100.0, 1)}
"""Name, factor and decimals of an outcome."""


@dataclass(frozen=True)
class Words:
    """Words for a kind of card: its caption, the number, its unit, the heading for how many use the
    card (empty if all are forced to). more: whether a card with a higher number is worth more.
    played: the noun for the games of the study.
    """

    cards: str
    number: str
    unit: str
    used: str
    more: bool
    played: str


STAFF = Words("staff cards should cost", "cost", "krones", "Used", more=False, played="games")
GUESTS = Words("guests should score", "VP", "VP", "", more=True, played="deals")
POLITICS = Words(
    "the first place of politics cards should pay", "VP", "VP", "Claimed", more=True, played="deals"
)


def price_table(frame: pd.DataFrame, settings: str, key: str = "", words: Words = STAFF) -> Table:
    """Printed and fair number side by side, in the order of `analysis.studies.price.Prices.of`."""
    unit, factor, digits = UNITS[str(frame["outcome"].iloc[0])]
    rows = [
        [
            f"{row['name']} ({row['item']})", verdict(row, words), str(row["printed"]),
            level(row, "fair"), level(row, "even"), worth(row, "worth", factor, digits),
            *([f"{row['use']:.0%}"] if words.used else []),
        ]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    number = words.number
    columns = [
        Column("Card"), Column(f"Printed {number} is", filter=True), Column(upper(number)),
        Column(f"Fair {number}"), Column(f"Even {number}", rank=2),
        Column(f"Worth, {unit}", rank=1),
        *([Column(words.used, rank=2)] if words.used else []),
    ]  # fmt: skip
    caption = f"What {words.cards}: {settings}"
    return sortable(caption, columns, rows, key=key, frame=frame, brief=True)


def verdict(row: pd.Series, words: Words = STAFF) -> str:
    """Is the printed number shown to differ from the fair one, tested over all cards?"""
    if not row["q"] < LEVEL:
        return "open"
    low, high = reversed(OFF_COST) if words.more else OFF_COST
    return low if row["worth"] > 0 else high


def level(row: pd.Series, name: str) -> EstimateText:
    """A fair or even level with its interval; ends beyond the levels played are marked."""
    at, low, high = (float(row[f"{name}{end}"]) for end in ("", "_low", "_high"))
    if np.isnan(at):
        return EstimateText("n/a", "", (at, low, high))
    least, most = (
        (row["even_least"], row["even_most"]) if name == "even" else (row["least"], row["most"])
    )
    words = [beyond(value, least, most) for value in (at, low, high)]
    held = "" if words[1] == words[2] else f"{words[1]} to {words[2]}"
    known = [float(np.clip(value, least - 1, most + 1)) for value in (at, low, high)]
    return EstimateText(words[0], held, (known[0], known[1], known[2]))


def beyond(value: float, least: float, most: float) -> str:
    """A level as a number; "below 0" or "above 10" for levels that were not played."""
    if np.isinf(value):
        return f"below {least:.0f}" if value < 0 else f"above {most:.0f}"
    return number(value, 1)


def worth(row: pd.Series, name: str, factor: float, digits: int) -> EstimateText:
    """A worth with its interval."""
    at, low, high = (float(row[f"{name}{end}"]) * factor for end in ("", "_low", "_high"))
    return EstimateText(number(at, digits, True), bounds(low, high, digits, True), (at, low, high))


def precision(frame: pd.DataFrame, words: Words = STAFF) -> str:
    """The width of the intervals of fair numbers, in a sentence."""
    half = (frame["fair_high"] - frame["fair_low"]) / 2
    closed = half[np.isfinite(half)]
    open_ends = len(half) - len(closed)
    one = words.number
    many = one if one.isupper() else f"{one}s"
    if closed.empty:
        return f"No fair {one} has an interval closed on both sides: more games are needed."
    have = "has" if open_ends == 1 else "have"
    ends = f"; {open_ends} {have} an end beyond the {many} that were played" if open_ends else ""
    return (
        f"Half of the closed intervals of fair {many} are within ±{closed.median():.2f}"
        f" {words.unit} ({len(closed)} of {len(half)} {'is' if len(closed) == 1 else 'are'}"
        f" closed{ends})."
    ).replace("-", MINUS)


def asked_of(level: int) -> str:
    """A suggested cost in words: "3"; "0, and gains 2 VP when hired" for -2
    (`analysis.studies.suggest`)."""
    return str(level) if level >= 0 else f"0, and gains {-level} VP when hired"


def changed_of(frame: pd.DataFrame) -> str:
    """How many costs of a suggestion differ from the printed ones: "2 of 48"."""
    return f"{int((frame['suggested'] != frame['printed']).sum())} of {len(frame)}"


BEYOND = (
    "A verdict weighs a card's estimate against the spread of all cards, so a card just beyond the"
    " margin may be balanced."
)


def balanced_beyond(frame: pd.DataFrame, margin: float) -> bool:
    """Is any card called balanced with an estimate beyond the margin, which needs `BEYOND`?"""
    apart = frame["after_estimate"].abs() > margin
    return bool((apart & (frame["after_verdict"] == BALANCED)).any())


def suggestion_table(found: Suggestion, who: str, key: str = "") -> Table:
    """Cards that are changed or outside: costs, and worth on fresh deals before and after."""
    frame = found.changes
    off = frame["before_verdict"].isin(OFF) | frame["after_verdict"].isin(OFF)
    frame = frame[off | (frame["suggested"] != frame["printed"])]
    frame = frame.sort_values("before_estimate", ascending=False, kind="stable")
    rows = [
        [f"{row['name']} ({row['item']})", str(row["printed"]), asked_of(int(row["suggested"])),
         *(part for side in ("before", "after") for part in (
             worth(_measured(row, side), "x", 1.0, 2),
             row[f"{side}_verdict"] or "too few games"))]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    head = ["Card", "Cost", "Suggested", "Worth, VP", "Verdict", "With the patch, VP",
            "Verdict with it"]  # fmt: skip
    caption = f"Suggested costs: {who}"
    return Table(caption, head, rows, key=key, frame=found.changes, brief=True)


def checks_table(found: Suggestion, key: str = "") -> Table:
    """One row per round and table: cards by verdict, and for the last round which are off."""
    last = found.checks["round"].max()
    rows = []
    for (at, players, policy), part in found.checks.groupby(
        ["round", "players", "policy"], sort=False
    ):
        counts = [int((part["verdict"] == word).sum()) for word in (*OFF, BALANCED, UNDECIDED)]
        left = part[part["verdict"].isin(OFF)]
        named = ", ".join(f"{row['name']} ({row['verdict']})" for _, row in left.iterrows())
        rows.append([str(at), names.players(policy, int(players)), *map(str, counts),
                     (named or "none") if at == last else "–"])  # fmt: skip
    head = ["Round", "Who plays", "Too strong", "Too weak", "Balanced", "Undecided",
            "Off in the last round"]  # fmt: skip
    caption = (f"Rounds of costs, each tested on {count(found.settings.tested)} fresh games at"
               " each table: verdicts on the staff cards")  # fmt: skip
    return Table(caption, head, rows, key=key, frame=found.checks)


def _measured(row: pd.Series, side: str) -> pd.Series:
    """The estimate for a card from fresh deals: x, x_low, x_high."""
    names = {"estimate": "x", "low": "x_low", "high": "x_high"}
    return pd.Series({new: row[f"{side}_{old}"] for old, new in names.items()})


def suggestion_words(found: Suggestion) -> list[str]:
    """The result of the suggestion, in sentences."""
    frame = found.changes
    changed = int((frame["suggested"] != frame["printed"]).sum())
    counts = [
        f"{int((frame[f'{side}_verdict'] == word).sum())} {word}"
        for side in ("before", "after")
        for word in (*OFF, BALANCED, UNDECIDED)
    ]
    half = len(counts) // 2
    out = [
        f"{changed} {'cost is' if changed == 1 else 'costs are'} changed. Margin"
        f" {found.margin:g} VP. As printed: "
        f"{', '.join(counts[:half])}; with the patch: {', '.join(counts[half:])}."
    ]
    if balanced_beyond(frame, found.margin):
        out.append(BEYOND)
    left = found.outside
    if len(left):
        named = ", ".join(f"{row['name']} ({row['after_verdict']})" for _, row in left.iterrows())
        out.append(f"Still outside on fresh deals: {named}.")
    if len(found.checks):
        off = int(found.last["verdict"].isin(OFF).sum())
        rounds, checks = int(found.checks["round"].max()), len(found.last)
        tables = found.last[["players", "policy"]].drop_duplicates().itertuples()
        who = listing([names.players(one.policy, one.players) for one in tables])
        are = "is" if off == 1 else "are"
        said = f"{off} of its {checks} verdicts {are} outside" if off else "none is outside"
        out.append(f"The patch is from round {rounds}, judged by {who}: {said}.")
        free = found.last[(found.last["verdict"] == "too weak") & (found.last["cost"] == 0)]
        if len(free):
            named = listing(list(dict.fromkeys(free["name"])))
            out.append(f"Too weak at a table even at no cost, so no cost fixes it: {named}.")
        given = frame[frame["suggested"] < 0]
        if len(given):
            vp = zip(given["name"], given["suggested"].astype(int), strict=True)
            named = listing([f"{name} ({-level} VP)" for name, level in vp])
            out.append(f"Too weak even at no cost, so it gives VP when hired: {named}.")
        return out
    hopeless = frame[~frame["inside"]]
    if len(hopeless):
        named = ", ".join(hopeless["name"])
        out.append(f"By the prices, no cost that was played brings these inside: {named}.")
    return out


def duel_table(found: pd.DataFrame, caption: str, head: str, key: str = "") -> Table:
    """Gains of a player in VP and wins, one row per question, see `analysis.studies.duels`.

    The number of deals is in the caption if it is the same for all rows.
    """
    rows, differ = [], found["deals"].nunique() > 1
    for about, part in found.groupby("about", sort=False):
        by = part.set_index("outcome")
        cells = [
            worth(by.loc[outcome].rename({"estimate": "x", "low": "x_low", "high": "x_high"}), "x",
                  factor, digits)
            for outcome, factor, digits in (("vp", 1.0, 1), ("win", 100.0, 1))
        ]  # fmt: skip
        rows.append([str(about), *cells, *([count(by["deals"].iloc[0])] if differ else [])])
    columns = [head, "VP", "Wins, points", *(["Deals"] if differ else [])]
    if not differ:
        caption += f", {count(found['deals'].iloc[0])} deals"
    return Table(caption, columns, rows, key=key, frame=found)
