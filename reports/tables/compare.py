"""Tables of a comparison of rulesets, for the terminal and its page."""

from __future__ import annotations

import math

import pandas as pd

from analysis.base.verdicts import DIFFERENT, UNDECIDED, UNKNOWN, UNMET
from analysis.rulesets.compare import Measure, measures
from analysis.studies.compare import OFF, ON, TOTAL, Comparison
from model.show import render_diff
from reports import names
from reports.tables.table import Table
from reports.text import Unit, cell, count, measured, number, p_cell, with_unit

KNOWN = {one.name: one for one in measures()}


def unit_of(measure: Measure) -> Unit:
    """The unit of a measure."""
    return Unit(measure.shown, 1 if measure.shown > 1 else 2, measure.unit)


def change_name(found: Comparison, id: str) -> str:
    """A change in words: the title of a patch's; other ids unchanged."""
    titles = {step.id: step.title for step in found.plan.steps}
    known = names.change(id)
    return titles.get(id, id) if known == id else known


def differences_table(found: Comparison) -> Table:
    """The differences between the rulesets, as in `gah rules diff`."""
    rows = render_diff(found.plan.differences())
    head = ("Path", "Before", "After", "Cause", "Title")
    return Table(
        "Differences in the rules data", head, [(r[2], r[3], r[4], r[0], r[1]) for r in rows]
    )


def measures_table(found: Comparison, players: int, policy: str) -> Table:
    """Other - base for every measure, with its verdict."""
    rows = []
    for _, row in found.rows(players, policy, kind=TOTAL).iterrows():
        one = KNOWN[row["measure"]]
        unit = unit_of(one)
        rows.append((
            with_unit(one.label, one.unit),
            number(row["mean_a"] * unit.factor, unit.digits),
            number(row["mean_b"] * unit.factor, unit.digits),
            cell(row, unit),
            p_cell(row["q"]),
            number(row["correlation"], 2),
            number(row["gain"], 1),
            f"±{number(row['margin'] * unit.factor, unit.digits)}",
            verdict_words(row),
        ))  # fmt: skip
    plan = found.plan
    after = plan.other.label if plan.other else ""
    head = ("Measure", plan.base.label, after, "Difference", "q", "Correlation", "Gain", "Margin",
            "Verdict")  # fmt: skip
    caption = (
        f"{after} minus {plan.base.label}, {names.players(policy, players)}, {count(_games(found))}"
        " equal deals: paired difference (95% interval)"
    )
    return Table(caption, head, rows)


def singles_table(found: Comparison, players: int, policy: str) -> Table:
    """Each single change: VP per player, who wins, and which measures it moves."""
    vp = KNOWN["vp"]
    unit = unit_of(vp)
    alone = found.rows(players, policy, measure="vp")
    rows = []
    for step in found.plan.steps:
        on, off = (
            _first(alone[(alone["kind"] == kind) & (alone["name"] == step.id)])
            for kind in (ON, OFF)
        )
        row = [step.id, _cell(on, unit)]
        if found.plan.other is not None:
            row.append(_cell(off, unit))
        row += [
            _share(found.differing, players, policy, step.id),
            _share(found.winners, players, policy, step.id),
            *moved_words(found.rows(players, policy, kind=ON, name=step.id)),
        ]
        rows.append(row)
    head = ["Change", "On alone: VP per player"]
    if found.plan.other is not None:
        rest = found.rows(players, policy, kind="interaction", measure="vp")
        rows.append(["only together", _cell(_first(rest), unit), *[""] * 5])
        total = found.rows(players, policy, kind=TOTAL)
        whole = _first(total[total["measure"] == "vp"])
        shares = [_share(one, players, policy, "") for one in (found.differing, found.winners)]
        rows.append(["all", _cell(whole, unit), "", *shares, *moved_words(total)])
        head.append("Off alone: VP per player")
    head += ["Deals that go differently, %", "Deals with another winner, %", "Moves", "Undecided"]
    caption = (
        f"Single changes, {names.players(policy, players)}, {count(_games(found))} equal deals:"
        " difference (95% interval); moves: measures that differ and are not equivalent"
    )
    return Table(caption, head, rows)


OWN = ("win", "vp")
"""The outcomes for a card's own change."""


