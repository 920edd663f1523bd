"""Guests: what they ask, how often they are served and what they score."""

from __future__ import annotations

from analysis.cards import tallies as counted
from reports import names
from reports.pieces import Piece, pieces
from reports.results import Results, rows_of
from reports.site import value
from reports.site.blocks import Finding, Page, Prose, Section
from reports.site.charts import chart_section
from reports.site.index import index_table
from reports.site.sheets import sheets
from reports.text import PERCENT, Unit, listing, plain

KEY, NAMED = "guests", 3


def build(results: Results) -> Page:
    note = Prose(
        "Guests are chosen, not dealt: who takes one can use it. These numbers describe how guests"
        " are used; they are not what a guest is worth, which stands above."
    )
    return Page(
        key=KEY,
        title="Guests",
        short="Guests",
        lead="How often each comes into a café, is served, and what it scores.",
        findings=findings(results),
        sections=[
            *chart_section("guest", results),
            Section("value", "Which guests are good value", value.blocks(results)),
            Section("all", "Guest by guest", [note, index_table("guest", results)]),
        ],
        children=sheets("guest", results),
    )


def findings(results: Results) -> list[Finding]:
    """The guests that are left behind most often."""
    config = results.main
    rows = rows_of(results.tallies, config, kind="guest").dropna(subset=["estimate"])
    known = {piece.key: piece for piece in pieces("guest")}
    grounds = results.grounds([config])

    def named(measure: str, unit: Unit, ascending: bool) -> str:
        found = rows[rows["measure"] == measure].sort_values("estimate", ascending=ascending)
        return listing([f"{_name(known, row['key'])} {plain(row, unit)}"
                        for _, row in found.head(NAMED).iterrows()])  # fmt: skip

    if rows.empty:
        return []
    who = names.players(config.policy, config.players)
    used = dict(_labels())["used"]
    return [
        Finding(
            "Which guests are most often left in the café?",
            f"Lowest {used.replace('used', 'their order was filled')} with {who}:"
            f" {named('used', PERCENT, True)}.",
            grounds, KEY, "all", "All guests",
        ),
    ]  # fmt: skip


def _labels() -> list[tuple[str, str]]:
    return [(one.name, one.label) for one in counted.QUERIES["card_tallies"]]


def _name(known: dict[str, Piece], key: str) -> str:
    return known[key].full_name if key in known else key
