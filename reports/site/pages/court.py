"""Politics cards and emperor tiles: what lies on the table for all."""

from __future__ import annotations

from analysis import Config
from reports import names
from reports.pieces import pieces
from reports.results import Results, rows_of
from reports.site import fair
from reports.site.blocks import Finding, Page, Prose, Section
from reports.site.index import chart_section, index_table
from reports.site.sheets import sheets
from reports.text import VP, plain

KEY = "court"
ABOUT = {
    "politics": ("Which politics cards are reached?", "politics cards"),
    "emperor_tile": ("What do the emperor tiles do to scores?", "emperor tiles"),
}


def build(results: Results) -> Page:
    note = Prose(
        "Three politics cards and three emperor tiles are drawn for each game, so games with one of"
        " them differ from the others only by chance. What was recorded is the VP that a seat had"
        " from all three together, in the games where the one lay out."
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
    """Highest and lowest mean of each kind."""
    return [
        found
        for kind, anchor in (("politics", "politics"), ("emperor_tile", "emperor"))
        if (found := _extremes(kind, anchor, results.main, results)) is not None
    ]


def _extremes(kind: str, anchor: str, config: Config, results: Results) -> Finding | None:
    rows = rows_of(results.tallies, config, kind=kind, measure="score").dropna(subset=["estimate"])
    if rows.empty:
        return None
    known = {piece.key: piece for piece in pieces(kind)}
    best, worst = rows.loc[rows["estimate"].idxmax()], rows.loc[rows["estimate"].idxmin()]
    about, name = ABOUT[kind]
    most, least = (known[one["key"]].full_name for one in (best, worst))
    text = (
        f"With {names.players(config.policy, config.players)}, a seat scored most from its {name}"
        f" in games with {most}, and least in games with {least}."
    )
    numbers = [f"{most}: {plain(best, VP)}", f"{least}: {plain(worst, VP)}"]
    return Finding(about, text, results.grounds([config]), KEY, anchor, numbers=numbers)
