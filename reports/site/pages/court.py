"""Politics cards and emperor tiles: the shared cards and tiles on the table."""

from __future__ import annotations

import pandas as pd

from analysis.base.decide import PROMISE
from reports.pieces import Piece, pieces
from reports.results import Results
from reports.site import fair
from reports.site.blocks import Finding, Page, Prose, Section
from reports.site.index import chart_section, index_table
from reports.site.sheets import sheets
from reports.text import VP, listing, signed
from reports.verdicts import judged, verdicts_of

KEY = "court"
ABOUT = {
    "politics": ("Which politics cards change scores?", "politics cards"),
    "emperor_tile": ("Which emperor tiles change scores?", "emperor tiles"),
}


def build(results: Results) -> Page:
    note = Prose(
        "Three politics cards and three emperor tiles are drawn for each game, so games with one of"
        " them differ from the others only by chance. The recorded VP of a seat are those from all"
        " three together, in the games with this card or tile."
    )
    return Page(
        key=KEY,
        title="Politics cards and emperor tiles",
        short="Politics and emperor",
        lead="Shared cards and tiles, and what they are worth.",
        findings=findings(results),
        sections=[
            *chart_section("politics", results),
            Section("politics", "Politics cards", [note, index_table("politics", results)]),
            Section("fair", "What a politics card should pay", fair.politics(results)),
            *chart_section("emperor_tile", results),
            Section("emperor", "Emperor tiles", [index_table("emperor_tile", results)]),
        ],
        children=[*sheets("politics", results), *sheets("emperor_tile", results)],
    )


def findings(results: Results) -> list[Finding]:
    """Which politics cards and emperor tiles change scores, by the verdicts of the charts."""
    return [
        found
        for kind, anchor in (("politics", "politics"), ("emperor_tile", "emperor"))
        if (found := _moving(kind, anchor, results)) is not None
    ]


def _moving(kind: str, anchor: str, results: Results) -> Finding | None:
    found = verdicts_of(results, kind, results.main)
    if found is None:
        return None
    known = {piece.key: piece for piece in pieces(kind)}
    about, many = ABOUT[kind]
    moved = pd.concat([found.strong, found.weak])
    shown = moved
    if moved.empty:
        every = judged(results, kind, results.main).dropna(subset=["estimate"])
        shown = every.loc[[every["estimate"].abs().idxmax()]]
    numbers = [f"{_name(known, row)}: {signed(row, VP)}" for _, row in shown.iterrows()]
    parts = [
        f"{listing([_name(known, row) for _, row in rows.iterrows()])}"
        f" {word}{'s' if len(rows) == 1 else ''} them"
        for rows, word in ((found.strong, "raise"), (found.weak, "lower")) if len(rows)
    ]  # fmt: skip
    beyond = f"the scores of {found.who} beyond the margin of ±{found.margin:g} VP"
    text = (
        f"{len(moved)} of {found.cards} {many} change{'s' if len(moved) == 1 else ''} {beyond}:"
        f" {'; '.join(parts)}. At most {PROMISE:.0%} of these verdicts are expected to be wrong."
        if parts
        else f"No {many} are shown to change {beyond}."
    )
    grounds = results.judged_grounds([results.main])
    return Finding(about, text, grounds, KEY, anchor, numbers=numbers)


def _name(known: dict[str, Piece], row: pd.Series) -> str:
    """A card in quotes, because its name may be a phrase with a comma; a tile by its letter."""
    piece = known.get(str(row.name))
    if piece is None:
        return str(row["name"])
    return piece.full_name if piece.kind.tally == "emperor_tile" else f"“{piece.full_name}”"
