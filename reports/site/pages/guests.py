"""Guests: their orders, how often they are served, and the VP they score."""

from __future__ import annotations

from reports import names
from reports.figures import saying
from reports.pieces import Piece, pieces
from reports.results import Results, rows_of
from reports.site import value
from reports.site.blocks import Finding, Page, Prose, Section
from reports.site.index import chart_section, index_table
from reports.site.sheets import sheets
from reports.text import PERCENT, listing, plain

KEY, NAMED = "guests", 3


def build(results: Results) -> Page:
    note = Prose(
        "Guests are chosen, not dealt: players take those that they can use. These numbers describe"
        " the use of guests; their worth is above."
    )
    return Page(
        key=KEY,
        title="Guests",
        short="Guests",
        lead="Which are worth taking, how often each is served, and what it scores.",
        findings=findings(results),
        sections=[
            Section("value", "Which guests are good value", value.blocks(results)),
            *chart_section("guest", results),
            Section("all", "Guest by guest", [note, index_table("guest", results)]),
        ],
        children=sheets("guest", results),
    )


def findings(results: Results) -> list[Finding]:
    """Which guests are good value, and which are left behind most often."""
    return [*value.findings(results, KEY), *_left_behind(results)]


def _left_behind(results: Results) -> list[Finding]:
    """The guests that are shown to be left behind most often."""
    config = results.main
    rows = rows_of(results.tallies, config, kind="guest").dropna(subset=["estimate"])
    known = {piece.key: piece for piece in pieces("guest")}
    grounds = results.grounds([config])

    used = rows[rows["measure"] == "used"]
    if used.empty:
        return []
    used = saying.widened_shares(used, len(used)).sort_values("estimate")
    called = [_name(known, key) for key in saying.set_apart(used, NAMED, lowest=True)["key"]]
    who = names.players(config.policy, config.players)
    return [
        Finding(
            "Which guests are most often left in the café?",
            f"In these games {who} filled the orders of {listing(called)} least often."
            if called else
            f"None is shown to be left more often than all others in games of {who}.",
            grounds, KEY, "all", "All guests",
            numbers=[
                f"{_name(known, row['key'])}: order filled in {plain(row, PERCENT, joint=True)} of"
                " the times it was taken" for _, row in used.head(NAMED).iterrows()
            ],
        ),
    ]  # fmt: skip


def _name(known: dict[str, Piece], key: str) -> str:
    return known[key].full_name if key in known else key
