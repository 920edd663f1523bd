"""How strong players play: their differences from weak ones, and three of their games."""

from __future__ import annotations

from functools import partial

import pandas as pd

from reports import names
from reports.figures import habits as figures
from reports.figures.figure import for_pages
from reports.results import Results
from reports.site.blocks import Block, Doors, Finding, Note, Page, Prose, Section
from reports.site.games import TITLES, Replayed, replayed
from reports.site.pages import ways
from reports.tables.habits import habits_table, kinds, unit_of
from reports.tables.table import Table
from reports.text import Unit, cell, listing, measured, number, signed, upper

KEY = "strong"
FIRST = 5
"""Number of habits that a sentence names."""
TIMES = Unit(1, 1, "")


def build(results: Results) -> Page:
    """The page; early, or without two kinds of players that think, it says what is missing."""
    if results.habits.empty:
        missing = Prose("Not recorded: it takes games of two kinds of players that think.")
        return Page(KEY, "How strong players play", "Strong play",
                    sections=[Section("habits-section", "What they do", [missing]),
                              *_ways(results)], children=ways.pages(results))  # fmt: skip
    games = [] if results.early else replayed(results)
    strong, _ = kinds(results)
    return Page(
        key=KEY,
        title="How strong players play",
        short="Strong play",
        lead=f"What {names.players(strong)} do that weak players do not, what their winners do"
        " more of, and three of their games to step through.",
        findings=findings(results),
        sections=[
            Section("advice", "In short", [advice(results)]),
            Section("habits-section", "What they do", _habits(results)),
            *_ways(results),
            *([Section("games", "Three games", _games(games, strong))] if games else []),
        ],
        children=ways.pages(results),
        files={one.file: one.html for one in games},
    )


def _ways(results: Results) -> list[Section]:
    """A link to the page of ways to win, with its sentence."""
    return [
        Section("ways", one.about, [Doors([(one.href, "Ways to win", one.text)])])
        for one in ways.findings(results)
    ]


def findings(results: Results) -> list[Finding]:
    """The differences between strong and weak players, and of winners among the strong."""
    if results.habits.empty:
        return []
    strong, weak = kinds(results)
    n = results.players[0]
    rows = figures.counted(results, n)
    shown = rows[(rows["low"] > 0) | (rows["high"] < 0)].head(FIRST)
    both = [one for one in results.columns if one.policy in (strong, weak)]
    text = (
        f"With {n} players, {names.players(strong)}"
        f" {listing([*map(figures.more, shown['metric'], shown['estimate'] > 0)])}"
        f" than {names.players(weak)}."
        if len(shown)
        else "No habit is shown to differ."
    )
    numbers = [f"{upper(str(row['label']))}: {number(row['strong'], 1)} against"
               f" {number(row['weak'], 1)}, a difference of {signed(row, TIMES)}"
               for _, row in shown.iterrows()]  # fmt: skip
    out = [Finding("What do strong players do that weak ones do not?", text,
                   results.grounds(both), KEY, "habits", numbers=numbers)]  # fmt: skip
    more = _winners(results, n)
    if len(more):
        alone = [one for one in both if one.policy == strong]
        gained = [measured(row, "winners") for _, row in more.iterrows()]
        said = listing([*map(figures.more, more["metric"], more["winners"] > 0)])
        out.append(Finding(
            "What do their winners do more of?",
            f"With {n} players, {names.players(strong)} who win {said} than the others.",
            results.grounds(alone), KEY, f"table-habits-{n}",
            numbers=[f"{upper(str(label))}: {signed(one, TIMES)}"
                     for label, one in zip(more["label"], gained, strict=True)],
        ))  # fmt: skip
    return out


def _winners(results: Results, n: int) -> pd.DataFrame:
    """The habits that winners are shown to have more or less of, the clearest first."""
    rows = figures.counted(results, n).dropna(subset=["winners"])
    more = rows[(rows["winners_low"] > 0) | (rows["winners_high"] < 0)]
    clear = (more["winners"] / (more["winners_high"] - more["winners_low"])).abs()
    return more.loc[clear.sort_values(ascending=False).index].head(FIRST)


MORE = {
    "guests_housed": "Serve more guests.",
    "staff_in_play": "Play more of your staff cards.",
    "politics_markers": "Claim more politics cards.",
    "emperor": "Go further on the emperor track.",
    "occupied": "Fill more rooms.",
    "groups": "Complete more groups of rooms.",
    "strengthened": "Pay a krone to strengthen an action.",
}
LESS = {
    "passes": "Pass less.",
    "dice_3": "Take fewer dice that show 3 (rooms).",
    "dice_4": "Take fewer dice that show 4 (krones and emperor steps).",
    "strengthened": "Pay less for strengthening.",
}
"""Advice by habit, if strong players are shown to have more of it, or less."""


def advice(results: Results) -> Table:
    """Advice for people, with the difference that it rests on, at each table: only if strong
    players differ at every table; with a warning where winners among them differ the other way."""
    tables = sorted(results.habits["players"].unique())
    strong, weak = kinds(results)
    lines = []
    for metric in figures.counted(results, int(tables[0]))["metric"]:
        rows = results.habits[results.habits["metric"] == metric].sort_values("players")
        more, less = (rows["low"] > 0).all(), (rows["high"] < 0).all()
        words = (MORE if more else LESS if less else {}).get(metric)
        if words is None:
            continue
        gained = (cell(row, unit_of(row)) for _, row in rows.iterrows())
        lines.append((words, *gained, _but(rows, more=bool(more))))
    head = ["Advice", *(f"With {n} players" for n in tables), "But"]
    if not any(line[-1] for line in lines):
        head, lines = head[:-1], [line[:-1] for line in lines]
    caption = (
        f"What {names.players(strong)} have more or less of than {names.players(weak)}, per player"
        " and game (95% interval)"
    )
    return Table(caption, head, lines)


def _but(rows: pd.DataFrame, *, more: bool) -> str:
    """The warning that winners among strong players do the opposite, and at which tables.

    rows: one row per table for one habit. more: whether the advice is to do more of it.
    """
    against = rows[rows["winners_high"] < 0] if more else rows[rows["winners_low"] > 0]
    if against.empty:
        return ""
    tables = listing([str(int(n)) for n in sorted(against["players"])])
    return (
        f"Do not overdo it: with {tables} players, the winners among strong players do"
        f" {'less' if more else 'more'} of it than the others."
    )


def _habits(results: Results) -> list[Block]:
    strong, weak = kinds(results)
    care = Note(
        "What this does not show",
        f"{names.players(strong).capitalize()} differ from {names.players(weak)} in all these"
        " habits at once, so no single habit is shown to be the reason why they win. What winners"
        " had may also be due to the deal.",
    )
    tables = sorted(results.habits["players"].unique())
    return [
        for_pages(partial(figures.habits_figure, results)), care,
        *(habits_table(results, int(n)) for n in tables),
    ]  # fmt: skip


def _games(games: list[Replayed], strong: str) -> list[Block]:
    intro = Prose(
        f"Games of {names.players(strong)} from this report, each on a separate page: step"
        " through it with the arrow keys. The line above the boards is the chance to win of each"
        " seat at the start of turns, as estimated by the player's learned value function."
    )
    doors = [(one.file, TITLES[one.why], f"{one.words} {one.hung}") for one in games]
    return [intro, Doors(doors)]
