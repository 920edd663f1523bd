"""Tables and sentences of `gah study assumed`: in how many completions a finding holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import pandas as pd
from markupsafe import Markup

from analysis.base.kinds import kind as known_kind
from analysis.base.verdicts import UNKNOWN
from analysis.rulesets.compare import measures
from analysis.rulesets.factorial import AVERAGE, PAIR, TOGETHER, subsets
from analysis.studies.assumed import BEST_ENTRANCE, OF_ENTRANCES, Repeated
from analysis.studies.modules import HOTELS
from model import load_ruleset
from model.defaults import DEFAULT_SPEC
from model.sources import every_module
from reports import names
from reports.grounds import Grounds, grounds_of_study, untrained_with
from reports.tables.modules import unit_of, who
from reports.tables.table import Column, Table, sortable
from reports.text import (
    KRONES,
    POINTS,
    VP,
    EstimateText,
    Unit,
    cell,
    count,
    interval,
    listing,
    measured,
    with_unit,
)
from simulate.base.notation import bounds

METRICS: Mapping[str, Unit] = {"dealt_vp": VP, "dealt_win": POINTS}
"""Metrics of a staff card, with their units."""
OF_METRIC = {"dealt_vp": "VP by being dealt it", "dealt_win": "wins by being dealt it"}
ENTRANCE: Mapping[str, Unit] = {"lead": VP, "handicap": VP, "bid": KRONES}
OF_ENTRANCE = {
    "lead": "VP above the others", "handicap": "fair handicap, VP", "bid": "fair bid, krones",
}  # fmt: skip
"""Measures of a hotel entrance, with their units and names."""
RAISED = {"decisions": "longest", "vp_spread": "widest scores"}
"""How a game is with the module that raises a measure most."""
ASSUMED = "(Assumed values.)"
"""Marks each finding that depends on values no source gives; the pages explain them."""

ABOUT = "Do the findings on modules hold, whatever the assumed values are?"
SECTION = "assumed"
MISSING = Markup(
    "Not recorded yet: <code>gah study assumed</code> measures the effects of modules under"
    " plausible completions of the values that no source gives."
)
READING = (
    "Each completion draws all assumed values at once from their plausible ranges; all completions"
    " play the same deals as the defaults. Spread is the standard deviation of an estimate over the"
    " completions, without the noise of sampling: the variance of the estimates minus that of their"
    " errors (equal deals share luck, which is accounted for), at least 0. The last interval is for"
    " the printed values, if they are one more such draw: it includes the luck of the deals and of"
    " the values. A verdict may also differ because an estimate is close to a limit."
)
COLUMNS = (
    Column("As assumed"), Column("Verdict", filter=True), Column("The same in"),
    Column("Same sign in", rank=2), Column("Other verdicts", rank=2),
    Column("Estimates, least to most", rank=1), Column("Spread", rank=1),
    Column("Printed values, 95%", rank=1),
)  # fmt: skip
LABELS = {one.name: one.label for one in measures()}


def tables(found: Repeated) -> list[Table]:
    """All tables: for each table of players the effects of modules, then the staff cards."""
    out = []
    for n, policy in found.tables:
        out.append(effects_table(found, n, policy))
        if len(found.cards):
            out.append(cards_table(found, n, policy))
        if len(found.entrances):
            out.append(entrances_table(found, n, policy))
    return out


def effects_table(found: Repeated, players: int, policy: str) -> Table:
    """Average effects of modules, pairs and all together: one row per effect and measure."""
    parts = [found.rows(players, policy, kind) for kind in (AVERAGE, TOGETHER, PAIR)]
    frame = pd.concat(parts, ignore_index=True)
    rows = [
        (effect_name(row), with_unit(str(row["label"]), unit_of(row).name),
         *_cells(row, unit_of(row)))
        for _, row in frame.iterrows()
    ]  # fmt: skip
    s = found.settings
    caption = (
        f"{who(players, policy)}, {count(s.games)} deals of each subset of the modules: with the"
        f" module minus without, averaged over the others, under the defaults and under"
        f" {s.completions} plausible completions of {count(found.values)} assumed values (95%"
        " intervals)"
    )
    columns = [Column("Modules", filter=True), Column("Measure", filter=True), *COLUMNS]
    key = f"assumed-effects-{players}-{policy}"
    return sortable(caption, columns, rows, key=key, frame=frame, brief=True)


def cards_table(found: Repeated, players: int, policy: str) -> Table:
    """The staff cards whose cost is assumed: one row per card and metric."""
    frame = cards_of(found, players, policy)
    rows = [
        (f"{row['name']} ({row['item']})",
         with_unit(OF_METRIC[row["metric"]], METRICS[row["metric"]].name),
         *_cells(row, METRICS[row["metric"]]))
        for _, row in frame.iterrows()
    ]  # fmt: skip
    s = found.settings
    caption = (
        f"{who(players, policy)}, all modules, {count(s.cards)} deals: staff cards whose cost is"
        f" assumed, compared with an average card, under the defaults and under {s.completions}"
        " plausible completions (95% intervals)"
    )
    columns = [Column("Staff card"), Column("Measure", filter=True), *COLUMNS]
    key = f"assumed-cards-{players}-{policy}"
    return sortable(caption, columns, rows, key=key, frame=frame, brief=True)


def entrances_table(found: Repeated, players: int, policy: str) -> Table:
    """The gain of each hotel entrance's owner, its fair handicap and bid: one row per entrance and
    measure, the best first."""
    parts = [_entrances(found, players, policy, one) for one in OF_ENTRANCES]
    rows = [
        (str(row["name"]), OF_ENTRANCE[row["outcome"]], *_cells(row, ENTRANCE[row["outcome"]]))
        for part in parts
        for _, row in part.iterrows()
    ]
    s = found.settings
    caption = (
        f"{who(players, policy)}, {count(s.entrances)} deals of each of 4 orders in which entrances"
        " are assigned, for free and at prices: lead over the mean of the others in VP, and the"
        " handicap in VP or extra payment in krones that gives the owner an equal share of wins,"
        f" under the defaults and under {s.completions} plausible completions (95% intervals;"
        " verdict: compared with 0, jointly over the entrances)"
    )
    columns = [Column("Entrance"), Column("Measure", filter=True), *COLUMNS]
    key, frame = f"assumed-entrances-{players}-{policy}", pd.concat(parts, ignore_index=True)
    return sortable(caption, columns, rows, key=key, frame=frame, brief=True)


def _entrances(found: Repeated, players: int, policy: str, outcome: str) -> pd.DataFrame:
    """One outcome of hotel entrances at one table, the largest first; empty if not asked for."""
    frame = _at(found.entrances, players, policy)
    if frame.empty:
        return frame
    return frame[frame["outcome"] == outcome].sort_values("estimate", ascending=False)


def _at(frame: pd.DataFrame, players: int, policy: str) -> pd.DataFrame:
    """The rows of one table of players; empty if not asked for."""
    if frame.empty:
        return frame
    return frame[(frame["players"] == players) & (frame["policy"] == policy)]


def cards_of(found: Repeated, players: int, policy: str, *metrics: str) -> pd.DataFrame:
    """The rows of staff cards at one table with an estimate, for some metrics or all."""
    frame = _at(found.cards, players, policy)
    if frame.empty:
        return frame
    known = frame[frame["verdict"] != ""]
    return known[known["metric"].isin(metrics)] if metrics else known


def effect_name(row: pd.Series) -> str:
    """The modules that an effect is about."""
    return "all together" if row["kind"] == TOGETHER else names.together(str(row["name"]))


def held(row: pd.Series) -> EstimateText:
    """ "19 of 20 (76 to 99%)": in how many completions, and the share of plausible ones."""
    low, high = float(row["held_low"]), float(row["held_high"])
    same, every = int(row["same"]), int(row["completions"])
    return EstimateText(
        f"{same} of {every}", f"{bounds(100 * low, 100 * high, 0)}%", (same / every, low, high)
    )


def _cells(row: pd.Series, unit: Unit) -> list[str]:
    """The results of the completions for a row."""
    return [
        cell(row, unit), str(row["verdict"]), held(row),
        f"{int(row['same_sign'])} of {int(row['completions'])}", str(row["others"]) or "none",
        interval(row["least"], row["most"], unit, sign=True),
        cell(measured(row, "spread"), unit, sign=False),
        interval(row["real_low"], row["real_high"], unit, sign=True),
    ]  # fmt: skip


# --- sentences -----------------------------------------------------------------------------------


def sentences(found: Repeated) -> list[str]:
    """The results under the completions, for each table of players."""
    return [
        f"{names.players(p, n)}: {text}" for n, p in found.tables for text in _said(found, n, p)
    ]


def short(found: Repeated) -> str:
    """How many verdicts hold under all completions, at the first table of players."""
    n, policy = found.tables[0]
    every = found.settings.completions
    judged = [rows["same"] == every for _, rows, _ in _judged(found, n, policy)]
    same, of = sum(int(one.sum()) for one in judged), sum(map(len, judged))
    return (
        f"{count(same)} of {count(of)} verdicts are the same under all {every} plausible"
        f" completions ({names.players(policy, n)})."
    )


def short_numbers(found: Repeated) -> list[str]:
    """The same by subject, and the largest of each kind."""
    n, policy = found.tables[0]
    every = found.settings.completions
    return [
        *(f"The same in all {every}: {int((rows['same'] == every).sum())} of {len(rows)} verdicts"
          f" on {about}" for about, rows, _ in _judged(found, n, policy)),
        *map(choice_words, (row for _, row in _choices(found, n, policy).iterrows())),
    ]  # fmt: skip


def _judged(
    found: Repeated, players: int, policy: str
) -> Iterator[tuple[str, pd.DataFrame, Unit | None]]:
    """The subjects judged at one table, in words, with their rows and the unit of their spread."""
    kinds = ((AVERAGE, "average effects of modules"), (PAIR, "pairs of modules"))
    every: list[tuple[str, pd.DataFrame, Unit | None]] = [
        (about, found.rows(players, policy, kind), None) for kind, about in kinds
    ]
    every += [(f"staff cards ({about})", cards_of(found, players, policy, metric), None)
              for metric, about in OF_METRIC.items()]  # fmt: skip
    every += [(f"hotel entrances ({about})", _entrances(found, players, policy, outcome),
               ENTRANCE[outcome]) for outcome, about in OF_ENTRANCE.items()]  # fmt: skip
    return (one for one in every if len(one[1]))


def _said(found: Repeated, players: int, policy: str) -> list[str]:
    out = [choice_words(row) for _, row in _choices(found, players, policy).iterrows()]
    for about, rows, unit in _judged(found, players, policy):
        text = steady(rows, f" on {about}")
        out.append(
            text if unit is None or rows["spread"].isna().all() else f"{text}; {moved(rows, unit)}"
        )
    return [f"{text}." for text in out]


def steady(rows: pd.DataFrame, about: str = "") -> str:
    """ "33 of 40 verdicts are the same in all 20 completions; the one on X in 7, the fewest"."""
    every = int(rows["completions"].iloc[0])
    always = int((rows["same"] == every).sum())
    text = (
        f"{always} of {len(rows)} verdicts{about} {'is' if always == 1 else 'are'} the same in all"
        f" {every} completions"
    )
    if always == len(rows):
        return text
    least = rows.loc[rows["same"].idxmin()]
    return f"{text}; the one on {_about(least)} ({least['verdict']}) in {held(least)}, the fewest"


def moved(rows: pd.DataFrame, unit: Unit) -> str:
    """The row that moves most: "X moves most, from +1.0 to +4.2 VP (spread 0.9, 0.6 to 1.3)"."""
    row = rows.loc[rows["spread"].idxmax()]
    return (
        f"{_about(row)} moves most, {cell(row, unit)} as assumed, in completions"
        f" {interval(row['least'], row['most'], unit, sign=True)}, spread"
        f" {cell(measured(row, 'spread'), unit, sign=False)}"
        + ("" if row["spread_low"] > 0 else ", which may be luck of the deals")
    )


def _about(row: pd.Series) -> str:
    """The subject of a verdict, in words."""
    if "metric" in row:
        return f"{row['name']} ({row['item']})"
    if "item" in row:
        return str(row["name"])
    return f"{effect_name(row)}, {LABELS[row['measure']]}"


def _choices(found: Repeated, players: int, policy: str) -> pd.DataFrame:
    return _at(found.choices, players, policy)


def choice_words(row: pd.Series) -> str:
    """The largest of its kind, and in how many completions it is the same."""
    about, choice = str(row["about"]), str(row["choice"])
    called = entrance if about == BEST_ENTRANCE else names.together
    if not choice:
        return f"{UNKNOWN} to say what {'is worth' if called is entrance else 'raises it'} most"
    what = (
        f"worth most of the hotel entrances is {entrance(choice)}"
        if about == BEST_ENTRANCE
        else f"{RAISED[about]} with {names.together(choice)}"
    )
    others = listing([
        f"{one if one == UNKNOWN else called(one)} {times}"
        for one, times in (word.rsplit(" ", 1) for word in str(row["others"]).split(", ") if word)
    ] or ["none"])  # fmt: skip
    return f"{what} in {held(row)} completions (others: {others})"


def entrance(key: str) -> str:
    """The name of a hotel entrance."""
    return known_kind("entrance").names(load_ruleset(f"{DEFAULT_SPEC}+{HOTELS}"))[key]


@dataclass(frozen=True)
class Above:
    """The games of a finding: deals and numbers of players. The note on completions below it may
    rest on other games."""

    deals: int
    players: tuple[int, ...]


def behind(found: Repeated, kind: str, *measured: str, above: Above | None = None) -> str:
    """The note below a finding that depends on assumed values: in how many completions its verdicts
    hold. kind: that of effects, with their measures, or `BEST_ENTRANCE`. above: the games of the
    finding."""
    n, policy = found.tables[0]
    if kind == BEST_ENTRANCE:
        rows = _choices(found, n, policy)
        kept = [choice_words(row) for _, row in rows[rows["about"] == kind].iterrows()]
    else:
        rows = found.rows(n, policy, kind, *measured)
        first = rows.iloc[0]
        kept = [
            f"the verdict on {_about(first)}, {first['verdict']}, is the same in {held(first)}"
            " completions" if len(rows) == 1 else steady(rows)
        ]  # fmt: skip
    if not kept:
        return ASSUMED
    deals = found.settings.entrances if kind == BEST_ENTRANCE else found.settings.games
    return (
        f"(Assumed values; repeated on {count(deals)} deals with {names.players(policy, n)}:"
        f" {listing(kept)}.{_other_games(above, deals, n)})"
    )


def _other_games(above: Above | None, deals: int, players: int) -> str:
    """How the games of a finding differ from those that repeat it; this alone may change
    verdicts."""
    if above is None or (above.deals <= deals and above.players == (players,)):
        return ""
    of = listing([str(n) for n in above.players])
    few = "; with fewer deals, more is undecided" if above.deals > deals else ""
    return f" The answer above rests on {count(above.deals)} deals with {of} players{few}."


def of_card(found: Repeated, item: str) -> str:
    """In how many completions the verdicts on a staff card hold; empty if it was not repeated."""
    parts = []
    for n, policy in found.tables:
        rows = cards_of(found, n, policy)
        for _, row in (rows[rows["item"] == item] if len(rows) else rows).iterrows():
            unit = METRICS[row["metric"]]
            parts.append(
                f"{OF_METRIC[row['metric']]}, {names.players(policy, n)}: {row['verdict']},"
                f" {cell(row, unit)} {unit.name}, the same in {held(row)} completions, with values"
                f" of {interval(row['least'], row['most'], unit, sign=True)}"
            )
    return "; ".join(parts)


def grounds(found: Repeated) -> Grounds:
    """The grounds of the repeated findings."""
    s = found.settings
    rests = grounds_of_study(
        s, f"{listing(s.policies)} at all seats",
        f"{count(s.games)} deals of each subset, {count(s.cards)} of all modules,"
        f" {count(s.entrances)} of each assignment of entrances, under each completion",
        f"{names.ruleset(s.rules)} with all subsets of the modules, {s.completions} plausible"
        " completions of the assumed values",
    )  # fmt: skip
    return replace(rests, untrained=untrained_with(s, subsets(every_module())))
