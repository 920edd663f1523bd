"""What contradicts itself in a page: found by the page's own words and the data behind them.

A sentence names who played, a badge answers its question, a caption says how many games: each is
compared with the grounds or the data that it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pandas as pd

from reports import names
from reports.figures.figure import Figure
from reports.site.blocks import NO, NOT_YET, PARTLY, UNKNOWN, YES, Answers, Finding, Page, blocks_of
from reports.tables.table import Table
from simulate.base.roster import POLICIES

OPEN = re.compile(
    r"too few games|not (yet )?(measured|recorded)|cannot be judged|^no verdicts|is known|"
    r"no difference|undecided|no card is shown to be off|not shown|none? .*shown|no change", re.I
)  # fmt: skip
"""Words of a sentence that leaves its question open."""

ANSWERED = (UNKNOWN, NOT_YET)
SAYS_NO = re.compile(
    r"\b(is|are) too (strong|weak)|about its share|no card|^no \w+|is off\b|"
    r"\b(0 of the|none)\b|still off|\bworse\b", re.I
)  # fmt: skip
NOT_YES_OR_NO = re.compile(r"(which|what|how|where|when|why|who)\b", re.I)
COUNTED = re.compile(r"([\d,]*\d) (?:other )?games")
OF_PLAYERS = re.compile(r"\b(\d) (?:players|planners|(?:\w+ ){1,2}players)")
GAMES = ("games", "n_games")
EACH = re.compile(r"(\d[\d,]*) \(([\w-]+), (\d) players\)")
OF_ALL = re.compile(r"(\d[\d,]*) for each policy and player count")
"""How a caption says the games of each policy and number of players, and that they are as many."""


def players_named(text: str) -> set[str]:
    """The policies that a text names as players, by their phrase: "planners", "greedy players"."""
    return {
        one.name for one in POLICIES
        if re.search(rf"(?<![\w-]){re.escape(names.players(one.name))}(?![\w-])", text)
    }  # fmt: skip


def sizes_named(text: str) -> set[int]:
    """The numbers of players that a text names."""
    return {int(found) for found in OF_PLAYERS.findall(text)}


def games_named(text: str) -> set[int]:
    """How many games a text says, each."""
    return {int(re.sub(r"\D", "", found)) for found in COUNTED.findall(text)}


def of_finding(one: Finding) -> Iterator[str]:
    """Contradictions between a sentence, its badge and its grounds."""
    said = " ".join((*one.lines, one.more, one.who))
    if one.sign and NOT_YES_OR_NO.match(one.about):
        yield f"{one.about} cannot be answered by the badge {one.sign}"
    if one.grounds is not None:
        known = players_named(f"{one.grounds.policies} players, {one.grounds.policies}s".replace(
            " at all seats", "")) | {p.name for p in POLICIES if re.search(
                rf"(?<![\w-]){re.escape(p.name)}(?![\w-])", one.grounds.policies)}  # fmt: skip
        if strangers := players_named(said) - known:
            yield f"{one.about} names {sorted(strangers)}, but {one.grounds.policies} played"
        sizes = {int(n) for n in re.findall(r"\d", one.grounds.players)}
        if others := sizes_named(said) - sizes:
            yield f"{one.about} names tables of {sorted(others)}, but {one.grounds.players} played"
    if one.sign in ANSWERED and not OPEN.search(one.text):
        yield f"{one.about} has the badge {one.sign}, but its sentence answers: {one.text}"
    if one.sign == YES and (SAYS_NO.search(one.text) or OPEN.match(one.text)):
        yield f"{one.about} has the badge {one.sign}, but its sentence says: {one.text}"
    if one.sign in (NO, PARTLY) and re.match(r"all \d+ cards are shown", one.text, re.I):
        yield f"{one.about} has the badge {one.sign}, but its sentence says: {one.text}"


def of_data(about: str, caption: str, frame: pd.DataFrame) -> Iterator[str]:
    """Contradictions between a caption and the data under it, and within rows of the data."""
    said_of: dict[str, set[Any]] = {
        "policy": players_named(caption),
        "players": sizes_named(caption),
    }
    rows = frame  # a table may offer other tables' rows too, as data to be saved
    for column, named in said_of.items():
        if column in rows and named and len(rows):
            rows = rows[rows[column].isin(named)]
            if rows.empty:
                held = sorted(set(frame[column].unique().tolist()))
                yield f"{about}: the caption names {sorted(named)}, its data hold {held}"
                return
    said = games_named(caption)
    for column in GAMES:
        games = set(rows[column].dropna().astype(int).tolist()) if column in rows else set()
        if said and games and not games & said:
            yield f"{about}: the caption says {sorted(said)} games, its data {sorted(games)}"
    if {"policy", "players", "games"} <= set(frame):
        each = EACH.findall(caption)
        if of_all := OF_ALL.search(caption):
            tables = frame[["policy", "players"]].drop_duplicates()
            each = [(of_all[1], *map(str, one)) for one in tables.to_numpy()]
        for games, policy, players in each:
            there = (frame["policy"] == policy) & (frame["players"] == int(players))
            counted = set(frame.loc[there, "games"].dropna().astype(int).tolist())
            if counted and int(re.sub(r"\D", "", games)) not in counted:
                yield (f"{about}: the caption says {games} games of {players} {policy} players,"
                       f" its data {sorted(counted)}")  # fmt: skip
    for column in ("policy", "players"):
        for other in (name for name in frame if name.endswith(f"_{column}")):
            if column in frame and (frame[column] != frame[other]).any():
                yield f"{about}: {column} and {other} differ within a row"


def contradictions(page: Page) -> list[str]:
    """Everything on a page, and on those below it, that contradicts itself."""
    found: list[str] = []
    for one in page.findings:
        found += of_finding(one)
    for block in blocks_of(page):
        if isinstance(block, Answers):
            for one in block.findings:
                found += of_finding(one)
        elif isinstance(block, Table) and block.has_csv:
            found += of_data(block.key, block.caption, block.frame)
        elif isinstance(block, Figure):
            found += of_data(block.key, block.caption, block.table)
    for below in page.children:
        found += contradictions(below)
    return [f"{page.key}: {one}" for one in dict.fromkeys(found)]
