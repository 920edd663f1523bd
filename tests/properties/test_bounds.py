"""Every track, counter and price stays in its range, and what only grows never shrinks."""

from __future__ import annotations

from hypothesis import given

from simulate.properties.strategies import invariants
from tests.clauses import clause
from tests.properties.playing import FEW, WHOLE_GAMES, holds_throughout


@FEW
@given(**WHOLE_GAMES)
@clause("tracks.krones-end", "tracks.emperor-end", "emperor.retreat-to-zero")
def test_tracks_and_stores_stay_in_bounds(drawn, n, seed):
    holds_throughout(invariants.tracks_and_stores_are_in_bounds, drawn, n, seed)


@FEW
@given(**WHOLE_GAMES)
@clause("row.three-tables", "goods.matching")
def test_orders_stay_between_nothing_and_the_whole_order(drawn, n, seed):
    holds_throughout(invariants.orders_are_between_nothing_and_the_whole_order, drawn, n, seed)


@FEW
@given(**WHOLE_GAMES)
@clause("hire.no-refund", "staff-card.discount-too-high")
def test_no_one_is_paid_for_buying_or_pays_more_than_printed(drawn, n, seed):
    holds_throughout(invariants.no_one_is_paid_for_buying, drawn, n, seed)


@FEW
@given(**WHOLE_GAMES)
@clause("politics-card.stays")
def test_what_never_falls_does_not_fall(drawn, n, seed):
    """The round, turns, markers, guests housed, dice taken, covered cells ..."""
    holds_throughout(invariants.what_never_falls_does_not_fall, drawn, n, seed)


@FEW
@given(**WHOLE_GAMES)
def test_the_log_of_cards_is_only_added_to(drawn, n, seed):
    holds_throughout(invariants.the_log_is_not_rewritten, drawn, n, seed)