def cards_table(found: Comparison, names: dict[int, str]) -> Table:
    """The staff cards whose text differs: change of the dealt effect and of the play rate."""
    units = {"win": Unit(100, 1, ""), "vp": Unit(1, 2, ""), "play_rate": Unit(100, 1, "")}
    rows = []
    if not found.cards.empty:
        keys = ["policy", "players", "kind", "name", "card"]
        for (policy, players, _, name, card), part in found.cards.groupby(keys, sort=False):
            by = part.set_index("outcome")
            rows.append((
                f"{names.get(int(card), 'card')} ({card})", name or "all changes",
                f"{policy}, {players} players",
                *(cell(measured(by.loc[outcome], "own"), units[outcome]) for outcome in OWN),
                "; ".join(by.loc[list(OWN), "verdict"].fillna("too few games")),
                cell(by.loc["play_rate"], units["play_rate"]),
            ))  # fmt: skip
    head = ("Staff card", "Change", "Table", "Worth in wins, points", "Worth, VP",
            "In wins; in VP", "Played when dealt, points")  # fmt: skip
    caption = (
        "Staff cards that the changes touch: change (95% interval), minus the effect of other"
        " cards' changes on all cards"
    )
    return Table(caption, head, rows)


def guests_table(found: Comparison, names: dict[int, str]) -> Table:
    """The guests whose order or reward differs: how often they are housed."""
    rows = [
        (f"{names.get(int(row['card']), 'guest')} ({int(row['card'])})",
         row["name"] or "all changes", f"{row['policy']}, {row['players']} players",
         number(row["value_a"], 3), number(row["value_b"], 3), cell(row, Unit(1, 3, "")),
         p_cell(row["q"]))
        for _, row in found.guests.iterrows()
    ]  # fmt: skip
    head = ("Guest", "Change", "Table", "Housed before", "after", "Difference", "q")
    return Table("Guests that the changes touch: times housed per game (95% interval)", head, rows)


def pairs_table(found: Comparison, players: int, policy: str) -> Table:
    """Interactions of two changes that are shown to differ from 0 or to matter."""
    rows = []
    for name, part in found.rows(players, policy, kind="pair").groupby("name", sort=False):
        vp = part[part["measure"] == "vp"].iloc[0]
        rows.append((str(name), cell(vp, unit_of(KNOWN["vp"])), *moved_words(part)))
    caption = f"Two changes together beyond the sum of both, {names.players(policy, players)}"
    return Table(caption, ("Changes", "VP per player", "Moves", "Undecided"), rows)


NOT_ZERO = (
    "“more”, “less”, “better” and “worse” mean that it is not 0, not that it exceeds the margin"
)
"""Note in captions of tables that show verdicts with margins."""


def moved_words(rows: pd.DataFrame) -> tuple[str, str]:
    """Which measures one contrast moves, largest in margins first, and how many are undecided."""
    moved = rows[rows["verdict"].isin(DIFFERENT)]
    order = (moved["estimate"] / moved["margin"]).abs().sort_values(ascending=False).index
    words = [f"{row['label']}: {row['verdict']}" for _, row in moved.loc[order].iterrows()]
    more = f" and {len(words) - 3} more" if len(words) > 3 else ""
    open_ = rows[rows["verdict"].isin((UNDECIDED, UNKNOWN))]
    return "; ".join(words[:3]) + more or "nothing", f"{len(open_)} of {len(rows)}"


def verdict_words(row: pd.Series) -> str:
    """The verdict, and how many deals would settle it."""
    if row["verdict"] == UNDECIDED:
        return f"undecided; {deals_to_settle(row['games_needed'])} it"
    if row["verdict"] == UNMET:
        return "no deal differs"
    return f"{row['verdict']}{', beyond the margin' if row['beyond'] else ''}"


def deals_to_settle(needed: float) -> str:
    """How many deals ensure a verdict, whatever the true difference is."""
    return f"{count(rounded_up(needed))} deals settle"


def rounded_up(value: float) -> int:
    """Up to two significant digits."""
    scale = 10 ** max(0, math.floor(math.log10(max(value, 1))) - 1)
    return math.ceil(value / scale) * int(scale)


def _share(frame: pd.DataFrame, players: int, policy: str, name: str) -> str:
    """The share of deals in which a change alone makes a certain kind of difference."""
    keep = (frame["players"] == players) & (frame["policy"] == policy) & (frame["name"] == name)
    rows = frame[keep & frame["kind"].isin((ON, TOTAL))]
    return _cell(_first(rows), Unit(100, 1, "%"), sign=False)


def _first(rows: pd.DataFrame) -> pd.Series | None:
    return None if rows.empty else rows.iloc[0]


def _cell(row: pd.Series | None, unit: Unit, sign: bool = True) -> str:
    if row is None:
        return "n/a"
    return difference(row, unit, sign)


def difference(row: pd.Series, unit: Unit, sign: bool = True) -> str:
    """A paired difference as a cell; in words if no deal differs."""
    if "se" in row and row["se"] == 0 and row["estimate"] == 0:
        return "0 in every deal"
    return cell(row, unit, sign)


def _games(found: Comparison) -> int:
    return int(found.measures["games"].max())
