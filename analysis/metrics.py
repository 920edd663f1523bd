"""The measures of a game, declared: name (column of sql/per_game.sql), label and unit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """A number of one game. `per` = "seat": its sum over the seats, reported as mean per seat."""

    name: str
    label: str
    unit: str
    per: str = "seat"


SOURCES = (
    Measure("vp_guests", "guests", "VP"),
    Measure("vp_staff", "staff cards", "VP"),
    Measure("vp_politics", "politics cards", "VP"),
    Measure("vp_emperor_track", "emperor track", "VP"),
    Measure("vp_emperor_tiles", "emperor tiles", "VP"),
    Measure("vp_occupancy", "occupied groups", "VP"),
    Measure("vp_cells", "printed on rooms", "VP"),
    Measure("vp_floors", "floors at the end", "VP"),
    Measure("vp_leftovers", "krones and goods left", "VP"),
    Measure("vp_stranded", "guests left in the café", "VP"),
)
"""Where victory points come from; the ten add up to a seat's VP."""

TOTALS = (
    Measure("vp", "VP of a player", "VP"),
    Measure("vp_winner", "VP of the winner", "VP", per="game"),
    Measure("vp_spread", "VP between first and last", "VP", per="game"),
    Measure("rerolls", "rerolls in a game", "rerolls", per="game"),
    Measure("turns", "turns in a game", "turns", per="game"),
    Measure("guests_housed", "guests housed by a player", "guests"),
    Measure("staff_in_play", "staff cards a player has in play", "cards"),
    Measure("occupied", "rooms a player has occupied", "rooms"),
)

MEASURES = TOTALS + SOURCES
